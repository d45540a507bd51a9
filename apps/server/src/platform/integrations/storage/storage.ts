/**
 * How long clients may cache a file. It never changes, but a photo must disappear from browsers a day after its deletion, and must not
 * enter shared caches.
 */
export const mayBeKept = 'private, max-age=86400, immutable';

export interface StoredFile {
  name: string;
  writtenAt: Date;
}

/**
 * Stores files by name.
 * @throws {StorageFailed}
 */
export interface Storage {
  /** Resolves when the file would survive a loss of power. */
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Null if there is no such file. Waits at most `within` ms. */
  read(name: string, within?: number): Promise<Buffer | null>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

/** The storage does not answer, or refuses. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
