import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { Organizations } from '../scope/scope.ts';
import { notifySessionsChanged } from '../session/session.ts';
import { deleteAccounts, lockActiveAdministrators, lockUsersOf } from '../user/user.ts';
import { companyDeleted } from './company.events.ts';
import { requireCompany } from './company.ts';
import { lockCompany } from './company.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Also removes its users and frees its licenses. `removeCompanies` deletes its rows. */
export function deleteCompany(db: Db, actor: Actor, companyId: number): Promise<null> {
  return transaction(db, async (db) => {
    orNotFound(await lockCompany(db, actor, companyId));
    await db
      .updateTable('company')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', companyId)
      .execute();
    const gone = await lockUsersOf(db, { company_id: companyId });
    await deleteAccounts(db, gone);
    const { rows: partners } = await typedSql({ id: int })`
      with detached as (delete from company_partner where company_id = ${companyId} returning partner_id)
      select u.id from user_account u join detached on detached.partner_id = u.partner_id`.execute(db);
    await companyDeleted.publish(db, { companyId });
    await audit(db, actor, { action: 'company.deleted', companyId, subject: 'company', subjectId: companyId });
    const everywhere = await db.selectFrom('user_account').select('id').where('role', '=', 'superAdmin').execute();
    await notifySessionsChanged(db, [...gone, ...[...partners, ...everywhere].map(({ id }) => id)]);
    return null;
  });
}

export interface LeavingDeps {
  organizations: Organizations;
  detachPartner: (db: Db, actor: Actor, partnerId: number, companyId: number) => Promise<null>;
}

/**
 * A partner's user detaches the partner; other users delete their own account.
 * @throws {Refusal} `notFound`; `lastCompanyUser` for the last administrator who can sign in
 */
export function leaveCompany(
  db: Db,
  actor: Actor,
  { organizations, detachPartner }: LeavingDeps,
  companyId: number,
  partnerId: number | undefined,
): Promise<null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    if (partnerId !== undefined) await organizations.partner(db, actor, partnerId);
    if (actor.role === 'partner') {
      await detachPartner(db, actor, orNotFound(actor.partnerId), companyId);
      return null;
    }
    if (actor.role === 'company') await refuseLast(db, actor, companyId);
    await deleteAccounts(db, [actor.userId]);
    await audit(db, actor, { action: 'company.left', companyId, subject: 'user', subjectId: actor.userId });
    await notifySessionsChanged(db, [actor.userId]);
    return null;
  });
}

/** Locks all administrators in one order, so that the last two cannot leave at the same time. */
async function refuseLast(db: Db, actor: Actor, companyId: number): Promise<void> {
  await lockCompany(db, actor, companyId);
  const active = await lockActiveAdministrators(db, companyId);
  if (!active.some((id) => id !== actor.userId)) throw new Refusal('lastCompanyUser');
}
