import { type RawBuilder, sql } from 'kysely';
import { float, int, typedSql } from '../../platform/db/typed-sql.ts';
import type { Db } from '../../platform/db/database.ts';
import { hoursOfUse, hoursToAnswer } from './arrival.ts';

/** How long a check-out can be undone, and some more. */
const secondsToReopen = 15;

/** More steps than a batch has, because other workers may have locked the first ones. */
const stepsAhead = 1_000;

export async function listCompaniesWithDue(db: Db): Promise<number[]> {
  const { rows } = await typedSql({ company_id: int })`
    select distinct company_id from (
      select company_id from escalation where due_at <= now() order by due_at, visit_id limit ${sql.lit(stepsAhead)}
    ) due`.execute(db);
  return rows.map((row) => row.company_id);
}

const KeyRow = { id: int, company_id: int };

/** Of a visit or a message. */
export interface RowKey {
  id: number;
  company_id: number;
}

function given(rows: readonly RowKey[]): RawBuilder<unknown> {
  return sql`unnest(${rows.map((row) => row.company_id)}::int[], ${rows.map(({ id }) => id)}::int[])
    as given (company_id, id)`;
}

/**
 * Locks visits whose next step is due. Rows that another transaction has locked are left for the next attempt, so that no lock waits: an
 * answer or a check-out locks in another order.
 */
export async function lockDue(db: Db, limit: number): Promise<RowKey[]> {
  const { rows } = await typedSql(KeyRow)`
    select o.id, o.company_id
    from escalation x
    join visit o on o.company_id = x.company_id and o.id = x.visit_id
    join visitor v on v.company_id = o.company_id and v.id = o.visitor_id
    join company c on c.id = o.company_id
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    where x.due_at <= now() and o.checked_out_at is null and o.answered_at is null and c.deleted_at is null
      and o.checked_in_at > now() - make_interval(hours => ${sql.lit(hoursToAnswer)}) and s.answer_within_seconds is not null
    order by x.due_at, x.visit_id limit ${limit}
    for update of x skip locked for share of o skip locked for key share of v skip locked`.execute(db);
  return rows;
}

/** Stops due ladders of visits that were answered or ended, and of tenants that turned the setting off. */
export async function stopOthers(db: Db, limit: number): Promise<void> {
  await sql`
    with over as (
      select x.company_id, x.visit_id, o.answered_at is null and o.checked_out_at > now() - make_interval(secs => ${secondsToReopen}) as may_reopen
      from escalation x
      join visit o on o.company_id = x.company_id and o.id = x.visit_id
      join company c on c.id = o.company_id
      join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
      where x.due_at <= now() and (
        o.checked_out_at is not null or o.answered_at is not null or c.deleted_at is not null
        or o.checked_in_at <= now() - make_interval(hours => ${sql.lit(hoursToAnswer)}) or s.answer_within_seconds is null
      )
      order by x.due_at, x.visit_id limit ${limit}
      for update of x skip locked
    )
    update escalation x set due_at = case when over.may_reopen then now() + make_interval(secs => ${secondsToReopen}) end
    from over where x.company_id = over.company_id and x.visit_id = over.visit_id`.execute(db);
}

const AskedRow = { ...KeyRow, visit_id: int };

/**
 * Writes the messages to the next person of each visit. A person without an address for the channels that are on gets a message that
 * was not sent, so that the list of the visit tells why.
 */
export async function askNext(
  db: Db,
  visits: readonly RowKey[],
  unserved: ReadonlySet<'email' | 'sms'>,
): Promise<(RowKey & { visit_id: number })[]> {
  const { rows } = await typedSql(AskedRow)`
    insert into message (company_id, visitor_id, visit_id, employee_id, kind, channel, recipient, language, expires_at, state, problem, attempts)
    select o.company_id, o.visitor_id, o.id, case when p.place > 1 then p.employee_id end,
      case when p.place > 1 then 'unanswered' else 'arrival' end, way.channel, way.recipient, way.language,
      least(now() + make_interval(hours => ${sql.lit(hoursOfUse)}), o.checked_in_at + make_interval(hours => ${sql.lit(hoursToAnswer)})),
      case when served.problem is null then 'queued' else 'notSent' end, served.problem, (served.problem is not null)::int
    from ${given(visits)}
    join visit o on o.company_id = given.company_id and o.id = given.id
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    cross join lateral (select * from escalation_people(o.company_id, o.id) one order by one.place limit 1) p
    cross join lateral (values
      ('email', p.email, s.email_language, p.email is not null or (p.phone is null and s.enable_email_to_employee)),
      ('sms', p.phone, coalesce(s.sms_language_to_employee, s.email_language),
        p.phone is not null or (p.email is null and not s.enable_email_to_employee))
    ) as way (channel, recipient, language, is_listed)
    cross join lateral (
      select case
        when way.recipient is null then 'noAddress'
        when way.channel = any(${[...unserved]}::text[]) then 'noProvider' end
    ) as served (problem)
    where way.is_listed
    order by o.id, way.channel
    on conflict (company_id, visit_id, kind, channel, recipient) where visit_id is not null do nothing
    returning id, company_id, visit_id`.execute(db);
  return rows;
}

/** Visits of messages that take the step. A person without an address takes one too, but a channel without a provider does not. */
export async function listServed(db: Db, messages: readonly RowKey[]): Promise<number[]> {
  const { rows } = await typedSql({ visit_id: int })`
    select distinct m.visit_id from ${given(messages)}
    join message m on m.company_id = given.company_id and m.id = given.id
    where m.state = 'queued' or m.problem = 'noAddress'`.execute(db);
  return rows.map((row) => row.visit_id);
}

/** Sets when the step after this one is due. */
export async function noteStep(db: Db, visits: readonly RowKey[]): Promise<void> {
  await sql`
    update escalation x set steps = x.steps + 1, since = now(), shown_at = coalesce(x.shown_at, now()), due_at = case
      when exists (select from escalation_people(o.company_id, o.id)) then now() + make_interval(secs => s.answer_within_seconds) end
    from ${given(visits)}
    join visit o on o.company_id = given.company_id and o.id = given.id
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    where x.company_id = o.company_id and x.visit_id = o.id`.execute(db);
}

/** Moves the next steps of a company to the periods of its settings. Returns whether it moved any. */
export async function moveSteps(db: Db, companyId: number): Promise<boolean> {
  const period = sql`make_interval(secs => s.answer_within_seconds)`;
  const { rows } = await sql`
    update escalation x set due_at = x.since + ${period}
    from visit o join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    where x.company_id = ${companyId} and x.due_at is not null and o.company_id = x.company_id and o.id = x.visit_id and s.answer_within_seconds is not null
      and x.due_at <> x.since + ${period}
    returning x.visit_id`.execute(db);
  return rows.length > 0;
}

/** Ms until the next step of any visit is due, by the clock of the database. Undefined without one. */
export async function findPause(db: Db): Promise<number | undefined> {
  const { rows } = await typedSql({ pause: float.nullable() })`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as pause from escalation where due_at is not null`.execute(
    db,
  );
  return rows[0]?.pause ?? undefined;
}

export async function listLadders(db: Db, companyId: number, tenantId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select o.id from visit o join escalation x on x.company_id = o.company_id and x.visit_id = o.id
    where o.company_id = ${companyId} and o.tenant_id = ${tenantId} and o.checked_out_at is null and x.due_at is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
