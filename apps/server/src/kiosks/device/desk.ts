import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Parsed } from '@vestibule/contract/platform/endpoint.ts';
import type { reportDeviceRefusals } from '@vestibule/contract/kiosks/device.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publishRefusedActs } from '../kiosk/refused-act.ts';
import { notifyDelivery } from '../../visits/notification/announce.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import type { CheckInDeps } from '../../visits/visit/visit.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

const deliveries: Limit = { uses: 6, seconds: 60 };

/** More than a desk reviews. The oldest of a kiosk are removed first. */
const maxRefusals = 500;

export function keepRefusals(
  db: Db,
  actor: DeviceActor,
  refusals: Parsed<typeof reportDeviceRefusals, 'body'>,
): Promise<null> {
  const [companyId] = actor.companyIds;
  return transaction(db, async (db) => {
    const { rows } = await typedSql({ id: int })`
    insert into device_refusal (company_id, kiosk_id, nonce, kind, tenant_id, has_named_tenant, reason, occurred_at)
    select ${companyId}::int, ${actor.userId}::int, r.nonce, r.kind, t.id, r."tenantId" is not null,
      r.reason, r."occurredAt"
    from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb)
      as r (nonce uuid, kind text, reason text, "occurredAt" timestamptz, "tenantId" int)
    left join tenant t on t.id = r."tenantId" and t.company_id = ${companyId}
    on conflict do nothing returning id`.execute(db);
    if (rows.length === 0) return null;
    await sql`
      delete from device_refusal where company_id = ${companyId} and id in (
        select id from device_refusal where company_id = ${companyId} and kiosk_id = ${actor.userId}
        order by id desc offset ${maxRefusals}
      )`.execute(db);
    await publishRefusedActs(
      db,
      companyId,
      rows.map(({ id }) => id),
    );
    return null;
  });
}

export async function announceDelivery(
  db: Db,
  { vault, unserved, smsRules: rules }: Pick<CheckInDeps, 'vault' | 'unserved' | 'smsRules'>,
  actor: DeviceActor,
  tenantId: number,
): Promise<{ notified: number }> {
  const { companyId } = await readTenant(db, actor, tenantId);
  await countUse(db, `deliveries for tenant ${tenantId} at kiosk ${actor.userId}`, deliveries);
  return transaction(db, async (db) => {
    const { written, queued } = await notifyDelivery(db, vault, { companyId, tenantId }, { sender: actor, rules });
    if (written === 0) throw new Refusal('noDeliveryPhones');
    await audit(db, actor, { action: 'delivery.announced', companyId, subject: 'tenant', subjectId: tenantId });
    return { notified: unserved.has('sms') ? 0 : queued };
  });
}
