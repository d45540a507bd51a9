import type { Db } from '../platform/db/database.ts';
import { newLicenseKey } from '../kiosks/license/key.ts';
import { fresh, type Named } from './fresh.ts';

export function seedFolder(db: Db, name = `Folder ${fresh()}`): Promise<Named> {
  return db.insertInto('license_folder').values({ name }).returning(['id', 'name']).executeTakeFirstOrThrow();
}

interface KnownLicense {
  key?: string;
  description?: string;
  mac?: string;
}

export function seedLicense(
  db: Db,
  folder: { id: number },
  known: KnownLicense = {},
): Promise<{ id: number; key: string }> {
  const { key = newLicenseKey(), description = null, mac = null } = known;
  return db
    .insertInto('license')
    .values({ folder_id: folder.id, key, description, mac, activation_date: mac === null ? null : new Date() })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}
