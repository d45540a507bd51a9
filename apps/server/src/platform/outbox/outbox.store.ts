import type { MessageKind, MessageProblem, MessageState } from '@vestibule/contract/platform/message-words.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ArrivalFacts, VisitMessages } from './content.ts';

/** A message that this worker has taken up. Nobody else does before `leaseEndsAt`. */
export interface TakenMessage {
  id: number;
  kind: MessageKind;
  recipient: string;
  language: Language;
  /** What it says, sealed; null where that is read of the visit. */
  content: Buffer | null;
  visit: ArrivalFacts | null;
  mailId: string;
  attempts: number;
  /** For how many seconds more it is of use, by the clock that says when it was written: the database's. */
  secondsOfUse: number;
  leaseEndsAt: string;
  /** Why it is for nobody any more: the user whom it is for was deleted, or the kiosk that it is about. */
  forNobody: 'userDeleted' | 'kioskDeleted' | null;
  /** The visit that it tells of. */
  visitId: number | null;
  /** The country in the settings of the company. */
  companyCountry: string | null;
  /** Another worker died while it had the message, and may have handed it over. */
  wasBeingSent: boolean;
}

/** Why a message `m` is for nobody any more, because somebody or something was deleted since it was written; else null. */
export const forNobody: RawBuilder<'userDeleted' | 'kioskDeleted' | null> = sql`case
  when m.user_id is not null and not exists (select from user_account u where u.id = m.user_id) then 'userDeleted'
  when m.kiosk_id is not null and not exists (select from kiosk k where k.id = m.kiosk_id) then 'kioskDeleted' end`;

/**
 * Takes up to `limit` messages of a channel that are due: new ones, ones to be tried again, and ones whose worker has not been heard of
 * since its lease ended. Two workers never take the same.
 */
export async function takeDue(
  db: Db,
  visits: VisitMessages,
  channel: 'email' | 'sms',
  limit: number,
  leaseSeconds: number,
): Promise<TakenMessage[]> {
  const { rows } = await sql<TakenMessage>`
    with due as (
      select id, state from message
      where channel = ${channel} and state in ('queued', 'sending') and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked
    )
    update message m set state = 'sending', attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from due where m.id = due.id
    returning m.id, kind, recipient, language, content, ${visits.facts(sql`m.visit_id`)} as visit, mail_id as "mailId", attempts,
      floor(extract(epoch from expires_at - now()))::float8 as "secondsOfUse",
      next_attempt_at as "leaseEndsAt", ${forNobody} as "forNobody", visit_id as "visitId",
      (select c.country_code from tenant_settings c where c.company_id = m.company_id and c.tenant_id is null) as "companyCountry",
      due.state = 'sending' as "wasBeingSent"`.execute(db);
  return rows;
}

/** How an attempt ended, as it is kept. */
export interface Ending {
  state: 'queued' | 'sent' | 'delivered' | 'failed' | 'notSent';
  problem: MessageProblem | null;
  answer: string | null;
  /** For a queued message: in how many seconds it is tried again. */
  againIn?: number;
  segments?: number | undefined;
}

/** An attempt that ended. */
export interface Attempt {
  message: TakenMessage;
  ending: Ending;
}

/**
 * Writes down how attempts ended, but for messages that another worker has taken up since or whose provider has reported already. What
 * nobody needs again is forgotten.
 */
export async function settle(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const column = <Value>(of: (attempt: Attempt) => Value) => attempts.map(of);
  await sql`
    update message m set state = e.state, problem = e.problem, last_answer = e.answer,
      next_attempt_at = now() + make_interval(secs => e.again_in),
      segments = coalesce(e.segments, m.segments),
      content = case when not e.is_of_no_use then m.content end,
      delivered_at = case when e.state = 'delivered' then now() end
    from unnest(
      ${column(({ message }) => message.id)}::int[], ${column(({ message }) => message.leaseEndsAt)}::timestamptz[],
      ${column(({ ending }) => ending.state)}::text[], ${column(({ ending }) => ending.problem)}::text[],
      ${column(({ ending }) => ending.answer)}::text[], ${column(({ ending }) => ending.againIn ?? 0)}::int[],
      ${column(({ ending }) => ending.segments ?? null)}::int[], ${column(isOfNoUse)}::boolean[]
    ) as e (id, lease_ends_at, state, problem, answer, again_in, segments, is_of_no_use)
    where m.id = e.id and m.state = 'sending' and m.next_attempt_at = e.lease_ends_at`.execute(db);
}

function isOfNoUse({ message, ending }: Attempt): boolean {
  return ending.state === 'delivered' || ending.problem === 'expired' || message.forNobody !== null;
}

/** What of a message's state a report of the provider may still change: nothing that is certain already. */
const open: Record<'sent' | 'delivered' | 'failed', RawBuilder<boolean>> = {
  sent: sql`(state = 'failed' and problem = 'uncertain')`,
  delivered: sql`(state in ('sending', 'sent') or state = 'failed' and problem = 'uncertain')`,
  failed: sql`(state in ('sending', 'sent') or state = 'failed' and problem = 'uncertain')`,
};

/**
 * Writes down what the provider reports of an SMS. Reports come more than once and in any order; what is certain stays. Answers the
 * visit that it tells of, where anything changed.
 */
export async function settleReported(
  db: Db,
  { messageId, state, answer }: { messageId: string; state: 'sent' | 'delivered' | 'failed'; answer: string | null },
): Promise<{ visit_id: number | null } | undefined> {
  const problem: MessageProblem | null = state === 'failed' ? 'undelivered' : null;
  const isDelivered = state === 'delivered';
  const { rows } = await sql<{ visit_id: number | null }>`
    update message set state = ${state satisfies MessageState}, problem = ${problem},
      last_answer = coalesce(${answer}, last_answer), content = case when ${isDelivered} then null else content end,
      delivered_at = case when ${isDelivered} then now() end
    where mail_id = ${messageId} and channel = 'sms' and ${open[state]}
    returning visit_id`.execute(db);
  return rows[0];
}
