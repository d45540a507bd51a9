import type { Company } from '@vestibule/contract/company.ts';
import type { TenantSettings } from '@vestibule/contract/settings.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DiscardDialog } from '../ui/DiscardDialog.tsx';
import { Mantine } from '../ui/Mantine.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { PreferencesSection } from './PreferencesSection.tsx';
import classes from './SettingsEditor.module.css';
import { SettingsSections } from './SettingsSections.tsx';
import { useSettingsForm } from './use-settings-form.ts';

interface SettingsEditorProps {
  settings: TenantSettings;
  /** The company, where its preferences are edited as well. */
  company?: Company;
}

/** Edits the settings of a company or a tenant, and does not let changes get lost unasked. */
export function SettingsEditor({ settings, company }: SettingsEditorProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const problemText = useProblemText();
  const { form, before, failure, submit } = useSettingsForm(settings, company ?? null);
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);

  return (
    <Mantine>
      <form className={classes.form} onSubmit={submit} noValidate>
        <SettingsSections form={form} longest={user.role === 'tenant' ? before : null} />
        {company && <PreferencesSection form={form} />}
        <div className={classes.foot}>
          {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
          <div className={classes.buttons}>
            <span className={classes.state} role="status">
              {isDirty && t('settings.unsaved')}
            </span>
            <Button variant="secondary" onClick={() => form.reset()} disabled={!isDirty || isSubmitting}>
              {t('settings.undo')}
            </Button>
            <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
              {t('ui.button.save')}
            </Button>
          </div>
        </div>
      </form>
      <DiscardDialog {...guard} />
    </Mantine>
  );
}
