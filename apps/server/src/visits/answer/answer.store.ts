import type { Actor } from '@vestibule/contract/platform/access.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import type { AnswerFields } from '@vestibule/contract/visits/answer.ts';
import { Named } from '@vestibule/contract/visits/visit.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Channel } from '../../platform/live/publish.ts';
import { hoursToAnswer } from '../notification/arrival.ts';
import { answerOfVisit, nextOfVisit, StoredAnswer, StoredNext } from '../visitor/visitor.rows.ts';

const maxColleagues = 200;

/** Whether a visit `o` can no longer be answered. */
export const isOver = sql`(o.checked_out_at is not null or o.checked_in_at <= now() - make_interval(hours => ${sql.lit(hoursToAnswer)}))`;

export const HostVisitRow = z.strictObject({
  id: int,
  company_id: int,
  employee_id: int,
  host: text,
  reader_id: int,
  reader: text,
  name: text,
  company_name: text,
  title: text.nullable(),
  starts_at: moment.nullable(),
  checked_in_at: moment,
  checked_out_at: moment.nullable(),
  answer: StoredAnswer.nullable(),
  next: StoredNext.nullable(),
  tenant_id: int,
  tenant: text,
  house: text,
  zone: text,
  language: z.enum(languages),
  colleagues: z.array(Named),
  is_over: bool,
});
export type HostVisitRow = z.infer<typeof HostVisitRow>;

/** Undefined for a visit without a host, or a reader who left the tenant. Without `readerId` the host reads. */
export async function findHostVisit(
  db: Db,
  companyId: number,
  visitId: number,
  readerId?: number,
): Promise<HostVisitRow | undefined> {
  const { rows } = await typedSql(HostVisitRow)`
    select o.id, o.company_id, o.employee_id, e.name as host, reader.id as reader_id, reader.name as reader, o.name, o.company_name, i.title, i.starts_at, o.checked_in_at, o.checked_out_at,
      ${answerOfVisit} as answer, ${nextOfVisit} as next, o.tenant_id, t.name as tenant, c.name as house, c.time_zone as zone,
      coalesce(case when s.enable_email_to_employee then s.email_language end, s.sms_language_to_employee, s.email_language, 'en') as language,
      (
        select coalesce(json_agg(json_build_object('id', near.id, 'name', near.name) order by near.name, near.id), '[]') from (
          select id, name from employee
          where company_id = o.company_id and tenant_id = o.tenant_id and id <> reader.id order by name, id limit ${sql.lit(maxColleagues)}
        ) near
      ) as colleagues,
      ${isOver} as is_over
    from visit o
    join employee e on e.company_id = o.company_id and e.tenant_id = o.tenant_id and e.id = o.employee_id
    join employee reader on reader.company_id = o.company_id and reader.tenant_id = o.tenant_id
      and reader.id = coalesce(${readerId ?? null}::int, o.employee_id)
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    join company c on c.id = o.company_id and c.deleted_at is null
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    where o.company_id = ${companyId} and o.id = ${visitId}`.execute(db);
  return rows[0];
}

export async function findCompanyInScope(db: Db, actor: Actor, visitId: number): Promise<number | undefined> {
  const { rows } = await typedSql({ company_id: int })`
    select o.company_id from visit o
    where o.id = ${visitId} and ${inScope(actor, 'o.company_id')} and ${inTenantScope(actor, 'o.tenant_id')}`.execute(
    db,
  );
  return rows[0]?.company_id;
}

/** Locks the colleague before the visit, as the removal of an employee does. */
export async function lockColleague(
  db: Db,
  { company_id: companyId, tenant_id: tenantId }: HostVisitRow,
  employeeId: number,
): Promise<boolean> {
  const { rows } = await typedSql({ id: int })`
    select id from employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and id = ${employeeId} for key share`.execute(db);
  return rows.length > 0;
}

/** `answererId` is the colleague who answers in place of the host. Returns whether the visit could still be answered. */
export async function storeAnswer(
  db: Db,
  { id, company_id: companyId }: HostVisitRow,
  { kind, minutes, text: words, employeeId }: AnswerFields,
  answererId: number | null,
): Promise<boolean> {
  const { rows } = await typedSql({ id: int })`
    update visit o set answer_kind = ${kind}, answer_minutes = ${kind === 'coming' ? (minutes ?? 0) : null},
      answer_text = ${words ?? null}, answer_employee_id = ${kind === 'colleague' ? (employeeId ?? null) : answererId}, answered_at = clock_timestamp()
    where o.company_id = ${companyId} and o.id = ${id} and o.employee_id is not null and not ${isOver} returning o.id`.execute(
    db,
  );
  return rows.length > 0;
}

const GivenAnswer = z.strictObject({ id: int, visitor_id: int, answer: StoredAnswer });

export async function listAnswers(
  db: Db,
  channel: Channel,
  visitIds: readonly number[],
): Promise<z.infer<typeof GivenAnswer>[]> {
  const [audience, scopeId] = channel.split(':');
  const tenantId = Number(scopeId);
  const ofTenant = sql`
    o.company_id = (select company_id from tenant where id = ${tenantId}) and o.tenant_id = ${tenantId}`;
  const { rows } = await typedSql(GivenAnswer)`
    select o.id, o.visitor_id, ${answerOfVisit} as answer from visit o
    where o.id = any(${[...visitIds]}::int[]) and o.visitor_id is not null and o.answer_kind is not null
      and ${audience === 'tenant' ? ofTenant : sql`o.company_id = ${Number(scopeId)}`}`.execute(db);
  return rows;
}
