import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { TabPanel, Tabs } from '@vestibule/ui/Tabs.tsx';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { inWords } from '../../ui/form/others-changes.ts';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import { InterfaceFields } from './InterfaceFields.tsx';
import { type KioskSettingsForm, labelOf, settingsTabs } from './kiosk-settings-form.ts';
import classes from './kiosk-settings.module.css';
import { KioskPreview } from './KioskPreview.tsx';
import { LanguagesField } from './LanguagesField.tsx';
import { SettingsPasswordField } from './SettingsPasswordField.tsx';
import { useKioskSettingsForm } from './use-kiosk-settings-form.ts';
import { WorkingHours } from './WorkingHours.tsx';

export type EditState = 'saved' | 'unsaved' | 'saving';

interface KioskSettingsEditorProps {
  settings: KioskSettings;
  onState?: (state: EditState) => void;
}

export function KioskSettingsEditor({ settings, onState }: KioskSettingsEditorProps) {
  const { t } = useTranslation();
  const { form, before, failure, others, submit, tab, setTab } = useKioskSettingsForm(settings);
  const { isDirty, isSubmitting } = form.formState;
  const panel = useId();
  const state = isSubmitting ? 'saving' : isDirty ? 'unsaved' : 'saved';
  const tell = useEffectEvent((now: EditState) => onState?.(now));
  useEffect(() => tell(state), [state]);

  return (
    <div className={classes.editor}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Tabs
          panel={panel}
          label={t('kioskSettings.tab.label')}
          value={tab}
          onChange={setTab}
          tabs={settingsTabs.map((value) => ({ value, label: t(`kioskSettings.tab.${value}`) }))}
        />
        <TabPanel id={panel} tab={tab}>
          {tab === 'general' ? (
            <GeneralFields form={form} hasPassword={before.hasPassword} />
          ) : (
            <InterfaceFields form={form} companyId={settings.companyId} />
          )}
        </TabPanel>
        <SaveBar form={form} failure={failure} others={others && inWords(others, (name) => labelOf(t, name))} />
      </form>
      <KioskPreview form={form} before={before} />
      <UnsavedGuard isUnsaved={isDirty} />
    </div>
  );
}

const functions = [
  'enableEmployeePicture',
  'enableDeliveryButton',
  'enableSaveVisitor',
  'isPrinterOn',
  'isScanerOn',
] as const;

function GeneralFields({ form, hasPassword }: { form: KioskSettingsForm; hasPassword: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <FieldGroup title={t('kioskSettings.section.languages')}>
        <LanguagesField form={form} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.password')}>
        <SettingsPasswordField form={form} hasPassword={hasPassword} />
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.functions')}>
        {functions.map((name) => (
          <CheckboxField key={name} control={form.control} name={name} label={t(`kioskSettings.field.${name}`)} />
        ))}
      </FieldGroup>
      <FieldGroup title={t('kioskSettings.section.workingHours')}>
        <WorkingHours form={form} />
      </FieldGroup>
    </>
  );
}
