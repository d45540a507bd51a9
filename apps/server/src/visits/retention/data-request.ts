import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { PhoneData, VisitorData } from '@vestibule/contract/visits/data-request.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { countryAt } from '../../building/settings/settings.ts';
import { tenantsOf } from '../visitor/visibility.ts';
import { eraseVisitors, forgetConflictsOf, lockVisitorInScope, visitorInScope } from '../visitor/visitor.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import { toVisitor, type VisitorRow } from '../visitor/visitor.rows.ts';
import {
  deleteGuests,
  deleteVisits,
  findTimes,
  findVisitorId,
  listInvitations,
  listMessages,
  listVisits,
  type Person,
} from './data-request.store.ts';

export function exportVisitorData(db: Db, actor: Actor, visitorId: number): Promise<VisitorData> {
  return transaction(db, async (db) => {
    const row = await visitorInScope(db, actor, visitorId);
    const act = { action: 'visitor.exported', companyId: row.company_id, subject: 'visitor' } as const;
    await audit(db, actor, { ...act, subjectId: visitorId });
    return { visitor: toVisitor(row), ...(await readKept(db, personOf(row))) };
  });
}

export async function exportDataOfPhone(
  db: Db,
  actor: Actor,
  companyId: number,
  typedPhone: string,
): Promise<PhoneData> {
  const phone = await readPhoneIn(db, actor, companyId, typedPhone);
  return transaction(db, async (db) => {
    const visitorId = await findVisitorId(db, companyId, phone);
    if (visitorId !== undefined) return exportVisitorData(db, actor, visitorId);
    await audit(db, actor, { action: 'visitor.exported', companyId, subject: 'visitor', subjectId: null });
    return { visitor: null, ...(await readKept(db, { companyId, visitorId: null, phones: [phone] })) };
  });
}

/** The only function that deletes visits to all tenants. Returns the number of visits. */
export function eraseVisitorData(db: Db, actor: Actor, visitorId: number): Promise<{ visits: number }> {
  return transaction(db, async (db) => {
    const row = await lockVisitorInScope(db, actor, visitorId);
    const visits = await deleteVisits(db, personOf(row));
    await deleteGuests(db, personOf(row));
    await eraseVisitors(db, row.company_id, [visitorId]);
    const act = { action: 'visitor.erased', companyId: row.company_id, subject: 'visitor' } as const;
    await audit(db, actor, { ...act, subjectId: visitorId });
    await publishVisitors(db, 'visitors_removed', row.company_id, [visitorId], tenantsOf(row));
    return { visits };
  });
}

export async function eraseDataOfPhone(
  db: Db,
  actor: Actor,
  companyId: number,
  typedPhone: string,
): Promise<{ visits: number }> {
  const phone = await readPhoneIn(db, actor, companyId, typedPhone);
  return transaction(db, async (db) => {
    const visitorId = await findVisitorId(db, companyId, phone);
    if (visitorId !== undefined) return eraseVisitorData(db, actor, visitorId);
    const visits = await deleteVisits(db, { companyId, visitorId: null, phones: [phone] });
    await deleteGuests(db, { companyId, visitorId: null, phones: [phone] });
    await forgetConflictsOf(db, phone);
    await audit(db, actor, { action: 'visitor.erased', companyId, subject: 'visitor', subjectId: null });
    return { visits };
  });
}

async function readPhoneIn(db: Db, actor: Actor, companyId: number, phone: string): Promise<string> {
  await requireCompany(db, actor, companyId);
  return readPhone(phone, await countryAt(db, actor, companyId, null));
}

function personOf({ company_id: companyId, id: visitorId, phone, visit_phone }: VisitorRow): Person {
  return { companyId, visitorId, phones: [phone, visit_phone ?? phone] };
}

async function readKept(db: Db, person: Person): Promise<Omit<VisitorData, 'visitor'>> {
  const { companyId, visitorId } = person;
  const times = visitorId === null ? undefined : await findTimes(db, companyId, visitorId);
  return {
    savedUntil: times?.savedUntil ?? null,
    preregisteredAt: times?.preregisteredAt ?? null,
    visits: await listVisits(db, person),
    invitations: await listInvitations(db, person),
    messages: await listMessages(db, person),
  };
}
