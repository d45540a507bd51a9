import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { audit, program } from '../../platform/audit/audit.ts';
import { timeOfDatabase } from '../../platform/db/clock.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { languageOfVisitor, publishVisits } from '../notification/arrival.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';

const minutesAfterEnd = 30;
const hoursOfStay = 2;

/** Automatic check-out waits this long for a reply. */
export const minutesToReply = 30;

/**
 * The last closing time of a company `c`: the hour of its automatic check-out, else the closing hour of its kiosks. An hour that occurs
 * twice counts the second time; a skipped one counts an hour later.
 */
export function lastClosing(now: Date): RawBuilder<unknown> {
  return sql`(
    select max(moment) as moment
    from (
      select ((${now}::timestamptz at time zone c.time_zone)::date - days + coalesce(c.auto_check_out_at, k.working_hours_end))
        at time zone c.time_zone
      from (values (0), (1)) as ago (days)
      left join kiosk_settings k on k.company_id = c.id and k.kiosk_id is null
    ) as strike (moment)
    where moment <= ${now}::timestamptz
  )`;
}

/**
 * When the visitor of a visit `o` is asked whether they are still here: after the end of the invitation `i`, or at the closing time `last`
 * without one. A guest who came after the meeting counts as a visitor without one.
 */
export const askedFrom = sql`greatest(o.stays_until,
  case when i.ends_at + make_interval(mins => ${sql.lit(minutesAfterEnd)}) > o.checked_in_at
    then i.ends_at + make_interval(mins => ${sql.lit(minutesAfterEnd)}) else last.moment end)`;

/** Whether a visit `o` waits for the reply of its visitor. */
export const awaitsReply = sql`coalesce(o.checked_out_at is null and o.asked_at >= coalesce(o.stays_until, o.asked_at), false)`;

/** Visits per transaction. */
const batchSize = 500;

/** Asks visitors who are inside for longer than planned. A second question replaces the first in the list of messages. */
export async function askStillHere({ acrossCompanies, within }: Reach, rules: SmsRules, now: Date): Promise<void> {
  for (let after = 0; ;) {
    const due = await listDue(acrossCompanies, now, after);
    if (due.length === 0) return;
    for (const [companyId, ofCompany] of Map.groupBy(due, ({ company_id: id }) => id)) {
      await transaction(within([companyId]), async (db) => {
        const dueIds = ofCompany.map(({ id }) => id);
        const ids = await noteQuestions(db, companyId, dueIds, now);
        if (ids.length === 0) return;
        const allowed = await barMessages(db, companyId, await insertQuestions(db, companyId, ids), rules);
        const sender: Agent = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
        await holdMessages(db, companyId, allowed, { sender, rules });
        await publishVisits(db, companyId, ids);
        notifyDebounced(db, 'message');
      });
    }
    if (due.length < batchSize) return;
    after = due.at(-1)?.id ?? after;
  }
}

const dueVisits = (now: Date) => sql`
  company c
  cross join lateral ${lastClosing(now)} as last
  join visit o on o.company_id = c.id and o.checked_out_at is null
  join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id and s.enable_still_here
  left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
  where c.deleted_at is null and ${askedFrom} <= ${now}::timestamptz and ${askedFrom} > o.checked_in_at
    and coalesce(o.asked_at < ${askedFrom}, true)`;

async function listDue(db: Db, now: Date, after: number): Promise<{ id: number; company_id: number }[]> {
  const { rows } = await typedSql({ id: int, company_id: int })`
    select o.id, o.company_id from ${dueVisits(now)} and o.id > ${after} order by o.id limit ${sql.lit(batchSize)}`.execute(
    db,
  );
  return rows;
}

/** A visit that is locked waits for the next run. */
async function noteQuestions(db: Db, companyId: number, visitIds: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    with due as (
      select o.id from ${dueVisits(now)} and c.id = ${companyId} and o.id = any(${[...visitIds]}::int[])
      order by o.id for no key update of o skip locked
    )
    update visit o set asked_at = ${now} from due
    where o.company_id = ${companyId} and o.id = due.id and o.checked_out_at is null returning o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** By mail, or by SMS if only the phone is known. */
async function insertQuestions(db: Db, companyId: number, visitIds: readonly number[]): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    insert into message (company_id, visitor_id, visit_id, kind, channel, recipient, language, expires_at)
    select o.company_id, o.visitor_id, o.id, 'stillHere', case when g.email is null then 'sms' else 'email' end,
      coalesce(g.email, o.phone), ${languageOfVisitor}, now() + make_interval(hours => ${sql.lit(hoursOfStay)})
    from visit o
    join tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    left join guest g on g.company_id = i.company_id and g.meeting_id = i.meeting_id and g.visitor_id = o.visitor_id
    where o.company_id = ${companyId} and o.id = any(${[...visitIds]}::int[])
    order by o.id
    on conflict (company_id, visit_id, kind, channel, recipient) where visit_id is not null do update set
      state = 'queued', attempts = 0, next_attempt_at = now(), problem = null, last_answer = null, mail_id = gen_random_uuid(),
      segments = null, lease = null, created_at = now(), delivered_at = null, expires_at = excluded.expires_at
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The visitor is still here, so that they are asked again after two hours.
 * @throws {Refusal} `visitorIsNotCheckedIn` if the visit has ended
 */
export async function stayOn(
  db: Db,
  actor: Agent,
  { companyId, visitId }: { companyId: number; visitId: number },
): Promise<void> {
  await transaction(db, async (db) => {
    const { rows } = await sql`
      update visit set stays_until = clock_timestamp() + make_interval(hours => ${sql.lit(hoursOfStay)})
      where company_id = ${companyId} and id = ${visitId} and checked_out_at is null returning id`.execute(db);
    if (rows.length === 0) throw new Refusal('visitorIsNotCheckedIn');
    await audit(db, actor, { action: 'visit.staysOn', companyId, subject: 'visit', subjectId: visitId });
  });
}

export function askStillHereJob(rules: SmsRules): ScheduledJob {
  return {
    name: 'ask-still-here',
    cron: '* * * * *',
    run: async (reach) => askStillHere(reach, rules, await timeOfDatabase(reach.acrossCompanies)),
  };
}
