import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { FieldKey } from '@vestibule/contract/platform/refusal.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { phoneOrNull } from '../../platform/values/phone.ts';
import { countryOfTenant } from './settings.ts';

interface DeliveryPhones {
  deliveryPhones: string[];
}

export async function readDeliveryPhones(db: Db, actor: Actor, tenantId: number): Promise<DeliveryPhones> {
  return { deliveryPhones: orNotFound(await findDeliveryPhones(db, actor, tenantId)) };
}

export function changeDeliveryPhones(
  db: Db,
  actor: Actor,
  tenantId: number,
  { deliveryPhones: typed, previous }: { deliveryPhones: readonly string[]; previous?: string[] | undefined },
): Promise<DeliveryPhones> {
  return transaction(db, async (db) => {
    const tenant = orNotFound(await lockDeliveryPhones(db, actor, tenantId));
    const { company_id: companyId } = tenant;
    const deliveryPhones = readPhones(typed, await countryOfTenant(db, companyId, tenantId));
    refuseChanged(tenant.delivery_phones, previous, deliveryPhones);
    await updateDeliveryPhones(db, companyId, tenantId, deliveryPhones);
    await audit(db, actor, {
      action: 'tenant.deliveryPhonesChanged',
      companyId,
      subject: 'tenant',
      subjectId: tenantId,
    });
    return { deliveryPhones };
  });
}

function readPhones(typed: readonly string[], country: string): string[] {
  const phones: string[] = [];
  const fields: Record<string, FieldKey> = {};
  for (const [place, text] of typed.entries()) {
    if (text === '') continue;
    const phone = phoneOrNull(text, country);
    if (phone === null) fields[`deliveryPhones.${place}`] = 'invalidPhone';
    else if (phones.includes(phone)) fields[`deliveryPhones.${place}`] = 'phoneListedTwice';
    else phones.push(phone);
  }
  const marks = Object.values(fields);
  if (marks.length > 0) throw new Refusal(marks.includes('invalidPhone') ? 'invalidPhone' : 'validation', { fields });
  return phones;
}

const DeliveryPhonesRow = z.strictObject({
  company_id: int,
  delivery_phones: z.array(text),
});
type DeliveryPhonesRow = z.infer<typeof DeliveryPhonesRow>;

const PhonesRow = DeliveryPhonesRow.pick({ delivery_phones: true });

async function findDeliveryPhones(db: Db, actor: Actor, tenantId: number): Promise<string[] | undefined> {
  const { rows } = await typedSql(PhonesRow)`
    select t.delivery_phones from tenant t where ${isTenant(actor, tenantId)}`.execute(db);
  return rows[0]?.delivery_phones;
}

async function lockDeliveryPhones(db: Db, actor: Actor, tenantId: number): Promise<DeliveryPhonesRow | undefined> {
  const { rows } = await typedSql(DeliveryPhonesRow)`
    select t.company_id, t.delivery_phones from tenant t where ${isTenant(actor, tenantId)}
    for update of t`.execute(db);
  return rows[0];
}

async function updateDeliveryPhones(db: Db, companyId: number, tenantId: number, phones: string[]): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ delivery_phones: phones })
    .where('company_id', '=', companyId)
    .where('id', '=', tenantId)
    .execute();
}

function isTenant(actor: Actor, tenantId: number) {
  return sql`t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`;
}
