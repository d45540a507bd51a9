import type { Kiosk, PendingDevice } from '@vestibule/contract/kiosks/kiosk.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { formatMoment } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { useMinute } from '../../ui/use-minute.ts';
import classes from './dialogs.module.css';
import panel from './KioskPanel.module.css';
import { minutesLeft, useDecideOnDevice, useKioskCodes, useRenewCode } from './use-kiosks.ts';

export function DeviceDialog({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  if (!kiosk?.pendingDevice) return null;
  // Closing would not cancel the decision.
  const close = () => isBusy || onClose();
  return (
    <Dialog opened={opened} onClose={close} title={t('kiosks.device.title')} width={440}>
      <Question kiosk={kiosk} device={kiosk.pendingDevice} isBusy={isBusy} onBusy={setIsBusy} onClose={onClose} />
    </Dialog>
  );
}

interface QuestionProps {
  kiosk: Kiosk;
  device: PendingDevice;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function Question({ kiosk, device, isBusy, onBusy, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync: decide } = useDecideOnDevice();
  const { mutateAsync: renew } = useRenewCode();
  const { data: codes } = useKioskCodes(kiosk.companyId);
  const now = useMinute();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const { name } = kiosk;
  const code = codes?.get(kiosk.id);
  const isExpired = code !== undefined && minutesLeft(code, now) === 0;

  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(null);
    onBusy(true);
    try {
      await act();
    } catch (error) {
      reportUnlessOfCall(error);
      setProblem(problemText(error));
      const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
      setIsOver(reason === 'notFound' || reason === 'noPendingDevice' || reason === 'changedMeanwhile');
    } finally {
      onBusy(false);
    }
  };
  const settle = (decision: 'confirm' | 'reject') =>
    attempt(async () => {
      await decide({ kiosk, decision });
      onClose();
      toast(t(decision === 'confirm' ? 'kiosks.device.confirmed' : 'kiosks.device.rejected', { name }));
    });

  return (
    <>
      <div className={classes.question}>
        {problem && <Notice kind="problem">{problem}</Notice>}
        {isExpired && !isOver && !problem && <Notice kind="information">{t('kiosks.device.expired')}</Notice>}
        <p className={classes.text}>{t('kiosks.device.sure', { name })}</p>
        <Facts device={device} />
      </div>
      <DialogButtons>
        {isOver ? (
          <Button variant="secondary" onClick={onClose} data-autofocus>
            {t('ui.button.ok')}
          </Button>
        ) : (
          <>
            <Button variant="danger-flat" onClick={() => settle('reject')} disabled={isBusy}>
              {t('kiosks.device.reject')}
            </Button>
            {isExpired ? (
              <Button onClick={() => attempt(() => renew(kiosk.id))} loading={isBusy}>
                {t('kiosks.code.renew')}
              </Button>
            ) : (
              <Button onClick={() => settle('confirm')} loading={isBusy}>
                {t('kiosks.device.confirm')}
              </Button>
            )}
          </>
        )}
      </DialogButtons>
    </>
  );
}

function Facts({ device }: { device: PendingDevice }) {
  const { t } = useTranslation();
  const { network, mac, appVersion, androidVersion, announcedAt } = device;
  const facts = [
    ['network', network],
    ['mac', mac],
    ['appVersion', appVersion],
    ['androidVersion', androidVersion],
    ['announcedAt', formatMoment(announcedAt)],
  ] as const;
  return (
    <dl className={panel.facts}>
      {facts.map(([fact, value]) => (
        <div key={fact}>
          <dt>{t(`kiosks.device.fact.${fact}`)}</dt>
          <dd>{value ?? t('kiosks.device.unknown')}</dd>
        </div>
      ))}
    </dl>
  );
}
