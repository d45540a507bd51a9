import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../ui/form/others-changes.ts';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { TabPanel, Tabs } from '@vestibule/ui/Tabs.tsx';
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx';
import { GeneralFields } from './GeneralFields.tsx';
import { InterfaceFields } from './InterfaceFields.tsx';
import { labelOf, settingsTabs } from './kiosk-settings-form.ts';
import classes from './KioskSettingsEditor.module.css';
import { useKioskSettingsForm } from './use-kiosk-settings-form.ts';

/** Whether there are changes that were not saved, and whether they are being saved now. */
export type EditState = 'saved' | 'unsaved' | 'saving';

interface KioskSettingsEditorProps {
  settings: KioskSettings;
  onState?: (state: EditState) => void;
}

/** Edits the settings of a company's kiosks or of one kiosk, and does not let changes get lost unasked. */
export function KioskSettingsEditor({ settings, onState }: KioskSettingsEditorProps) {
  const { t } = useTranslation();
  const { form, before, failure, others, submit, tab, setTab } = useKioskSettingsForm(settings);
  const { isDirty, isSubmitting } = form.formState;
  const panel = useId();
  const state = isSubmitting ? 'saving' : isDirty ? 'unsaved' : 'saved';
  const tell = useEffectEvent((now: EditState) => onState?.(now));
  useEffect(() => tell(state), [state]);

  return (
    <>
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
      <UnsavedGuard isUnsaved={isDirty} />
    </>
  );
}
