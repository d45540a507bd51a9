import type { HostActor } from '@vestibule/contract/platform/access.ts';
import type { AnswerFields, CoveredVisit, HostVisit } from '@vestibule/contract/visits/answer.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findHostVisit, HostVisitRow, isOver, recordAnswer, toHostVisit } from '../answer/answer.ts';
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
export async function readHostVisits(
  db: Db,
  { companyIds: [companyId], tenantId, userId }: HostActor,
): Promise<HostVisit[]> {
  const { rows } = await typedSql(OwnVisitRow)`
    ${selectVisits(sql``)}
    from building_day(${companyId}::int) day
    join visit o on o.company_id = ${companyId} and o.tenant_id = ${tenantId} and o.employee_id = ${userId}
      and (o.checked_out_at is null or o.checked_in_at >= day.starts_at)
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    ${unansweredFirst}`.execute(db);
  return rows.map((row) => toHostVisit(row));
}

const CoveredVisitRow = OwnVisitRow.extend({ host: text });

/** Open visits to colleagues whose stand-in the host is today. */
export async function readCoveredVisits(db: Db, actor: HostActor): Promise<CoveredVisit[]> {
  const { rows } = await typedSql(CoveredVisitRow)`
    ${selectVisits(sql`, e.name as host`)}
    from visit o
    join employee e on e.company_id = o.company_id and e.tenant_id = o.tenant_id and e.id = o.employee_id
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    where ${isCovered(actor)} and not ${isOver}
    ${unansweredFirst}`.execute(db);
  return rows.map((row) => ({
    ...toHostVisit(row, actor.userId),
    host: { id: row.employee_id, name: row.host },
  }));
}

function selectVisits(further: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.id, o.employee_id, o.name, o.company_name, i.title, i.starts_at, o.checked_in_at, o.checked_out_at,
      ${answerOfVisit} as answer, ${nextOfVisit} as next ${further}`;
}

const unansweredFirst = sql`
    order by (o.checked_out_at is null and o.answered_at is null) desc, o.checked_in_at desc, o.id desc
    limit ${sql.lit(maxVisits)}`;

/** Visit `o` is to a colleague whose stand-in the host is today. The first condition lets PostgreSQL use an index. */
function isCovered({ companyIds: [companyId], userId, tenantId }: HostActor): RawBuilder<boolean> {
  return sql`(
    o.company_id = ${companyId} and o.tenant_id = ${tenantId}
    and o.employee_id in (select id from employee where company_id = ${companyId} and tenant_id = ${tenantId} and stand_in_id = ${userId})
    and stand_in_in_force(o.company_id, o.employee_id) = ${userId})`;
}

/**
 * Answers an own visit, or as a stand-in one to a colleague.
 * @throws {Refusal} `notFound` for another visit; `visitIsOver`; `validation` for an employee of another tenant
 */
export async function answerHostVisit(
  db: Db,
  actor: HostActor,
  visitId: number,
  answer: AnswerFields,
): Promise<HostVisit> {
  const visit = await findHostVisit(db, actor.companyIds[0], visitId, actor.userId);
  const isOwn = visit?.employee_id === actor.userId;
  if (!visit || !(isOwn || (await isVisitCovered(db, actor, visitId)))) throw new Refusal('notFound');
  return toHostVisit(await recordAnswer(db, actor, visit, answer), actor.userId);
}

async function isVisitCovered(db: Db, actor: HostActor, visitId: number): Promise<boolean> {
  const { rows } = await typedSql({ id: int })`
    select o.id from visit o where o.id = ${visitId} and ${isCovered(actor)}`.execute(db);
  return rows.length > 0;
}
