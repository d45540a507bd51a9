import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { messageKinds, messageStates } from './message.ts';
import { IdParam, Moment } from './values.ts';
import { VisitRecord } from './visit.ts';
import { Visitor } from './visitor.ts';

/** Everything that is kept about a visitor, for somebody who asks what that is. */
export const VisitorData = z.object({
  visitor: Visitor,
  /** Until when somebody is remembered who asked for it and has no visit that is kept. */
  savedUntil: Moment.nullable(),
  /** Since when a tenant expects them. */
  preregisteredAt: Moment.nullable(),
  /** The newest first. */
  visits: z.array(VisitRecord.extend({ formerHost: z.string().nullable() })),
  messages: z.array(
    z.object({
      kind: z.enum(messageKinds),
      channel: z.enum(['email', 'sms']),
      recipient: z.string().nullable(),
      state: z.enum(messageStates),
      createdAt: Moment,
    }),
  ),
});
export type VisitorData = z.output<typeof VisitorData>;

const ofVisitor = { path: '/visitors/:visitorId/data', params: z.object({ visitorId: IdParam }) } as const;

export const exportVisitorData = endpoint({
  method: 'GET',
  ...ofVisitor,
  access: 'visitor.answerRequest',
  reply: VisitorData,
});

/** Removes the visitor with everything that is kept about them, at once and whatever the settings say; an open visit ends. */
export const eraseVisitorData = endpoint({
  method: 'DELETE',
  ...ofVisitor,
  access: 'visitor.answerRequest',
  reply: z.null(),
});
