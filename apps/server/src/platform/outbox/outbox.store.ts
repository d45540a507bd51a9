import { messageKinds, type MessageProblem, type MessageState } from '@vestibule/contract/platform/message-words.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { bool, bytes, int, typedSql, text } from '../db/typed-sql.ts';
import { BrandFacts, brandFacts } from './brand.ts';
import { ArrivalFacts, type VisitMessages } from './content.ts';

export const TakenMessage = z.strictObject({
  id: int,
  companyId: int.nullable(),
  kind: z.enum(messageKinds),
  recipient: text,
  language: z.enum(languages),
  content: bytes.nullable(),
  visit: ArrivalFacts.nullable(),
  /** Of the company of an e-mail. */
  brand: BrandFacts.nullable(),
  mailId: text,
  attempts: int,
  secondsOfUse: int,
  lease: text,
  noRecipient: z.enum(['userDeleted', 'kioskDeleted', 'employeeDeleted']).nullable(),
  visitId: int.nullable(),
  companyCountry: text.nullable(),
  /** A worker died with the message and may have sent it. */
  wasBeingSent: bool,
});
export type TakenMessage = z.infer<typeof TakenMessage>;

/** Messages of companies, and those to users of no company. */
export const messageTables = ['message', 'system_message'] as const;
export type MessageTable = (typeof messageTables)[number];

/** Messages of all companies and of none, with the columns of `message`. */
export const allMessages = sql`(
  select id, company_id, visitor_id, visit_id, guest_id, user_id, kiosk_id, employee_id, channel, kind, recipient, content, state,
    attempts, segments, next_attempt_at, problem, last_answer, expires_at, created_at, delivered_at
  from message
  union all
  select id, null, null, null, null, user_id, null, null, channel, kind, recipient, content, state,
    attempts, segments, next_attempt_at, problem, last_answer, expires_at, created_at, delivered_at
  from system_message
)`;

type NoRecipient = 'userDeleted' | 'kioskDeleted' | 'employeeDeleted';

const noUser: RawBuilder<NoRecipient | null> = sql`case
  when m.user_id is not null and not exists (select from user_account u where u.id = m.user_id) then 'userDeleted' end`;

export const noRecipient: RawBuilder<NoRecipient | null> = sql`case
  when m.user_id is not null and not exists (select from user_account u where u.id = m.user_id) then 'userDeleted'
  when m.kiosk_id is not null
    and not exists (select from kiosk k where k.company_id = m.company_id and k.id = m.kiosk_id) then 'kioskDeleted'
  when m.employee_id is not null
    and not exists (select from employee x where x.company_id = m.company_id and x.id = m.employee_id) then 'employeeDeleted' end`;

const keyOf = (table: MessageTable) => (table === 'message' ? sql`company_id, id` : sql`id`);

/** Whether message `m` of the table has the key in a row of `keys`. */
function hasKeyOf(table: MessageTable, keys: 'due' | 'e'): RawBuilder<boolean> {
  const isOfCompany = table === 'message' ? sql`m.company_id = ${sql.ref(`${keys}.company_id`)}` : sql`true`;
  return sql`${isOfCompany} and m.id = ${sql.ref(`${keys}.id`)}`;
}

interface Taking {
  limit: number;
  leaseSeconds: number;
  lease: string;
}

/**
 * Leases up to `limit` due messages: new ones, retries, and those of dead workers. The last get a token of their own, because the worker
 * cannot return them: they may have been sent. Those of no company come first, because they are few and let users sign in.
 */
export async function takeDue(
  db: Db,
  visits: VisitMessages,
  channel: 'email' | 'sms',
  taking: Taking,
): Promise<TakenMessage[]> {
  const ofNoCompany = channel === 'email' ? await takeFrom(db, 'system_message', visits, channel, taking) : [];
  const limit = taking.limit - ofNoCompany.length;
  if (limit === 0) return ofNoCompany;
  return [...ofNoCompany, ...(await takeFrom(db, 'message', visits, channel, { ...taking, limit }))];
}

async function takeFrom(
  db: Db,
  table: MessageTable,
  visits: VisitMessages,
  channel: 'email' | 'sms',
  { limit, leaseSeconds, lease }: Taking,
): Promise<TakenMessage[]> {
  const ofCompany = (column: 'company_id' | 'visit_id' | 'employee_id'): RawBuilder<number | null> =>
    table === 'message' ? sql`m.${sql.ref(column)}` : sql`null::int`;
  const { rows } = await typedSql(TakenMessage)`
    with due as (
      select ${keyOf(table)}, state from ${sql.table(table)}
      where channel = ${channel} and state in ('queued', 'sending') and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked
    )
    update ${sql.table(table)} m set state = 'sending', attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds}),
      lease = case when due.state = 'queued' then ${lease}::uuid else gen_random_uuid() end
    from due where ${hasKeyOf(table, 'due')}
    returning m.id, ${ofCompany('company_id')} as "companyId", kind, recipient, language, content,
      ${visits.facts({ companyId: ofCompany('company_id'), visitId: ofCompany('visit_id'), employeeId: ofCompany('employee_id') })} as visit,
      case when channel = 'email' then ${brandFacts(ofCompany('company_id'))} end as brand, mail_id as "mailId", attempts,
      floor(extract(epoch from expires_at - now()))::float8 as "secondsOfUse",
      m.lease, ${table === 'message' ? noRecipient : noUser} as "noRecipient", ${ofCompany('visit_id')} as "visitId",
      (select c.country_code from tenant_settings c where c.company_id = ${ofCompany('company_id')} and c.tenant_id is null)
        as "companyCountry",
      due.state = 'sending' as "wasBeingSent"`.execute(db);
  return rows;
}

