import type { DeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { useEffect, useState } from 'react';
import { now as serverNow } from './clock.ts';

/** Whether the kiosk is open. Checks the clock every five seconds. */
export function useIsOpen({ settings, company }: DeviceConfig): boolean {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const checking = setInterval(() => setNow(serverNow()), 5_000);
    return () => clearInterval(checking);
  }, []);
  return isOpen(settings, company.timeZone, now);
}

interface WorkingHours {
  workingHoursStart: string;
  workingHoursEnd: string;
}

/** Whether a kiosk is open: from the first to the last minute of its hours, in the building's time. */
export function isOpen({ workingHoursStart, workingHoursEnd }: WorkingHours, timeZone: string, now: Date): boolean {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return workingHoursStart <= time && time <= workingHoursEnd;
}
