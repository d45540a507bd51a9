import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Session } from './session.ts';
import { key, missingIs, Moment, password } from '../platform/values.ts';

/** A code of the app or a recovery code. Spaces, dashes and case are ignored. */
export const SecondCode = z
  .string(missingIs('secondCodeRequired'))
  .max(64, key('incorrectCode'))
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((code) => code !== '', { error: key('secondCodeRequired'), abort: true })
  .refine((code) => /^(\d{6}|[0-9A-Z]{16})$/.test(code), key('incorrectCode'));

const withCode = z.strictObject({ code: SecondCode });

const RecoveryCodes = z.array(z.string());

export const SecondFactor = z.object({
  since: Moment.nullable(),
  recoveryCodesLeft: z.int().nonnegative(),
  isRequired: z.boolean(),
  takesPassword: z.boolean(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/** Completes a sign-in refused with `secondFactorRequired`, in the same browser within 15 minutes. Wrong codes count with wrong passwords. */
export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second_step',
  summary: 'Sign in with the second factor',
  access: 'session.start',
  body: withCode,
  reply: Session,
  refusals: ['secondStepOver', 'noSecondFactor', 'incorrectCode', 'accountBlocked', 'tooManyRequests'],
});

/**
 * Needs the password, if there is one, or a sign-in refused with `secondFactorMissing`. `confirmSecondFactor`
 * confirms the secret.
 */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second_factor',
  summary: 'Make a secret for an authenticator app',
  access: 'session.start',
  body: z.strictObject({ password: password('currentPassRequired').optional() }),
  reply: z.object({
    secret: z.string(),
    address: z.string(),
    picture: z.string(),
  }),
  refusals: ['secondStepOver', 'secondFactorExists', 'currentPasswordIncorrect', 'accountBlocked', 'tooManyRequests'],
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second_factor/confirm',
  summary: 'Turn your second factor on',
  access: 'session.start',
  body: withCode,
  reply: z.object({ recoveryCodes: RecoveryCodes, session: Session }),
  refusals: [
    'secondStepOver',
    'secondFactorExists',
    'noSecondFactor',
    'incorrectCode',
    'accountBlocked',
    'tooManyRequests',
  ],
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/me/second_factor',
  summary: 'State of your second factor',
  access: 'session.read',
  reply: SecondFactor,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/me/second_factor/recovery_codes',
  summary: 'Replace your recovery codes',
  access: 'session.read',
  body: withCode,
  reply: z.object({ recoveryCodes: RecoveryCodes }),
  refusals: ['noSecondFactor', 'incorrectCode', 'accountBlocked', 'tooManyRequests'],
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/users/me/second_factor/remove',
  summary: 'Remove your second factor',
  access: 'session.read',
  body: withCode,
  reply: z.null(),
  refusals: ['noSecondFactor', 'secondFactorMandatory', 'incorrectCode', 'accountBlocked', 'tooManyRequests'],
});
