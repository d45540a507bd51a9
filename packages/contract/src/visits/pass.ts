import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Image } from '../platform/image.ts';
import { messageKinds, messageStates } from '../platform/message-words.ts';
import { line, Moment } from '../platform/values.ts';
import { Guest, GuestFields } from './guest.ts';
import { Answer, Named } from './visit.ts';

/**
 * Of all dates of a series. `guest`: the guest's data in the invitation. `answer`: that of the host. `visitor`: the data for the next
 * visit.
 */
const storedThings = ['guest', 'visit', 'answer', 'visitor', 'messages'] as const;

/** The face of a building on the pages of guests. */
export const BrandedBuilding = z.object({
  name: z.string(),
  timeZone: z.string(),
  /** `#RRGGBB` */
  accentColor: z.string().nullable(),
  logo: Image.nullable(),
});

/** A series has one pass per guest, which shows the next date. */
export const Pass = z.object({
  guest: Guest.omit({ visitorId: true, held: true }),
  tenant: Named,
  host: z.object({ name: z.string(), photo: Image.nullable() }).nullable(),
  building: BrandedBuilding.extend({ address: z.string().nullable(), directions: z.string().nullable() }),
  title: z.string().nullable(),
  note: z.string().nullable(),
  startsAt: Moment,
  endsAt: Moment,
  isSeries: z.boolean(),
  code: z.string(),
  validFrom: Moment,
  validUntil: Moment,
  status: z.enum(['planned', 'canceled']),
  /**
   * `isDeletedAtCheckOut`: the data are deleted when the open visit ends. `isAsked`: the guest was asked whether they are still here and
   * has not replied. After `staysUntil` they are asked again.
   */
  visit: z
    .object({
      checkedInAt: Moment,
      checkedOutAt: Moment.nullable(),
      answer: Answer.nullable(),
      isDeletedAtCheckOut: z.boolean(),
      isAsked: z.boolean(),
      staysUntil: Moment.nullable(),
    })
    .nullable(),
  wifiInfo: z.string().nullable(),
  /** The guest's choice on this pass to be remembered. Null before the guest has chosen. */
  shouldSaveData: z.boolean().nullable(),
  /** `until` is null if no time is known yet. */
  stored: z.array(z.object({ what: z.enum(storedThings), until: Moment.nullable() })),
  messages: z.array(
    z.object({
      kind: z.enum(messageKinds),
      channel: z.enum(['email', 'sms']),
      state: z.enum(messageStates),
      at: Moment,
    }),
  ),
  /**
   * Whether the pass reads, changes and deletes the data for the next visit: `unneeded` if it created them or has no phone, `needed` before
   * the code of the phone, `given` for an hour after it.
   */
  proof: z.enum(['unneeded', 'needed', 'given']),
  canceledAt: Moment.nullable(),
  canceledBy: z.enum(['host', 'staff']).nullable(),
});
export type Pass = z.output<typeof Pass>;

const ofPass = {
  access: 'pass.act',
  /** Any text: a malformed token is refused like an unknown one. */
  params: z.object({ token: z.string() }),
} as const;

const unknown = ['passUnknown', 'tooManyRequests'] as const;

export const getPass = endpoint({
  method: 'GET',
  path: '/pass/:token',
  summary: 'Read a pass',
  ...ofPass,
  reply: Pass,
  refusals: [...unknown],
});

export const PassFields = GuestFields.pick({ name: true, companyName: true, phone: true }).extend({
  /** Omitted, the choice stays. */
  shouldSaveData: z.boolean().optional(),
});
export type PassFields = z.output<typeof PassFields>;

/** Confirms the visit with the data of the guest. The phone is unverified, so it never changes a visitor whom others know. */
export const changePass = endpoint({
  method: 'PUT',
  path: '/pass/:token',
  summary: 'Change the data of the guest and confirm the visit',
  ...ofPass,
  body: PassFields,
  reply: Pass,
  refusals: [...unknown, 'passIsOver', 'invalidPhone', 'visitorIsCheckedIn'],
});

export const declinePass = endpoint({
  method: 'POST',
  path: '/pass/:token/decline',
  summary: 'Decline the invitation',
  ...ofPass,
  query: z.strictObject({ dates: z.enum(['this', 'all']).default('this') }),
  reply: Pass,
  refusals: [...unknown, 'passIsOver', 'visitorIsCheckedIn'],
});

/** Repeating it returns the pass. */
export const checkOutPass = endpoint({
  method: 'POST',
  path: '/pass/:token/check_out',
  summary: 'Check out from the visit of the pass',
  ...ofPass,
  reply: Pass,
  refusals: [...unknown, 'visitorIsNotCheckedIn'],
});

/** The guest is still here, so that they are asked again after two hours. */
export const keepPassInside = endpoint({
  method: 'POST',
  path: '/pass/:token/still_here',
  summary: 'Say that the guest is still here',
  ...ofPass,
  reply: Pass,
  refusals: [...unknown, 'visitorIsNotCheckedIn'],
});

/** Sends a code by SMS to the phone of the guest. It works for 10 minutes. A new code replaces the last one. */
export const sendPassCode = endpoint({
  method: 'POST',
  path: '/pass/:token/code',
  summary: 'Send a code to the phone of the guest',
  ...ofPass,
  reply: Pass,
  refusals: [...unknown, 'invalidPhone'],
});

/** With the code of the phone the pass reads, changes and deletes the data for the next visit, for an hour. */
export const provePassPhone = endpoint({
  method: 'POST',
  path: '/pass/:token/proof',
  summary: 'Prove the phone of the guest by its code',
  ...ofPass,
  body: z.strictObject({ code: line(32) }),
  reply: Pass,
  refusals: [...unknown, 'incorrectCode'],
});

/** Null if nothing is left. During a visit the deletion takes effect at check-out. */
export const deletePassData = endpoint({
  method: 'DELETE',
  path: '/pass/:token/data',
  summary: 'Delete the data stored by a pass',
  ...ofPass,
  reply: Pass.nullable(),
  refusals: [...unknown],
});
