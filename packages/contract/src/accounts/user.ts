import { z } from 'zod';
import { roles } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Email, Id, IdParam, isUnseen, ListQuery, Moment, line } from '../platform/values.ts';

export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  isReception: z.boolean(),
  status: z.enum(['invited', 'active']),
  createdAt: Moment,
});
export type User = z.output<typeof User>;

const scope = {
  companyId: IdParam.optional(),
  tenantId: IdParam.optional(),
  partnerId: IdParam.optional(),
};
export interface UserScope {
  companyId?: number | undefined;
  tenantId?: number | undefined;
  partnerId?: number | undefined;
}

/** The console's page for a new password. The token becomes the last segment of its path. */
export const LinkAddress = line(512);

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'List users',
  access: 'user.manage',
  query: ListQuery.extend(scope),
  reply: z.array(User),
  paged: true,
});

export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/users/second_factors',
  summary: 'List users with a second factor',
  access: 'user.manage',
  query: z.strictObject(scope),
  reply: z.array(Id),
});

/** A name that is empty or invisible is null. */
const UserName = line(120)
  .nullable()
  .transform((name) => (name === null || isUnseen(name) ? null : name));

/** Mails a link to set a password. `isReception` counts for companies only. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/users/invite',
  summary: 'Invite a user',
  access: 'user.manage',
  query: z.strictObject(scope),
  body: z.strictObject({
    email: Email,
    name: UserName.optional(),
    isReception: z.boolean().default(false),
    url: LinkAddress,
  }),
  reply: User,
  status: 201,
  countsFirst: true,
  refusals: ['userWithEmailAlreadyExists', 'urlNotAllowed', 'tooManyRequests'],
});

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/users/:userId/invite_again',
  summary: 'Invite a user again',
  access: 'user.manage',
  params: z.object({ userId: IdParam }),
  body: z.strictObject({ url: LinkAddress }),
  reply: User,
  once: true,
  refusals: ['userIsActive', 'urlNotAllowed', 'tooManyRequests'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:userId',
  summary: 'Delete a user',
  access: 'user.manage',
  params: z.object({ userId: IdParam }),
  reply: z.null(),
  refusals: ['cannotDeleteSelf'],
});

export const deleteUsers = endpoint({
  method: 'DELETE',
  path: '/users',
  summary: 'Delete users',
  access: 'user.manage',
  query: z.strictObject({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(IdParam).min(1).max(500)),
  }),
  reply: z.null(),
  refusals: ['cannotDeleteSelf'],
});

/** Ends the sessions of the user. One's own requires a code. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:userId/second_factor',
  summary: 'Remove the second factor of a user',
  access: 'user.manage',
  params: z.object({ userId: IdParam }),
  reply: z.null(),
  refusals: ['noSecondFactor'],
});

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/users/me/account',
  summary: 'Get your account',
  access: 'session.read',
  reply: User,
});

export const OwnName = z.strictObject({ name: UserName });

/** `previous` is the name at the start of the edit. */
export const setOwnName = endpoint({
  method: 'PATCH',
  path: '/users/me/account',
  summary: 'Change your name',
  access: 'session.read',
  body: OwnName.extend({ previous: z.string().nullable().optional() }),
  reply: User,
  refusals: ['changedMeanwhile'],
});
