import { type ImageOwner, uploadable } from '@vestibule/contract/building/image-storage.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Image, ImageType } from '@vestibule/contract/platform/image.ts';
import type { FieldKey } from '@vestibule/contract/platform/refusal.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { requireCompany } from '../../accounts/company/company.ts';
import { audit } from '../../platform/audit/audit.ts';
import { isBackingUp } from '../../platform/db/backup-lock.ts';
import { type Db, transaction, violatedConstraint } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { Rows } from '../../platform/http/answer.ts';
import type { Once } from '../../platform/http/call.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { UploadedFile } from '../../platform/http/upload.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { isFileName } from '../../platform/pictures/file-name.ts';
import { storePicture, type StoredPicture } from '../../platform/pictures/store-picture.ts';
import {
  deleteImage,
  findCompanyOfTenant,
  findImage,
  insertImage,
  listImages,
  listOrphans,
  listUses,
} from './image.store.ts';

/** Uploads per user: more than by hand, too few to fill a disk. */
const uploads: Limit = { uses: 200, seconds: 3_600 };

export async function readImages(
  db: Db,
  actor: Actor,
  { type, companyId, tenantId }: ImageOwner & { type?: ImageType | undefined },
  query: Omit<ListQuery, 'search'>,
): Promise<Rows<Image>> {
  const owner = await requireOwner(db, actor, { companyId, tenantId });
  const { rows, counted } = await listImages(db, owner, type, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.created_at, id: row.id }));
  return { ...page, rows: page.rows.map(({ shown }) => shown) };
}

/**
 * Stores an image. Writes its files before its row, so that no transaction waits for drawing.
 * @throws {Refusal} `notAllowed` for a type that the role may not upload; `notFound`; `wrongMimetype`; `unavailable`; `tooManyRequests`
 */
export async function addImage(
  db: Db,
  storage: Storage,
  actor: Actor,
  { type, ...scope }: ImageOwner & { type: ImageType },
  { name, bytes }: UploadedFile,
  once: Once,
): Promise<Image> {
  if (!uploadable[actor.role].includes(type)) throw new Refusal('notAllowed');
  const owner = await requireOwner(db, actor, scope);
  await countUse(db, `uploads of user ${actor.userId}`, uploads);
  const files = await storePicture(storage, bytes);
  const add = async (db: Db) => {
    await requireOwner(db, actor, scope);
    const imageId = await insertImage(db, { ...owner, ...files, type, name: shownName(name) });
    await audit(db, actor, {
      action: 'image.uploaded',
      companyId: owner.companyId,
      subject: 'image',
      subjectId: imageId,
    });
    return orNotFound(await findImage(db, actor, imageId)).shown;
  };
  return once((db) => transaction(db, add));
}

/**
 * Deletes an image, then its files.
 * @throws {Refusal} `notFound`; `imageInUse`, with its uses.
 */
export async function removeImage(db: Db, storage: Storage, actor: Actor, imageId: number): Promise<null> {
  const image = orNotFound(await findImage(db, actor, imageId));
  try {
    await transaction(db, async (db) => {
      if (!(await deleteImage(db, image.company_id, imageId))) throw new Refusal('notFound');
      await audit(db, actor, {
        action: 'image.deleted',
        companyId: image.company_id,
        subject: 'image',
        subjectId: imageId,
      });
    });
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    throw new Refusal('imageInUse', { usedBy: await listUses(db, image) });
  }
  if (!(await isBackingUp(db))) {
    await Promise.allSettled([storage.remove(image.file), storage.remove(image.thumbnail)]);
  }
  return null;
}

/** Refuses an image out of scope or of another owner as missing, and one of another type by marking `field`. */
export async function requireImage(
  db: Db,
  actor: Actor,
  imageId: number,
  place: { companyId: number; tenantId: number | null; type: ImageType; field: string },
): Promise<void> {
  const image = orNotFound(await findImage(db, actor, imageId));
  const isThere =
    image.company_id === place.companyId && (image.tenant_id === null || image.tenant_id === place.tenantId);
  if (!isThere) throw new Refusal('notFound');
  const wrong: FieldKey = 'invalidValue';
  if (image.type !== place.type) throw new Refusal('validation', { fields: { [place.field]: wrong } });
}

async function requireOwner(
  db: Db,
  actor: Actor,
  { companyId, tenantId }: ImageOwner,
): Promise<{ companyId: number; tenantId: number | null }> {
  if (tenantId !== undefined) {
    return { companyId: orNotFound(await findCompanyOfTenant(db, actor, tenantId)), tenantId };
  }
  // A tenant's user sees no images of the company.
  if (companyId === undefined || actor.tenantId !== null) throw new Refusal('notFound');
  await requireCompany(db, actor, companyId);
  return { companyId, tenantId: null };
}

function shownName(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...visible].slice(0, 120).join('') || '…';
}

export function addPhoto(
  db: Db,
  place: { companyId: number; tenantId: number },
  { name, files }: { name: string; files: StoredPicture },
): Promise<number> {
  return insertImage(db, { ...place, ...files, type: 'photo', name });
}

/** Keeps photos that another employee has or gets. `sweepFiles` removes their files. */
export async function forgetPhotos(db: Db, companyId: number, imageIds: readonly number[]): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    select id from image where company_id = ${companyId} and id = any(${[...imageIds]}::int[]) and type = 'photo'
    order by id for update skip locked`.execute(db);
  // A second statement sees photos that other transactions have assigned since.
  await sql`
    delete from image i where i.company_id = ${companyId} and i.id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from employee e where e.company_id = i.company_id and e.photo_id = i.id)`.execute(db);
}

/** A file of this age has a row or never gets one. The job runs every ten minutes, so no such file is left after an hour. */
const settledAfterMs = 30 * 60_000;
const batchSize = 500;

/** Removes files of failed uploads and deleted owners. Keeps files with other kinds of names. */
export function sweepFiles(storage: Storage, now: () => number = Date.now): ScheduledJob {
  return {
    name: 'sweep-files',
    cron: '*/10 * * * *',
    async run({ acrossCompanies }) {
      let names: string[] = [];
      for await (const { name, writtenAt } of storage.list()) {
        if (!isFileName(name) || writtenAt.getTime() > now() - settledAfterMs) continue;
        names.push(name);
        if (names.length < batchSize) continue;
        await removeOrphans(acrossCompanies, storage, names);
        names = [];
      }
      await removeOrphans(acrossCompanies, storage, names);
    },
  };
}

async function removeOrphans(db: Db, storage: Storage, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const orphans = await listOrphans(db, names);
  if (await isBackingUp(db)) return;
  for (const name of orphans) await storage.remove(name);
}

/** Rows contain this address. All web processes store the same address at their start. */
export async function keepFileAddress(db: Db, address: string): Promise<void> {
  await db.updateTable('file_address').set({ address }).where('address', '<>', address).execute();
}
