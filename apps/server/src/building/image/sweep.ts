import { isBackingUp } from '../../platform/db/backup-lock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { isFileName } from '../../platform/pictures/file-name.ts';
import { listOrphans } from './image.store.ts';

/** A file this old has a row or never gets one, in milliseconds. With a sweep every ten minutes none is left after an hour. */
const settled = 30 * 60_000;
const batch = 500;

/**
 * Removes files that belong to no image: of uploads that failed half-way, and of images that went with a tenant or a company.
 * Files with other names than ours are left alone.
 */
export function sweepFiles(storage: Storage, now: () => number = Date.now): ScheduledJob {
  return {
    name: 'sweep-files',
    cron: '*/10 * * * *',
    async run(db) {
      let names: string[] = [];
      for await (const { name, writtenAt } of storage.list()) {
        if (!isFileName(name) || writtenAt.getTime() > now() - settled) continue;
        names.push(name);
        if (names.length < batch) continue;
        await removeOrphans(db, storage, names);
        names = [];
      }
      await removeOrphans(db, storage, names);
    },
  };
}

async function removeOrphans(db: Db, storage: Storage, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const orphans = await listOrphans(db, names);
  if (await isBackingUp(db)) return;
  for (const name of orphans) await storage.remove(name);
}
