import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';

interface TenantState {
  company_id: number;
  enable_custom_settings: boolean;
}

/** The row locked, so that of two who switch at once the second sees what the first did. */
export async function lockTenant(db: Db, actor: Actor, tenantId: number): Promise<TenantState | undefined> {
  const { rows } = await sql<TenantState>`
    select t.company_id, t.enable_custom_settings from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    for no key update of t`.execute(db);
  return rows[0];
}
