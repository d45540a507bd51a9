import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';
import { hashOf } from '../../platform/http/secret.ts';

/** RFC 6238 with SHA-1, six digits, 30 seconds, which all apps support. */
const shape = { issuer: 'Vestibule', algorithm: 'SHA1', digits: 6, period: 30 };
/** Accepts one step more or less, for clock drift. */
const drift = 1;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function addressOfSecret(secret: string, label: string): string {
  return new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code, or undefined if it is older or newer than one step. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const timestamp = Date.now();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: drift });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

const recoveryCodes = 10;
const recoveryLetters = 16;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const letters = Array.from({ length: recoveryLetters }, () => crockford[randomInt(crockford.length)]);
    return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** 80 bits cannot be guessed. The user's id separates equal codes. */
export function hashOfRecoveryCode(userId: number, code: string): Buffer {
  return hashOf(`recovery code of ${userId}: ${readCrockford(code)}`);
}
