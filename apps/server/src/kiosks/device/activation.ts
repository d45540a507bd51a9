import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { countMisses, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publishKiosks } from '../kiosk/kiosk.ts';
import { readLicenseKey } from '../license/key.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

const wrongKeys: Limit = { uses: 10, seconds: 3_600 };

const License = z.strictObject({
  activationDate: text,
  mac: text,
});
type License = z.infer<typeof License>;

export async function activate(
  db: Db,
  actor: DeviceActor,
  { licenseKey, mac }: { licenseKey: string; mac: string },
  network: string,
): Promise<{ license: License }> {
  const subject = `wrong license keys from ${network}`;
  const isMiss = ({ reason }: Refusal) => reason === 'licenseNotFound' || reason === 'licenseInUse';
  return countMisses(db, { subject, limit: wrongKeys, isMiss }, async () => {
    const key = readLicenseKey(licenseKey);
    const outcome = key === undefined ? 'licenseNotFound' : await bind(db, actor, key, mac);
    if (typeof outcome === 'string') throw new Refusal(outcome);
    return { license: outcome };
  });
}

async function bind(
  db: Db,
  actor: DeviceActor,
  key: string,
  mac: string,
): Promise<License | 'licenseNotFound' | 'licenseInUse'> {
  try {
    return await bindFree(db, actor, key, mac);
  } catch (error) {
    // A constraint sees kiosks of other companies, which this scope does not.
    if (violatedConstraint(error) === 'kiosk_license') return 'licenseInUse';
    throw error;
  }
}

function bindFree(
  db: Db,
  actor: DeviceActor,
  key: string,
  mac: string,
): Promise<License | 'licenseNotFound' | 'licenseInUse'> {
  const {
    userId: kioskId,
    companyIds: [companyId],
  } = actor;
  return transaction(db, async (db) => {
    await lockLicenses(db, actor, key);
    const { rows } = await typedSql({ id: int, is_free: bool, is_own: bool })`
      select l.id, l.mac is null or ${bareMac(sql.ref('l.mac'))} = ${bareMac(mac)} as is_free,
        exists (select from kiosk k where k.company_id = ${companyId} and k.id = ${kioskId} and k.license_id = l.id) as is_own
      from license l where l.key = ${key}`.execute(db);
    const [license] = rows;
    if (!license) return 'licenseNotFound';
    if (!license.is_free) return 'licenseInUse';

    await sql`
      update license set mac = null
      where id <> ${license.id} and id = (
        select license_id from kiosk where company_id = ${companyId} and id = ${kioskId}
      )`.execute(db);
    await sql`
      update kiosk set license_id = ${license.id}, mac = ${mac}
      where company_id = ${companyId} and id = ${kioskId}`.execute(db);
    const { rows: bound } = await typedSql(License)`
      update license set mac = ${mac}, activation_date = coalesce(activation_date, now()) where id = ${license.id}
      returning activation_date as "activationDate", mac`.execute(db);
    if (!license.is_own) {
      await audit(db, actor, { action: 'license.activated', companyId, subject: 'license', subjectId: license.id });
      await publishKiosks(db, 'kiosk_data_change', [{ id: kioskId, company_id: companyId }]);
    }
    return onlyRow(bound);
  });
}

function bareMac(mac: unknown): RawBuilder<string> {
  return sql`translate(lower(${mac}), ':-', '')`;
}

const LockedKiosk = z.strictObject({ license_id: int.nullable() });

/** Locks the kiosk's license and the one with this key. All code locks a kiosk before licenses, and these by id. */
async function lockLicenses(
  db: Db,
  { userId: kioskId, companyIds: [companyId] }: DeviceActor,
  key: string,
): Promise<void> {
  const { rows } = await typedSql(LockedKiosk)`
    select license_id from kiosk where company_id = ${companyId} and id = ${kioskId} for update`.execute(db);
  const [kiosk] = rows;
  if (!kiosk) throw new Refusal('deviceRevoked');
  await sql`select from license where key = ${key} or id = ${kiosk.license_id} order by id for update`.execute(db);
}
