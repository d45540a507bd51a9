import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { insertImage } from './image.store.ts';
import type { KeptPicture } from '../../platform/pictures/keep.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Makes kept files a photo of a tenant. Answers its id. */
export function addPhoto(
  db: Db,
  place: { companyId: number; tenantId: number },
  { name, files }: { name: string; files: KeptPicture },
): Promise<number> {
  return insertImage(db, { ...place, ...files, type: 'photo', name });
}

/**
 * Removes the photos of employees who were deleted, but those that somebody else has or is being given. Their files are swept.
 */
export async function forgetPhotos(db: Db, imageIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    select id from image where id = any(${[...imageIds]}::int[]) and type = 'photo' order by id for update skip locked`.execute(
    db,
  );
  // Looked at by a statement of its own, which sees who was given one meanwhile.
  await sql`
    delete from image i where i.id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from employee e where e.company_id = i.company_id and e.photo_id = i.id)`.execute(db);
}
