import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { messageKinds, messageStates, messageProblems } from '../platform/message-words.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';
import { pathOfVisitMessages } from './visit.ts';

export const Message = z.object({
  id: Id,
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  /** The visit that it reports, with the name given for it. */
  visit: z
    .object({ id: Id, visitorName: z.string(), tenant: z.object({ id: Id, name: z.string() }), isInside: z.boolean() })
    .nullable(),
  /** The expected visitor that it reports, without a visit. */
  visitor: z.object({ id: Id, name: z.string() }).nullable(),
  channel: z.enum(['email', 'sms']),
  kind: z.enum(messageKinds),
  recipient: z.string().nullable(),
  state: z.enum(messageStates),
  attempts: z.int(),
  nextAttemptAt: Moment.nullable(),
  /** Billed parts of an SMS. */
  segments: z.int().nullable(),
  /** The last problem, and the provider's answer without addresses and numbers. */
  problem: z.enum(messageProblems).nullable(),
  answer: z.string().nullable(),
  createdAt: Moment,
  deliveredAt: Moment.nullable(),
  /** Failed and not expired. */
  canRetry: z.boolean(),
  /** Held and not expired. */
  canRelease: z.boolean(),
});
export type Message = z.output<typeof Message>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'List messages',
  standby: true,
  access: 'message.read',
  query: ListQuery.extend({ companyId: IdParam.optional(), state: z.enum(messageStates).optional() }),
  reply: z.array(Message),
  paged: true,
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/retry',
  summary: 'Send a message again',
  access: 'message.retry',
  params: z.object({ messageId: IdParam }),
  reply: Message,
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});

export const maxMessagesAgain = 100;

/** Messages that cannot be sent are conflicts. Messages above a limit are held. */
export const retryMessages = endpoint({
  method: 'POST',
  path: '/messages/retry',
  summary: 'Send messages again',
  access: 'message.retry',
  body: z.strictObject({ ids: z.array(Id).min(1).max(maxMessagesAgain) }),
  reply: z.object({
    queued: z.array(Id),
    held: z.array(Id),
    conflicts: z.array(z.object({ id: Id, reason: z.enum(['messageIsNotFailed', 'messageHasExpired', 'notSent']) })),
  }),
});

export const releaseMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/release',
  summary: 'Send a held message',
  access: 'message.release',
  params: z.object({ messageId: IdParam }),
  reply: Message,
  refusals: ['messageIsNotHeld', 'messageHasExpired'],
});

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
  recipientName: z.string().nullable(),
});
export type VisitMessage = z.output<typeof VisitMessage>;

/** Also the step of the escalation that shows "No answer yet" to reception. No one sends it, so its channel is `desk` and it has no id. */
export const VisitDelivery = VisitMessage.extend({
  id: Id.nullable(),
  channel: z.enum(['email', 'sms', 'desk']),
});
export type VisitDelivery = z.output<typeof VisitDelivery>;

export const listVisitMessages = endpoint({
  method: 'GET',
  path: pathOfVisitMessages,
  summary: 'List the messages about a visit, and the step of the escalation at reception',
  access: 'visitMessage.read',
  params: z.object({ visitId: IdParam }),
  reply: z.array(VisitDelivery),
});

export const retryVisitMessage = endpoint({
  method: 'POST',
  path: '/visits/:visitId/messages/:messageId/retry',
  summary: 'Send a message about a visit again',
  access: 'visitMessage.retry',
  params: z.object({ visitId: IdParam, messageId: IdParam }),
  reply: VisitMessage,
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});

/** The last message to a guest about the invitation, also that of a cancellation. */
export const retryGuestMessage = endpoint({
  method: 'POST',
  path: '/invitations/:invitationId/guests/:guestId/retry',
  summary: 'Send the last message to a guest again',
  access: 'invitation.manage',
  params: z.object({ invitationId: IdParam, guestId: IdParam }),
  reply: z.null(),
  refusals: ['messageIsNotFailed', 'messageHasExpired'],
});
