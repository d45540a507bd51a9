import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { SavedSwitch } from '../../ui/SavedSwitch.tsx';
import { useSetOwnSettings } from './use-kiosks.ts';

/** Whether a kiosk has settings of its own; saved at once. */
export function OwnSettingsSwitch({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const { mutateAsync: save } = useSetOwnSettings();
  return (
    <SavedSwitch
      label={t('kiosks.ownSettingsOf', { name: kiosk.name })}
      saved={kiosk.enableCustomSettings}
      save={(enableCustomSettings) => save({ kioskId: kiosk.id, enableCustomSettings })}
    />
  );
}
