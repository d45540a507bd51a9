import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Storage } from '../integrations/storage/storage.ts';
import type { End, Frame, Manifest } from './frames.ts';
import { listSequences, listTables } from './tables.ts';

/** Rows are handed on in pieces of about this size; PostgreSQL sends each row by itself. */
const pieceLength = 64 * 1024;

interface Source {
  client: pg.Client;
  storage: Storage;
  manifest: Omit<Manifest, 'migrations'>;
  /** Is told of a file that the row of an image names and the storage does not have. */
  missed: (name: string) => void;
}

/**
 * Everything of one moment: all tables in one snapshot, and the files that its images have. The program may run meanwhile, and
 * nobody waits. The lock of backups must be held.
 */
export async function* dump({ client, storage, manifest, missed }: Source): AsyncGenerator<Frame> {
  await client.query('begin isolation level repeatable read read only');
  // A table that would show only some of its rows is an error, and not a smaller backup.
  await client.query('set local row_security = off');
  const { rows: applied } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  yield { is: 'manifest', manifest: { ...manifest, migrations: applied.map(({ name }) => name) } };

  const end: End = { rows: {}, sequences: {}, files: 0 };
  for (const table of await listTables(client)) {
    yield { is: 'table', table };
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyTo(`copy ${client.escapeIdentifier(table.name)} (${columns}) to stdout`));
    for await (const bytes of joined(rows)) yield { is: 'rows', bytes };
    end.rows[table.name] = rows.rowCount;
  }
  // Not of the snapshot, but never less than what stands in its rows.
  end.sequences = await listSequences(client);

  for (const { name, type } of await listFiles(client)) {
    const bytes = await storage.read(name);
    if (bytes === null) {
      missed(name);
      continue;
    }
    yield { is: 'file', name, type, bytes };
    end.files += 1;
  }
  yield { is: 'end', end };
  await client.query('commit');
}

async function listFiles(client: pg.Client): Promise<{ name: string; type: 'image/png' | 'image/jpeg' }[]> {
  const { rows } = await client.query<{ name: string }>(
    'select file as name from image union select thumbnail from image order by name',
  );
  return rows.map(({ name }) => ({ name, type: name.endsWith('.png') ? 'image/png' : 'image/jpeg' }));
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
