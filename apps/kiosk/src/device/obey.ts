import type { ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Idle } from './idle.ts';

/** What commands are carried out with. */
export interface Means {
  /** Fetches the settings that are in force by now. */
  apply: () => Promise<void>;
  /** Ceases to be a kiosk. */
  leave: () => void;
  /** Looks for a newer version of the app, and answers what came of it. */
  update: () => Promise<string>;
  restart: () => string;
  idle: Idle;
}

/** Does what the server tells a device, and answers what the server is told of that. */
export async function obey({ event }: ToDevice, { apply, leave, update, restart, idle }: Means): Promise<string> {
  switch (event) {
    case 'settings_changed':
      await apply();
      return 'applied';
    case 'deprovisioned':
      leave();
      return 'removed';
    case 'upgrade':
      return update();
    case 'reboot':
      if (idle.isNow()) return restart();
      idle.when(restart);
      return 'waiting';
  }
}
