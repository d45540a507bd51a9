import type { MessageKind, MessageProblem } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A message that this worker has taken up. Nobody else does before `leaseEndsAt`. */
export interface TakenMessage {
  id: number;
  kind: MessageKind;
  recipient: string;
  language: Language;
  content: Buffer;
  mailId: string;
  attempts: number;
  expiresAt: string;
  leaseEndsAt: string;
  /** The user whom it is for was deleted. */
  isForNobody: boolean;
}

/** Whether the user whom a message is for was deleted since it was written; `column` holds the user. */
export function isForNobody(column: string): RawBuilder<boolean> {
  const user = sql.ref(column);
  return sql`(${user} is not null and not exists (select from user_account u where u.id = ${user}))`;
}

/**
 * Takes up to `limit` messages that are due: new ones, ones to be tried again, and ones whose worker has not been heard of since its
 * lease ended. Two workers never take the same.
 */
export async function takeDue(db: Db, limit: number, leaseSeconds: number): Promise<TakenMessage[]> {
  const { rows } = await sql<TakenMessage>`
    update message set state = 'sending', attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from message
      where state in ('queued', 'sending') and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limit} for update skip locked
    )
    returning id, kind, recipient, language, content, mail_id as "mailId", attempts, expires_at as "expiresAt",
      next_attempt_at as "leaseEndsAt", ${isForNobody('message.user_id')} as "isForNobody"`.execute(db);
  return rows;
}

/** How an attempt ended, as it is kept. */
export interface Ending {
  state: 'queued' | 'delivered' | 'failed' | 'notSent';
  problem: MessageProblem | null;
  answer: string | null;
  /** For a queued message: in how many seconds it is tried again. */
  againIn?: number;
}

/** Writes down how an attempt ended, unless another worker has taken the message up since. What nobody needs again is forgotten. */
export async function settle(db: Db, message: TakenMessage, ending: Ending): Promise<void> {
  const isDelivered = ending.state === 'delivered';
  const isOfNoUse = isDelivered || ending.problem === 'expired' || ending.problem === 'userDeleted';
  await sql`
    update message set state = ${ending.state}, problem = ${ending.problem}, last_answer = ${ending.answer},
      next_attempt_at = now() + make_interval(secs => ${ending.againIn ?? 0}),
      content = case when ${isOfNoUse} then null else content end,
      delivered_at = case when ${isDelivered} then now() end
    where id = ${message.id} and state = 'sending' and next_attempt_at = ${message.leaseEndsAt}`.execute(db);
}
