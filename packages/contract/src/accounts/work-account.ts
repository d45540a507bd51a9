import { z } from 'zod';
import { clientId, grantingTypes, groupId } from './directory-grant.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { Session } from './session.ts';
import { Id, IdParam } from '../platform/values.ts';

/** A page of the console to go on with: its path and query. An address of another site is none. */
export const OwnPath = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u);

/**
 * What travels to the identity provider and back as `state`: this as JSON in base64url, a dot, and the server's signature. The
 * console reads from it where to go on; only the server can tell whether it is genuine.
 */
const common = {
  nonce: z.string(),
  /** A hash of the secret that the browser keeps meanwhile. */
  browser: z.string(),
  /** Seconds since 1970. */
  expiresAt: z.int(),
};
/** What the browser was sent to the provider for, and what it has to know when it is back. */
const signIn = { purpose: z.literal('signIn'), returnTo: OwnPath.nullable() };
const directory = {
  purpose: z.literal('directory'),
  tenantId: Id,
  type: z.enum(grantingTypes),
  groupId: z.string(),
  /** Of an application of the tenant's own. */
  clientId: z.string().nullable(),
};
export const ReturnState = z.discriminatedUnion('purpose', [
  z.object({ ...signIn, ...common }),
  z.object({ ...directory, ...common }),
]);
export type ReturnState = z.output<typeof ReturnState>;

export const Errand = z.discriminatedUnion('purpose', [z.object(signIn), z.object(directory)]);
export type Errand = z.output<typeof Errand>;

/**
 * The address at a provider that a browser is to go to: to sign in (404 where there is no identity provider), or, for somebody who may
 * `directory.connect`, to let Vestibule read the directory of a tenant.
 */
export const authorizeWorkAccount = endpoint({
  method: 'GET',
  path: '/auth/oauth/authorize',
  summary: 'Address of the provider, to sign in or to grant access to a directory',
  access: 'session.start',
  query: z
    .strictObject({
      purpose: z.enum(['signIn', 'directory']),
      returnTo: OwnPath.optional(),
      tenantId: IdParam.optional(),
      type: z.enum(grantingTypes).optional(),
      groupId: groupId.optional(),
      clientId,
    })
    .superRefine((query, context) => {
      if (query.purpose !== 'directory') return;
      const missing = (name: string, message: FieldKey) => context.addIssue({ code: 'custom', path: [name], message });
      if (query.tenantId === undefined) missing('tenantId', 'tenantRequired');
      if (query.type === undefined) missing('type', 'invalidValue');
      if (query.groupId === undefined) missing('groupId', 'groupIdRequired');
    }),
  reply: z.object({ url: z.string() }),
  refusals: ['azureAuthError', 'notSignedIn', 'notAllowed', 'integrationAlreadySet'],
});

/** Signs in with what the browser brought back from the identity provider. */
export const signInWithWorkAccount = endpoint({
  method: 'POST',
  path: '/auth/oauth/callback',
  summary: 'Sign in with a work account',
  access: 'session.start',
  body: z.strictObject({ code: z.string().min(1).max(4096), state: z.string().min(1).max(4096) }),
  reply: Session,
  refusals: [
    'workAccountUnknown',
    'oauthStateInvalid',
    'azureAuthError',
    'tooManyRequests',
    'secondFactorRequired',
    'secondFactorMissing',
  ],
});
