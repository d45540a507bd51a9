import type { DeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { useRunning } from '../device/use-device.ts';
import { Picture } from '../shell/Picture.tsx';
import classes from './Background.module.css';

/** What stands behind the welcome: nothing, a picture, or a page of the company's, which can do nothing to this one. */
export function Background({ kind }: { kind: DeviceConfig['settings']['background'] }) {
  const { config, background } = useRunning();
  const { sinageUrl } = config.settings;
  if (kind === 'image' && background) {
    return (
      <div className={classes.picture}>
        <Picture address={background.storagePathOrigin} alt="" />
      </div>
    );
  }
  if (kind !== 'signage' || sinageUrl === null) return null;
  return (
    <div className={classes.page}>
      <iframe
        src={sinageUrl}
        sandbox="allow-scripts"
        title={config.company.name}
        tabIndex={-1}
        aria-hidden
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
