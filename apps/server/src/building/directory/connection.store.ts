import type { Actor } from '@vestibule/contract/platform/access.ts';
import { directoryTypes } from '@vestibule/contract/building/directory.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { nextNight, type TenantOfCompany } from './sync.store.ts';
import { bool, bytes, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const ConnectionRow = z.strictObject({
  tenant_id: int,
  company_id: int,
  type: z.enum(directoryTypes),
  group_id: text.nullable(),
  use_custom_app: bool,
  client_id: text.nullable(),
  client_secret: bytes.nullable(),
  loopbooking_domain: text.nullable(),
  loopbooking_code: bytes.nullable(),
  granted: bytes.nullable(),
  last_failure: text.nullable(),
});
export type ConnectionRow = z.infer<typeof ConnectionRow>;

export async function findConnection(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
): Promise<ConnectionRow | undefined> {
  const { rows } = await typedSql(ConnectionRow)`
    select t.id as tenant_id, t.company_id, t.type, t.group_id, t.use_custom_app, t.client_id, t.client_secret,
      t.loopbooking_domain, t.loopbooking_code, d.granted, d.last_failure
    from tenant t join directory_sync d on d.company_id = t.company_id and d.tenant_id = t.id
    where t.company_id = ${companyId} and t.id = ${tenantId} and t.type is not null`.execute(db);
  return rows[0];
}

export type NewConnection = Omit<ConnectionRow, 'last_failure'> & {
  connectedBy: Pick<Actor, 'userId' | 'role'>;
  consoleAddress: string;
};

export async function saveConnection(db: Db, connection: NewConnection): Promise<void> {
  const { tenant_id: tenantId, company_id: companyId, connectedBy, consoleAddress } = connection;
  await db
    .updateTable('tenant')
    .set({
      type: connection.type,
      group_id: connection.group_id,
      use_custom_app: connection.use_custom_app,
      client_id: connection.client_id,
      client_secret: connection.client_secret,
      loopbooking_domain: connection.loopbooking_domain,
      loopbooking_code: connection.loopbooking_code,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .execute();
  await sql`
    insert into directory_sync (tenant_id, company_id, granted, connected_by, connected_as, console_address, next_at)
    values (${tenantId}, ${companyId}, ${connection.granted}, ${connectedBy.userId}, ${connectedBy.role}, ${consoleAddress},
      ${nextNight(sql`${tenantId}::int`, sql`${companyId}::int`)})
    on conflict (company_id, tenant_id) do update set granted = excluded.granted, connected_by = excluded.connected_by,
      connected_as = excluded.connected_as, console_address = excluded.console_address`.execute(db);
}

export async function saveGrant(db: Db, { companyId, tenantId }: TenantOfCompany, granted: Buffer): Promise<void> {
  await db
    .updateTable('directory_sync')
    .set({ granted })
    .where('company_id', '=', companyId)
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function saveSecrets(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  { client_secret, loopbooking_code }: Pick<ConnectionRow, 'client_secret' | 'loopbooking_code'>,
): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ client_secret, loopbooking_code })
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .execute();
}

export async function deleteConnection(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<void> {
  await db
    .updateTable('tenant')
    .set({
      type: null,
      group_id: null,
      use_custom_app: false,
      client_id: null,
      client_secret: null,
      loopbooking_domain: null,
      loopbooking_code: null,
      last_sync_at: null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .execute();
  for (const table of ['directory_sync', 'leaving_employee'] as const) {
    await db.deleteFrom(table).where('company_id', '=', companyId).where('tenant_id', '=', tenantId).execute();
  }
}
