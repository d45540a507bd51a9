import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, key, languages, line, lines, ListQuery, Moment } from '../platform/values.ts';
import { Guest, GuestEdit, GuestFields, guestStates, orNull } from './guest.ts';
import { Named } from './visit.ts';
import { Visitor } from './visitor.ts';

/** `interval`: days or weeks of a series. `days`: between `from` and `to` of a list. `hours`: length of a meeting. `open`: planned invitations of a host; a series counts once. */
export const invitationLimits = {
  guests: 200,
  dates: 366,
  interval: 366,
  guestsTimesDates: 2_000,
  open: 500,
  hours: 24,
  days: 92,
} as const;

const repeatUnits = ['day', 'week'] as const;

/** Weekday 1 is Monday. The dates are those of the rule from the start on, so the start moves to the first weekday of the rule. */
export const Repeat = z.strictObject({
  unit: z.enum(repeatUnits),
  interval: z.int().min(1).max(invitationLimits.interval),
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
  until: Day,
});
export type Repeat = z.output<typeof Repeat>;

/** One date of a meeting. `seriesId` is common to all dates of a series. */
export const Invitation = z.object({
  id: Id,
  seriesId: Id.nullable(),
  companyId: Id,
  tenant: Named,
  host: Named.nullable(),
  /** When the former host was removed, until a host is chosen. The stand-in or the tenant receives the guests. */
  hostLeftAt: Moment.optional(),
  title: z.string().nullable(),
  startsAt: Moment,
  endsAt: Moment,
  note: z.string().nullable(),
  language: z.enum(languages),
  /** False: `language` is the tenant's default, and a guest inside reads the one chosen at the kiosk. */
  isLanguageChosen: z.boolean(),
  notifyGuests: z.boolean(),
  repeat: Repeat.nullable(),
  status: z.enum(['planned', 'canceled']),
  guests: z.array(Guest),
  createdBy: z.enum(['host', 'staff']),
  createdAt: Moment,
});
export type Invitation = z.output<typeof Invitation>;

/** Without an offset it is a time of the building: a skipped hour becomes the next, a doubled one means the first. */
const MeetingTime = z.iso.datetime({ local: true, offset: true, error: key('invalidTime') });

/** The refusal `tooManyGuests` has a lower limit. */
const GuestList = z.array(GuestFields).min(1, key('guestRequired')).max(2_000, key('invalidValue'));

const fields = {
  employeeId: Id.nullable(),
  title: line(120).nullable().transform(orNull),
  startsAt: MeetingTime,
  endsAt: MeetingTime,
  note: lines(500).nullable().transform(orNull),
  language: z.enum(languages),
  notifyGuests: z.boolean(),
};

export const InvitationFields = z.strictObject({
  ...fields,
  employeeId: fields.employeeId.optional(),
  title: fields.title.optional(),
  note: fields.note.optional(),
  language: fields.language.optional(),
  notifyGuests: fields.notifyGuests.default(true),
  repeat: Repeat.nullish(),
  guests: GuestList,
});
export type InvitationFields = z.output<typeof InvitationFields>;

export const InvitationEdit = z.strictObject({ ...fields, repeat: Repeat }).partial();
export type InvitationEdit = z.output<typeof InvitationEdit>;

/** Dates of a series that a change concerns. Dates that are over never change. */
const dateRanges = ['this', 'following', 'all'] as const;
export type DateRange = (typeof dateRanges)[number];

const Dates = z.strictObject({ dates: z.enum(dateRanges).default('this') });

export const InvitationQuery = ListQuery.extend({
  /** Inclusive days of the building's calendar. */
  from: Day.optional(),
  to: Day.optional(),
  /** Leaves out other guests, and invitations without such guests. */
  state: z.enum(guestStates).optional(),
  /** Open dates whose host was removed, until a host is chosen, whatever their day. A series by its next such date. */
  only: z.enum(['hostLeft']).optional(),
});
export type InvitationQuery = z.output<typeof InvitationQuery>;

const list = {
  method: 'GET',
  standby: true,
  access: 'invitation.manage',
  query: InvitationQuery,
  reply: z.array(Invitation),
  paged: true,
} as const;

/** A tenant's user gets the invitations of the tenant. */
export const listInvitations = endpoint({
  ...list,
  path: '/invitations/company/:companyId',
  summary: 'List the invitations of a company, a row per date',
  params: z.object({ companyId: IdParam }),
});

export const listTenantInvitations = endpoint({
  ...list,
  path: '/invitations/tenant/:tenantId',
  summary: 'List the invitations of a tenant, a row per date',
  params: z.object({ tenantId: IdParam }),
});

const timeRefusals = ['endsBeforeStart', 'startsInPast', 'meetingTooLong'] as const;
const guestRefusals = ['guestNeedsEmailOrPhone', 'tooManyGuests', 'tooManyDates', 'invalidPhone'] as const;

