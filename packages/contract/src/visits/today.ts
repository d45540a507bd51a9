import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

/**
 * Days are those of the building. Each number but `inside` counts the rows of a filter of `listVisitors`, and the guests of
 * `listExpectedGuests` whom that filter concerns. Meetings whose host was removed are those of `listInvitations`.
 */
export const readToday = endpoint({
  method: 'GET',
  path: '/visitors/company/:companyId/today',
  summary: 'Count the visitors of today',
  standby: true,
  access: 'visitor.list',
  params: z.object({ companyId: IdParam }),
  reply: z.object({
    inside: z.int(),
    tenantsInside: z.int(),
    expectedToday: z.int(),
    /** Guests among them. */
    guestsExpected: z.int(),
    nextExpectedAt: Moment.nullable(),
    leftToday: z.int(),
    lastLeftAt: Moment.nullable(),
    /** Visitors, guests, refused acts of kiosks, and meetings whose host was removed. */
    needsAttention: z.int(),
    /** Visits inside whose host no message reached. */
    notReached: z.int(),
  }),
});
export type Today = z.output<typeof readToday.reply>;

/**
 * Why a visitor needs attention. `notReached`: no message reached the host. `late`: did not come within 15 minutes of the expected time.
 * `afterHours`: still inside after the closing hour of the kiosks. `noAnswer`: no one has answered in the time of the settings.
 * `messageFailed`: a message to the visitor, or to a colleague of the host, failed and can be sent again.
 */
export const attentions = ['notReached', 'late', 'afterHours', 'noAnswer', 'messageFailed'] as const;
export type Attention = (typeof attentions)[number];

export const VisitorState = z.object({
  visitorId: Id,
  /** The end of the last visit of today, unless the visitor is inside. */
  leftAt: Moment.nullable(),
  attention: z.array(z.enum(attentions)),
  /** Messages of the open visit that can be sent again. */
  failedMessages: z.array(Id),
  /** What the host of the open visit was sent. Null without a visit or a host. `none`: the tenant sends hosts no messages. */
  host: z
    .object({
      state: z.enum(['sent', 'sending', 'notReached', 'none']),
      channel: z.enum(['email', 'sms']).nullable(),
      at: Moment.nullable(),
      phone: z.string().nullable(),
      /** The next step of the escalation. */
      next: z.object({ name: z.string(), at: Moment }).nullable(),
    })
    .nullable(),
});
export type VisitorState = z.output<typeof VisitorState>;

const maxStates = 500;

/** Returns states in the order of `ids`. A tenant's user sees visitors of its tenant. */
export const readVisitorStates = endpoint({
  method: 'POST',
  path: '/visitors/company/:companyId/states',
  summary: 'Read the states of visitors',
  access: 'visitMessage.read',
  params: z.object({ companyId: IdParam }),
  body: z.strictObject({ ids: z.array(Id).min(1, 'invalidValue').max(maxStates, 'max500visitors') }),
  reply: z.array(VisitorState),
});