/** Queues the messages of a lease again with which no send was tried. */
export async function returnLease(db: Db, channel: 'email' | 'sms', lease: string): Promise<void> {
  for (const table of messageTables) {
    await sql`
      update ${sql.table(table)} set state = 'queued', attempts = attempts - 1, next_attempt_at = now(), lease = null
      where channel = ${channel} and state = 'sending' and lease = ${lease}::uuid`.execute(db);
  }
}

export interface Ending {
  state: 'queued' | 'sent' | 'delivered' | 'failed' | 'notSent';
  problem: MessageProblem | null;
  answer: string | null;
  againIn?: number;
  segments?: number | undefined;
}

export interface Attempt {
  message: TakenMessage;
  ending: Ending;
}

/**
 * Stores results of messages of one table, except of those that another worker leased or a provider reported. Deletes content that is no
 * longer needed.
 */
export async function settle(db: Db, table: MessageTable, attempts: readonly Attempt[]): Promise<void> {
  const column = <Value>(of: (attempt: Attempt) => Value) => attempts.map(of);
  await sql`
    update ${sql.table(table)} m set state = e.state, problem = e.problem, last_answer = e.answer,
      next_attempt_at = now() + make_interval(secs => e.again_in),
      segments = coalesce(e.segments, m.segments),
      content = case when not e.is_of_no_use then m.content end,
      delivered_at = case when e.state = 'delivered' then now() end
    from unnest(
      ${column(({ message }) => message.companyId)}::int[], ${column(({ message }) => message.id)}::int[],
      ${column(({ message }) => message.lease)}::uuid[],
      ${column(({ ending }) => ending.state)}::text[], ${column(({ ending }) => ending.problem)}::text[],
      ${column(({ ending }) => ending.answer)}::text[], ${column(({ ending }) => ending.againIn ?? 0)}::int[],
      ${column(({ ending }) => ending.segments ?? null)}::int[], ${column(isOfNoUse)}::boolean[]
    ) as e (company_id, id, lease, state, problem, answer, again_in, segments, is_of_no_use)
    where ${hasKeyOf(table, 'e')} and m.state = 'sending' and m.lease = e.lease`.execute(db);
}

function isOfNoUse({ message, ending }: Attempt): boolean {
  return ending.state === 'delivered' || ending.problem === 'expired' || message.noRecipient !== null;
}

const open: Record<'sent' | 'delivered' | 'failed', RawBuilder<boolean>> = {
  sent: sql`(state = 'failed' and problem = 'uncertain')`,
  delivered: sql`(state in ('sending', 'sent') or state = 'failed' and problem = 'uncertain')`,
  failed: sql`(state in ('sending', 'sent') or state = 'failed' and problem = 'uncertain')`,
};

export async function findCompanyOfMail(db: Db, mailId: string): Promise<number | undefined> {
  const { rows } = await typedSql({ company_id: int })`
    select company_id from message where mail_id = ${mailId} and channel = 'sms'`.execute(db);
  return rows[0]?.company_id;
}

const ReportedRow = z.strictObject({ visit_id: int.nullable() });
type ReportedRow = z.infer<typeof ReportedRow>;

/** Reports repeat in any order; final states stay. Returns the visit if something changed. */
export async function settleReported(
  db: Db,
  companyId: number,
  { messageId, state, answer }: { messageId: string; state: 'sent' | 'delivered' | 'failed'; answer: string | null },
): Promise<ReportedRow | undefined> {
  const problem: MessageProblem | null = state === 'failed' ? 'undelivered' : null;
  const isDelivered = state === 'delivered';
  const { rows } = await typedSql(ReportedRow)`
    update message set state = ${state satisfies MessageState}, problem = ${problem},
      last_answer = coalesce(${answer}, last_answer), content = case when ${isDelivered} then null else content end,
      delivered_at = case when ${isDelivered} then now() end
    where company_id = ${companyId} and mail_id = ${messageId} and channel = 'sms' and ${open[state]}
    returning visit_id`.execute(db);
  return rows[0];
}
