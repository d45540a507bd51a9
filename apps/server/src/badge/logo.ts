import { type Storage, StorageFailed } from '../integrations/storage/storage.ts';
import type { Logo } from './sheet.ts';

/** How long a badge waits for a logo, in milliseconds: somebody stands at the desk, and the visit is not committed yet. */
const patience = 2_000;

/** Logos by the names of their files, as they stand in a document. One that cannot be read, or not soon, is left out: a badge does without. */
export async function readLogos(storage: Storage, files: readonly string[]): Promise<ReadonlyMap<string, Logo>> {
  const read = await Promise.all(
    [...new Set(files)].map(async (file) => [file, await readLogo(storage, file)] as const),
  );
  return new Map(
    read.flatMap(([file, data], index) => (data === null ? [] : [[file, { id: `logo-${index + 1}`, data }]])),
  );
}

async function readLogo(storage: Storage, file: string): Promise<string | null> {
  try {
    const bytes = await storage.read(file, patience);
    return bytes && `data:image/${file.endsWith('.png') ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`;
  } catch (error) {
    if (error instanceof StorageFailed) return null;
    throw error;
  }
}
