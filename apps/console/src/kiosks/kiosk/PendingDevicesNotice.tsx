import type { KioskCodeState } from '@vestibule/contract/kiosks/kiosk.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';

interface PendingDevicesNoticeProps {
  codes: ReadonlyMap<number, KioskCodeState> | undefined;
  onShow: () => void;
}

/** Tells that devices wait to be confirmed, on the tab that does not list their kiosks. */
export function PendingDevicesNotice({ codes, onShow }: PendingDevicesNoticeProps) {
  const { t } = useTranslation();
  const count = [...(codes?.values() ?? [])].filter(({ hasPendingDevice }) => hasPendingDevice).length;
  if (count === 0) return null;
  return (
    <Notice
      kind="information"
      action={
        <Button variant="secondary" size="small" onClick={onShow}>
          {t('kiosks.device.show')}
        </Button>
      }
    >
      {t('kiosks.device.notice', { count })}
    </Notice>
  );
}
