import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { freeLicences } from '../../kiosks/kiosk/revoke.ts';
import { tellDevices } from '../../kiosks/kiosk/tell-devices.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { detach, requirePartner } from '../partner/partner.ts';
import { tellSessionsChanged } from '../session/session.ts';
import { lockActiveAdministrators, lockUsersOf } from '../user/user.ts';
import { eraseVisitors } from '../../visits/visitor/visitor.ts';
import { requireCompany } from './company.ts';
import { lockCompany } from './company.store.ts';

/** Rows removed in one statement: small enough that the desks of other companies do not notice. */
const batch = 5_000;

/**
 * Makes a company vanish at once: its users are gone, nobody's scope holds it, and the licences of its kiosks are free. What it owned is
 * removed by `removeCompanies`.
 * @throws {Refusal} `notFound`
 */
export function deleteCompany(db: Db, actor: Actor, companyId: number): Promise<null> {
  return transaction(db, async (db) => {
    found(await lockCompany(db, actor, companyId));
    await db
      .updateTable('company')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', companyId)
      .execute();
    const gone = await lockUsersOf(db, 'company_id', companyId);
    await db.deleteFrom('user_account').where('company_id', '=', companyId).execute();
    const { rows: partners } = await sql<{ id: number }>`
      with detached as (delete from company_partner where company_id = ${companyId} returning partner_id)
      select u.id from user_account u join detached on detached.partner_id = u.partner_id`.execute(db);
    await freeLicences(db, companyId);
    await tellDevices(db, { companyId });
    await audit(db, actor, { action: 'company.deleted', companyId, subject: 'company', subjectId: companyId });
    // Who sees all companies may be looking at this one.
    const everywhere = await db.selectFrom('user_account').select('id').where('role', '=', 'superAdmin').execute();
    await tellSessionsChanged(db, [...gone, ...[...partners, ...everywhere].map(({ id }) => id)]);
    return null;
  });
}

/** Removes a batch of what a company owns, and says how many rows that was. */
type Removal = (db: Db, companyId: number) => Promise<number>;

/** In an order in which nothing is left that refers to what goes. */
const removals: Removal[] = [
  removalOf(sql`visit where checked_out_at is not null and`),
  removalOf(sql`visit where checked_out_at is null and`),
  removeVisitors,
  removalOf(sql`employee where`),
];

/** Removes what deleted companies owned, and then them. It goes on where it was stopped. */
export const removeCompanies: ScheduledJob = {
  name: 'remove-companies',
  cron: '* * * * *',
  async run(db) {
    const companies = await db.selectFrom('company').select('id').where('deleted_at', 'is not', null).execute();
    for (const { id } of companies) await removeCompany(db, id);
  },
};

async function removeCompany(db: Db, companyId: number): Promise<void> {
  for (const remove of removals) {
    while ((await remove(db, companyId)) === batch) continue;
  }
  await db.deleteFrom('company').where('id', '=', companyId).execute();
}

/** Goes by `eraseVisitors`, as stored replies name visitors too: a partner's user could ask for those for another day. */
function removeVisitors(db: Db, companyId: number): Promise<number> {
  return transaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from visitor where company_id = ${companyId} order by id limit ${batch} for update`.execute(db);
    const ids = rows.map(({ id }) => id);
    await eraseVisitors(db, ids);
    return ids.length;
  });
}

function removalOf(rows: ReturnType<typeof sql>): Removal {
  return async (db, companyId) => {
    const { rows: removed } = await sql<{ count: number }>`
      with gone as (
        delete from ${rows} id in (select id from ${rows} company_id = ${companyId} order by id limit ${batch} for update) returning id
      )
      select count(*) as count from gone`.execute(db);
    return removed[0]?.count ?? 0;
  };
}

/**
 * A partner's user detaches the partner from the company; anybody else removes their own account.
 * @throws {Refusal} `notFound`; `lastCompanyUser` for the last administrator who can sign in: an invited one may never come.
 */
export function leaveCompany(db: Db, actor: Actor, companyId: number, partnerId: number | undefined): Promise<null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    if (partnerId !== undefined) await requirePartner(db, actor, partnerId);
    if (actor.role === 'partner') {
      await detach(db, actor, found(actor.partnerId), companyId);
      return null;
    }
    if (actor.role === 'company') await refuseLast(db, actor, companyId);
    await db.deleteFrom('user_account').where('id', '=', actor.userId).execute();
    await audit(db, actor, { action: 'company.left', companyId, subject: 'user', subjectId: actor.userId });
    await tellSessionsChanged(db, [actor.userId]);
    return null;
  });
}

/**
 * Locks all who can administer the company, in the order in which a deletion locks users. So the last two cannot leave side by
 * side, and nobody leaves while the last other one is being deleted.
 */
async function refuseLast(db: Db, actor: Actor, companyId: number): Promise<void> {
  await lockCompany(db, actor, companyId);
  const active = await lockActiveAdministrators(db, companyId);
  if (!active.some((id) => id !== actor.userId)) throw new Refusal('lastCompanyUser');
}
