import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { tellDevices } from './tell-devices.ts';

/** Ends the tokens of the devices that hold these licences. They may come back, and are asked for a licence then. */
export async function revokeDevices(db: Db, licenceIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update kiosk set licence_id = null, token_hash = null, next_token_hash = null, token_is_used = false
    where licence_id = any(${[...licenceIds]}::int[]) returning id`.execute(db);
  await tellDevices(db, { kioskIds: rows.map(({ id }) => id) });
}
