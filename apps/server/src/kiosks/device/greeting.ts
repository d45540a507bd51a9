import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { z } from 'zod';
import { countryAt } from '../../building/settings/settings.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { findVisitorByBadge } from '../../visits/badge/badge.ts';
import type { VisitorRow } from '../../visits/visitor/visitor.rows.ts';
import { findVisitorByPhone, findVisitorInScope } from '../../visits/visitor/visitor.ts';
import { firstNameOf } from './first-name.ts';

/** Enough for the visitors of a kiosk, too few to enumerate numbers. */
const lookups: Limit = { uses: 6, seconds: 60 };
export const misses: Limit = { uses: 20, seconds: 60 };

export async function greetByPhone(db: Db, actor: DeviceActor, typed: string): Promise<PhoneGreeting> {
  const row = await visitorByPhone(db, actor, typed, () =>
    countUse(db, `phone lookup of kiosk ${actor.userId}`, lookups),
  );
  const [companyId] = actor.companyIds;
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: row?.id ?? null });
  const known = row !== undefined && isKnown(row);
  const isInside = row !== undefined && row.visit_id !== null;
  return {
    known,
    firstName: known ? firstNameOf(knownData(row).name) || null : null,
    canRepeatLastVisit: known && !isInside && isRemembered(row) && (await findLastHost(db, row)) !== undefined,
    preregisteredTenant: known && !isInside ? expectingTenant(row) : null,
    ...(known && !isInside && row.expected_employee_id !== null && { hasExpectedHost: true }),
    checkedInSince: row?.checked_in_at ?? null,
  };
}

function expectingTenant(row: VisitorRow): PhoneGreeting['preregisteredTenant'] {
  const { preregistered_tenant_id: id, preregistered_tenant_name: name } = row;
  return id === null || name === null ? null : { id, name };
}

function expectedHost({ expected_employee_id: id, expected_employee_name: name }: VisitorRow) {
  return id === null || name === null ? {} : { expectedHost: { id, name } };
}

export async function greetByBadge(db: Db, vault: Vault, actor: DeviceActor, code: string): Promise<CodeGreeting> {
  const subject = `codes at kiosk ${actor.userId}`;
  await countUse(db, subject, misses);
  const wearer = await findVisitorByBadge(db, vault, actor.companyIds[0], code);
  if (wearer) await takeBackUse(db, subject);
  const row = wearer && (await findVisitorInScope(db, actor, wearer.id));
  if (!row || !isKnown(row)) {
    return { known: false, name: null, companyName: null, preregisteredTenantId: null, lastVisit: null };
  }
  return {
    known: true,
    ...knownData(row),
    // A visitor inside shows the code to check out.
    preregisteredTenantId: row.visit_id === null ? row.preregistered_tenant_id : null,
    ...(row.visit_id === null && expectedHost(row)),
    lastVisit: (isRemembered(row) ? await findLastHost(db, row) : undefined) ?? null,
  };
}

export async function visitorByPhone(
  db: Db,
  actor: DeviceActor,
  typed: string,
  count: () => Promise<void> = () => Promise.resolve(),
): Promise<VisitorRow | undefined> {
  const [companyId] = actor.companyIds;
  const phone = readPhone(typed, await countryAt(db, actor, companyId, null));
  await count();
  return findVisitorByPhone(db, actor, companyId, phone);
}

export const Destination = z.strictObject({
  tenant: z.strictObject({ id: int, name: text }),
  employee: z.strictObject({ id: int, name: text }).nullable(),
});
export type Destination = z.infer<typeof Destination>;

export function isRemembered(row: VisitorRow): boolean {
  return row.should_save_data && row.storage_stopped_at === null;
}

export function isKnown(row: VisitorRow): boolean {
  return isRemembered(row) || row.preregistered_tenant_id !== null;
}

export function knownData(row: VisitorRow): { name: string; companyName: string } {
  return { name: row.expected_name ?? row.name, companyName: row.expected_company_name ?? row.company_name };
}

const LastHostRow = Destination.extend({ is_gone: bool });

/** Undefined if the host is removed. Ignores visits under another name, because a stranger can type the phone. */
export async function findLastHost(
  db: Db,
  { id, company_id: companyId }: Pick<VisitorRow, 'id' | 'company_id'>,
): Promise<Destination | undefined> {
  const { rows } = await typedSql(LastHostRow)`
    select json_build_object('id', t.id, 'name', t.name) as tenant, o.former_host is not null as is_gone,
      case when e.id is not null then json_build_object('id', e.id, 'name', e.name) end as employee
    from visit o
    join visitor v on v.company_id = o.company_id and v.id = o.visitor_id and v.name = o.name
    join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.visitor_id = ${id} and o.checked_out_at is not null
    order by o.checked_in_at desc, o.id desc limit 1`.execute(db);
  const [last] = rows;
  return last && !last.is_gone ? { tenant: last.tenant, employee: last.employee } : undefined;
}
