import type { FirstSteps } from '@vestibule/contract/accounts/first-steps.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { isActive } from '../user/user.ts';
import { findCompany, lockCompany } from './company.store.ts';

type Channel = 'email' | 'sms';

/** A message counts when its provider has accepted it. */
export async function readFirstSteps(
  db: Db,
  actor: Actor,
  companyId: number,
  unserved: ReadonlySet<Channel>,
): Promise<FirstSteps> {
  orNotFound(await findCompany(db, actor, companyId));
  if (await isDismissed(db, companyId)) return null;
  const { rows } = await typedSql({
    hasTenants: bool,
    hasEmployees: bool,
    hasMailed: bool,
    hasTexted: bool,
    hasKiosk: bool,
    hasPrintedBadge: bool,
    hasSecondAdmin: bool,
  })`
    select
      exists (select from tenant t where t.company_id = ${companyId}) as "hasTenants",
      exists (
        select from tenant t join employee e on e.company_id = t.company_id and e.tenant_id = t.id where t.company_id = ${companyId}
      ) as "hasEmployees",
      exists (
        select from message m where m.company_id = ${companyId} and m.channel = 'email' and m.state = 'delivered'
      ) as "hasMailed",
      exists (
        select from message m
        where m.company_id = ${companyId} and m.channel = 'sms' and m.state in ('sent', 'delivered')
      ) as "hasTexted",
      exists (select from kiosk k where k.company_id = ${companyId} and k.token_hash is not null) as "hasKiosk",
      exists (
        select from audit_entry a where a.company_id = ${companyId} and a.action = 'visitor.badgePrinted'
        union all
        select from kiosk_event e where e.company_id = ${companyId} and e.kind = 'printerTested'
      ) as "hasPrintedBadge",
      (
        select count(*) > 1 from user_account u
        where u.company_id = ${companyId} and u.role = 'company' and ${isActive}
      ) as "hasSecondAdmin"`.execute(db);
  const { hasMailed, hasTexted, ...steps } = onlyRow(rows);
  const stateOf = (channel: Channel, hasWorked: boolean) => {
    if (unserved.has(channel)) return 'notSetUp';
    return hasWorked ? 'working' : 'untried';
  };
  return { ...steps, email: stateOf('email', hasMailed), sms: stateOf('sms', hasTexted) };
}

export function dismissFirstSteps(db: Db, actor: Actor, companyId: number): Promise<null> {
  return transaction(db, async (db) => {
    orNotFound(await lockCompany(db, actor, companyId));
    if (await isDismissed(db, companyId)) return null;
    await db.updateTable('company').set({ first_steps_dismissed_at: new Date() }).where('id', '=', companyId).execute();
    await audit(db, actor, { action: 'company.configured', companyId, subject: 'company', subjectId: companyId });
    return null;
  });
}

async function isDismissed(db: Db, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('first_steps_dismissed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
