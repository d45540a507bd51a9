import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { messageKinds, messageStates } from '../platform/message-words.ts';
import { IdParam, languages, Moment, TypedPhone } from '../platform/values.ts';
import { VisitRecord } from './visit.ts';
import { Visitor } from './visitor.ts';

/** Visits are found by visitor and phone. */
export const VisitorData = z.object({
  visitor: Visitor,
  savedUntil: Moment.nullable(),
  preregisteredAt: Moment.nullable(),
  visits: z.array(
    VisitRecord.extend({
      name: z.string(),
      companyName: z.string(),
      phone: z.string(),
      formerHost: z.string().nullable(),
      /** Chosen by the visitor at a kiosk. */
      language: z.enum(languages).nullable(),
    }),
  ),
  /** A row per date. */
  invitations: z.array(
    z.object({
      title: z.string().nullable(),
      note: z.string().nullable(),
      tenant: z.string(),
      host: z.string().nullable(),
      startsAt: Moment,
      endsAt: Moment,
      name: z.string(),
      companyName: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
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

/** Visits are found by visitor and phone. */
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

export const exportDataOfPhone = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/data/export',
  summary: 'Export everything that is kept about a phone number',
  ...ofPhone,
  reply: VisitorData.extend({ visitor: Visitor.nullable() }),
});
export type PhoneData = z.output<typeof exportDataOfPhone.reply>;

/** Returns the number of visits. */
export const eraseDataOfPhone = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/data/erase',
  summary: 'Erase everything that is kept about a phone number',
  ...ofPhone,
  reply: z.object({ visits: z.int() }),
});
