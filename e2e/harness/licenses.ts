import { randomUUID } from 'node:crypto';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { newLicenseKey } from '../../apps/server/src/kiosks/license/key.ts';

/** Newest first. Their shared description is unique, so a search finds only them. */
export async function seedFolder(db: Db, amount: number) {
  const mark = randomUUID().slice(0, 13);
  const name = `Order ${mark}`;
  const folder = await db.insertInto('license_folder').values({ name }).returning('id').executeTakeFirstOrThrow();
  const keys = Array.from({ length: amount }, newLicenseKey);
  const licenses = keys.map((key) => ({ folder_id: folder.id, key, description: mark }));
  await db.insertInto('license').values(licenses).execute();
  keys.reverse();
  return { id: folder.id, name, mark, keys, path: `/licenses?search=${mark}` };
}
