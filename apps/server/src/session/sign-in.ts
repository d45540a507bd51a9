import type { Credentials, PasswordChange } from '@vestibule/contract/session.ts';
import type { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { type Db, transaction } from '../db/database.ts';
import { countUse, type Limit, refuseOverLimit } from '../http/limit.ts';
import { found, Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/call.ts';
import { countAttempt } from './guard.ts';
import { countHash, hashPassword, verifyPassword } from './password.ts';
import { type Admission, type AdmissionContext, admit, forgetWaits } from './second-step.ts';

/** How often one network may be told that an e-mail address is unknown before it is told nothing for a while. */
export const unknownEmails: Limit = { uses: 10, seconds: 15 * 60 };

/** What that is counted under. */
export function unknownEmailsOf(network: string): string {
  return `unknown e-mail ${network}`;
}

interface SignInContext extends AdmissionContext {
  network: string;
  /** Answer an unknown e-mail address as if it had an account. */
  hideAccounts: boolean;
}

/**
 * Signs in by password: begins a session, or waits for the second step. A sign-in that waits lifts no count of failures.
 * @throws {Refusal} `incorrectPassword`, `incorrectEmail`, `accountBlocked`, `tooManyRequests`
 */
export async function signIn(
  db: Db,
  { email, password }: z.output<typeof Credentials>,
  context: SignInContext,
): Promise<Admission> {
  const { network, hideAccounts } = context;
  const unknownFromHere = unknownEmailsOf(network);
  await refuseOverLimit(db, unknownFromHere, unknownEmails);
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'role', 'company_id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!user && !hideAccounts) {
    await countUse(db, unknownFromHere, unknownEmails);
    throw new Refusal('incorrectEmail', { fields: { email: 'incorrectEmail' } });
  }
  const attempt = await countAttempt(db, email, network);
  const isRight = await verifyPassword(password, user?.password_hash, 'signIn');
  if (!user || !isRight) {
    // Of many that are asked about at once, the first answers use the limit up.
    await refuseOverLimit(db, unknownFromHere, unknownEmails);
    throw attempt.failure();
  }
  return transaction(db, async (db) => {
    if (!(await isStill(db, user))) throw attempt.failure();
    const admission = await admit(db, user, context);
    await ('session' in admission ? attempt.succeed(db) : attempt.undo(db));
    return admission;
  });
}

/**
 * Whether the user has the password still that was looked at, and keeps it until the end of the transaction: who sets another one ends what
 * was begun with this one, and must not miss what is just beginning.
 */
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
 * Gives the user a new password and ends every other session of theirs, and every sign-in that waits.
 * @throws {Refusal} `currentPasswordIncorrect`, including where another one was set meanwhile; `accountBlocked` after too many wrong ones;
 * `tooManyRequests` after too many hashes
 */
export async function changePassword(
  db: Db,
  session: SignedIn,
  change: z.output<typeof PasswordChange>,
  { sessions, network }: Pick<SignInContext, 'sessions' | 'network'>,
): Promise<void> {
  const { actor } = session;
  const user = found(
    await db
      .selectFrom('user_account')
      .select(['email', 'company_id', 'password_hash'])
      .where('id', '=', actor.userId)
      .executeTakeFirst(),
  );
  await countHash(db, actor.userId);
  const attempt = await countAttempt(db, user.email, network);
  const wrong = { field: 'currentPassword', reason: 'currentPasswordIncorrect' } as const;
  const isRight = await verifyPassword(change.currentPassword, user.password_hash);
  if (!isRight) throw attempt.failure(wrong);
  const passwordHash = await hashNext(db, actor.userId, change.newPassword).catch(async (error: unknown) => {
    // The password was right: a refusal for another reason is no failed attempt.
    await attempt.undo(db);
    throw error;
  });
  await transaction(db, async (db) => {
    const changed = await db
      .updateTable('user_account')
      .set({ password_hash: passwordHash })
      .where('id', '=', actor.userId)
      .where('password_hash', '=', user.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw attempt.failure(wrong);
    await attempt.succeed(db);
    // Before the sessions, as one that waits becomes one.
    await forgetWaits(db, actor.userId);
    await sessions.endOthers(db, session);
    await audit(db, actor, {
      action: 'session.passwordChanged',
      companyId: user.company_id,
      subject: 'user',
      subjectId: actor.userId,
    });
  });
}

async function hashNext(db: Db, userId: number, password: string): Promise<string> {
  await countHash(db, userId);
  return hashPassword(password);
}
