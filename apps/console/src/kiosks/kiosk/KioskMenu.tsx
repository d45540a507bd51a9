import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import type { MenuEntry } from '@vestibule/ui/Menu.tsx';
import { Download, Info, Pencil, Power, SlidersHorizontal, TabletSmartphone, Trash2 } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import type { KioskAct } from './KioskDialogs.tsx';
import { useCommand } from './use-kiosks.ts';

interface KioskMenuProps {
  kiosk: Kiosk;
  onAct: (act: KioskAct) => void;
}

export function KioskMenu({ kiosk, onAct }: KioskMenuProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutate } = useCommand();
  const isOffline = kiosk.status === 'offline';

  const opens = (kind: KioskAct['kind'], icon: MenuEntry['icon']) => ({
    key: kind,
    icon,
    label: t(`kiosks.action.${kind}`),
    onClick: () => onAct({ kind, kiosk }),
  });
  const sends = (command: 'reboot' | 'upgrade', icon: MenuEntry['icon']) => ({
    key: command,
    icon,
    label: t(`kiosks.action.${command}`),
    isDisabled: isOffline,
    onClick: () =>
      mutate(
        { kiosk, command },
        { onSuccess: () => toast(t('kiosks.sent')), onError: (error) => toast(problemText(error)) },
      ),
  });

  return (
    <MenuButton
      label={t('kiosks.actionsOf', { name: kiosk.name })}
      entries={[
        ...(kiosk.pendingDevice ? [opens('device', TabletSmartphone)] : []),
        opens('panel', Info),
        opens('edit', Pencil),
        { ...opens('settings', SlidersHorizontal), isDisabled: !kiosk.enableCustomSettings },
        sends('upgrade', Download),
        sends('reboot', Power),
        { ...opens('delete', Trash2), isDanger: true },
      ]}
    />
  );
}
