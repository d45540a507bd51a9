import { z } from 'zod';
import { OwnSession } from '../accounts/own-sessions.ts';
import { Employee } from '../building/employee.ts';
import { countryCodes } from '../platform/country.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Image } from '../platform/image.ts';
import { Day, Email, Id, IdParam, languages, ListQuery } from '../platform/values.ts';
import { AnswerFields, CoveredVisit, HostVisit } from './answer.ts';
import { Named } from './visit.ts';

/** An employee whom the caller may be, by the e-mail address. */
export const HostChoice = Named.extend({ tenant: Named });
export type HostChoice = z.output<typeof HostChoice>;

/** A colleague who receives the host's visitors through the day `until` of the building's calendar. */
export const StandIn = z.object({ employee: Named, until: Day });

export const HostMe = z.object({
  employee: Employee,
  /** `countryCode`: of typed phones without a dial code. */
  tenant: Named.extend({
    logo: Image.nullable(),
    enableInvitations: z.boolean(),
    countryCode: z.enum(countryCodes),
  }),
  company: Named.extend({ timeZone: z.string() }),
  /** Null unless in force today. */
  standIn: StandIn.nullable(),
  /** Colleagues whose stand-in the host is today, by the day of the end. */
  standsInFor: z.array(StandIn),
  /** Of messages to the host. */
  language: z.enum(languages),
  /** The default of guests. */
  guestLanguage: z.enum(languages),
  /** `staff`: by the session of a user of the console, who has no session of a host to end. */
  signedInAs: z.enum(['host', 'staff']),
});
export type HostMe = z.output<typeof HostMe>;

/** Mails a link to `/my/link/:token`. The answer is the same for unknown addresses. */
export const requestHostLink = endpoint({
  method: 'POST',
  path: '/host/link',
  summary: 'Ask for a link to sign in as a host',
  access: 'session.start',
  body: z.strictObject({ email: Email }),
  reply: z.null(),
  refusals: ['tooManyRequests', 'urlNotAllowed'],
});

/** The refusal `chooseEmployee` has `employees`, and the link can be used again with one of them. */
export const takeHostLink = endpoint({
  method: 'POST',
  path: '/host/link/take',
  summary: 'Sign in as a host by a link',
  access: 'session.start',
  body: z.strictObject({ token: z.string().max(256), employeeId: Id.optional() }),
  reply: HostMe,
  refusals: ['linkInvalid', 'chooseEmployee', 'tooManyRequests'],
});

/**
 * Completes a sign-in that began with `purpose=host`. The refusal `chooseEmployee` has `employees` and a `token` for `/host/link/take`.
 */
export const signInHostWithWorkAccount = endpoint({
  method: 'POST',
  path: '/host/oauth/callback',
  summary: 'Sign in as a host with a work account',
  access: 'session.start',
  body: z.strictObject({ code: z.string().min(1).max(4096), state: z.string().min(1).max(4096) }),
  reply: HostMe,
  refusals: ['workAccountUnknown', 'oauthStateInvalid', 'azureAuthError', 'chooseEmployee', 'tooManyRequests'],
});

export const logoutHost = endpoint({
  method: 'POST',
  path: '/host/logout',
  summary: 'Sign out as a host',
  access: 'session.end',
  reply: z.null(),
});

/** `isChosen`: also the only one. Empty if no employee has the address of the user. */
export const listHostChoices = endpoint({
  method: 'GET',
  path: '/host/employees',
  summary: 'List the employees with your e-mail address',
  access: 'host.choose',
  reply: z.array(HostChoice.extend({ isChosen: z.boolean() })),
});

/** Needed if several employees have the address of the user. The session keeps the choice. */
export const chooseHost = endpoint({
  method: 'PATCH',
  path: '/host/employees',
  summary: 'Choose the employee whose visitors you receive',
  access: 'host.choose',
  body: z.strictObject({ employeeId: Id }),
  reply: HostMe,
});

export const getHost = endpoint({
  method: 'GET',
  path: '/host/me',
  summary: 'Get the signed-in host',
  access: 'host.act',
  reply: HostMe,
});

/** By name. For a stand-in or an answer of kind `colleague`. */
export const listColleagues = endpoint({
  method: 'GET',
  path: '/host/colleagues',
  summary: 'List the other employees of your tenant',
  access: 'host.act',
  query: ListQuery,
  reply: z.array(Named),
  paged: true,
});

export const setStandIn = endpoint({
  method: 'PATCH',
  path: '/host/stand_in',
  summary: 'Choose a stand-in',
  access: 'host.act',
  /** `until` is required with an employee: from today on, at most one year ahead. */
  body: z.strictObject({ employeeId: Id.nullable(), until: Day.nullish() }),
  reply: HostMe,
});

export const listHostSessions = endpoint({
  method: 'GET',
  path: '/host/sessions',
  summary: 'List your sessions as a host',
  access: 'host.act',
  reply: z.array(OwnSession),
});

export const endOtherHostSessions = endpoint({
  method: 'DELETE',
  path: '/host/sessions',
  summary: 'End all your other sessions as a host',
  access: 'host.act',
  reply: z.null(),
});

export const endHostSession = endpoint({
  method: 'DELETE',
  path: '/host/sessions/:sessionId',
  summary: 'End one of your sessions as a host',
  access: 'host.act',
  params: z.object({ sessionId: IdParam }),
  reply: z.null(),
});

/** Open visits, and those that began today. Unanswered visits first, then by check-in, newest first. At most 200. */
export const listHostVisits = endpoint({
  method: 'GET',
  path: '/host/visits',
  summary: 'List your visits of today',
  access: 'host.act',
  reply: z.array(HostVisit),
});

/** Open visits to colleagues whose stand-in you are today, as long as they can be answered. Unanswered visits first, then newest first. At most 200. */
export const listCoveredVisits = endpoint({
  method: 'GET',
  path: '/host/stand_in/visits',
  summary: 'List the visits that you cover as a stand-in',
  access: 'host.act',
  reply: z.array(CoveredVisit),
});

/** Your own visit, or one that you cover as a stand-in. A later answer replaces an earlier one. */
export const answerHostVisit = endpoint({
  method: 'POST',
  path: '/host/visits/:visitId/answer',
  summary: 'Answer an arrival as its host or stand-in',
  access: 'host.act',
  params: z.object({ visitId: IdParam }),
  body: AnswerFields,
  reply: HostVisit,
  refusals: ['visitIsOver'],
});
