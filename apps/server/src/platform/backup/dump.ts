import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CannotStart } from '../cannot-start.ts';
import { queryRows, text } from '../db/typed-sql.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import type { Entry } from './archive.ts';
import { fileEntry, type Manifest, manifestEntry, tableEntry } from './contents.ts';
import { type Columns, listSequences, listTables } from './tables.ts';

const pieceLength = 64 * 1024;

interface Source {
  client: pg.Client;
  storage: Storage;
  manifest: Pick<Manifest, 'madeAt' | 'version' | 'probe' | 'secretKey'>;
  /** Called for each file that a row of `image` names and the storage does not have. */
  onMissing: (name: string) => void;
}

/**
 * The caller holds the lock of backups, so that files stay until the end. Tar states the size of an entry first, so each table is copied
 * twice: to count and to write. A temporary file would hold personal data in plain text.
 */
export async function* dump({ client, storage, manifest, onMissing }: Source): AsyncGenerator<Entry> {
  await client.query('begin isolation level repeatable read read only');
  // Fails, instead of writing a smaller backup, if row-level security hides rows.
  await client.query('set local row_security = off');
  const applied = await queryRows(client, { name: text }, 'select name from kysely_migration order by name');
  const tables = [];
  for (const table of await listTables(client)) tables.push({ ...table, ...(await measure(client, table)) });
  // Sequences are not part of the snapshot. Read after it, they are never behind its rows.
  const sequences = await listSequences(client);
  const files = await listFiles(client, storage, onMissing);
  yield manifestEntry({
    ...manifest,
    migrations: applied.map(({ name }) => name),
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    sequences,
    files: files.length,
  });
  for (const table of tables) {
    yield tableEntry(table, table.bytes, joined(client.query(copyStatement(client, table))));
  }
  for (const name of files) {
    const bytes = await storage.read(name);
    if (bytes === null) throw new CannotStart(`The file ${name} disappeared during the backup. Try again.`);
    yield fileEntry(name, bytes);
  }
  await client.query('commit');
}

async function measure(client: pg.Client, table: Columns): Promise<{ rows: number; bytes: number }> {
  const copying = client.query(copyStatement(client, table));
  let bytes = 0;
  for await (const piece of joined(copying)) bytes += piece.length;
  return { rows: copying.rowCount, bytes };
}

async function* joined(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waits = 0;
  for await (const row of rows) {
    waiting.push(row);
    waits += row.length;
    if (waits < pieceLength) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    waits = 0;
  }
  if (waits > 0) yield Buffer.concat(waiting);
}

function copyStatement(client: pg.Client, { name, columns }: Columns) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout (format csv, header)`);
}

async function listFiles(client: pg.Client, storage: Storage, onMissing: Source['onMissing']): Promise<string[]> {
  const rows = await queryRows(
    client,
    { name: text },
    'select file as name from image union select thumbnail from image',
  );
  const missing = new Set(rows.map(({ name }) => name));
  for await (const { name } of storage.list()) missing.delete(name);
  for (const name of missing) onMissing(name);
  return rows.flatMap(({ name }) => (missing.has(name) ? [] : [name])).toSorted();
}
