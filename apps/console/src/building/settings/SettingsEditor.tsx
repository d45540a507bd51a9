import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { TenantSettings } from '@vestibule/contract/building/settings.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../ui/form/others-changes.ts';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { PreferencesSection } from './PreferencesSection.tsx';
import classes from './SettingsEditor.module.css';
import { labelOf } from './settings-form.ts';
import { SettingsSections } from './SettingsSections.tsx';
import { useSettingsForm } from './use-settings-form.ts';

interface SettingsEditorProps {
  settings: TenantSettings;
  company?: Company;
}

export function SettingsEditor({ settings, company }: SettingsEditorProps) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const { form, before, failure, others, submit } = useSettingsForm(settings, company ?? null);
  const { isDirty } = form.formState;

  return (
    <>
      <ServiceNotice />
      <form className={classes.form} onSubmit={submit} noValidate>
        <SettingsSections form={form} longest={user.role === 'tenant' ? before : null} />
        {company && <PreferencesSection form={form} />}
        <SaveBar form={form} failure={failure} others={others && inWords(others, (name) => labelOf(t, name))} />
      </form>
      <UnsavedGuard isUnsaved={isDirty} />
    </>
  );
}
