import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';
import { CannotRestore } from './cannot-restore.ts';

/*
 * A backup is a tar file, compressed by gzip and encrypted by age with a passphrase. `age -d FILE | tar xz` opens it. Age authenticates
 * the header, every chunk of 64 KiB, their order and the last one: https://age-encryption.org/v1
 */

export interface Entry {
  name: string;
  size: number;
  body: AsyncIterable<Buffer>;
}

const firstLine = Buffer.from('age-encryption.org/v1\n');
const lastLineOfHeader = '\n--- ';
/** A header with a passphrase has 150 bytes. The library would read a line without an end into memory. */
const longestHeader = 1024;
/** The default of 18 takes 256 MiB and a second. Keys have at least 32 characters, so 15 (32 MiB) is enough. */
const scryptWorkFactor = 15;

export async function writeEntries(file: FileHandle, entries: AsyncIterable<Entry>, key: string): Promise<void> {
  try {
    await pipeline(packed(entries), createGzip({ level: 1 }), async (compressed: AsyncIterable<Buffer>) => {
      const encrypter = new Encrypter();
      encrypter.setPassphrase(key);
      encrypter.setScryptWorkFactor(scryptWorkFactor);
      const encrypted = await encrypter.encrypt(ReadableStream.from(compressed));
      for await (const bytes of encrypted) await file.write(bytes);
    });
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads the entries of a backup in order. Reaches the end only if the file is complete and unchanged.
 * @throws {CannotRestore} for another key, and for a file that is no backup, truncated or changed
 */
export async function* readArchive(path: string, key: string): AsyncGenerator<Entry & { type: string }> {
  const unpacking = extract();
  const reading = pipeline(decrypted(path, key), createGunzip(), unpacking);
  reading.catch(() => undefined);
  try {
    for await (const entry of unpacking) {
      const { name, size, type } = entry.header;
      yield { name, size, type, body: buffersOf(entry) };
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (error instanceof CannotRestore || isFromSystem(error)) throw error;
    throw unreadable();
  }
}

/** Refuses contents that this version does not write. Only the owner of the key can make such a file. */
export function unreadable(): CannotRestore {
  return new CannotRestore('the backup has the format of another version of Vestibule');
}

async function* packed(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const packing = pack();
  const adding = addEntries(packing, entries).catch((error: unknown) => {
    packing.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  yield* buffersOf(packing);
  await adding;
}

async function* buffersOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const bytes of stream) {
    if (Buffer.isBuffer(bytes)) yield bytes;
  }
}

async function addEntries(packing: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  for await (const { name, size, body } of entries) {
    await pipeline(body, packing.entry({ name, size, mode: 0o600 }));
  }
  packing.finalize();
}

async function* decrypted(path: string, key: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    await requireHeader(file);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(key);
    const contents = file.createReadStream({ start: 0, autoClose: false });
    yield* await decrypter.decrypt(ReadableStream.from(contents));
  } catch (error) {
    if (error instanceof CannotRestore || isFromSystem(error)) throw error;
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      throw new CannotRestore('BACKUP_KEY is not the key of this backup');
    }
    throw changed();
  } finally {
    await file.close();
  }
}

async function requireHeader(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
  const start = buffer.subarray(0, bytesRead);
  if (!start.subarray(0, firstLine.length).equals(firstLine)) {
    throw new CannotRestore('the file is not a backup of Vestibule');
  }
  if (!start.includes(lastLineOfHeader)) throw changed();
}

function changed(): CannotRestore {
  return new CannotRestore('the file is truncated or changed');
}

function isFromSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
