import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { storePicture } from '../../platform/pictures/store-picture.ts';
import { addPhoto } from '../image/image.ts';
import type { Directory } from '../../platform/integrations/directory/directory.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { showPhoto, takeWithoutPhoto, type TakenRun } from './sync.store.ts';

const most = 200;
const concurrency = 4;
const name = 'directory';

interface PhotoContext {
  db: Db;
  storage: Storage;
  signal: AbortSignal;
}

export async function bringPhotos(context: PhotoContext, run: TakenRun, directory: Directory): Promise<void> {
  const waiting = await takeWithoutPhoto(context.db, run, most);
  const end = new AbortController();
  const signal = AbortSignal.any([context.signal, end.signal]);
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const picture = await directory.photo(next.idFromService, signal);
      if (picture) await bringPhoto(context, run, next.id, picture);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work)).finally(() => end.abort());
}

async function bringPhoto({ db, storage }: PhotoContext, run: TakenRun, employeeId: number, picture: Buffer) {
  const { tenantId, companyId, askedBy } = run;
  const files = await storePicture(storage, picture, { isAwaited: false }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  if (!files) return;
  await transaction(db, async (db) => {
    const imageId = await addPhoto(db, { companyId, tenantId }, { name, files });
    if (!(await showPhoto(db, companyId, employeeId, imageId))) {
      await db.deleteFrom('image').where('company_id', '=', companyId).where('id', '=', imageId).execute();
      return;
    }
    const act = { action: 'employee.photoChanged', companyId, subject: 'employee', subjectId: employeeId } as const;
    await audit(db, askedBy, act);
  });
}
