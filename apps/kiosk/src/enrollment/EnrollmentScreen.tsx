import { type KioskCode, kioskWindowChannel } from '@vestibule/contract/kiosks/kiosk-window.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { EnrollmentNote } from '../device/use-device.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import classes from './EnrollmentScreen.module.css';

// Needed once in the life of a kiosk. If it cannot be loaded, the letters are enough.
const QrCode = lazy(async () => {
  const part = await import('./QrCode.tsx').catch(() => null);
  return { default: part ? part.QrCode : NoPicture };
});

const NoPicture: ComponentType<{ text: string; label: string }> = () => null;

export function EnrollmentScreen({ code, note }: { code: string | null; note: EnrollmentNote }) {
  const { enrollment } = useTexts();
  useEffect(() => {
    if (code !== null) notifyConsole({ kioskCode: code });
  }, [code]);
  return (
    <Screen title={enrollment.title} text={enrollment.text} problem={note && enrollment[note]}>
      {code === null ? (
        <div role="status" aria-label={enrollment.waiting} className={classes.waiting}>
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
              <QrCode text={code} label={enrollment.qr} />
            </Suspense>
          </div>
          <p className={classes.confirm}>{enrollment.confirm}</p>
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
