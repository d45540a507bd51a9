import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from './values.ts';

/** What a message is about; each has its texts in the phrases. */
export const messageKinds = ['invite', 'passwordReset', 'directoryFailed'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Where a message is on its way. `delivered` says that the mail server took it over; `notSent` that there is no provider to send it
 * with.
 */
export const messageStates = ['queued', 'sending', 'delivered', 'failed', 'notSent'] as const;
export type MessageState = (typeof messageStates)[number];

/** Why a message did not get through; each has its text in the phrases. */
export const messageProblems = [
  'noProvider',
  'cannotConnect',
  'timedOut',
  'connectionLost',
  'notSecure',
  'signInRefused',
  'refused',
  'deferred',
  'expired',
  'userDeleted',
  'unreadable',
] as const;
export type MessageProblem = (typeof messageProblems)[number];

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
  /** Why the last attempt did not get through, and what the mail server said, without addresses. */
  problem: z.enum(messageProblems).nullable(),
  answer: z.string().nullable(),
  createdAt: Moment,
  deliveredAt: Moment.nullable(),
  /** Whether it can be sent again: it got nowhere, and has not expired. */
  canRetry: z.boolean(),
});
export type Message = z.output<typeof Message>;

/** Newest first, 200 of them where no limit is given. Search matches the recipient. Without a company it answers all messages, to a superAdmin alone. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'message.read',
  query: ListQuery.extend({ companyId: IdParam.optional() }),
  reply: z.array(Message),
  paged: true,
});

/** Sends a message that failed, or for which there was no provider. */
export const retryMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/retry',
  access: 'message.retry',
  params: z.object({ messageId: IdParam }),
  reply: Message,
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});
