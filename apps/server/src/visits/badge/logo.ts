import { type Storage, StorageFailed } from '../../platform/integrations/storage/storage.ts';
import type { Logo } from './sheet.ts';

/** How long a badge waits for its logo, in milliseconds: a visit that begins with it holds a connection to the database meanwhile. */
const patience = 2_000;
/** For how long badges do without after that, in milliseconds, so that not each of them waits. */
const pause = 30_000;
/** Until when a place for files is not asked, by the clock of this process. */
const pausedUntil = new WeakMap<Storage, number>();

/** Logos by the names of their files, as they stand in a document. One that cannot be read in time is left out: a badge does without. */
export async function readLogos(storage: Storage, files: readonly string[]): Promise<ReadonlyMap<string, Logo>> {
  const read = await Promise.all(
    [...new Set(files)].map(async (file) => [file, await readLogo(storage, file)] as const),
  );
  return new Map(
    read.flatMap(([file, data], index) => (data === null ? [] : [[file, { id: `logo-${index + 1}`, data }]])),
  );
}

async function readLogo(storage: Storage, file: string): Promise<string | null> {
  if (performance.now() < (pausedUntil.get(storage) ?? 0)) return null;
  const began = performance.now();
  try {
    const bytes = await storage.read(file, patience);
    return bytes && `data:image/${file.endsWith('.png') ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`;
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    const now = performance.now();
    if (now >= began + patience) pausedUntil.set(storage, now + pause);
    return null;
  }
}
