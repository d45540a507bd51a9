import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Session } from './session.ts';

/** A page of the console to go on with: its path and query. An address of another site is none. */
export const OwnPath = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u);

/**
 * What travels to the identity provider and back as `state`: this as JSON in base64url, a dot, and the server's signature. The
 * console reads from it where to go on; only the server can tell whether it is genuine.
 */
export const ReturnState = z.object({
  /** What the browser was sent to the identity provider for. */
  purpose: z.literal('signIn'),
  nonce: z.string(),
  returnTo: OwnPath.nullable(),
  /** A hash of the secret that the browser keeps meanwhile. */
  browser: z.string(),
  /** Seconds since 1970. */
  expiresAt: z.int(),
});
export type ReturnState = z.output<typeof ReturnState>;

/** In which other ways than with a password one can sign in. */
export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/auth/options',
  access: 'session.start',
  reply: z.object({ workAccount: z.boolean() }),
});

/** The address at the identity provider that a browser is to go to. 404 where there is no identity provider. */
export const authorizeWorkAccount = endpoint({
  method: 'GET',
  path: '/auth/oauth/authorize',
  access: 'session.start',
  query: z.strictObject({ purpose: z.literal('signIn'), returnTo: OwnPath.optional() }),
  reply: z.object({ url: z.string() }),
  refusals: ['azureAuthError'],
});

/** Signs in with what the browser brought back from the identity provider. */
export const signInWithWorkAccount = endpoint({
  method: 'POST',
  path: '/auth/oauth/callback',
  access: 'session.start',
  body: z.strictObject({ code: z.string().min(1).max(4096), state: z.string().min(1).max(4096) }),
  reply: Session,
  refusals: ['workAccountUnknown', 'oauthStateInvalid', 'azureAuthError', 'tooManyRequests'],
});
