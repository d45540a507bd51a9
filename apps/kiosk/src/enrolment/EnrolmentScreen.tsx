import { type KioskCode, kioskWindowChannel } from '@vestibule/contract/kiosks/kiosk-window.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { EnrolmentNote } from '../device/use-device.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import classes from './EnrolmentScreen.module.css';

// Needed once in the life of a kiosk. If it cannot be loaded, the letters are enough.
const QrCode = lazy(async () => {
  const part = await import('./QrCode.tsx').catch(() => null);
  return { default: part ? part.QrCode : NoPicture };
});

const NoPicture: ComponentType<{ text: string; label: string }> = () => null;

export function EnrolmentScreen({ code, note }: { code: string | null; note: EnrolmentNote }) {
  const { enrolment } = useTexts();
  useEffect(() => {
    if (code !== null) notifyConsole({ kioskCode: code });
  }, [code]);
  return (
    <Screen title={enrolment.title} text={enrolment.text} problem={note && enrolment[note]}>
      {code === null ? (
        <div role="status" aria-label={enrolment.waiting} className={classes.waiting}>
          <Spinner />
        </div>
      ) : (
        <>
          <div className={classes.code}>
            <p className={classes.letters} role="status" aria-label={[...code].join(' ')}>
              <span>{code.slice(0, 4)}</span>
              <span>{code.slice(4)}</span>
            </p>
            <Suspense>
              <QrCode text={code} label={enrolment.qr} />
            </Suspense>
          </div>
          <p className={classes.confirm}>{enrolment.confirm}</p>
        </>
      )}
    </Screen>
  );
}

/** Sends the code to the console, if it opened this window to try a kiosk. */
function notifyConsole(said: KioskCode): void {
  const channel = new BroadcastChannel(kioskWindowChannel);
  channel.postMessage(said);
  channel.close();
}
