import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import { guestKinds, type MessageState } from '@vestibule/contract/platform/message-words.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Message, retryMessages, VisitDelivery, VisitMessage } from '@vestibule/contract/visits/message.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { requireCompany } from '../../accounts/company/company.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { maxRecords, toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { publishAttendance } from '../visitor/visitor-changes.ts';
import { publishVisits } from './arrival.ts';
import { barMessages, holdMessages } from './hold.ts';
import {
  gotNowhere,
  listMessages,
  lockMessage,
  lockMessages,
  MessageRow,
  requeueMessages,
  selectMessagesWith,
  toMessage,
} from './message.store.ts';

export async function readMessages(
  db: Db,
  actor: Actor,
  { limit = maxRecords, state, ...rest }: ListQuery & { state?: MessageState | undefined },
  companyId?: number,
): Promise<Rows<Message>> {
  const query = { ...rest, limit };
  if (companyId !== undefined) await requireCompany(db, actor, companyId);
  else if (actor.role !== 'superAdmin') throw new Refusal('notAllowed');
  const { rows, counted } = await listMessages(db, actor, query, { companyId, state });
  const page = toPage(rows, query, counted, (row) => ({ key: '', id: row.id }));
  return { ...page, rows: page.rows.map(toMessage) };
}

/** @param companyId of the message, if the caller knows it */
export function sendAgain(
  db: Db,
  actor: Actor,
  rules: SmsRules,
  messageId: number,
  companyId: number | null = null,
): Promise<Message> {
  return transaction(db, async (db) => {
    const message = orNotFound(await lockMessage(db, actor, messageId, companyId));
    if (!gotNowhere(message)) throw new Refusal('messageIsNotFailed');
    if (!message.is_sendable) throw new Refusal('messageHasExpired');
    await requeueMessages(db, [message]);
    const allowed = await barMessages(db, message.company_id, [messageId], rules);
    await holdMessages(db, message.company_id, allowed, { sender: actor, rules });
    await audit(db, actor, {
      action: 'message.retried',
      companyId: message.company_id,
      subject: 'message',
      subjectId: messageId,
    });
    await publishMessages(db, [message]);
    return toMessage(orNotFound(await lockMessage(db, actor, messageId, message.company_id)));
  });
}

/** @throws {Refusal} `notFound` if a message is outside the scope */
export function sendManyAgain(
  db: Db,
  actor: Actor,
  rules: SmsRules,
  ids: readonly number[],
): Promise<Reply<typeof retryMessages>> {
  return transaction(db, async (db) => {
    const messages = await lockMessages(db, actor, ids);
    if (messages.length < new Set(ids).size) throw new Refusal('notFound');
    const failed = messages.filter(gotNowhere);
    const sendable = failed.filter((message) => message.is_sendable);
    const again = sendable.map(({ id }) => id);
    await requeueMessages(db, sendable);
    for (const [companyId, ofCompany] of Map.groupBy(sendable, (message) => message.company_id)) {
      const retried = ofCompany.map(({ id }) => id);
      const allowed = await barMessages(db, companyId, retried, rules);
      await holdMessages(db, companyId, allowed, { sender: actor, rules });
      await auditEach(db, actor, { action: 'message.retried', companyId, subject: 'message' }, retried);
    }
    await publishMessages(db, sendable);
    const now = await lockMessages(db, actor, again);
    const inState = (state: MessageState) => now.filter((message) => message.state === state).map(({ id }) => id);
    return {
      queued: inState('queued'),
      held: inState('held'),
      conflicts: [
        ...messages.filter((message) => !gotNowhere(message)).map(({ id }) => conflict(id, 'messageIsNotFailed')),
        ...failed.filter((message) => !message.is_sendable).map(({ id }) => conflict(id, 'messageHasExpired')),
        ...inState('notSent').map((id) => conflict(id, 'notSent')),
      ],
    };
  });
}

function conflict<const Reason>(id: number, reason: Reason): { id: number; reason: Reason } {
  return { id, reason };
}

export function release(db: Db, actor: Actor, rules: SmsRules, messageId: number): Promise<Message> {
  return transaction(db, async (db) => {
    const message = orNotFound(await lockMessage(db, actor, messageId));
    if (message.state !== 'held') throw new Refusal('messageIsNotHeld');
    if (!message.is_sendable) throw new Refusal('messageHasExpired');
    const allowed = await barMessages(db, message.company_id, [messageId], rules);
    await holdMessages(db, message.company_id, allowed, { sender: actor, rules });
    if (allowed.length > 0) await requeueMessages(db, [message]);
    await audit(db, actor, {
      action: 'message.released',
      companyId: message.company_id,
      subject: 'message',
      subjectId: messageId,
    });
    await publishMessages(db, [message]);
    return toMessage(orNotFound(await lockMessage(db, actor, messageId, message.company_id)));
  });
}

export async function readVisitMessages(db: Db, actor: Actor, visitId: number): Promise<VisitDelivery[]> {
  const companyId = await requireVisit(db, actor, visitId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visit.listed', companyId, subject: 'visit', subjectId: visitId });
  }
  const messages: VisitDelivery[] = (await listMessagesOfVisit(db, companyId, visitId)).map(toVisitMessage);
  const shownAt = await findShownToReception(db, companyId, visitId);
  if (shownAt === undefined) return messages;
  const later = messages.findIndex(({ createdAt }) => createdAt > shownAt);
  return messages.toSpliced(later === -1 ? messages.length : later, 0, toShownToReception(shownAt));
}

