import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { User, UserScope } from '@vestibule/contract/accounts/user.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import type { Organizations } from '../scope/scope.ts';
import { forgetSecondFactor } from '../session/second-factor.ts';
import { forgetBrowsers } from '../session/known-browser.ts';
import { notifySessionsChanged } from '../session/session.ts';
import { requireUserScope } from './invitation.ts';
import { deleteAccounts } from './user.ts';
import { findUser, listUsers, listWithSecondFactor, lockUsers, toUser } from './user.store.ts';

export async function readUsers(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  scope: UserScope,
  query: ListQuery,
): Promise<Rows<User>> {
  await requireUserScope(db, actor, organizations, scope);
  const { rows, counted } = await listUsers(db, scope, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.email, id: row.id }));
  return { ...page, rows: page.rows.map(toUser) };
}

export async function readSecondFactors(
  db: Db,
  actor: Actor,
  organizations: Organizations,
  scope: UserScope,
): Promise<number[]> {
  await requireUserScope(db, actor, organizations, scope);
  return listWithSecondFactor(db, scope);
}

export function removeUsers(db: Db, actor: Actor, ids: readonly number[]): Promise<null> {
  const wanted = [...new Set(ids)];
  if (wanted.includes(actor.userId)) throw new Refusal('cannotDeleteSelf');
  return transaction(db, async (db) => {
    // Two users who delete each other would leave no administrator.
    const there = await lockUsers(db, actor, [...wanted, actor.userId]);
    if (!there.some(({ id }) => id === actor.userId)) throw new Refusal('notSignedIn');
    const removed = there.filter(({ id }) => id !== actor.userId);
    if (removed.length < wanted.length) throw new Refusal('notFound');
    await deleteAccounts(db, wanted);
    for (const user of removed) {
      await audit(db, actor, {
        action: 'user.deleted',
        companyId: user.company_id,
        subject: 'user',
        subjectId: user.id,
      });
    }
    await notifySessionsChanged(
      db,
      removed.map(({ id }) => id),
    );
    return null;
  });
}

/**
 * Removes a lost second factor and ends the sessions.
 * @throws {Refusal} `notFound`; `noSecondFactor`; `notAllowed` for one's own, which requires a code
 */
export function resetSecondFactor(db: Db, actor: Actor, userId: number): Promise<null> {
  return transaction(db, async (db) => {
    const user = orNotFound(await findUser(db, actor, userId));
    if (userId === actor.userId) throw new Refusal('notAllowed');
    await forgetSecondFactor(db, userId);
    await forgetBrowsers(db, userId);
    await db.deleteFrom('session').where('user_id', '=', userId).execute();
    await notifySessionsChanged(db, [userId]);
    await audit(db, actor, {
      action: 'user.secondFactorReset',
      companyId: user.company_id,
      subject: 'user',
      subjectId: userId,
    });
    return null;
  });
}

export async function readOwnAccount(db: Db, actor: Actor): Promise<User> {
  return toUser(orNotFound(await findUser(db, actor, actor.userId)));
}

export function setOwnName(
  db: Db,
  actor: Actor,
  { name, previous }: { name: string | null; previous?: string | null | undefined },
): Promise<User> {
  return transaction(db, async (db) => {
    await lockUsers(db, actor, [actor.userId]);
    const user = orNotFound(await findUser(db, actor, actor.userId));
    refuseChanged(user.name, previous, name);
    if (user.name === name) return toUser(user);
    await db.updateTable('user_account').set({ name }).where('id', '=', user.id).execute();
    await audit(db, actor, { action: 'user.renamed', companyId: user.company_id, subject: 'user', subjectId: user.id });
    return toUser({ ...user, name });
  });
}
