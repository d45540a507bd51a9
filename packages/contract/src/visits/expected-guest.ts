import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { guestKinds } from '../platform/message-words.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';
import { Invitation } from './invitation.ts';
import { Named } from './visit.ts';

/**
 * A guest whom the company expects today and whom `listVisitors` does not list with this invitation, or whom the last message did not reach.
 * `id` is that of the guest.
 */
const ExpectedGuest = z.object({
  id: Id,
  invitationId: Id,
  name: z.string(),
  companyName: z.string().nullable(),
  tenant: Named,
  host: Named.extend({ phone: z.string().nullable() }).nullable(),
  title: z.string().nullable(),
  startsAt: Moment,
  endsAt: Moment,
  state: z.enum(['invited', 'confirmed']),
  /** Without a phone the check-in is the conflict `phoneRequired`. */
  hasPhone: z.boolean(),
  /** The guest typed the phone on the pass, and a visitor or another guest has it. */
  isPhoneUnverified: z.boolean(),
  /** Did not come within 15 minutes of the start. */
  isLate: z.boolean(),
  isCanceled: z.boolean(),
  /** The last message about the invitation, if it failed. */
  failedMessage: z.enum(guestKinds).nullable(),
});
export type ExpectedGuest = z.output<typeof ExpectedGuest>;

/**
 * Guests of today without a phone or with one from the pass that others have, and other invitations of today of a visitor who is expected for an
 * earlier one. They come by start.
 * A tenant's user gets the guests of the tenant. `needsAttention`: late guests of today, and the next date of each guest whom the last message
 * did not reach, also of a meeting that was canceled.
 */
export const listExpectedGuests = endpoint({
  method: 'GET',
  path: '/invitations/company/:companyId/expected',
  summary: 'List the guests of today who are no expected visitors',
  standby: true,
  access: 'invitation.manage',
  params: z.object({ companyId: IdParam }),
  query: ListQuery.extend({ tenantId: IdParam.optional(), only: z.enum(['late', 'needsAttention']).optional() }),
  reply: z.array(ExpectedGuest),
  paged: true,
});

/** The desk does not expect the guest on this date any more. The guest gets no message. */
export const dismissGuest = endpoint({
  method: 'POST',
  path: '/invitations/:invitationId/guests/:guestId/decline',
  summary: 'Note that a guest does not come',
  access: 'invitation.manage',
  params: z.object({ invitationId: IdParam, guestId: IdParam }),
  reply: Invitation,
  refusals: ['invitationIsOver', 'visitorIsCheckedIn'],
});

/** A guest of an invitation does not come on this date. The visitor gets no message. */
export const dismissExpected = endpoint({
  method: 'POST',
  path: '/visitors/:visitorId/dismiss',
  summary: 'Note that an expected visitor does not come',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  reply: z.null(),
  refusals: ['visitorIsNotExpected', 'visitorIsCheckedIn', 'invitationIsOver'],
});
