import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { messageKinds, messageStates } from '../platform/message-words.ts';
import { IdParam, Moment, TypedPhone } from '../platform/values.ts';
import { VisitRecord } from './visit.ts';
import { Visitor } from './visitor.ts';

/** Everything that is kept about a visitor, in answer to a data request. Visits are found by the visitor and by the phone. */
export const VisitorData = z.object({
  visitor: Visitor,
  /** Until when somebody is remembered who asked for it and has no visit that is kept. */
  savedUntil: Moment.nullable(),
  /** Since when a tenant expects them. */
  preregisteredAt: Moment.nullable(),
  /** The newest first. */
  visits: z.array(
    VisitRecord.extend({
      name: z.string(),
      companyName: z.string(),
      phone: z.string(),
      formerHost: z.string().nullable(),
    }),
  ),
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
  summary: 'Export everything that is kept about a visitor',
  ...ofVisitor,
  access: 'visitor.answerRequest',
  reply: VisitorData,
});

/**
 * Removes the visitor with everything that is kept about them, at once and whatever the settings say. An open visit ends. Visits are found by
 * the visitor and by the phone.
 */
export const eraseVisitorData = endpoint({
  method: 'DELETE',
  summary: 'Erase everything that is kept about a visitor',
  ...ofVisitor,
  access: 'visitor.answerRequest',
  reply: z.null(),
});

const ofPhone = {
  access: 'visitor.answerRequest',
  params: z.object({ companyId: IdParam }),
  body: z.strictObject({ phone: TypedPhone }),
  refusals: ['invalidPhone'],
} as const;

/** The same by phone, also where only visits are left. */
export const exportDataOfPhone = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/data/export',
  summary: 'Export everything that is kept about a phone number',
  ...ofPhone,
  reply: VisitorData.extend({ visitor: Visitor.nullable() }),
});
export type PhoneData = z.output<typeof exportDataOfPhone.reply>;

/** Removes the visitor with this phone, and all visits for which it was given. Answers how many visits those were. */
export const eraseDataOfPhone = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/data/erase',
  summary: 'Erase everything that is kept about a phone number',
  ...ofPhone,
  reply: z.object({ visits: z.int() }),
});
