import { useDeviceState } from '../device/use-device.ts';
import { fill } from '../ui/fill.ts';
import { useTexts } from '../ui/texts.tsx';
import { useAbsence } from './online.ts';
import classes from './Status.module.css';

/** Says what is wrong with the kiosk while it works on: network, server, storage or clock. Nothing while all is well. */
export function Status() {
  const texts = useTexts();
  const { phase, isConnected, waiting, isMisfit, isFull, isClockWrong } = useDeviceState();
  const without = useAbsence();
  const disconnected = () => {
    const isOffline = without === 'network';
    if (waiting > 0) return fill(isOffline ? texts.waiting : texts.waitingNoAnswer, { count: waiting });
    return isOffline ? texts.noNetwork : texts.noAnswer;
  };
  const words = () => {
    if (phase !== 'running') return null;
    if (isMisfit) return texts.misfit.title;
    if (!isConnected) return disconnected();
    if (isFull) return texts.storage.title;
    return isClockWrong ? texts.clock : null;
  };
  const said = words();
  return (
    <div role="status" className={classes.place} data-says={said === null ? undefined : ''}>
      {said !== null && <p className={classes.status}>{said}</p>}
    </div>
  );
}