export function sendVisitMessageAgain(
  db: Db,
  actor: Actor,
  rules: SmsRules,
  { visitId, messageId }: { visitId: number; messageId: number },
): Promise<VisitMessage> {
  return transaction(db, async (db) => {
    const companyId = await requireVisit(db, actor, visitId);
    orNotFound((await listMessagesOfVisit(db, companyId, visitId, messageId))[0]);
    await sendAgain(db, actor, rules, messageId, companyId);
    return toVisitMessage(orNotFound((await listMessagesOfVisit(db, companyId, visitId, messageId))[0]));
  });
}

/** @throws {Refusal} `messageIsNotFailed`; `messageHasExpired`; `notFound`, also without a message */
export function sendGuestMessageAgain(
  db: Db,
  actor: Actor,
  rules: SmsRules,
  { invitationId, invitedGuestId }: { invitationId: number; invitedGuestId: number },
): Promise<null> {
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int, company_id: int })`
      select m.id, m.company_id
      from invitation i
      join invitation_guest ig on ig.company_id = i.company_id and ig.invitation_id = i.id and ig.id = ${invitedGuestId}
      join message m on m.company_id = ig.company_id and m.guest_id = ig.guest_id and m.kind = any(${[...guestKinds]}::text[])
      where i.id = ${invitationId} and ${inScope(actor, 'i.company_id')} and ${inTenantScope(actor, 'i.tenant_id')}
      order by m.id desc limit 1`.execute(db);
    const { id, company_id: companyId } = orNotFound(rows[0]);
    await sendAgain(db, actor, rules, id, companyId);
    return null;
  });
}

/** Wakes the workers, and reports the visits and the dates of the guests, which show the state of the messages. */
async function publishMessages(db: Db, messages: readonly MessageRow[]): Promise<void> {
  notifyDebounced(db, 'message');
  for (const [companyId, ofCompany] of Map.groupBy(messages, (message) => message.company_id)) {
    if (companyId === null) continue;
    await publishVisits(db, companyId, [...new Set(ofCompany.flatMap((message) => message.visit_id ?? []))]);
    const { rows } = await typedSql({ tenantId: int, ids: z.array(int) })`
      select i.tenant_id as "tenantId", array_agg(distinct i.id) as ids
      from message m
      join invitation_guest ig on ig.company_id = m.company_id and ig.guest_id = m.guest_id
      join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
      where m.company_id = ${companyId} and m.id = any(${ofCompany.map(({ id }) => id)}::int[])
      group by i.tenant_id`.execute(db);
    for (const { ids, tenantId } of rows) await publishAttendance(db, { companyId, tenantId }, ids);
  }
}

async function requireVisit(db: Db, actor: Actor, visitId: number): Promise<number> {
  return orNotFound(await findCompanyOfVisit(db, actor, visitId));
}

function toVisitMessage(row: VisitMessageRow): VisitMessage {
  const { id, channel, kind, state, nextAttemptAt, problem, createdAt, deliveredAt, canRetry, canRelease } =
    toMessage(row);
  const recipientName = row.recipient_name;
  return {
    id,
    channel,
    kind,
    state,
    nextAttemptAt,
    problem,
    createdAt,
    deliveredAt,
    canRetry,
    canRelease,
    recipientName,
  };
}

function toShownToReception(at: string): VisitDelivery {
  return {
    id: null,
    channel: 'desk',
    kind: 'unanswered',
    state: 'delivered',
    nextAttemptAt: null,
    problem: null,
    createdAt: at,
    deliveredAt: at,
    canRetry: false,
    canRelease: false,
    recipientName: null,
  };
}

const VisitMessageRow = MessageRow.extend({
  recipient_name: text.nullable(),
});
type VisitMessageRow = z.infer<typeof VisitMessageRow>;

async function findCompanyOfVisit(db: Db, actor: Actor, visitId: number): Promise<number | undefined> {
  const { rows } = await typedSql({ company_id: int })`
    select o.company_id from visit o
    where o.id = ${visitId} and ${inScope(actor, 'o.company_id')} and ${inTenantScope(actor, 'o.tenant_id')}`.execute(
    db,
  );
  return rows[0]?.company_id;
}

async function listMessagesOfVisit(
  db: Db,
  companyId: number,
  visitId: number,
  messageId?: number,
): Promise<VisitMessageRow[]> {
  const { rows } = await typedSql(VisitMessageRow)`
    ${selectMessagesWith(sql`, case
      when m.kind = 'arrival' then e.name
      when m.kind = 'unanswered' then (select x.name from employee x where x.company_id = o.company_id and x.tenant_id = o.tenant_id and x.id = m.employee_id)
      else o.name end as recipient_name`)}
    join visit o on o.company_id = m.company_id and o.id = m.visit_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where m.company_id = ${companyId} and m.visit_id = ${visitId} and (${messageId ?? null}::int is null or m.id = ${messageId ?? null})
    order by m.id`.execute(db);
  return rows;
}

async function findShownToReception(db: Db, companyId: number, visitId: number): Promise<string | undefined> {
  const { rows } = await typedSql({ shown_at: moment })`
    select shown_at from escalation
    where company_id = ${companyId} and visit_id = ${visitId} and shown_at is not null`.execute(db);
  return rows[0]?.shown_at;
}
