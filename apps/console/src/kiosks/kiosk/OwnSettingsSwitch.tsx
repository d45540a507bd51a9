import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/Switch.tsx';
import { useSavedSwitch } from '../../ui/use-saved-switch.ts';
import { useSetOwnSettings } from './use-kiosks.ts';

/** Whether a kiosk has settings of its own; saved at once. */
export function OwnSettingsSwitch({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const { mutateAsync: save } = useSetOwnSettings();
  const saved = useSavedSwitch(kiosk.enableCustomSettings, (enableCustomSettings) =>
    save({ kioskId: kiosk.id, enableCustomSettings }),
  );
  return <Switch label={t('kiosks.ownSettingsOf', { name: kiosk.name })} {...saved} />;
}
