import type { Role } from '@vestibule/contract/platform/access.ts';
import type { AuditAction } from '@vestibule/contract/platform/audit-words.ts';
import type { SecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { encodeQR } from 'qr';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { Refusal, orNotFound } from '../../platform/http/refusal.ts';
import { WrongGuess, guardGuess } from './guard.ts';
import { type Origin, placeFor } from './known-browser.ts';
import { countHash, verifyPassword } from './password.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  holdPassword,
  keepDraft,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor.store.ts';
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { crockford, readCrockford } from '../../platform/values/crockford.ts';
import { hashOf } from '../../platform/http/secret.ts';

export interface FactorUser {
  id: number;
  email: string;
  role: Role;
  company_id: number | null;
  password_hash: string | null;
}

const wrongCode = { field: 'code', reason: 'incorrectCode' } as const;

interface Proof extends Origin {
  user: FactorUser;
  code: string;
}

export async function findFactorUser(db: Db, userId: number): Promise<FactorUser> {
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'email', 'role', 'company_id', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return orNotFound(user);
}

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const factor = await findFactor(db, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

export async function readSecondFactor(
  db: Db,
  user: FactorUser,
  requiredRoles: ReadonlySet<Role>,
): Promise<SecondFactor> {
  const factor = await findFactor(db, user.id);
  return {
    since: factor?.confirmed_at ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    isRequired: requiredRoles.has(user.role),
    takesPassword: user.password_hash !== null,
  };
}

/**
 * Creates a secret to confirm, replacing an unconfirmed one.
 * @throws {Refusal} `secondFactorExists`; `currentPasswordIncorrect` if the password has changed
 */
export async function draftSecondFactor(
  db: Db,
  vault: Vault,
  user: FactorUser,
): Promise<{ secret: string; address: string; picture: string }> {
  const secret = newTotpSecret();
  await transaction(db, async (db) => {
    if (!(await holdPassword(db, user.id, user.password_hash)))
      throw new Refusal('currentPasswordIncorrect', { fields: { password: 'currentPasswordIncorrect' } });
    const isKept = await keepDraft(db, user.id, vault.seal(placeOfSecret(user), secret));
    if (!isKept) throw new Refusal('secondFactorExists');
  });
  const address = addressOfSecret(secret, user.email);
  return { secret, address, picture: drawQrCode(address) };
}

/**
 * Requires the password of a user who has one.
 * @throws {Refusal} `validation` without a password; `currentPasswordIncorrect`, `accountBlocked`, `tooManyRequests`
 */
export async function requirePassword(db: Db, user: FactorUser, password: string | undefined, origin: Origin) {
  if (user.password_hash === null) return;
  if (password === undefined) throw new Refusal('validation', { fields: { password: 'currentPassRequired' } });
  await countHash(db, user.id);
  const place = await placeFor(db, user.id, origin);
  await guardGuess(db, { email: user.email, user, place }, async (attempt) => {
    const isRight = await verifyPassword(password, user.password_hash);
    if (!isRight) throw new WrongGuess({ field: 'password', reason: 'currentPasswordIncorrect' });
    await attempt.succeed(db);
  });
}

/**
 * Confirms the secret by `code` and runs its purpose in the same transaction. Returns the recovery codes.
 * @throws {Refusal} `noSecondFactor` without a draft; `secondFactorExists`, `incorrectCode`, `accountBlocked`
 */
export async function turnOnSecondFactor<Result>(
  db: Db,
  vault: Vault,
  { user, code, ...origin }: Proof,
  then: (db: Db) => Promise<Result>,
): Promise<{ recoveryCodes: string[]; result: Result }> {
  const draft = await findFactor(db, user.id);
  if (!draft) throw new Refusal('noSecondFactor');
  if (draft.confirmed_at !== null) throw new Refusal('secondFactorExists');
  const place = await placeFor(db, user.id, origin);
  return guardGuess(db, { email: user.email, user, place }, async (attempt) => {
    const step = stepOfCode(vault.open(placeOfSecret(user), draft.secret), code);
    if (step === undefined) throw new WrongGuess(wrongCode);
    return transaction(db, async (db) => {
      if (!(await confirmFactor(db, user.id, draft.secret, step))) throw new Refusal('secondFactorExists');
      await attempt.succeed(db);
      await record(db, user, 'session.secondFactorAdded');
      const recoveryCodes = await makeRecoveryCodes(db, user);
      return { recoveryCodes, result: await then(db) };
    });
  });
}

/** Runs `then` for a code of the app or a recovery code, each valid once. Reserves a guess first. */
export async function withSecondCode<Result>(
  db: Db,
  vault: Vault,
  { user, code, ...origin }: Proof,
  then: (db: Db) => Promise<Result>,
): Promise<Result> {
  const factor = await findFactor(db, user.id);
  if (!factor || factor.confirmed_at === null) throw new Refusal('noSecondFactor');
  const open = () => vault.open(placeOfSecret(user), factor.secret);
  const place = await placeFor(db, user.id, origin);
  return guardGuess(db, { email: user.email, user, place }, (attempt) =>
    transaction(db, async (db) => {
      if (!(await takeCode(db, user, open, code))) throw new WrongGuess(wrongCode);
      await attempt.succeed(db);
      return then(db);
    }),
  );
}

export async function renewRecoveryCodes(db: Db, user: FactorUser): Promise<string[]> {
  await record(db, user, 'session.recoveryCodesRenewed');
  return makeRecoveryCodes(db, user);
}

/**
 * Removes the factor by a code.
 * @throws {Refusal} `secondFactorMandatory` for a role that requires it; else as `withSecondCode`
 */
export async function turnOffSecondFactor(
  db: Db,
  vault: Vault,
  proof: Proof,
  requiredRoles: ReadonlySet<Role>,
): Promise<void> {
  const { user } = proof;
  if (requiredRoles.has(user.role)) throw new Refusal('secondFactorMandatory');
  await withSecondCode(db, vault, proof, async (db) => {
    await deleteFactor(db, user.id);
    await record(db, user, 'session.secondFactorRemoved');
  });
}

export async function forgetSecondFactor(db: Db, userId: number): Promise<void> {
  if (!(await deleteFactor(db, userId))) throw new Refusal('noSecondFactor');
}

/** A recovery code works without the secret, also after its key is lost. */
async function takeCode(db: Db, user: FactorUser, openSecret: () => string, code: string): Promise<boolean> {
  if (/^\d{6}$/.test(code)) {
    const step = stepOfCode(openSecret(), code);
    return step !== undefined && takeStep(db, user.id, step);
  }
  const isUsed = await takeRecoveryCode(db, user.id, hashOfRecoveryCode(user.id, code));
  if (isUsed) await record(db, user, 'session.recoveryCodeUsed');
  return isUsed;
}

async function makeRecoveryCodes(db: Db, { id }: FactorUser): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    id,
    codes.map((code) => hashOfRecoveryCode(id, code)),
  );
  return codes;
}

