import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

/** A browser with a session of the user. */
export const OwnSession = z.object({
  id: Id,
  /** The user agent at sign-in. */
  device: z.string().nullable(),
  startedAt: Moment,
  /** To the minute. */
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

/** Last used first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'List your sessions',
  access: 'session.read',
  reply: z.array(OwnSession),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'End all your other sessions',
  access: 'session.read',
  reply: z.null(),
});

/** May be the current session. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  summary: 'End one of your sessions',
  access: 'session.read',
  params: z.object({ sessionId: IdParam }),
  reply: z.null(),
});
