import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Message } from '@vestibule/contract/visits/message.ts';
import {
  messageKinds,
  messageProblems,
  type MessageState,
  messageStates,
} from '@vestibule/contract/platform/message-words.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { readCursor, searchPatterns } from '../../platform/http/list.ts';
import { allMessages, noRecipient } from '../../platform/outbox/outbox.store.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const MessageRow = z.strictObject({
  id: int,
  company_id: int.nullable(),
  visit_id: int.nullable(),
  company_name: text.nullable(),
  visit_name: text.nullable(),
  visit_tenant_id: int.nullable(),
  visit_tenant_name: text.nullable(),
  is_inside: bool.nullable(),
  visitor_id: int.nullable(),
  visitor_name: text.nullable(),
  channel: z.enum(['email', 'sms']),
  kind: z.enum(messageKinds),
  recipient: text.nullable(),
  state: z.enum(messageStates),
  attempts: int,
  segments: int.nullable(),
  next_attempt_at: moment,
  problem: z.enum(messageProblems).nullable(),
  last_answer: text.nullable(),
  created_at: moment,
  delivered_at: moment.nullable(),
  is_sendable: bool,
});
export type MessageRow = z.infer<typeof MessageRow>;

/** Only superAdmins see messages to users of no company. */
function messagesOf({ companyIds }: Actor): RawBuilder<unknown> {
  return companyIds === 'all' ? allMessages : sql`message`;
}

export function selectMessagesWith(
  further: RawBuilder<unknown>,
  messages: RawBuilder<unknown> = sql`message`,
): RawBuilder<unknown> {
  return sql`
  select m.id, m.company_id, m.visit_id, c.name as company_name, mv.name as visit_name,
    mv.tenant_id as visit_tenant_id, mt.name as visit_tenant_name, mv.checked_out_at is null as is_inside,
    mp.id as visitor_id, mp.name as visitor_name, m.channel, m.kind, m.recipient, m.state, m.attempts, m.segments, m.next_attempt_at,
    m.problem, m.last_answer, m.created_at, m.delivered_at,
    (m.content is not null or m.visit_id is not null) and m.recipient is not null and m.expires_at > now() and ${noRecipient} is null as is_sendable ${further}
  from ${messages} m left join company c on c.id = m.company_id
  left join visit mv on mv.company_id = m.company_id and mv.id = m.visit_id
  left join tenant mt on mt.company_id = mv.company_id and mt.id = mv.tenant_id
  left join visitor mp on mp.company_id = m.company_id and mp.id = m.visitor_id`;
}

function inMessageScope(actor: Actor): RawBuilder<boolean> {
  const ofCompany = inScope(actor, 'm.company_id');
  return actor.companyIds === 'all' ? sql`(m.company_id is null or ${ofCompany})` : ofCompany;
}

/** @param companyId of the message, if the caller knows it */
export async function lockMessage(
  db: Db,
  actor: Actor,
  messageId: number,
  companyId: number | null = null,
): Promise<MessageRow | undefined> {
  return (await lockMessages(db, actor, [messageId], companyId))[0];
}

/** Locks by id, in the order of CONTRIBUTING.md. */
export async function lockMessages(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  companyId: number | null = null,
): Promise<MessageRow[]> {
  const hasId = sql`m.id = any(${[...ids]}::int[])`;
  const isMeant = companyId === null ? hasId : sql`m.company_id = ${companyId} and ${hasId}`;
  await sql`
    select from message m where ${isMeant} and ${inScope(actor, 'm.company_id')} order by m.id for update`.execute(db);
  if (actor.companyIds === 'all' && companyId === null) {
    await sql`select from system_message m where ${hasId} order by m.id for update`.execute(db);
  }
  const { rows } = await typedSql(MessageRow)`
    ${selectMessagesWith(sql``, messagesOf(actor))} where ${isMeant} and ${inMessageScope(actor)} order by m.id`.execute(
    db,
  );
  return rows;
}

export function listMessages(
  db: Db,
  actor: Actor,
  query: ListQuery,
  { companyId, state }: { companyId: number | undefined; state: MessageState | undefined },
): Promise<Counted<MessageRow>> {
  const after = readCursor(query);
  const patterns = searchPatterns(query, searchMinimum.company);
  const conditions = [inMessageScope(actor)];
  if (companyId !== undefined) conditions.push(sql`m.company_id = ${companyId}`);
  if (state !== undefined) conditions.push(sql`m.state = ${sql.lit(state)}`);
  const found = patterns.map((pattern) => sql`fold(m.recipient) like fold(${pattern})`);
  if (found.length > 0) conditions.push(sql`(${sql.join(found, sql` or `)})`);
  const further = after ? sql`and m.id < ${after.id}` : sql``;
  return readList(db, query, {
    row: MessageRow,
    select: selectMessagesWith(sql``, messagesOf(actor)),
    from: sql`${messagesOf(actor)} m`,
    where: sql.join(conditions, sql` and `),
    further,
    order: sql`m.id desc`,
    isSearch: found.length > 0,
  });
}

export async function requeueMessages(
  db: Db,
  messages: readonly Pick<MessageRow, 'id' | 'company_id'>[],
): Promise<void> {
  for (const [companyId, meant] of Map.groupBy(messages, (message) => message.company_id)) {
    await sql`
      update ${companyId === null ? sql`system_message` : sql`message`}
      set state = 'queued', attempts = 0, next_attempt_at = now(), problem = null, last_answer = null,
        mail_id = case when channel = 'sms' then gen_random_uuid() else mail_id end
      where ${companyId === null ? sql`true` : sql`company_id = ${companyId}`}
        and id = any(${meant.map(({ id }) => id)}::int[])`.execute(db);
  }
}

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    visit: toVisit(row),
    visitor:
      row.visitor_id === null || row.visitor_name === null ? null : { id: row.visitor_id, name: row.visitor_name },
    channel: row.channel,
    kind: row.kind,
    recipient: row.recipient,
    state: row.state,
    attempts: row.attempts,
    segments: row.segments,
    nextAttemptAt: isSentByItself(row) ? row.next_attempt_at : null,
    problem: row.problem,
    answer: row.last_answer,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    canRetry: gotNowhere(row) && row.is_sendable,
    canRelease: row.state === 'held' && row.is_sendable,
  };
}

/** Messages above the limit of a host wait for the next hour. Others that are held wait for a manager. */
function isSentByItself({ state, problem }: MessageRow): boolean {
  return state === 'queued' || (state === 'held' && problem === 'hostLimit');
}

function toVisit({ visit_id: id, visit_name: visitorName, ...row }: MessageRow): Message['visit'] {
  const { visit_tenant_id: tenantId, visit_tenant_name: tenantName } = row;
  if (id === null || visitorName === null || tenantId === null || tenantName === null) return null;
  return { id, visitorName, tenant: { id: tenantId, name: tenantName }, isInside: row.is_inside === true };
}

export function gotNowhere({ state }: Pick<MessageRow, 'state'>): boolean {
  return state === 'failed' || state === 'notSent';
}
