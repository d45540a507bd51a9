import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { CannotStart } from '../cannot-start.ts';
import { CannotRestore } from './cannot-restore.ts';
import { decrypt, encrypt } from './cipher.ts';
import { type End, type Frame, type Manifest, readFrames, toBytes } from './frames.ts';

/**
 * Writes a backup that is there as a whole, on the disk, read again and proven, and under its name, or not at all. Answers its size in bytes
 * and its end.
 * @throws {CannotStart} where it does not hold what was to be written
 */
export async function writeArchive(
  path: string,
  frames: AsyncIterable<Frame>,
  secret: string,
): Promise<{ bytes: number; end: End }> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await writeFrames(file, frames, secret);
    const { end } = await verifyArchive(unfinished, secret);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return { bytes: (await stat(path)).size, end };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof CannotRestore ? new CannotStart(`No backup was made: ${error.reason}.`) : error;
  }
}

/** Writes what a backup holds onto the disk, and closes the file. */
export async function writeFrames(file: FileHandle, frames: AsyncIterable<Frame>, secret: string): Promise<void> {
  try {
    const compressed = through(bytesOf(frames), createZstdCompress());
    for await (const bytes of encrypt(compressed, secret)) await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What a backup holds, in its order. @throws {CannotRestore} */
export function readArchive(path: string, secret: string): AsyncGenerator<Frame> {
  return readFrames(through(decrypt(createReadStream(path), secret), createZstdDecompress()));
}

/**
 * Reads a whole backup: every piece of it is proven, and there is as much of everything as its end says.
 * @throws {CannotRestore}
 */
export async function verifyArchive(path: string, secret: string): Promise<{ manifest: Manifest; end: End }> {
  let manifest: Manifest | undefined;
  let end: End | undefined;
  let table: string | undefined;
  const rows = new Map<string, number>();
  let files = 0;
  for await (const frame of readArchive(path, secret)) {
    switch (frame.is) {
      case 'manifest':
        ({ manifest } = frame);
        break;
      case 'table':
        table = frame.table.name;
        rows.set(table, 0);
        break;
      case 'rows':
        if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + countLines(frame.bytes));
        break;
      case 'file':
        files += 1;
        break;
      case 'end':
        ({ end } = frame);
        break;
    }
  }
  const isWhole =
    end?.files === files &&
    Object.keys(end.rows).length === rows.size &&
    Object.entries(end.rows).every(([name, count]) => rows.get(name) === count);
  if (!manifest || !end || !isWhole) throw new CannotRestore('the backup does not hold what its end says');
  return { manifest, end };
}

/** COPY writes a row as a line, and a line break inside of one as two letters. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function* bytesOf(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) yield* toBytes(frame);
}

/** Reads `source` through a transformer; an error of either is thrown as it is. */
async function* through(
  source: AsyncIterable<Buffer>,
  transformer: ReturnType<typeof createZstdCompress>,
): AsyncGenerator<Buffer> {
  const reading = Readable.from(source, { objectMode: false });
  reading.on('error', (error) => transformer.destroy(error));
  try {
    for await (const chunk of reading.pipe(transformer)) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } finally {
    reading.destroy();
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
