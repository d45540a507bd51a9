import type { Company } from '@vestibule/contract/company.ts';
import { TenantSettings } from '@vestibule/contract/settings.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markFields } from '../ui/form-problem.ts';
import { currentOf, type OthersChanges, showOthers } from '../ui/others-changes.ts';
import { reportUnlessOfCall } from '../ui/problem-text.ts';
import { resetSaved } from '../ui/reset-saved.ts';
import { toast } from '../ui/toast.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { fieldNames, SettingsFields, type SettingsName, type SettingsTyped, typedOf } from './settings-form.ts';
import { useChangeSettings, useSetPreferences } from './use-settings.ts';

const preferenceNames: ReadonlySet<string> = new Set(['timeZone', 'badgePaper', 'autoCheckOutAt']);

/**
 * The form of a company's or a tenant's settings, and the saving of it. Where somebody else was first, their changes are shown in the
 * fields that were not touched, and saving again keeps both.
 */
export function useSettingsForm(settings: TenantSettings, company: Company | null) {
  const { t } = useTranslation();
  const [before, setBefore] = useState(settings);
  const [failure, setFailure] = useState<unknown>(null);
  const [others, setOthers] = useState<OthersChanges<SettingsName> | null>(null);
  const form = useZodForm<SettingsTyped, SettingsFields>(SettingsFields, { defaultValues: typedOf(settings, company) });
  const changeSettings = useChangeSettings();
  const setPreferences = useSetPreferences();
  const { dirtyFields } = form.formState;

  const isChanged = (name: string) => name in dirtyFields;
  const hasChanges = (ofPreferences: boolean) =>
    Object.keys(dirtyFields).some((name) => isChanged(name) && preferenceNames.has(name) === ofPreferences);

  async function save({ timeZone, badgePaper, autoCheckOutAt, ...values }: SettingsFields) {
    const sent = form.getValues();
    const after = hasChanges(false) ? await changeSettings.mutateAsync({ before, values }) : before;
    setBefore(after);
    // Those alone that were changed: somebody else may have changed the others.
    const preferences = {
      ...(isChanged('timeZone') && { timeZone }),
      ...(isChanged('badgePaper') && { badgePaper }),
      ...(isChanged('autoCheckOutAt') && { autoCheckOutAt }),
    };
    const changed =
      company && hasChanges(true) ? await setPreferences.mutateAsync({ companyId: company.id, preferences }) : company;
    resetSaved(form, sent, typedOf(after, changed));
  }

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null);
    setOthers(null);
    try {
      await save(fields);
      toast(t('settings.done'));
    } catch (error) {
      reportUnlessOfCall(error);
      const current = currentOf(error, TenantSettings);
      if (current) {
        setBefore(current);
        setOthers(showOthers(form, fieldNames, { before: typedOf(before, company), now: typedOf(current, company) }));
      }
      if (!markFields(form, error)) setFailure(error);
    }
  });

  return { form, before, failure, others, submit };
}
