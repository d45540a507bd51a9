import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

/** A browser in which the user is signed in. */
export const OwnSession = z.object({
  id: Id,
  /** What the browser called itself when it signed in. */
  device: z.string().nullable(),
  startedAt: Moment,
  /** To the minute. */
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

/** The one in use last comes first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'List your sessions',
  access: 'session.read',
  reply: z.array(OwnSession),
});

/** Signs every other browser of the user out. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'End all your other sessions',
  access: 'session.read',
  reply: z.null(),
});

/** Signs a browser out, this one included. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  summary: 'End one of your sessions',
  access: 'session.read',
  params: z.object({ sessionId: IdParam }),
  reply: z.null(),
});
