import { z } from 'zod';
import type { DeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { useEffect, useState } from 'react';

/** A larger difference means that the clock of the device is wrong. */
const toleranceMs = 5 * 60_000;

let offset = 0;
/** The last answer of the server: by its clock, and by the monotonic clock. */
let heard = { servers: 0, steady: 0 };

/** Compares the clock with an answer of the server. Returns whether it is wrong. */
export function compareClock(date: string | null): boolean {
  const servers = Date.parse(date ?? '');
  if (!Number.isNaN(servers)) {
    offset = servers - Date.now();
    heard = { servers, steady: performance.now() };
  }
  return Math.abs(offset) > toleranceMs;
}

/** The current time, by the server's clock if that of the device is wrong. */
export function now(): Date {
  const own = Date.now();
  const servers = heard.servers + performance.now() - heard.steady;
  const wasCorrected = Math.abs(own - servers) <= toleranceMs;
  return new Date(Math.abs(offset) <= toleranceMs || wasCorrected ? own : own + offset);
}

/** Whether this page knows the server's time. */
export function hasServerTime(): boolean {
  return heard.servers > 0;
}

/** A moment before the first answer, by the monotonic clock of the page. */
export const Unproven = z.object({ page: z.number(), steady: z.number() });
export type Unproven = z.output<typeof Unproven>;

/** Stored beside the current time, so that `correctTime` can correct it; undefined if the time is reliable. */
export function unproven(): Unproven | undefined {
  return hasServerTime() ? undefined : { page: performance.timeOrigin, steady: performance.now() };
}

/** Corrects a time stored before the first answer, if the clock was wrong. */
export function correctTime(written: string, unproven: Unproven | undefined): string {
  if (unproven === undefined || !hasServerTime()) return written;
  const said = Date.parse(written);
  const isOfThisPage = unproven.page === performance.timeOrigin;
  const meant = isOfThisPage ? heard.servers + unproven.steady - heard.steady : said + offset;
  // A clock that went wrong later, for example by an empty battery, must not move earlier times into the future.
  const isPast = meant <= heard.servers + performance.now() - heard.steady;
  return isPast && Math.abs(meant - said) > toleranceMs ? new Date(meant).toISOString() : written;
}

/**
 * Returns a function for the ms since now. The monotonic clock stops while a tablet sleeps, and the other may be set back, so the larger
 * difference counts.
 */
export function startStopwatch(): () => number {
  const [steady, clock] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - clock);
}

/** The current time. Looks every five seconds. */
export function useNow(): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const checking = setInterval(() => setMoment(now()), 5_000);
    return () => clearInterval(checking);
  }, []);
  return moment;
}

/** Whether the kiosk is open. */
export function useIsOpen({ settings, company }: DeviceConfig): boolean {
  return isOpen(settings, company.timeZone, useNow());
}

interface WorkingHours {
  workingHoursStart: string;
  workingHoursEnd: string;
}

/** Whether a kiosk is open: from the first to the last minute of its hours, in the building's time. */
export function isOpen({ workingHoursStart, workingHoursEnd }: WorkingHours, timeZone: string, now: Date): boolean {
  const time = timeIn(timeZone, now);
  return workingHoursStart <= time && time <= workingHoursEnd;
}

/** Whether a closed kiosk opens on the same day, in the building's time. */
export function opensToday({ workingHoursStart }: WorkingHours, timeZone: string, now: Date): boolean {
  return timeIn(timeZone, now) < workingHoursStart;
}

function timeIn(timeZone: string, now: Date): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...format }).format(now);
}
