import type { Actor } from '@vestibule/contract/access.ts';
import { sql } from 'kysely';
import { requireCompany } from '../company/company.ts';
import type { Db } from '../db/database.ts';
import { found } from '../http/refusal.ts';

/** The calendar of a company in the actor's scope: its time zone, and what day it is there. @throws {Refusal} `notFound` */
export async function clockOfCompany(
  db: Db,
  actor: Actor,
  companyId: number,
): Promise<{ timeZone: string; today: string }> {
  await requireCompany(db, actor, companyId);
  const { rows } = await sql<{ timeZone: string; today: string }>`
    select time_zone as "timeZone", to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today
    from company where id = ${companyId}`.execute(db);
  return found(rows[0]);
}
