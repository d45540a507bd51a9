import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Message } from '@vestibule/contract/visits/message.ts';
import type { MessageState } from '@vestibule/contract/platform/message-words.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { recordsAtMost, toPage } from '../../platform/http/list.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { tellSoon } from '../../platform/live/bus.ts';
import { barMessages, holdMessages } from './hold.ts';
import { gotNowhere, listMessages, lockMessage, requeueMessage, toMessage } from './message.store.ts';
import { publishVisits } from './visit-news.ts';

/**
 * The messages of a company, or all of them, the newest first.
 * @throws {Refusal} `notFound` for a company outside of the actor's scope; `notAllowed` for all of them, unless to a superAdmin.
 */
export async function readMessages(
  db: Db,
  actor: Actor,
  { limit = recordsAtMost, state, ...rest }: ListQuery & { state?: MessageState | undefined },
  companyId?: number,
): Promise<Rows<Message>> {
  const query = { ...rest, limit };
  if (companyId !== undefined) await requireCompany(db, actor, companyId);
  else if (actor.role !== 'superAdmin') throw new Refusal('notAllowed');
  const { rows, counted } = await listMessages(db, actor, query, { companyId, state });
  const page = toPage(rows, query, counted, (row) => ({ key: '', id: row.id }));
  return { ...page, rows: page.rows.map(toMessage) };
}

/**
 * Queues a message that got nowhere as if it were new. An SMS above a limit is held.
 * @throws {Refusal} `notFound`; `messageIsNotFailed` while it is on its way or when it has arrived; `messageHasExpired`
 */
export function sendAgain(db: Db, actor: Actor, rules: SmsRules, messageId: number): Promise<Message> {
  return transaction(db, async (db) => {
    const message = found(await lockMessage(db, actor, messageId));
    if (!gotNowhere(message)) throw new Refusal('messageIsNotFailed');
    if (!message.is_sendable) throw new Refusal('messageHasExpired');
    await requeueMessage(db, messageId);
    await holdMessages(db, await barMessages(db, [messageId], rules), { sender: actor, rules });
    await audit(db, actor, {
      action: 'message.retried',
      companyId: message.company_id,
      subject: 'message',
      subjectId: messageId,
    });
    tellSoon(db, 'message');
    return toMessage(found(await lockMessage(db, actor, messageId)));
  });
}

/**
 * Queues a held message. It is counted, but no limit holds it again.
 * @throws {Refusal} `notFound`; `messageIsNotHeld`; `messageHasExpired`
 */
export function release(db: Db, actor: Actor, rules: SmsRules, messageId: number): Promise<Message> {
  return transaction(db, async (db) => {
    const message = found(await lockMessage(db, actor, messageId));
    if (message.state !== 'held') throw new Refusal('messageIsNotHeld');
    if (!message.is_sendable) throw new Refusal('messageHasExpired');
    const allowed = await barMessages(db, [messageId], rules);
    await holdMessages(db, allowed, { sender: actor, rules });
    if (allowed.length > 0) await requeueMessage(db, messageId);
    await audit(db, actor, {
      action: 'message.released',
      companyId: message.company_id,
      subject: 'message',
      subjectId: messageId,
    });
    if (message.visit_id !== null) await publishVisits(db, [message.visit_id]);
    tellSoon(db, 'message');
    return toMessage(found(await lockMessage(db, actor, messageId)));
  });
}
