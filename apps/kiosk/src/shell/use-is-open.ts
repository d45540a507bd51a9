import type { DeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { useEffect, useState } from 'react';
import { now as serverNow } from './clock.ts';
import { isOpen } from './working-hours.ts';

/** Whether the kiosk serves visitors now; looks at the clock every five seconds. */
export function useIsOpen({ settings, company }: DeviceConfig): boolean {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const looking = setInterval(() => setNow(serverNow()), 5_000);
    return () => clearInterval(looking);
  }, []);
  return isOpen(settings, company.timeZone, now);
}
