import { type RawBuilder, sql } from 'kysely';

/** Where midnight occurs twice, as in the Azores, PostgreSQL takes the second. */
export function beginningOf(day: RawBuilder<unknown>, timeZone: string): RawBuilder<string> {
  const midnight = sql`((${day})::timestamp at time zone ${timeZone})`;
  const hourBefore = sql`(${midnight} - interval '1 hour')`;
  return sql`case when (${hourBefore} at time zone ${timeZone})::date < ${day} then ${midnight} else ${hourBefore} end`;
}
