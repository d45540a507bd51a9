import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type KioskSettings,
  type KioskSettingsValues,
  changeKioskSettings,
  getKioskSettings,
} from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { call } from '@vestibule/web/call.ts';
import { reloadKiosks } from '@vestibule/web/kiosk-pages.ts';
import { keyOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useFreshQuery } from '../../ui/form/use-fresh-query.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

type KioskSettingsOf = { companyId: number } | { kioskId: number };

export function useKioskSettingsToEdit(of: KioskSettingsOf) {
  const query = 'companyId' in of ? { companyId: of.companyId } : { kioskId: of.kioskId };
  return useFreshQuery(useQuery({ ...queryOf(getKioskSettings, { query }), staleTime: 0 }));
}

interface KioskSettingsChange {
  before: KioskSettings;
  values: KioskSettingsValues;
}

/** Saves settings, given their values when the form opened. Reloads the lists, which show the kiosks that have applied them. */
export function useChangeKioskSettings() {
  const client = useQueryClient();
  const reload = () =>
    Promise.all([client.invalidateQueries({ queryKey: keyOf(getKioskSettings) }), reloadKiosks(client)]);
  return useMutation({
    mutationFn: ({ before, values }: KioskSettingsChange) =>
      call(changeKioskSettings, { params: { settingsId: before.id }, body: { ...values, previous: before } }),
    ...reloading(reload),
  });
}

export const kioskSettingsPanel = {
  Panel: lazyDialog(async () => (await import('./KioskSettingsPanel.tsx')).KioskSettingsPanel),
};
