import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Connection, type Db, onlyRow } from '../db/database.ts';
import { bool, queryRows, text, typedSql } from '../db/typed-sql.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { CannotRestore } from './cannot-restore.ts';
import type { Content, Manifest, Table } from './contents.ts';
import { type Columns, listTables } from './tables.ts';

/** How many ids each sequence skips. An id given out after the backup, on a printed badge or an open page, must not lead to another row. */
const gap = 10_000;

/**
 * Loads a backup into a database with its schema and no rows, in one transaction, and its files into the storage.
 * @throws {CannotRestore} if the backup does not fit the schema
 */
export async function load(connection: Connection, storage: Storage, contents: AsyncIterable<Content>): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'vestibule restore' });
  await client.connect();
  try {
    await client.query('begin');
    // Rows load in the order of table names, so foreign keys are off. They were valid in the snapshot.
    await client.query('set local session_replication_role = replica');
    const known = new Map((await listTables(client)).map((table) => [table.name, table]));
    for (const name of await listErasable(client, [...known.keys()])) {
      await client.query(`delete from ${client.escapeIdentifier(name)}`);
    }
    const makeIndexes = await dropIndexes(client, [...known.keys()]);
    await loadContents(client, known, storage, contents);
    await makeIndexes();
    await client.query('commit');
  } catch (error) {
    throw isAboutRows(error) ? misfit() : error;
  } finally {
    await client.end();
  }
}

/** The migration has filled some tables. The owner may not delete from the audit log, which is empty. */
async function listErasable(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const rows = await queryRows(
    client,
    { name: text },
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($1) and has_table_privilege(oid, 'delete')`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Building an index at the end is many times faster. Returns the statements that create the indexes again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const rows = await queryRows(
    client,
    { name: text, definition: text },
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

/** @throws {CannotRestore} if the database user may not load rows in any order. */
export async function requireLoader(db: Db): Promise<void> {
  const { rows } = await typedSql({ name: text, may: bool })`
    select current_user as name, has_parameter_privilege('session_replication_role', 'set') as may`.execute(db);
  const user = onlyRow(rows);
  if (user.may) return;
  throw new CannotRestore(
    `a superuser has to allow it first: grant set on parameter session_replication_role to ${pg.escapeIdentifier(user.name)}`,
  );
}

async function loadContents(
  client: pg.Client,
  known: ReadonlyMap<string, Columns>,
  storage: Storage,
  contents: AsyncIterable<Content>,
): Promise<void> {
  let manifest: Manifest | undefined;
  for await (const content of contents) {
    switch (content.is) {
      case 'manifest':
        ({ manifest } = content);
        break;
      case 'table':
        await loadTable(client, known, content.table, content.csv);
        break;
      case 'file':
        await storage.write(content.name, content.bytes, content.type);
        break;
    }
  }
  if (manifest) await setSequences(client, manifest);
  // Without statistics PostgreSQL plans joins of the restored rows as if there were few.
  await client.query('analyze');
}

async function loadTable(
  client: pg.Client,
  known: ReadonlyMap<string, Columns>,
  { name, columns, rows }: Table,
  csv: AsyncIterable<Buffer>,
): Promise<void> {
  const table = known.get(name);
  if (!table || !columns.every((column) => table.columns.includes(column))) {
    throw new CannotRestore(`its table ${name} is not in the schema that it names`);
  }
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copying = client.query(
    copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin (format csv, header match)`),
  );
  await pipeline(csv, copying);
  if (copying.rowCount !== rows) throw misfit();
}

/** Whether PostgreSQL refused the contents of rows. Its message quotes them. */
function isAboutRows(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

function misfit(): CannotRestore {
  return new CannotRestore('its rows do not fit the schema that it names');
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    const rows = await queryRows(
      client,
      { is_there: bool },
      `select exists (select from pg_sequences where schemaname = 'public' and sequencename = $1) as is_there`,
      [name],
    );
    if (!onlyRow(rows).is_there) throw new CannotRestore(`its sequence ${name} is not in the schema that it names`);
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last + gap]);
  }
}
