import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isFileName } from '../pictures/file-name.ts';
import { type Entry, readArchive, unreadable } from './archive.ts';
import { CannotRestore } from './cannot-restore.ts';

/*
 * The entries of a backup, in this order: `manifest.json`; `tables/NAME.csv` for each table of the manifest, with a header; `files/NAME`
 * for each file of an image, by name.
 */

const Table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() });
export type Table = z.infer<typeof Table>;

export const Manifest = z.object({
  madeAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  /** The highest number of each identity column, by the name of its sequence. */
  sequences: z.record(z.string(), z.int()),
  files: z.int(),
  /** Sealed with SECRET_KEY, in base64. Tells a restore whether it has the same key. */
  probe: z.string(),
  secretKey: z.string().min(32).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export type Content =
  | { is: 'manifest'; manifest: Manifest }
  | { is: 'table'; table: Table; csv: AsyncIterable<Buffer> }
  | { is: 'file'; name: string; type: PictureType; bytes: Buffer };

type PictureType = 'image/png' | 'image/jpeg';

/** Far above the manifest and the largest image, which are read into memory. */
const maxBytesInMemory = 64 * 1024 * 1024;

const manifestName = 'manifest.json';
const nameOfTable = ({ name }: Table) => `tables/${name}.csv`;
const folderOfFiles = 'files/';

export function manifestEntry(manifest: Manifest): Entry {
  return entryOf(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** @param size of the CSV in bytes, which a tar file states before the contents. */
export function tableEntry(table: Table, size: number, csv: AsyncIterable<Buffer>): Entry {
  return { name: nameOfTable(table), size, body: csv };
}

export function fileEntry(name: string, bytes: Buffer): Entry {
  return entryOf(`${folderOfFiles}${name}`, bytes);
}

/**
 * Reads a backup whose entries have the right names, order and number. The caller reads the CSV of a table before the next content.
 * @throws {CannotRestore}
 */
export async function* readContents(path: string, key: string): AsyncGenerator<Content> {
  let manifest: Manifest | undefined;
  let tables = 0;
  let files = 0;
  let lastFile = '';
  for await (const entry of readArchive(path, key)) {
    if (entry.type !== 'file') throw unreadable();
    if (manifest === undefined) {
      if (entry.name !== manifestName) throw unreadable();
      manifest = parseManifest(await readInMemory(entry));
      yield { is: 'manifest', manifest };
      continue;
    }
    const table = manifest.tables[tables];
    if (table !== undefined) {
      if (entry.name !== nameOfTable(table)) throw unreadable();
      tables += 1;
      yield { is: 'table', table, csv: entry.body };
      continue;
    }
    const name = entry.name.slice(folderOfFiles.length);
    if (entry.name !== `${folderOfFiles}${name}` || !isFileName(name) || name <= lastFile) throw unreadable();
    files += 1;
    lastFile = name;
    yield { is: 'file', name, type: typeOf(name), bytes: await readInMemory(entry) };
  }
  if (manifest?.tables.length !== tables || manifest.files !== files) throw incomplete();
}

/**
 * Reads a whole backup and checks the counts of its manifest.
 * @throws {CannotRestore}
 */
export async function verifyBackup(path: string, key: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const content of readContents(path, key)) {
    if (content.is === 'manifest') ({ manifest } = content);
    if (content.is === 'table' && (await countRows(content.csv)) !== content.table.rows) throw incomplete();
  }
  if (manifest === undefined) throw incomplete();
  return manifest;
}

export function countAllRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** A line break inside quotes belongs to a value. */
async function countRows(csv: AsyncIterable<Buffer>): Promise<number> {
  const [quote, lineBreak] = [0x22, 0x0a];
  let lines = 0;
  let isQuoted = false;
  for await (const bytes of csv) {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineBreak && !isQuoted) lines += 1;
    }
  }
  return lines - 1;
}

function entryOf(name: string, bytes: Buffer): Entry {
  return { name, size: bytes.length, body: onePiece(bytes) };
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

async function readInMemory({ size, body }: Entry): Promise<Buffer> {
  if (size > maxBytesInMemory) throw unreadable();
  return buffer(body);
}

function parseManifest(bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString()));
  } catch {
    throw unreadable();
  }
}

function typeOf(name: string): PictureType {
  return name.endsWith('.png') ? 'image/png' : 'image/jpeg';
}

function incomplete(): CannotRestore {
  return new CannotRestore('the contents of the backup differ from its manifest');
}
