import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import { directoryTypes } from '@vestibule/contract/building/directory.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Counted, countOf } from '../../platform/db/list.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

const Named = z.strictObject({ id: int, name: text });

export const TenantRow = z.strictObject({
  id: int,
  company_id: int,
  name: text,
  type: z.enum(directoryTypes).nullable(),
  group_id: text.nullable(),
  client_id: text.nullable(),
  has_client_secret: bool,
  use_custom_app: bool,
  loopbooking_domain: text.nullable(),
  has_loopbooking_code: bool,
  enable_custom_settings: bool,
  enable_print_badge_option: bool,
  enable_print_parking_badge_option: bool,
  backup_employee: Named.nullable(),
  employee_count: int,
  last_sync_at: moment.nullable(),
  time_zone: text,
  logo_image_id: int.nullable(),
  logo: Image.nullable(),
  folded_name: text,
});
export type TenantRow = z.infer<typeof TenantRow>;

const selectTenants = sql`
  select t.id, t.company_id, t.name, t.type, t.group_id, t.client_id, t.client_secret is not null as has_client_secret,
    t.use_custom_app, t.loopbooking_domain, t.loopbooking_code is not null as has_loopbooking_code,
    t.enable_custom_settings, s.enable_print_badge_option, s.enable_print_parking_badge_option, t.last_sync_at, t.folded_name, c.time_zone,
    (select json_build_object('id', b.id, 'name', b.name) from employee b where b.company_id = t.company_id and b.tenant_id = t.id and b.id = t.backup_employee_id)
      as backup_employee,
    t.logo_image_id, image_shown(t.company_id, t.logo_image_id) as logo,
    (select count(*) from employee e where e.company_id = t.company_id and e.tenant_id = t.id) as employee_count
  from tenant t join company c on c.id = t.company_id join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id`;

export async function findTenant(db: Db, actor: Agent, tenantId: number): Promise<TenantRow | undefined> {
  const { rows } = await typedSql(TenantRow)`
    ${selectTenants}
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  return rows[0];
}

const MatchesRow = z.strictObject({ counted: int, ids: z.array(int).nullable() });

export async function listTenants(db: Db, companyId: number, query: ListQuery): Promise<Counted<TenantRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.company);
  const matching =
    pattern === undefined
      ? sql``
      : sql`and (t.folded_name like fold(${pattern}) or t.id in (
          select e.tenant_id from employee e where e.company_id = ${companyId} and e.search like fold(${pattern})
        ))`;
  const isSearch = pattern !== undefined;
  const planning = isSearch ? sql.raw(planEachTime) : sql``;
  const matchingTenants = sql`from tenant t where t.company_id = ${companyId} ${matching}`;
  if (query.limit === undefined) {
    const { rows } = await typedSql(TenantRow)`
      ${selectTenants}
      where t.company_id = ${companyId} and t.id in (select t.id ${matchingTenants}) order by t.folded_name, t.id ${planning}`.execute(
      db,
    );
    return { rows, counted: countOf(rows.length, isSearch) };
  }

  const further = after ? sql`filter (where (t.folded_name, t.id) > (${after.key}, ${after.id}))` : sql``;
  const { rows: found } = await typedSql(MatchesRow)`
    select count(*) as counted, (array_agg(t.id order by t.folded_name, t.id) ${further})[1:${query.limit + 1}::int] as ids
    ${matchingTenants} ${planning}`.execute(db);
  const { counted, ids } = onlyRow(found);
  const { rows } = await typedSql(TenantRow)`
    ${selectTenants} where t.company_id = ${companyId} and t.id = any(${ids ?? []}::int[]) order by t.folded_name, t.id`.execute(
    db,
  );
  return { rows, counted: countOf(counted, isSearch) };
}

export async function listTenantsWithBadges(db: Db, actor: Actor, companyId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select t.id from tenant t join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    where t.company_id = ${companyId} and ${inTenantScope(actor, 't.id')}
      and (s.enable_print_badge_option or s.enable_print_parking_badge_option)
    order by t.id`.execute(db);
  return rows.map(({ id }) => id);
}

export const LockedTenant = z.strictObject({
  company_id: int,
  name: text,
});
export type LockedTenant = z.infer<typeof LockedTenant>;

export async function lockTenant(db: Db, actor: Actor, tenantId: number): Promise<LockedTenant | undefined> {
  const { rows } = await typedSql(LockedTenant)`
    select t.company_id, t.name from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    for update of t`.execute(db);
  return rows[0];
}

/** Blocks changes of employees, the directory and removal, but not visits. Returns whether the tenant still exists. */
export async function lockEmployer(db: Db, companyId: number, tenantId: number): Promise<boolean> {
  const { rows } = await sql`
    select from tenant where company_id = ${companyId} and id = ${tenantId} for no key update`.execute(db);
  return rows.length > 0;
}

export async function listPhotos(db: Db, companyId: number, tenantId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select distinct photo_id as id from employee
    where company_id = ${companyId} and tenant_id = ${tenantId} and photo_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteTenant(db: Db, companyId: number, tenantId: number): Promise<void> {
  await db.deleteFrom('tenant').where('company_id', '=', companyId).where('id', '=', tenantId).execute();
}

export async function insertTenant(db: Db, companyId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('tenant')
    .values({ company_id: companyId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameTenant(db: Db, companyId: number, tenantId: number, name: string): Promise<void> {
  await db.updateTable('tenant').set({ name }).where('company_id', '=', companyId).where('id', '=', tenantId).execute();
}

export async function setLogo(db: Db, companyId: number, tenantId: number, imageId: number | null): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ logo_image_id: imageId })
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .execute();
}

/** Returns false for an employee of another tenant. */
export async function setBackupEmployee(
  db: Db,
  companyId: number,
  tenantId: number,
  employeeId: number | null,
): Promise<boolean> {
  const { rows } = await typedSql({ id: int })`
    update tenant t set backup_employee_id = ${employeeId}
    where t.company_id = ${companyId} and t.id = ${tenantId} and (
      ${employeeId}::int is null or exists (select from employee e where e.company_id = t.company_id and e.tenant_id = t.id and e.id = ${employeeId})
    )
    returning t.id`.execute(db);
  return rows.length > 0;
}

/** Returns whether the backup employee was one of them. */
export async function clearBackupEmployee(
  db: Db,
  companyId: number,
  tenantId: number,
  employeeIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    update tenant set backup_employee_id = null
    where company_id = ${companyId} and id = ${tenantId} and backup_employee_id = any(${[...employeeIds]}::int[])
    returning id`.execute(db);
  return rows.length > 0;
}

export function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    type: row.type,
    groupId: row.group_id,
    clientId: row.client_id,
    hasClientSecret: row.has_client_secret,
    useCustomApp: row.use_custom_app,
    loopbookingDomain: row.loopbooking_domain,
    hasLoopbookingCode: row.has_loopbooking_code,
    enableCustomSettings: row.enable_custom_settings,
    logoImageId: row.logo_image_id,
    logo: row.logo,
    enablePrintBadgeOption: row.enable_print_badge_option,
    enablePrintParkingBadgeOption: row.enable_print_parking_badge_option,
    backupEmployee: row.backup_employee,
    employeeCount: row.employee_count,
    lastSyncAt: row.last_sync_at,
    timeZone: row.time_zone,
  };
}
