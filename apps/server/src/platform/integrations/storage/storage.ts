/** A photo must disappear from browsers a day after its deletion, and must not enter shared caches. */
export const mayBeKept = 'private, max-age=86400, immutable';

export interface StoredFile {
  name: string;
  writtenAt: Date;
}

export interface Storage {
  /** Resolves when the file would survive a loss of power. */
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Null if there is no such file. Waits at most `within` ms. */
  read(name: string, within?: number): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
