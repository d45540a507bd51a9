import { z } from 'zod';
import { clientId, grantingTypes, groupId } from './directory-grant.ts';
import { endpoint } from '../platform/endpoint.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { Session } from './session.ts';
import { Id, IdParam } from '../platform/values.ts';

/** Path and query of a page of the console. */
export const OwnPath = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u);

/** JSON in base64url, a dot, and the server's signature. The console reads the next page from it. */
const common = {
  nonce: z.string(),
  /** Hash of the browser's secret. */
  browser: z.string(),
  expiresAt: z.int(),
};
const signIn = { purpose: z.literal('signIn'), returnTo: OwnPath.nullable() };
/** For an employee who receives visitors. */
const host = { purpose: z.literal('host'), returnTo: OwnPath.nullable() };
const directory = {
  purpose: z.literal('directory'),
  tenantId: Id,
  type: z.enum(grantingTypes),
  groupId: z.string(),
  clientId: z.string().nullable(),
};
export const ReturnState = z.discriminatedUnion('purpose', [
  z.object({ ...signIn, ...common }),
  z.object({ ...host, ...common }),
  z.object({ ...directory, ...common }),
]);
export type ReturnState = z.output<typeof ReturnState>;

export const ProviderRequest = z.discriminatedUnion('purpose', [z.object(signIn), z.object(host), z.object(directory)]);
export type ProviderRequest = z.output<typeof ProviderRequest>;

/** Signs in a user or a host (404 without a provider), or with `directory.connect` lets Vestibule read a tenant's directory. */
export const authorizeWorkAccount = endpoint({
  method: 'GET',
  path: '/auth/oauth/authorize',
  summary: 'Address of the provider, to sign in or to grant access to a directory',
  access: 'session.start',
  query: z
    .strictObject({
      purpose: z.enum(['signIn', 'host', 'directory']),
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
  refusals: ['azureAuthError', 'notSignedIn', 'integrationAlreadySet'],
});

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
