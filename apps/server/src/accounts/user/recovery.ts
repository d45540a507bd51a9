import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit, refuseOverLimit } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import { forgetFailures } from '../session/guard.ts';
import { forgetBrowsers } from '../session/known-browser.ts';
import { countHash, hashPassword } from '../session/password.ts';
import { forgetWaits } from '../session/second-step.ts';
import { notifySessionsChanged } from '../session/session.ts';
import { unknownEmails, unknownEmailsOf } from '../session/sign-in.ts';
import type { LanguageOf } from './invitation.ts';
import { findUserOfLink, lockUserOfLink, makeLink, redeemLink, validHours } from './password-link.ts';
import { findUserByEmail } from './user.store.ts';

/** Links per account: enough for a typing error, too few to fill a mailbox. */
const links: Limit = { uses: 5, seconds: 3_600 };

interface ResetContext {
  languageOf: LanguageOf;
  page: URL;
  network: string;
  hideAccounts: boolean;
}

/** Milliseconds of answers that must not reveal accounts. Writing a mail takes less. */
const minAnswerMs = 400;

export async function requestReset(db: Db, vault: Vault, email: string, context: ResetContext): Promise<null> {
  await Promise.all([mailLink(db, vault, email, context), context.hideAccounts && sleep(minAnswerMs)]);
  return null;
}

async function mailLink(db: Db, vault: Vault, email: string, context: ResetContext): Promise<void> {
  const { page, network, hideAccounts } = context;
  await refuseOverLimit(db, unknownEmailsOf(network), unknownEmails);
  const user = await findUserByEmail(db, email);
  if (!user) {
    if (hideAccounts) return;
    await countUse(db, unknownEmailsOf(network), unknownEmails);
    throw new Refusal('emailNotFound', { fields: { email: 'emailNotFound' } });
  }
  if (!(await mayBeSentAnother(db, user.id))) return;
  await transaction(db, async (db) => {
    const link = await makeLink(db, user.id, page, validHours.passwordReset);
    await enqueueMail(db, vault, {
      kind: 'passwordReset',
      content: { link, validHours: validHours.passwordReset },
      companyId: user.company_id,
      userId: user.id,
      to: user.email,
      language: await context.languageOf(db, user.id),
      expiresAt: new Date(Date.now() + validHours.passwordReset * 3_600_000),
    });
  });
  await refuseOverLimit(db, unknownEmailsOf(network), unknownEmails);
}

/** Above the limit the call still succeeds, because a refusal would reveal the account. */
async function mayBeSentAnother(db: Db, userId: number): Promise<boolean> {
  try {
    await countUse(db, `password link of user ${userId}`, links);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export async function checkToken(db: Db, token: string): Promise<{ valid: true }> {
  await requireUserOfLink(db, token);
  return { valid: true };
}

async function requireUserOfLink(db: Db, token: string): Promise<number> {
  const userId = await findUserOfLink(db, token);
  if (userId === undefined) throw new Refusal('linkToResetInvalid');
  return userId;
}

export async function restorePassword(db: Db, { token, password }: { token: string; password: string }): Promise<null> {
  const linkedUserId = await requireUserOfLink(db, token);
  await countHash(db, linkedUserId);
  const passwordHash = await hashPassword(password);
  return transaction(db, async (db) => {
    await lockUserOfLink(db, token);
    const userId = await redeemLink(db, token);
    if (userId === undefined) throw new Refusal('linkToResetInvalid');
    const user = orNotFound(
      await db
        .updateTable('user_account')
        .set({ password_hash: passwordHash })
        .where('id', '=', userId)
        .returning(['email', 'role', 'company_id'])
        .executeTakeFirst(),
    );
    await forgetFailures(db, user.email);
    await forgetBrowsers(db, userId);
    await forgetWaits(db, userId);
    await db.deleteFrom('session').where('user_id', '=', userId).execute();
    await notifySessionsChanged(db, [userId]);
    await audit(
      db,
      { userId, role: user.role },
      { action: 'session.passwordChanged', companyId: user.company_id, subject: 'user', subjectId: userId },
    );
    return null;
  });
}
