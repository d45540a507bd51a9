import { sql } from 'kysely';

/** Returns the day in Oslo at a moment, or `days` later. In the first hours of a day there, UTC has the day before. */
export function dayThere(at: Date | number | string, days = 0): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(new Date(at));
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The time zone in which it is as shortly after 23:00 as possible. */
export const zoneOfLateEvening = sql`(
  select name from pg_timezone_names
  where (now() at time zone name)::time >= '23:00' and name not like 'posix%'
  order by (now() at time zone name)::time, name limit 1)`;
