import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Session } from './session.ts';
import { key, missingIs, Moment, password } from '../platform/values.ts';

/** What an app shows, or one of the recovery codes, as somebody types it: gaps, dashes and case do not count. */
export const SecondCode = z
  .string(missingIs('secondCodeRequired'))
  .max(64, key('incorrectCode'))
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((code) => code !== '', { error: key('secondCodeRequired'), abort: true })
  .refine((code) => /^(\d{6}|[0-9A-Z]{16})$/.test(code), key('incorrectCode'));

const withCode = z.strictObject({ code: SecondCode });

/** They are shown this once. */
const RecoveryCodes = z.array(z.string());

/** Whether the user signs in with a second factor. */
export const SecondFactor = z.object({
  /** Since when; null while there is none. */
  since: Moment.nullable(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** The role may not sign in without. */
  isRequired: z.boolean(),
  /** Setting one up takes the password. */
  takesPassword: z.boolean(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/**
 * The second step of a sign-in that was refused with `secondFactorRequired`, from the same browser within 15 minutes. Wrong codes count
 * together with wrong passwords.
 */
export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second_step',
  summary: 'Sign in with the second factor',
  access: 'session.start',
  body: withCode,
  reply: Session,
  refusals: ['secondStepOver', 'incorrectCode', 'accountBlocked'],
});

/**
 * Makes a secret for an authenticator app, which counts once `confirmSecondFactor` was given a code of it: for whoever is signed in, with
 * their password where they have one, or in place of the second step of a sign-in that was refused with `secondFactorMissing`.
 */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second_factor',
  summary: 'Make a secret for an authenticator app',
  access: 'session.start',
  body: z.strictObject({ password: password('currentPassRequired').optional() }),
  reply: z.object({
    /** In base32, for who types it. */
    secret: z.string(),
    /** The same as an `otpauth:` address. */
    address: z.string(),
    /** The same as a picture: an SVG document. */
    picture: z.string(),
  }),
  refusals: ['secondStepOver', 'secondFactorExists', 'currentPasswordIncorrect', 'accountBlocked', 'tooManyRequests'],
});

/** Turns the second factor on. Whoever is on the way in is in afterwards. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second_factor/confirm',
  summary: 'Turn your second factor on',
  access: 'session.start',
  body: withCode,
  reply: z.object({ recoveryCodes: RecoveryCodes, session: Session }),
  refusals: ['secondStepOver', 'secondFactorExists', 'noSecondFactor', 'incorrectCode', 'accountBlocked'],
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/users/me/second_factor',
  summary: 'State of your second factor',
  access: 'session.read',
  reply: SecondFactor,
});

/** Makes new recovery codes; those of before stop working. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/me/second_factor/recovery_codes',
  summary: 'Replace your recovery codes',
  access: 'session.read',
  body: withCode,
  reply: z.object({ recoveryCodes: RecoveryCodes }),
  refusals: ['noSecondFactor', 'incorrectCode', 'accountBlocked'],
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/users/me/second_factor/remove',
  summary: 'Remove your second factor',
  access: 'session.read',
  body: withCode,
  reply: z.null(),
  refusals: ['noSecondFactor', 'secondFactorMandatory', 'incorrectCode', 'accountBlocked'],
});
