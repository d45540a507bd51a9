import { z } from 'zod';

/** Beyond this the clock of the device is taken for wrong, and that of the server is followed. */
const tolerance = 5 * 60_000;

let offset = 0;
/** When the server was heard last, by its own clock, and by one that nobody sets. */
let heard = { servers: 0, steady: 0 };

/** Compares the clock of this device with that of an answer of the server. Answers whether it is wrong. */
export function compareClock(date: string | null): boolean {
  const servers = Date.parse(date ?? '');
  if (!Number.isNaN(servers)) {
    offset = servers - Date.now();
    heard = { servers, steady: performance.now() };
  }
  return Math.abs(offset) > tolerance;
}

/** What time it is, by the server's clock where that of the device is wrong. */
export function now(): Date {
  const own = Date.now();
  const servers = heard.servers + performance.now() - heard.steady;
  const wasPutRight = Math.abs(own - servers) <= tolerance;
  return new Date(Math.abs(offset) <= tolerance || wasPutRight ? own : own + offset);
}

/** Whether the server has said since this page began what time it is. */
export function hasHeard(): boolean {
  return heard.servers > 0;
}

/** A moment of a page that had not heard the server yet, by the clock that nobody sets and that begins with the page. */
export const Unproven = z.object({ page: z.number(), steady: z.number() });
export type Unproven = z.output<typeof Unproven>;

/** What to keep beside the time that it is now, so that `putRight` can mend it; undefined where that time can be believed. */
export function unproven(): Unproven | undefined {
  return hasHeard() ? undefined : { page: performance.timeOrigin, steady: performance.now() };
}

/** A time that was written down before the server was heard, by the server's clock where the device's was wrong. */
export function putRight(written: string, unproven: Unproven | undefined): string {
  if (unproven === undefined || !hasHeard()) return written;
  const said = Date.parse(written);
  const isOfThisPage = unproven.page === performance.timeOrigin;
  const meant = isOfThisPage ? heard.servers + unproven.steady - heard.steady : said + offset;
  // A clock that was wrong only later, as after a battery has gone, would put into the future what was written before.
  const isPast = meant <= heard.servers + performance.now() - heard.steady;
  return isPast && Math.abs(meant - said) > tolerance ? new Date(meant).toISOString() : written;
}

/**
 * Returns a function that returns the milliseconds since now. The steady clock stops while a tablet sleeps, and the other clock may be set
 * back, so the larger difference counts.
 */
export function startStopwatch(): () => number {
  const [steady, clock] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - clock);
}
