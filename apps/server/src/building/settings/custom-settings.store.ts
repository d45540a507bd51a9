import type { Actor } from '@vestibule/contract/platform/access.ts';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';

const TenantState = z.strictObject({
  company_id: int,
  enable_custom_settings: bool,
});
type TenantState = z.infer<typeof TenantState>;

/** The row locked, so that of two who switch at once the second sees what the first did. */
export async function lockTenant(db: Db, actor: Actor, tenantId: number): Promise<TenantState | undefined> {
  const { rows } = await typedSql(TenantState)`
    select t.company_id, t.enable_custom_settings from tenant t
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}
    for no key update of t`.execute(db);
  return rows[0];
}
