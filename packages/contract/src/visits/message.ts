import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { messageKinds, messageStates, messageProblems } from '../platform/message-words.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';
import { pathOfVisitMessages } from './visit.ts';

/** A message to somebody, as staff follow it. What it says is never shown. */
export const Message = z.object({
  id: Id,
  /** null for what concerns no company. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  channel: z.enum(['email', 'sms']),
  kind: z.enum(messageKinds),
  /** null 30 days after the message was written. */
  recipient: z.string().nullable(),
  state: z.enum(messageStates),
  attempts: z.int(),
  /** While it is queued. */
  nextAttemptAt: Moment.nullable(),
  /** How many parts an SMS was sent in, each of which is paid for. */
  segments: z.int().nullable(),
  /** Why the last attempt did not get through, and what the provider said, without addresses and numbers. */
  problem: z.enum(messageProblems).nullable(),
  answer: z.string().nullable(),
  createdAt: Moment,
  deliveredAt: Moment.nullable(),
  /** Whether it can be sent again: it got nowhere, and has not expired. */
  canRetry: z.boolean(),
  /** Whether a manager can release it: it is held, and has not expired. */
  canRelease: z.boolean(),
});
export type Message = z.output<typeof Message>;

/** Newest first, all of them or those in one state, 200 of them where no limit is given. Search matches the recipient. Without a company it answers all messages, to a superAdmin alone. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'List messages',
  access: 'message.read',
  query: ListQuery.extend({ companyId: IdParam.optional(), state: z.enum(messageStates).optional() }),
  reply: z.array(Message),
  paged: true,
});

/** Sends a message that failed, or for which there was no provider. */
export const retryMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/retry',
  summary: 'Send a message again',
  access: 'message.retry',
  params: z.object({ messageId: IdParam }),
  reply: Message,
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});

/** Sends a message that is held. It is counted, and sent although it is above a limit. */
export const releaseMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/release',
  summary: 'Send a held message',
  access: 'message.release',
  params: z.object({ messageId: IdParam }),
  reply: Message,
  refusals: ['messageIsNotHeld', 'messageHasExpired'],
});

/** A message about a visit, as the desk follows it: to whom it went, not where. */
export const VisitMessage = Message.pick({
  id: true,
  channel: true,
  kind: true,
  state: true,
  nextAttemptAt: true,
  problem: true,
  createdAt: true,
  deliveredAt: true,
  canRetry: true,
  canRelease: true,
}).extend({
  /** The name of the visitor or of the host; null once the host is gone. */
  recipientName: z.string().nullable(),
});
export type VisitMessage = z.output<typeof VisitMessage>;

/** Whom a visit was announced to, and whether they were reached; the oldest first. */
export const listVisitMessages = endpoint({
  method: 'GET',
  path: pathOfVisitMessages,
  summary: 'List the messages about a visit',
  access: 'visitMessage.read',
  params: z.object({ visitId: IdParam }),
  reply: z.array(VisitMessage),
});

/** Sends a message about a visit again that failed, or for which there was no provider. */
export const retryVisitMessage = endpoint({
  method: 'POST',
  path: '/visits/:visitId/messages/:messageId/retry',
  summary: 'Send a message about a visit again',
  access: 'visitMessage.retry',
  params: z.object({ visitId: IdParam, messageId: IdParam }),
  reply: VisitMessage,
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});
