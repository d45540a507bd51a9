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
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** Whose settings are edited: those of a company's kiosks, or those in force for one kiosk. */
type KioskSettingsOf = { companyId: number } | { kioskId: number };

/** The settings as they are when the form opens; what was known from before is not good enough to be edited. */
export function useKioskSettingsToEdit(of: KioskSettingsOf) {
  const query = 'companyId' in of ? { companyId: of.companyId } : { kioskId: of.kioskId };
  const settings = useQuery({ ...queryOf(getKioskSettings, { query }), staleTime: 0 });
  return { ...settings, data: settings.isFetchedAfterMount ? settings.data : undefined };
}

interface KioskSettingsChange {
  before: KioskSettings;
  values: KioskSettingsValues;
}

/** Saves settings that were `before` when they were opened. The lists show which kiosks follow them already. */
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

/** The panel in which a kiosk's own settings are edited, for the screen that shows kiosks. */
export const kioskSettingsPanel = {
  Panel: lazyDialog(async () => (await import('./KioskSettingsPanel.tsx')).KioskSettingsPanel),
};
