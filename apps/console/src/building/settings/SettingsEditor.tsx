import type { Company } from '@vestibule/contract/accounts/company.ts';
import { type TenantSettings, TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { inWords } from '../../ui/form/others-changes.ts';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import type { PreviewedSettings } from './MessagePreviewDialog.tsx';
import { PreferencesSection } from './PreferencesSection.tsx';
import { Section } from './Section.tsx';
import classes from './SettingsEditor.module.css';
import { labelOf } from './settings-form.ts';
import { SettingsSections } from './SettingsSections.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const MessagePreview = lazyDialog(async () => (await import('./MessagePreviewDialog.tsx')).MessagePreviewDialog, {
  ahead: false,
});

interface SettingsEditorProps {
  settings: TenantSettings;
  company?: Company;
}

export function SettingsEditor({ settings, company }: SettingsEditorProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const { form, before, failure, others, submit } = useSettingsForm(settings, company ?? null);
  const { isDirty } = form.formState;
  const preview = useTarget<PreviewedSettings>();
  // Wrong values are marked instead.
  const openPreview = async () => {
    const typed = z.object(TenantSettingsValues.shape).safeParse(form.getValues());
    if (typed.success) preview.open({ settingsId: settings.id, settings: typed.data });
    else await form.trigger(undefined, { shouldFocus: true });
  };

  return (
    <>
      <ServiceNotice />
      <form className={classes.form} onSubmit={submit} noValidate>
        <SettingsSections form={form} longest={user.role === 'tenant' ? before : null} />
        {company && <PreferencesSection form={form} />}
        <Section title={t('settings.section.preview')} help={t('settings.section.previewHelp')}>
          <div>
            <Button variant="secondary" onClick={() => void openPreview()}>
              {t('settings.preview.open')}
            </Button>
          </div>
        </Section>
        <SaveBar form={form} failure={failure} others={others && inWords(others, (name) => labelOf(t, name))} />
      </form>
      <MessagePreview {...preview.dialog} />
      <UnsavedGuard isUnsaved={isDirty} />
    </>
  );
}
