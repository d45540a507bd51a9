import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { dialogsByKind, type TargetDialog } from '../../ui/dialog/use-target.ts';
import { kioskSettingsPanel } from '../kiosk-settings/use-kiosk-settings.ts';

const KioskPanel = lazyDialog(async () => (await import('./dialogs.tsx')).KioskPanel);
const EditKioskDialog = lazyDialog(async () => (await import('./dialogs.tsx')).EditKioskDialog);
const DeleteKioskDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteKioskDialog);
const DeviceDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeviceDialog);
const { Panel } = kioskSettingsPanel;

export interface KioskAct {
  kind: 'panel' | 'edit' | 'settings' | 'device' | 'delete';
  kiosk: Kiosk;
}

/** Rendered beside the table, so that a dialog survives its row. */
export function KioskDialogs(dialog: TargetDialog<KioskAct>) {
  const of = dialogsByKind(dialog, ({ kiosk }) => kiosk);
  return (
    <>
      <KioskPanel {...of('panel')} />
      <EditKioskDialog {...of('edit')} />
      <Panel {...of('settings')} />
      <DeviceDialog {...of('device')} />
      <DeleteKioskDialog {...of('delete')} />
    </>
  );
}
