import { KioskSettings, KioskSettingsValues } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markFields } from '../../ui/form/form-problem.ts';
import { currentOf, type OthersChanges, showOthers, resetSaved } from '../../ui/form/others-changes.ts';
import { reportUnlessOfCall } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import {
  fieldNames,
  type KioskSettingsName,
  type KioskSettingsTyped,
  type SettingsTab,
  tabOf,
  typedOf,
} from './kiosk-settings-form.ts';
import { useChangeKioskSettings } from './use-kiosk-settings.ts';

/**
 * The form of kiosk settings. An error brings its tab to the front. If another user saved first, their changes appear in untouched
 * fields, and saving again keeps both.
 */
export function useKioskSettingsForm(settings: KioskSettings) {
  const { t } = useTranslation();
  const [before, setBefore] = useState(settings);
  const [failure, setFailure] = useState<unknown>(null);
  const [others, setOthers] = useState<OthersChanges<KioskSettingsName> | null>(null);
  const [tab, setTab] = useState<SettingsTab>('general');
  const form = useZodForm<KioskSettingsTyped, KioskSettingsValues>(KioskSettingsValues, {
    defaultValues: typedOf(settings),
  });
  const change = useChangeKioskSettings();

  const showFirst = (wrong: readonly string[]) => {
    const [first] = wrong;
    if (first !== undefined && !wrong.some((name) => tabOf(name) === tab)) setTab(tabOf(first));
  };

  const submit = form.handleSubmit(
    async ({ password, ...others }) => {
      setFailure(null);
      setOthers(null);
      // A change during the save must not change these objects.
      const sent = structuredClone(form.getValues());
      const values = { ...others, password: sent.password === '' ? undefined : password };
      try {
        const after = await change.mutateAsync({ before, values });
        setBefore(after);
        resetSaved(form, sent, typedOf(after));
        toast(t('kioskSettings.done'));
      } catch (error) {
        reportUnlessOfCall(error);
        const current = currentOf(error, KioskSettings);
        if (current) {
          setBefore(current);
          setOthers(showOthers(form, fieldNames, { before: typedOf(before), now: typedOf(current) }));
        }
        if (!markFields(form, error)) setFailure(error);
        if (error instanceof CallFailed) showFirst(Object.keys(error.problem?.fields ?? {}));
      }
    },
    (errors) => showFirst(Object.keys(errors)),
  );

  return { form, before, failure, others, submit, tab, setTab };
}
