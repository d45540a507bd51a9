import type { Role } from '@vestibule/contract/access.ts';
import type { Credentials, PasswordChange } from '@vestibule/contract/session.ts';
import type { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { type Db, transaction } from '../db/database.ts';
import { countUse, type Limit, refuseOverLimit } from '../http/limit.ts';
import { found, Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/route.ts';
import { countAttempt } from './guard.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { Sessions } from './session.ts';

/** How often one network may be told that an e-mail address is unknown before it is told nothing for a while. */
export const unknownEmails: Limit = { uses: 10, seconds: 15 * 60 };

/** What that is counted under. */
export function unknownEmailsOf(network: string): string {
  return `unknown e-mail ${network}`;
}

interface SignInContext {
  sessions: Sessions;
  network: string;
  /** What the browser calls itself. */
  device: string | null;
  /** Answer an unknown e-mail address as if it had an account. */
  hideAccounts: boolean;
}

/**
 * Signs in and answers the id of a new session.
 * @throws {Refusal} `incorrectPassword`, `incorrectEmail`, `accountBlocked`, `tooManyRequests`
 */
export async function signIn(
  db: Db,
  { email, password }: z.output<typeof Credentials>,
  context: SignInContext,
): Promise<string> {
  const { network, device, hideAccounts, sessions } = context;
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
  const isRight = await verifyPassword(password, user?.password_hash);
  if (!user || !isRight) throw attempt.failure();
  return transaction(db, async (db) => {
    await attempt.succeed(db);
    return startSession(db, user, { sessions, device });
  });
}

/** Starts a session of somebody who has proved who they are, and answers its id. */
export async function startSession(
  db: Db,
  user: { id: number; role: Role; company_id: number | null },
  { sessions, device }: Pick<SignInContext, 'sessions' | 'device'>,
): Promise<string> {
  const act = { action: 'session.started', companyId: user.company_id, subject: 'user', subjectId: user.id } as const;
  await audit(db, { userId: user.id, role: user.role }, act);
  return sessions.start(db, user.id, device);
}

/**
 * Gives the user a new password and ends every other session of theirs.
 * @throws {Refusal} `currentPasswordIncorrect`, or `accountBlocked` after too many wrong ones.
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
  const attempt = await countAttempt(db, user.email, network);
  if (!(await verifyPassword(change.currentPassword, user.password_hash))) {
    const failure = attempt.failure();
    if (failure.reason === 'accountBlocked') throw failure;
    throw new Refusal('currentPasswordIncorrect', {
      ...failure.details,
      fields: { currentPassword: 'currentPasswordIncorrect' },
    });
  }
  const passwordHash = await hashPassword(change.newPassword);
  await transaction(db, async (db) => {
    await attempt.succeed(db);
    await db.updateTable('user_account').set({ password_hash: passwordHash }).where('id', '=', actor.userId).execute();
    await sessions.endOthers(db, session);
    await audit(db, actor, {
      action: 'session.passwordChanged',
      companyId: user.company_id,
      subject: 'user',
      subjectId: actor.userId,
    });
  });
}
