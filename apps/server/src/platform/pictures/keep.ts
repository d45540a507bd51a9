import type { Storage } from '../integrations/storage/storage.ts';
import { decode } from './decode.ts';
import { newFileNames } from './file-name.ts';

/** The files that a picture was kept in. */
export interface KeptPicture {
  file: string;
  thumbnail: string;
  /** The size of both. */
  bytes: number;
}

/**
 * Draws a picture anew and keeps it with its thumbnail, under names that nobody knows. Files that get no row are swept.
 * @throws {Refusal} `wrongMimetype`; `unavailable`, where somebody waits for the answer and there are too many @throws {StorageFailed}
 */
export async function keepPicture(
  storage: Storage,
  upload: Buffer,
  options?: { isAwaited: boolean },
): Promise<KeptPicture> {
  const picture = await decode(upload, options);
  const names = newFileNames(picture);
  await storage.write(names.file, picture.bytes, picture.type);
  await storage.write(names.thumbnail, picture.thumbnail, picture.type);
  return { ...names, bytes: picture.bytes.length + picture.thumbnail.length };
}
