import { useDeviceState } from '../device/use-device.ts';
import { fill } from '../ui/fill.ts';
import { useTexts } from '../ui/texts.tsx';
import classes from './Status.module.css';

/** Says what is wrong with the kiosk while it works on: network, server, storage or clock. Nothing while all is well. */
export function Status() {
  const texts = useTexts();
  const { phase, isConnected, waiting, isMisfit, isFull, isClockWrong } = useDeviceState();
  const words = () => {
    if (phase !== 'running') return null;
    if (isMisfit) return texts.misfit.title;
    if (!isConnected) return waiting > 0 ? fill(texts.waiting, { count: waiting }) : texts.noNetwork;
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
