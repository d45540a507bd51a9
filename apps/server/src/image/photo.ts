import type { Db } from '../db/database.ts';
import { insertImage } from './image.store.ts';
import type { KeptPicture } from './keep.ts';

/** Makes kept files a photo of a tenant. Answers its id. */
export function addPhoto(
  db: Db,
  place: { companyId: number; tenantId: number },
  { name, files }: { name: string; files: KeptPicture },
): Promise<number> {
  return insertImage(db, { ...place, ...files, type: 'photo', name });
}
