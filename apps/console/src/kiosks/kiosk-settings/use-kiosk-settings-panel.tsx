import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** The panel in which a kiosk's own settings are edited, for the screen that shows kiosks. */
export const kioskSettingsPanel = {
  Panel: lazyDialog(async () => (await import('./KioskSettingsPanel.tsx')).KioskSettingsPanel),
};
