import type { Kiosk, KioskCodeState } from '@vestibule/contract/kiosks/kiosk.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CircleAlert, Clock, TabletSmartphone } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../ui/Hint.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { formatTime } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import classes from './CodeState.module.css';
import type { KioskAct } from './KioskDialogs.tsx';
import { minutesLeft, useRenewCode } from './use-kiosks.ts';

interface CodeStateProps {
  kiosk: Kiosk;
  code: KioskCodeState | undefined;
  onAct: (act: KioskAct) => void;
}

/** For a kiosk without a device. */
export function CodeState({ kiosk, code, onAct }: CodeStateProps) {
  const { t } = useTranslation();
  const now = useMinute();
  if (kiosk.pendingDevice) {
    const { name } = kiosk;
    return (
      <State icon={<TabletSmartphone size={16} aria-hidden />} kind="device" text={t('kiosks.device.waits')}>
        <Button
          variant="secondary"
          size="small"
          aria-label={t('kiosks.device.reviewOf', { name })}
          onClick={() => onAct({ kind: 'device', kiosk })}
        >
          {t('kiosks.device.review')}
        </Button>
      </State>
    );
  }
  if (!code) return null;
  const minutes = minutesLeft(code, now);
  if (minutes > 0) {
    return (
      <State
        icon={<Clock size={16} aria-hidden />}
        kind="code"
        text={
          <Hint text={t('kiosks.code.validUntil', { time: formatTime(code.expiresAt) })}>
            {t('kiosks.code.valid', { hash: kiosk.hash, count: minutes })}
          </Hint>
        }
      />
    );
  }
  return (
    <State icon={<CircleAlert size={16} aria-hidden />} kind="expired" text={t('kiosks.code.expired')}>
      <RenewButton kiosk={kiosk} />
    </State>
  );
}

interface StateProps {
  icon: ReactNode;
  kind: 'device' | 'code' | 'expired';
  text: ReactNode;
  children?: ReactNode;
}

function State({ icon, kind, text, children }: StateProps) {
  return (
    <div className={classes.state} data-kind={kind}>
      <span className={classes.words}>
        {icon}
        <span>{text}</span>
      </span>
      {children}
    </div>
  );
}

function RenewButton({ kiosk: { id, name } }: { kiosk: Kiosk }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync, isPending } = useRenewCode();
  const renew = () =>
    mutateAsync(id).then(
      () => toast(t('kiosks.code.renewed', { name })),
      (error: unknown) => toast(problemText(error)),
    );
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={t('kiosks.code.renewOf', { name })}
      loading={isPending}
      onClick={() => void renew()}
    >
      {t('kiosks.code.renew')}
    </Button>
  );
}
