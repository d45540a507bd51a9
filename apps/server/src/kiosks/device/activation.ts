import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { countMisses, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publishKiosks } from '../kiosk/kiosk.ts';
import { readLicenceKey } from '../licence/key.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

/** Attempts of a network with unknown or foreign keys. */
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
  const subject = `wrong licence keys from ${network}`;
  const isMiss = ({ reason }: Refusal) => reason === 'licenseNotFound' || reason === 'licenseInUse';
  return countMisses(db, { subject, limit: wrongKeys, isMiss }, async () => {
    const key = readLicenceKey(licenseKey);
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
    if (violatedConstraint(error) === 'kiosk_licence') return 'licenseInUse';
    throw error;
  }
}

function bindFree(
  db: Db,
  actor: DeviceActor,
  key: string,
  mac: string,
): Promise<License | 'licenseNotFound' | 'licenseInUse'> {
  const kioskId = actor.userId;
  return transaction(db, async (db) => {
    await lockLicences(db, kioskId, key);
    const { rows } = await typedSql({ id: int, is_free: bool, is_own: bool })`
      select l.id, l.mac is null or ${bareMac(sql.ref('l.mac'))} = ${bareMac(mac)} as is_free,
        exists (select from kiosk k where k.licence_id = l.id and k.id = ${kioskId}) as is_own
      from licence l where l.key = ${key}`.execute(db);
    const [licence] = rows;
    if (!licence) return 'licenseNotFound';
    if (!licence.is_free) return 'licenseInUse';

    await sql`
      update licence set mac = null
      where id <> ${licence.id} and id = (select licence_id from kiosk where id = ${kioskId})`.execute(db);
    await sql`update kiosk set licence_id = ${licence.id}, mac = ${mac} where id = ${kioskId}`.execute(db);
    const { rows: bound } = await typedSql(License)`
      update licence set mac = ${mac}, activation_date = coalesce(activation_date, now()) where id = ${licence.id}
      returning activation_date as "activationDate", mac`.execute(db);
    if (!licence.is_own) {
      const [companyId] = actor.companyIds;
      await audit(db, actor, { action: 'licence.activated', companyId, subject: 'licence', subjectId: licence.id });
      await publishKiosks(db, 'kiosk_data_change', [{ id: kioskId, company_id: companyId }]);
    }
    return onlyRow(bound);
  });
}

function bareMac(mac: unknown): RawBuilder<string> {
  return sql`translate(lower(${mac}), ':-', '')`;
}

const LockedKiosk = z.strictObject({ licence_id: int.nullable() });

/** Locks the kiosk's license and the one with this key. All code locks a kiosk before licenses, and these by id. */
async function lockLicences(db: Db, kioskId: number, key: string): Promise<void> {
  const { rows } = await typedSql(LockedKiosk)`
    select licence_id from kiosk where id = ${kioskId} for update`.execute(db);
  const [kiosk] = rows;
  if (!kiosk) throw new Refusal('deviceRevoked');
  await sql`select from licence where key = ${key} or id = ${kiosk.licence_id} order by id for update`.execute(db);
}
