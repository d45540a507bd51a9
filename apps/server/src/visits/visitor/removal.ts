import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { expectedNoMore } from './expectation.sql.ts';
import { removeVisits } from './guest-of-visit.ts';
import { isInvited } from './remembered.sql.ts';
import { asVisibleTo, tenantsOf } from './visibility.ts';
import { publishVisitors } from './visitor-changes.ts';
import type { VisitorRow } from './visitor.rows.ts';
import { eraseVisitors, lockVisitorInScope } from './visitor.ts';

export function removeVisitor(db: Db, actor: Actor, visitorId: number): Promise<null> {
  return transaction(db, async (db) => {
    const visitor = await lockVisitorInScope(db, actor, visitorId);
    if (asVisibleTo(actor, visitor).currentVisitRecordId !== null) throw new Refusal('visitorIsCheckedIn');
    const companyId = visitor.company_id;
    await lockVisits(db, visitor);
    await audit(db, actor, { action: 'visitor.deleted', companyId, subject: 'visitor', subjectId: visitorId });

    if (actor.tenantId !== null && !(await removeFromTenant(db, actor.tenantId, visitor))) {
      await publishVisitors(db, 'visitors_update', companyId, [visitorId], []);
      await publish(db, companyId, [
        { channel: `tenant:${actor.tenantId}`, event: 'visitors_removed', ids: [visitorId] },
      ]);
      return null;
    }
    await eraseVisitors(db, companyId, [visitorId]);
    await publishVisitors(db, 'visitors_removed', companyId, [visitorId], tenantsOf(visitor));
    return null;
  });
}

type VisitorKey = Pick<VisitorRow, 'id' | 'company_id'>;

async function removeFromTenant(db: Db, tenantId: number, visitor: VisitorKey): Promise<boolean> {
  const { id, company_id: companyId } = visitor;
  const past = sql`
    select id from visit
    where company_id = ${companyId} and visitor_id = ${id} and tenant_id = ${tenantId} and checked_out_at is not null`;
  await removeVisits(db, companyId, past);
  await endPreregistration(db, visitor, tenantId);
  await forgetInvitations(db, tenantId, visitor);
  return isForgotten(db, visitor);
}

/** Deletes remembered data. The row stays with the data of an expectation. Returns whether the row is deleted. */
export async function forgetMemory(db: Db, visitor: VisitorKey): Promise<boolean> {
  if (await clearMemoryOfExpected(db, visitor)) return false;
  await eraseVisitors(db, visitor.company_id, [visitor.id]);
  return true;
}

export async function eraseForgotten(db: Db, visitor: VisitorKey): Promise<boolean> {
  if (!(await isForgotten(db, visitor))) return false;
  await eraseVisitors(db, visitor.company_id, [visitor.id]);
  return true;
}

async function lockVisits(db: Db, { id, company_id: companyId }: VisitorKey): Promise<void> {
  await sql`
    select from visit where company_id = ${companyId} and visitor_id = ${id} order by id for update`.execute(db);
}

/** Guests of the tenant keep their phone, but are not expected again. */
async function forgetInvitations(db: Db, tenantId: number, { id, company_id: companyId }: VisitorKey): Promise<void> {
  await sql`
    update guest g set visitor_id = null from meeting m
    where g.company_id = ${companyId} and g.visitor_id = ${id} and m.company_id = g.company_id and m.id = g.meeting_id and m.tenant_id = ${tenantId}`.execute(
    db,
  );
}

export async function endPreregistration(
  db: Db,
  { id, company_id: companyId }: VisitorKey,
  tenantId: number,
): Promise<void> {
  await sql`
    update visitor set ${expectedNoMore}
    where company_id = ${companyId} and id = ${id} and preregistered_tenant_id = ${tenantId}`.execute(db);
}

async function isForgotten(db: Db, { id, company_id: companyId }: VisitorKey): Promise<boolean> {
  const { rows } = await typedSql({ is_forgotten: bool })`
    select v.preregistered_tenant_id is null
      and not (v.should_save_data and coalesce(v.saved_until > now(), false))
      and not exists (select from visit o where o.company_id = v.company_id and o.visitor_id = v.id) and not ${isInvited} as is_forgotten
    from visitor v where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  return rows[0]?.is_forgotten ?? false;
}

export async function clearCurrentData(db: Db, { id, company_id: companyId }: VisitorKey): Promise<void> {
  await sql`
    update visitor set current_name = null, current_company_name = null
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

async function clearMemoryOfExpected(db: Db, { id, company_id: companyId }: VisitorKey): Promise<boolean> {
  const { rows } = await sql`
    update visitor v set
      name = coalesce(expected_name, name), company_name = coalesce(expected_company_name, company_name),
      expected_name = case when preregistered_tenant_id is not null then coalesce(expected_name, name) end,
      expected_company_name = case
        when preregistered_tenant_id is not null then coalesce(expected_company_name, company_name) end,
      should_save_data = false, storage_stopped_at = null, saved_until = null
    where company_id = ${companyId} and id = ${id} and (preregistered_tenant_id is not null or ${isInvited})
    returning id`.execute(db);
  return rows.length > 0;
}
