import type { HostActor } from '@vestibule/contract/platform/access.ts';
import type { AnswerFields, HostVisit } from '@vestibule/contract/visits/answer.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { typedSql } from '../../platform/db/typed-sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findHostVisit, HostVisitRow, recordAnswer, toHostVisit } from '../answer/answer.ts';
import { answerOfVisit, nextOfVisit } from '../visitor/visitor.rows.ts';

const maxVisits = 200;

const OwnVisitRow = HostVisitRow.omit({
  company_id: true,
  host: true,
  reader_id: true,
  reader: true,
  tenant_id: true,
  tenant: true,
  house: true,
  zone: true,
  language: true,
  colleagues: true,
  is_over: true,
});

/** Visits that are open or began today. */
export async function readHostVisits(db: Db, { companyIds, tenantId, userId }: HostActor): Promise<HostVisit[]> {
  const { rows } = await typedSql(OwnVisitRow)`
    select o.id, o.employee_id, o.name, o.company_name, i.title, i.starts_at, o.checked_in_at, o.checked_out_at,
      ${answerOfVisit} as answer, ${nextOfVisit} as next
    from building_day(${companyIds[0]}::int) day
    join visit o on o.tenant_id = ${tenantId} and o.employee_id = ${userId}
      and (o.checked_out_at is null or o.checked_in_at >= day.starts_at)
    left join invitation i on i.id = o.invitation_id
    order by (o.checked_out_at is null and o.answered_at is null) desc, o.checked_in_at desc, o.id desc
    limit ${sql.lit(maxVisits)}`.execute(db);
  return rows.map((row) => toHostVisit(row));
}

/**
 * Answers an own visit.
 * @throws {Refusal} `notFound` for a visit to another host; `visitIsOver`; `validation` for an employee of another tenant
 */
export async function answerHostVisit(
  db: Db,
  actor: HostActor,
  visitId: number,
  answer: AnswerFields,
): Promise<HostVisit> {
  const visit = await findHostVisit(db, visitId);
  if (visit?.employee_id !== actor.userId) throw new Refusal('notFound');
  return toHostVisit(await recordAnswer(db, actor, visit, answer));
}
