import { useDeviceState } from '../device/use-device.ts';
import { fill } from '../ui/fill.ts';
import { useTexts } from '../ui/texts.tsx';
import classes from './Status.module.css';

/** Says that there is no network and how much waits to be sent; nothing while all is well. */
export function Status() {
  const texts = useTexts();
  const { phase, isConnected, waiting } = useDeviceState();
  const isAway = phase === 'running' && !isConnected;
  const words = waiting > 0 ? fill(texts.waiting, { count: waiting }) : texts.noNetwork;
  return (
    <div role="status" className={classes.place}>
      {isAway && <p className={classes.status}>{words}</p>}
    </div>
  );
}
