import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { tellDevices } from './tell-devices.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Ends the tokens of the devices that hold these licences. They may come back, and are asked for a licence then. */
export async function revokeDevices(db: Db, licenceIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    update kiosk set licence_id = null, token_hash = null, next_token_hash = null, token_is_used = false
    where licence_id = any(${[...licenceIds]}::int[]) returning id`.execute(db);
  await tellDevices(db, { kioskIds: rows.map(({ id }) => id) });
}

/** Keeps kiosks with these licences, which are about to be taken from them, as they are until the end of the transaction. */
export async function lockDevices(db: Db, licenceIds: readonly number[]): Promise<void> {
  await sql`select from kiosk where licence_id = any(${[...licenceIds]}::int[]) order by id for update`.execute(db);
}

/** Frees the licences of a company's kiosks, which are about to go, for other devices. When they were activated stays known. */
export async function freeLicences(db: Db, companyId: number): Promise<void> {
  await sql`
    with held as (
      select id, licence_id from kiosk where company_id = ${companyId} and licence_id is not null order by id for update
    ), released as (
      update kiosk set licence_id = null where id in (select id from held)
    )
    update licence set mac = null
    where id in (select id from licence where id in (select licence_id from held) order by id for update)`.execute(db);
}
