import type { Kiosk } from '@vestibule/contract/kiosk.ts';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../ui/problem-text.ts';
import { Switch } from '../ui/Switch.tsx';
import { toast } from '../ui/toast.ts';
import { useSetOwnSettings } from './use-kiosks.ts';

/** Whether a kiosk has settings of its own; saved at once. */
export function OwnSettingsSwitch({ kiosk }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const save = useSetOwnSettings();
  const isOn = save.isPending ? save.variables.enableCustomSettings : kiosk.enableCustomSettings;
  const change = (enableCustomSettings: boolean) =>
    save.mutateAsync({ kioskId: kiosk.id, enableCustomSettings }).catch((error) => toast(problemText(error)));
  return (
    <Switch
      label={t('kiosks.ownSettingsOf', { name: kiosk.name })}
      checked={isOn}
      disabled={save.isPending}
      onChange={change}
    />
  );
}
