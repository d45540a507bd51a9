import type { Credentials, PasswordChange } from '@vestibule/contract/accounts/session.ts';
import type { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit, refuseOverLimit } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { guardGuess, refuseNetwork, subtractSignIn, WrongGuess } from './guard.ts';
import { forgetBrowsers, type Origin, placeFor } from './known-browser.ts';
import { countHash, hashPassword, verifyPassword } from './password.ts';
import { type Admission, type AdmissionContext, admit, forgetWaits } from './second-step.ts';

export const unknownEmails: Limit = { uses: 10, seconds: 15 * 60 };

export function unknownEmailsOf(network: string): string {
  return `unknown e-mail ${network}`;
}

interface SignInContext extends AdmissionContext, Origin {
  /** Answer an unknown address like a known one. */
  hideAccounts: boolean;
}

/** A pending sign-in resets no counter. */
export async function signIn(
  db: Db,
  { email, password }: z.output<typeof Credentials>,
  context: SignInContext,
): Promise<Admission> {
  const { network, hideAccounts } = context;
  const unknownFromHere = unknownEmailsOf(network);
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'role', 'company_id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const place = await placeFor(db, user?.id, context);
  const isKnown = place.browser !== null;
  // Other people in the same network must not lock out a known browser.
  if (!isKnown) await refuseOverLimit(db, unknownFromHere, unknownEmails);
  if (!user && !hideAccounts) {
    await refuseNetwork(db, network);
    await countUse(db, unknownFromHere, unknownEmails);
    throw new Refusal('incorrectEmail', { fields: { email: 'incorrectEmail' } });
  }
  const admission = await guardGuess(db, { email, user, place }, async (attempt) => {
    const isRight = await verifyPassword(password, user?.password_hash, 'signIn');
    if (!user || !isRight) {
      if (!isKnown) await refuseOverLimit(db, unknownFromHere, unknownEmails);
      throw new WrongGuess();
    }
    return transaction(db, async (db) => {
      if (!(await isStill(db, user))) throw new WrongGuess();
      const admission = await admit(db, user, context);
      if ('session' in admission) await attempt.succeed(db);
      return admission;
    });
  });
  if (user && 'session' in admission) await subtractSignIn(db, network, user.id);
  return admission;
}

/** A concurrent change of the password must see this sign-in, because it ends all sign-ins with the old one. */
async function isStill(db: Db, user: { id: number; password_hash: string | null }): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes the password and ends other sessions and pending sign-ins.
 * @throws {Refusal} `currentPasswordIncorrect`, also after a concurrent change; `accountBlocked` after too many wrong ones;
 * `tooManyRequests` after too many hashes
 */
export async function changePassword(
  db: Db,
  session: SignedIn,
  change: z.output<typeof PasswordChange>,
  { sessions, ...origin }: Pick<SignInContext, 'sessions' | keyof Origin>,
): Promise<void> {
  const { actor } = session;
  const user = orNotFound(
    await db
      .selectFrom('user_account')
      .select(['id', 'email', 'company_id', 'password_hash'])
      .where('id', '=', actor.userId)
      .executeTakeFirst(),
  );
  await countHash(db, actor.userId);
  const place = await placeFor(db, user.id, origin);
  await guardGuess(db, { email: user.email, user, place }, async (attempt) => {
    const wrong = { field: 'currentPassword', reason: 'currentPasswordIncorrect' } as const;
    const isRight = await verifyPassword(change.currentPassword, user.password_hash);
    if (!isRight) throw new WrongGuess(wrong);
    const passwordHash = await hashNext(db, user.id, change.newPassword);
    await transaction(db, async (db) => {
      const changed = await db
        .updateTable('user_account')
        .set({ password_hash: passwordHash })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw new WrongGuess(wrong);
      await attempt.succeed(db);
      await forgetBrowsers(db, user.id);
      await forgetWaits(db, user.id);
      await sessions.endOthers(db, session);
      await audit(db, actor, {
        action: 'session.passwordChanged',
        companyId: user.company_id,
        subject: 'user',
        subjectId: user.id,
      });
    });
  });
}

async function hashNext(db: Db, userId: number, password: string): Promise<string> {
  await countHash(db, userId);
  return hashPassword(password);
}
