/**
 * For how long whoever fetched a file may keep it, as a header says it. It never changes, but it may be somebody's photo: a day after it
 * was deleted no browser shows it any more, and no cache on the way ever had it.
 */
export const mayBeKept = 'private, max-age=86400, immutable';

/** A file as it is kept. */
export interface StoredFile {
  name: string;
  writtenAt: Date;
}

/** Keeps files by name, all of them in one place. What it cannot do, it throws as `StorageFailed`. */
export interface Storage {
  /** Returns when the file is kept, also through a loss of power. */
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** null where there is no such file. Waits for so many milliseconds, where that is said. */
  read(name: string, within?: number): Promise<Buffer | null>;
  /** A file that is not there is removed already. */
  remove(name: string): Promise<void>;
  /** Every file there is, in any order. */
  list(): AsyncIterable<StoredFile>;
}

/** The place for files does not answer, or does not do what it is asked. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}
