import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Visitor, VisitorEdit } from '@vestibule/contract/visits/visitor.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { countUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { countryAt } from '../../building/settings/settings.ts';
import { asVisibleTo, tenantsOf } from './visibility.ts';
import {
  canChangeMemory,
  type EditedData,
  isPhoneTaken,
  moveToNewPhone,
  type OptOutByEdit,
  updateMemory,
  updateShownData,
  updateVisit,
} from './edit.store.ts';
import { publishVisitors } from './visitor-changes.ts';
import type { VisitorRow } from './visitor.rows.ts';
import { forgetConflictsOf, lockVisitorInScope, lookups, lookupsOf, visitorInScope } from './visitor.ts';

/**
 * Corrects the open visit and the remembered data. A tenant's user changes remembered data only of visitors without other tenants. With
 * another phone, its visit and expectation move to a new visitor, whose id is returned.
 * @throws {Refusal} `invalidPhone`; `visitorWithThisPhoneAlreadyExists`; `changedMeanwhile`; `tooManyRequests` for a tenant's user who
 * tries many phones
 */
export async function changeVisitor(db: Db, actor: Actor, visitorId: number, edit: VisitorEdit): Promise<Visitor> {
  // A refused phone reveals that the building knows it, so the try counts as a look-up.
  const tries = actor.role === 'tenant' && edit.phone !== (await seenInScope(db, actor, visitorId)).phone;
  if (tries) await countUse(db, lookupsOf(actor), lookups);
  try {
    return await transaction(db, async (db) => {
      const before = await lockVisitorInScope(db, actor, visitorId);
      const tenantId = actor.tenantId ?? before.tenant_id ?? before.preregistered_tenant_id;
      const phone = readPhone(edit.phone, await countryAt(db, actor, before.company_id, tenantId));
      const seen = asVisibleTo(actor, before);
      refuseChangedVisitor(seen, { ...edit, phone });
      const shouldSaveData = edit.shouldSaveData === seen.shouldSaveData ? undefined : edit.shouldSaveData;
      const id = await saveEdit(db, actor, before, { ...edit, phone, shouldSaveData });
      if (phone !== seen.phone) await forgetConflictsOf(db, seen.phone);
      return await publishEdit(db, actor, before, id);
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    const isInUse =
      error instanceof PhoneInUse || constraint === 'visitor_phone' || constraint === 'one_open_visit_per_phone';
    if (!isInUse) throw error;
    throw new Refusal('visitorWithThisPhoneAlreadyExists', { fields: { phone: 'visitorWithThisPhoneAlreadyExists' } });
  }
}

class PhoneInUse extends Error {
  override name = 'PhoneInUse';
}

function refuseChangedVisitor(
  { name, companyName, phone, shouldSaveData }: Visitor,
  { previous, ...edit }: VisitorEdit,
): void {
  const wanted = {
    name: edit.name,
    companyName: edit.companyName,
    phone: edit.phone,
    shouldSaveData: edit.shouldSaveData ?? shouldSaveData,
  };
  refuseChanged({ name, companyName, phone, shouldSaveData }, previous, wanted);
}

async function saveEdit(db: Db, actor: Actor, before: VisitorRow, data: EditedData): Promise<number> {
  const canChange = await canChangeMemory(db, actor, before);
  if (!canChange && actor.tenantId !== null) return saveForTenant(db, actor.tenantId, before, data);
  const isInside = before.visit_id !== null;
  if (!(await updateMemory(db, before, data, { isInside }))) throw new PhoneInUse();
  if (before.visit_id !== null) {
    await updateVisit(db, before.company_id, before.visit_id, data, optOutOf(before, data, 'tenant'));
  }
  return before.id;
}

async function saveForTenant(db: Db, tenantId: number, before: VisitorRow, data: EditedData): Promise<number> {
  const visitId = before.tenant_id === tenantId ? before.visit_id : null;
  const shown = { isInside: visitId !== null, isExpected: before.preregistered_tenant_id === tenantId };
  const phone = (visitId !== null ? before.visit_phone : null) ?? before.phone;
  if (data.phone === phone) {
    await updateShownData(db, before, data, shown);
    if (visitId !== null) {
      await updateVisit(db, before.company_id, visitId, data, optOutOf(before, data, 'tenantVisits'));
    }
    return before.id;
  }
  if (await isPhoneTaken(db, before, data.phone)) throw new PhoneInUse();
  const id = await moveToNewPhone(db, { visitor: before, visitId, tenantId }, data);
  if (visitId !== null) await updateVisit(db, before.company_id, visitId, data, null);
  return id;
}

function optOutOf(
  before: VisitorRow,
  { shouldSaveData }: EditedData,
  removes: 'tenantVisits' | 'tenant',
): OptOutByEdit {
  if (shouldSaveData === undefined) return undefined;
  const isOptOut = !shouldSaveData && (before.should_save_data || before.storage_stopped_at !== null);
  return isOptOut ? removes : null;
}

async function publishEdit(db: Db, actor: Actor, before: VisitorRow, id: number): Promise<Visitor> {
  const companyId = before.company_id;
  const after = await visitorInScope(db, actor, id);
  await audit(db, actor, { action: 'visitor.changed', companyId, subject: 'visitor', subjectId: id });
  if (id === before.id) {
    await publishVisitors(db, 'visitors_update', companyId, [id], tenantsOf(after));
    return asVisibleTo(actor, after);
  }
  const others = tenantsOf(before).filter((tenantId) => tenantId !== actor.tenantId);
  await publishVisitors(db, 'visitors_update', companyId, [before.id], others);
  await publishVisitors(db, 'visitors_update', companyId, [id], tenantsOf(after));
  await publish(db, companyId, [
    { channel: `tenant:${actor.tenantId ?? 0}`, event: 'visitors_removed', ids: [before.id] },
  ]);
  return asVisibleTo(actor, after);
}

async function seenInScope(db: Db, actor: Actor, visitorId: number): Promise<Visitor> {
  return asVisibleTo(actor, await visitorInScope(db, actor, visitorId));
}
