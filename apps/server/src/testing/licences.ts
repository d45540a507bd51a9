import type { Db } from '../platform/db/database.ts';
import { newLicenceKey } from '../kiosks/licence/key.ts';
import { fresh, type Named } from './fresh.ts';

export function seedFolder(db: Db, name = `Folder ${fresh()}`): Promise<Named> {
  return db.insertInto('licence_folder').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();
}

interface KnownLicence {
  key?: string;
  description?: string;
  mac?: string;
}

export function seedLicence(
  db: Db,
  folder: { id: number },
  known: KnownLicence = {},
): Promise<{ id: number; key: string }> {
  const { key = newLicenceKey(), description = null, mac = null } = known;
  return db
    .insertInto('licence')
    .values({ folder_id: folder.id, key, description, mac, activation_date: mac === null ? null : new Date() })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}
