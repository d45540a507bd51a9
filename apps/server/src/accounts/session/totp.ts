import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';
import { hashOf } from '../../platform/http/secret.ts';

/** As the authenticator apps have it that know nothing else: RFC 6238 with SHA-1, six digits, 30 seconds. */
const shape = { issuer: 'Vestibule', algorithm: 'SHA1', digits: 6, period: 30 };
/** A code counts one step before and after its own, as clocks go wrong by that much. */
const drift = 1;

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps read a secret from. `label` is whose it is. */
export function addressOfSecret(secret: string, label: string): string {
  return new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code belongs to; undefined where it is none of now, of the step before or of the one after. */
export function stepOfCode(secret: string, code: string): number | undefined {
  const timestamp = Date.now();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: drift });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

const recoveryCodes = 10;
const recoveryLetters = 16;

/** Ten codes of 80 random bits each, in groups of four letters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const letters = Array.from({ length: recoveryLetters }, () => crockford[randomInt(crockford.length)]);
    return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** What is kept of a recovery code. Its 80 bits cannot be guessed backwards; the user's number keeps equal codes apart. */
export function hashOfRecoveryCode(userId: number, code: string): Buffer {
  return hashOf(`recovery code of ${userId}: ${readCrockford(code)}`);
}
