import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

const DeliveryPhonesRow = z.strictObject({
  company_id: int,
  /** E.164. */
  delivery_phones: z.array(text),
});
type DeliveryPhonesRow = z.infer<typeof DeliveryPhonesRow>;

const PhonesRow = DeliveryPhonesRow.pick({ delivery_phones: true });

/** Returns the phones that get a message about a delivery; undefined for a tenant outside the actor's scope. */
export async function findDeliveryPhones(db: Db, actor: Actor, tenantId: number): Promise<string[] | undefined> {
  const { rows } = await typedSql(PhonesRow)`
    select t.delivery_phones from tenant t where ${isTenant(actor, tenantId)}`.execute(db);
  return rows[0]?.delivery_phones;
}

/** The same, with the row locked against other changes until the end of the transaction. */
export async function lockDeliveryPhones(
  db: Db,
  actor: Actor,
  tenantId: number,
): Promise<DeliveryPhonesRow | undefined> {
  const { rows } = await typedSql(DeliveryPhonesRow)`
    select t.company_id, t.delivery_phones from tenant t where ${isTenant(actor, tenantId)}
    for update of t`.execute(db);
  return rows[0];
}

export async function updateDeliveryPhones(db: Db, tenantId: number, phones: string[]): Promise<void> {
  await db.updateTable('tenant').set({ delivery_phones: phones }).where('id', '=', tenantId).execute();
}

function isTenant(actor: Actor, tenantId: number) {
  return sql`t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`;
}
