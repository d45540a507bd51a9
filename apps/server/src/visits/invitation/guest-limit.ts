import { sql } from 'kysely';
import { program } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, type Reach, transaction } from '../../platform/db/database.ts';
import { int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { SmsLimit, SmsRules } from '../../platform/integrations/sms/limits.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';

/** The host of an invitation `i`, or its tenant, whose messages are counted together. */
export const limitSubject = sql`'guests of ' || coalesce('employee:' || i.employee_id, 'tenant:' || i.tenant_id)`;

interface Limited {
  id: number;
  subject: string;
}

/** Counts queued messages to guests by host. Holds those above the limit until their turn. Returns the others. */
export async function holdAboveHostLimit(
  db: Db,
  companyId: number,
  { limits }: SmsRules,
  messages: readonly Limited[],
): Promise<number[]> {
  const fitting: number[] = [];
  for (const [subject, ofHost] of Map.groupBy(messages, (message) => message.subject)) {
    const { rows } = await typedSql({ taken: int })`
      select taken from take_sms(${subject}, ${limits.host.hour}, ${limits.host.day}, ${ofHost.length})`.execute(db);
    const ids = ofHost.map(({ id }) => id);
    const { taken } = onlyRow(rows);
    fitting.push(...ids.slice(0, taken));
    if (taken < ids.length)
      await hold(db, { companyId, subject }, limits.host, { fitting: ids.slice(0, taken), held: ids.slice(taken) });
  }
  return fitting;
}

/** Each held message waits for the hour in which those before it leave room, by their ids. */
async function hold(
  db: Db,
  { companyId, subject }: { companyId: number; subject: string },
  limit: SmsLimit,
  { fitting, held }: { fitting: readonly number[]; held: readonly number[] },
): Promise<void> {
  const { rows } = await typedSql({ id: int, place: int, now: moment, sent: int })`
    with mine as (select id from message where company_id = ${companyId} and id = any(${[...held]}::int[])),
    queue as (
      select m.id from message m
      where m.company_id = ${companyId} and m.state = 'held' and m.problem = 'hostLimit'
        and m.limit_subject = ${subject} and m.id <> all(${[...fitting]}::int[])
      union select id from mine
    ),
    ranked as (select id, (row_number() over (order by id) - 1)::int as place from queue)
    select r.id, r.place, now()::timestamptz(3) as now,
      (select coalesce(sum(sms_in_day(c)), 0)::int from sms_count c where c.subject = ${subject}) as sent
    from ranked r join mine using (id)`.execute(db);
  const turns = rows.map(({ place, now, sent }) => turnOf(place, limit, { now: new Date(now), sent }));
  await sql`
    update message m set state = 'held', problem = 'hostLimit', limit_subject = ${subject}, next_attempt_at = given.turn
    from unnest(${rows.map(({ id }) => id)}::int[], ${turns}::timestamptz[]) as given (id, turn)
    where m.company_id = ${companyId} and m.id = given.id`.execute(db);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns when the message at a place of the queue is sent. Hours and days are those of UTC, as in `sms_count`.
 * @param sent today
 */
export function turnOf(place: number, { hour, day }: SmsLimit, { now, sent }: { now: Date; sent: number }): Date {
  const dayOf = (at: number) => Math.floor(at / dayMs);
  let at = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  let left = dayOf(at) === dayOf(now.getTime()) ? day - sent : day;
  for (let before = place; hour > 0 && day > 0;) {
    const room = Math.max(0, Math.min(hour, left));
    if (before < room) break;
    before -= room;
    left -= room;
    const next = left > 0 ? at + hourMs : (dayOf(at) + 1) * dayMs;
    if (dayOf(next) !== dayOf(at)) left = day;
    at = next;
  }
  return new Date(at);
}

/** Messages per transaction. */
const batchSize = 1_000;

/** Sends held messages whose turn it is, within the limits. A failure in a company does not delay the others. */
async function sendHeld({ acrossCompanies, within }: Reach, rules: SmsRules): Promise<void> {
  const companyIds = await listCompaniesWithHeld(acrossCompanies);
  const failures: unknown[] = [];
  for (const companyId of companyIds) {
    await transaction(within([companyId]), (db) => sendHeldOf(db, companyId, rules)).catch((error: unknown) =>
      failures.push(error),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, 'held messages of some companies could not be sent');
}

async function sendHeldOf(db: Db, companyId: number, rules: SmsRules): Promise<void> {
  const { rows } = await typedSql({ id: int, subject: text })`
    select m.id, m.limit_subject as subject
    from message m
    where m.company_id = ${companyId} and m.state = 'held' and m.problem = 'hostLimit' and m.next_attempt_at <= now()
    order by m.id limit ${batchSize} for update of m skip locked`.execute(db);
  const fitting = await holdAboveHostLimit(db, companyId, rules, rows);
  await sql`
    update message set state = 'queued', problem = null, next_attempt_at = now()
    where company_id = ${companyId} and id = any(${fitting}::int[])`.execute(db);
  const allowed = await barMessages(db, companyId, fitting, rules);
  await holdMessages(db, companyId, allowed, {
    sender: { ...program, companyIds: [companyId], partnerId: null, tenantId: null },
    rules,
  });
  if (fitting.length > 0) notifyDebounced(db, 'message');
}

async function listCompaniesWithHeld(db: Db): Promise<number[]> {
  const { rows } = await typedSql({ company_id: int })`
    select distinct company_id from message
    where state = 'held' and problem = 'hostLimit' and next_attempt_at <= now()`.execute(db);
  return rows.map((row) => row.company_id);
}

export function sendHeldGuestMessages(rules: SmsRules): ScheduledJob {
  return { name: 'send-held-guest-messages', cron: '* * * * *', run: (reach) => sendHeld(reach, rules) };
}
