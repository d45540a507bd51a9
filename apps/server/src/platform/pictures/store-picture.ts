import type { Storage } from '../integrations/storage/storage.ts';
import { decode } from './decode.ts';
import { newFileNames } from './file-name.ts';

export interface StoredPicture {
  file: string;
  thumbnail: string;
  bytes: number;
}

/**
 * Decodes an image and stores it with its thumbnail under unguessable names. `sweepFiles` removes files without a row.
 * @throws {Refusal} `wrongMimetype`; `unavailable` if `isAwaited` and too many wait
 * @throws {StorageFailed}
 */
export async function storePicture(
  storage: Storage,
  upload: Buffer,
  options?: { isAwaited: boolean },
): Promise<StoredPicture> {
  const picture = await decode(upload, options);
  const names = newFileNames(picture);
  await storage.write(names.file, picture.bytes, picture.type);
  await storage.write(names.thumbnail, picture.thumbnail, picture.type);
  return { ...names, bytes: picture.bytes.length + picture.thumbnail.length };
}