export const createInvitation = endpoint({
  method: 'POST',
  path: '/invitations/tenant/:tenantId',
  summary: 'Invite guests',
  access: 'invitation.manage',
  params: z.object({ tenantId: IdParam }),
  body: InvitationFields,
  reply: Invitation,
  status: 201,
  refusals: [...timeRefusals, ...guestRefusals, 'invitationsAreOff', 'tooManyInvitations'],
});

/** The message to `guest`, by mail, or by SMS if the guest has only a phone. Stores and sends nothing. */
export const previewInvitation = endpoint({
  method: 'POST',
  path: '/invitations/tenant/:tenantId/preview',
  summary: 'Preview the message of an invitation to a guest',
  access: 'invitation.manage',
  params: z.object({ tenantId: IdParam }),
  body: InvitationFields.omit({ guests: true, notifyGuests: true }).extend({ guest: GuestFields }),
  reply: z.object({
    channel: z.enum(['email', 'sms']),
    language: z.enum(languages),
    subject: z.string().nullable(),
    text: z.string(),
    /** Null for an SMS. */
    html: z.string().nullable(),
  }),
  refusals: [...timeRefusals, 'guestNeedsEmailOrPhone', 'tooManyDates', 'invalidPhone'],
});

const one = {
  path: '/invitations/:invitationId',
  access: 'invitation.manage',
  params: z.object({ invitationId: IdParam }),
  reply: Invitation,
} as const;

/** With `following` or `all`, `guests` are those of all these dates that are planned and not over, each once. */
export const getInvitation = endpoint({
  method: 'GET',
  summary: 'Read an invitation',
  query: Dates,
  ...one,
});

/**
 * With `following` or `all` the other dates move by as many days and get the same times. All dates have the guests in common, so `guests`
 * come alone, whatever the dates. A guest with another address gets the invitation again. `repeat` is for `following` and `all` of a series: days that
 * the rule leaves out are deleted, and new ones have the guests of the named date. A stand-in cannot change it.
 */
export const changeInvitation = endpoint({
  method: 'PATCH',
  summary: 'Change an invitation',
  ...one,
  /** `hostLeft`: besides the named date only those whose host was removed, until a host is chosen. Not with `repeat`. */
  query: Dates.extend({ only: z.enum(['hostLeft']).optional() }),
  body: InvitationEdit.extend({
    guests: z
      .array(GuestEdit)
      .min(1, key('guestRequired'))
      .max(invitationLimits.guests, key('invalidValue'))
      .optional(),
  }).refine(({ guests, ...edit }) => !guests || Object.keys(edit).length === 0, {
    path: ['guests'],
    error: key('invalidValue'),
  }),
  refusals: [
    ...timeRefusals,
    'guestNeedsEmailOrPhone',
    'invalidPhone',
    'tooManyDates',
    'tooManyInvitations',
    'invitationIsOver',
    'visitorIsCheckedIn',
  ],
});

export const cancelInvitation = endpoint({
  method: 'DELETE',
  summary: 'Cancel an invitation',
  ...one,
  query: Dates,
  refusals: ['invitationIsOver'],
});

export const addGuests = endpoint({
  method: 'POST',
  path: '/invitations/:invitationId/guests',
  summary: 'Add guests to an invitation',
  access: 'invitation.manage',
  params: one.params,
  query: Dates,
  body: z.strictObject({ guests: GuestList }),
  reply: Invitation,
  once: true,
  refusals: [...guestRefusals, 'invitationIsOver'],
});

const ofGuest = {
  access: 'invitation.manage',
  params: z.object({ invitationId: IdParam, guestId: IdParam }),
  reply: Invitation,
} as const;

export const removeGuest = endpoint({
  method: 'DELETE',
  path: '/invitations/:invitationId/guests/:guestId',
  summary: 'Remove a guest from an invitation',
  ...ofGuest,
  query: Dates,
  refusals: ['invitationIsOver', 'visitorIsCheckedIn'],
});

export const resendPass = endpoint({
  method: 'POST',
  path: '/invitations/:invitationId/guests/:guestId/resend',
  summary: 'Send the invitation to a guest again',
  ...ofGuest,
  once: true,
  refusals: ['guestNeedsEmailOrPhone', 'invitationIsOver'],
});

const maxGuestsCheckedIn = 500;

/** Guests without a phone, inside, or of another day are conflicts. `html` has the badges of the others. */
export const checkInGuests = endpoint({
  method: 'POST',
  path: '/invitations/guests/checkin',
  summary: 'Check in guests of today',
  access: 'invitation.manage',
  body: z.strictObject({ ids: z.array(Id).min(1, 'invalidValue').max(maxGuestsCheckedIn, 'max500visitors') }),
  reply: z.object({ visitors: z.array(Visitor), conflicts: z.array(Conflict), html: z.string().nullable() }),
  once: true,
});
