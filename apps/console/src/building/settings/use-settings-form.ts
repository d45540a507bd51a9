import type { Company } from '@vestibule/contract/accounts/company.ts';
import { CompanyPreferences, type CompanyPreferencesEdit } from '@vestibule/contract/accounts/company-edit.ts';
import { TenantSettings, TenantSettingsValues } from '@vestibule/contract/building/settings.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useTranslation } from 'react-i18next';
import { markFields } from '../../ui/form/form-problem.ts';
import { currentOf, type OthersChanges, showOthers, resetSaved } from '../../ui/form/others-changes.ts';
import { reportUnlessOfCall } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { fieldNames, SettingsFields, type SettingsName, type SettingsTyped, typedOf } from './settings-form.ts';
import { useChangeSettings, useReadPreferences, useSetPreferences } from './use-settings.ts';

const preferenceNames: ReadonlySet<string> = new Set(CompanyPreferences.keyof().options);

/** Shows another user's changes in untouched fields after a conflict. Saving again keeps both. */
export function useSettingsForm(settings: TenantSettings, company: Company | null) {
  const { t } = useTranslation();
  const [before, setBefore] = useState({ settings, preferences: company && CompanyPreferences.parse(company) });
  const [failure, setFailure] = useState<unknown>(null);
  const [others, setOthers] = useState<OthersChanges<SettingsName> | null>(null);
  const form = useZodForm<SettingsTyped, SettingsFields>(SettingsFields, { defaultValues: typedOf(before) });
  const changeSettings = useChangeSettings();
  const setPreferences = useSetPreferences();
  const readPreferences = useReadPreferences();
  const { dirtyFields } = form.formState;

  const isChanged = (name: string) => name in dirtyFields;
  const hasChanges = (ofPreferences: boolean) =>
    Object.keys(dirtyFields).some((name) => isChanged(name) && preferenceNames.has(name) === ofPreferences);

  const changedOf = (preferences: CompanyPreferencesEdit) =>
    CompanyPreferences.partial().parse(
      Object.fromEntries(Object.entries(preferences).filter(([name]) => preferenceNames.has(name) && isChanged(name))),
    );

  const submit = form.handleSubmit(async (edited) => {
    setFailure(null);
    setOthers(null);
    const sent = form.getValues();
    let there = before;
    try {
      if (hasChanges(false)) {
        const values = z.object(TenantSettingsValues.shape).parse(edited);
        there = { ...there, settings: await changeSettings.mutateAsync({ before: there.settings, values }) };
      }
      if (company && there.preferences && hasChanges(true)) {
        // Sends only changed values, because another user may have changed the rest.
        const preferences = { ...changedOf(edited), previous: changedOf(there.preferences) };
        const changed = await setPreferences.mutateAsync({ companyId: company.id, preferences });
        there = { ...there, preferences: CompanyPreferences.parse(changed) };
      }
      resetSaved(form, sent, typedOf(there));
      toast(t('settings.done'));
    } catch (error) {
      reportUnlessOfCall(error);
      const current = currentOf(error, TenantSettings.or(CompanyPreferences.partial()));
      if (current) {
        // Another user may have changed settings and preferences together.
        const now =
          'countryCode' in current
            ? {
                settings: current,
                preferences: company && (await readPreferences(company.id).catch(() => there.preferences)),
              }
            : { ...there, preferences: there.preferences && { ...there.preferences, ...current } };
        setOthers(showOthers(form, fieldNames, { before: typedOf(there), now: typedOf(now) }));
        there = now;
      }
      if (!markFields(form, error)) setFailure(error);
    }
    setBefore(there);
  });

  return { form, before: before.settings, failure, others, submit };
}