function record(db: Db, { id, role, company_id: companyId }: FactorUser, action: AuditAction): Promise<void> {
  return audit(db, { userId: id, role }, { action, companyId, subject: 'user', subjectId: id });
}

export function placeOfSecret({ id }: Pick<FactorUser, 'id'>): string {
  return `second_factor.secret:${id}`;
}

/** Black on white also in dark mode, because some scanners cannot read inverted codes. */
function drawQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const shapes = `<path fill="#ffffff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${shapes}</svg>`;
}

/** RFC 6238 with SHA-1, six digits, 30 seconds, which all apps support. */
const shape = { issuer: 'Vestibule', algorithm: 'SHA1', digits: 6, period: 30 };
/** Accepts one step more or less, for clock drift. */
const drift = 1;

function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function addressOfSecret(secret: string, label: string): string {
  return new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Undefined if it is older or newer than one step. */
function stepOfCode(secret: string, code: string): number | undefined {
  const timestamp = Date.now();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: drift });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

const recoveryCodes = 10;
const recoveryLetters = 16;

function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const letters = Array.from({ length: recoveryLetters }, () => crockford[randomInt(crockford.length)]);
    return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** 80 bits cannot be guessed. The user's id separates equal codes. */
function hashOfRecoveryCode(userId: number, code: string): Buffer {
  return hashOf(`recovery code of ${userId}: ${readCrockford(code)}`);
}
