import type { Actor } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { requireCompany } from '../../accounts/company/company.ts';
import type { Db } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import { typedSql, text } from '../../platform/db/typed-sql.ts';

/** The calendar of a company in the actor's scope: its time zone, and what day it is there. @throws {Refusal} `notFound` */
export async function clockOfCompany(
  db: Db,
  actor: Actor,
  companyId: number,
): Promise<{ timeZone: string; today: string }> {
  await requireCompany(db, actor, companyId);
  const { rows } = await typedSql({ timeZone: text, today: text })`
    select time_zone as "timeZone", to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today
    from company where id = ${companyId}`.execute(db);
  return found(rows[0]);
}

/**
 * The moment at which a day begins by the clock of a time zone. Where it is put back from one to midnight, as in the Azores and in Havana,
 * midnight comes twice, and PostgreSQL means the second.
 */
export function beginningOf(day: RawBuilder<unknown>, timeZone: string): RawBuilder<string> {
  const midnight = sql`((${day})::timestamp at time zone ${timeZone})`;
  const hourBefore = sql`(${midnight} - interval '1 hour')`;
  return sql`case when (${hourBefore} at time zone ${timeZone})::date < ${day} then ${midnight} else ${hourBefore} end`;
}
