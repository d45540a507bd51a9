import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../db/database.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { CannotRestore } from './cannot-restore.ts';
import type { End, Frame, Table } from './frames.ts';
import { listTables } from './tables.ts';

/**
 * Numbers that are left out behind those that were given out: whoever holds one that was given out after the backup, in a printed badge
 * or an open page, must not reach somebody else's row with it.
 */
const gap = 10_000;

/**
 * Puts what a backup holds into a database that has its schema and nothing else, in one transaction, and its files into the storage.
 * @throws {CannotRestore} where the backup and the schema do not fit.
 */
export async function load(connection: Connection, storage: Storage, frames: AsyncIterable<Frame>): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'vestibule restore' });
  await client.connect();
  try {
    await client.query('begin');
    // The rows held together in their snapshot, and are loaded in the order of their tables' names.
    await client.query('set local session_replication_role = replica');
    const known = new Map((await listTables(client)).map((table) => [table.name, table]));
    // Migrations insert some rows, which are in the backup too.
    for (const name of known.keys()) await client.query(`delete from ${client.escapeIdentifier(name)}`);
    const makeIndexes = await dropIndexes(client, [...known.keys()]);
    await loadFrames(client, known, storage, frames);
    await makeIndexes();
    await client.query('commit');
  } catch (error) {
    throw isAboutRows(error) ? misfit() : error;
  } finally {
    await client.end();
  }
}

/** An index that is kept up row by row takes many times as long as one that is made at the end. Answers what makes them again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class t on t.oid = indrelid and t.relnamespace = 'public'::regnamespace
     where t.relname = any($1) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await client.query(definition);
  };
}

/** @throws {CannotRestore} where the user of the database may not load rows in any order. */
export async function requireLoader(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; may: boolean }>(
    `select current_user as name, has_parameter_privilege('session_replication_role', 'set') as may`,
  );
  const [user] = rows;
  if (user?.may) return;
  throw new CannotRestore(
    `a superuser has to allow it first: grant set on parameter session_replication_role to ${pg.escapeIdentifier(user?.name ?? '')}`,
  );
}

async function loadFrames(
  client: pg.Client,
  known: ReadonlyMap<string, Table>,
  storage: Storage,
  frames: AsyncIterable<Frame>,
): Promise<void> {
  let copying: Copying | undefined;
  const loaded: Record<string, number> = {};
  const endTable = async () => {
    if (!copying) return;
    copying.stream.end();
    await copying.done;
    loaded[copying.table] = copying.stream.rowCount;
    copying = undefined;
  };
  for await (const frame of frames) {
    switch (frame.is) {
      case 'manifest':
        break;
      case 'table':
        await endTable();
        copying = startTable(client, known, frame.table);
        break;
      case 'rows':
        if (copying?.stream.write(frame.bytes) === false)
          await Promise.race([once(copying.stream, 'drain'), copying.done]);
        break;
      case 'file':
        await endTable();
        await storage.write(frame.name, frame.bytes, frame.type);
        break;
      case 'end':
        await endTable();
        if (!isDeepStrictEqual(loaded, frame.end.rows)) throw misfit();
        await setSequences(client, frame.end);
        break;
    }
  }
}

interface Copying {
  table: string;
  stream: CopyStreamQuery;
  /** Settles when all rows are in, or one was refused. */
  done: Promise<void>;
}

function startTable(client: pg.Client, known: ReadonlyMap<string, Table>, { name, columns }: Table): Copying {
  const table = known.get(name);
  if (!table || !columns.every((column) => table.columns.includes(column))) {
    throw new CannotRestore(`its table ${name} is not one of the schema that it names`);
  }
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`));
  const done = finished(stream);
  // It is awaited later, at the end of the table.
  done.catch(() => undefined);
  return { table: name, stream, done };
}

/** Whether PostgreSQL refused what stands in the rows. Its own words quote them. */
function isAboutRows(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

function misfit(): CannotRestore {
  return new CannotRestore('its rows do not fit the schema that it names');
}

async function setSequences(client: pg.Client, { sequences }: End): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last + gap]);
  }
}
