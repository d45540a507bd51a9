import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { LinkAddress } from './user.ts';
import { Email, NewPassword } from '../platform/values.ts';

const Token = z.string().max(512);

export const requestReset = endpoint({
  method: 'POST',
  path: '/auth/reset',
  summary: 'Mail a link for a new password',
  access: 'session.start',
  body: z.strictObject({ email: Email, url: LinkAddress }),
  reply: z.null(),
  refusals: ['emailNotFound', 'urlNotAllowed', 'tooManyRequests'],
});

export const checkToken = endpoint({
  method: 'POST',
  path: '/auth/check_token',
  summary: 'Check whether a link still works',
  access: 'session.start',
  body: z.strictObject({ token: Token }),
  reply: z.object({ valid: z.literal(true) }),
  refusals: ['linkToResetInvalid'],
});

export const passwordPair = {
  password: NewPassword,
  confirmPassword: z.string().max(512),
};

export function passwordsMatch({ password, confirmPassword }: { password: string; confirmPassword: string }): boolean {
  return password === confirmPassword;
}

export const mismatch = { path: ['confirmPassword'], message: 'passMustMatch' };

/** Uses up the link and ends all sessions of the user. */
export const restorePassword = endpoint({
  method: 'POST',
  path: '/auth/restore',
  summary: 'Set a password by a link',
  access: 'session.start',
  body: z.strictObject({ token: Token, ...passwordPair }).refine(passwordsMatch, mismatch),
  reply: z.null(),
  refusals: ['linkToResetInvalid', 'tooManyRequests'],
});
