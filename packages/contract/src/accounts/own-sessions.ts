import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, Moment } from '../platform/values.ts';

export const OwnSession = z.object({
  id: Id,
  device: z.string().nullable(),
  startedAt: Moment,
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

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

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  summary: 'End one of your sessions',
  access: 'session.read',
  params: z.object({ sessionId: IdParam }),
  reply: z.null(),
});
