import { type Storage, StorageFailed } from './storage.ts';

/** A check-in holds a database connection for that time, and a mail a lane of the sender. */
const timeoutMs = 2_000;
/** Time without logos after a timeout. */
const pauseMs = 30_000;
const pausedUntil = new WeakMap<Storage, number>();

export interface LogoFile {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
}

/** Null if the file is lost or the storage does not answer in time. */
export async function readLogo(storage: Storage, file: string): Promise<LogoFile | null> {
  if (performance.now() < (pausedUntil.get(storage) ?? 0)) return null;
  const began = performance.now();
  try {
    const bytes = await storage.read(file, timeoutMs);
    return bytes && { bytes, type: file.endsWith('.png') ? 'image/png' : 'image/jpeg' };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    const now = performance.now();
    if (now >= began + timeoutMs) pausedUntil.set(storage, now + pauseMs);
    return null;
  }
}

export function dataUrl({ bytes, type }: LogoFile): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
