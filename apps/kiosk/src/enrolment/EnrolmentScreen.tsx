import { type KioskCode, kioskWindowChannel } from '@vestibule/contract/kiosks/kiosk-window.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { EnrolmentNote } from '../device/use-device.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import classes from './EnrolmentScreen.module.css';

// A kiosk draws a code once in its life. Where that part of the app cannot be fetched, the letters do.
const QrCode = lazy(async () => {
  const part = await import('./QrCode.tsx').catch(() => null);
  return { default: part ? part.QrCode : NoPicture };
});

const NoPicture: ComponentType<{ text: string; label: string }> = () => null;

/** Shows the code that makes this device a kiosk when it is typed in the console. */
export function EnrolmentScreen({ code, note }: { code: string | null; note: EnrolmentNote }) {
  const { enrolment } = useTexts();
  useEffect(() => {
    if (code !== null) tellConsole({ kioskCode: code });
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

/** Tells the console that has opened this window, where one has, for somebody to try a kiosk. */
function tellConsole(said: KioskCode): void {
  const channel = new BroadcastChannel(kioskWindowChannel);
  channel.postMessage(said);
  channel.close();
}
