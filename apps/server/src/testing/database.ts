import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { enforceRowSecurity } from '../platform/db/row-security.ts';
import { migrate } from '../platform/db/migrate.ts';
import { afterFile } from './after-file.ts';

const templateLock = 7_130_099;
const template = 'vestibule_test_template';

let made: Promise<Database> | undefined;

export function testDatabase(): Promise<Database> {
  made ??= makeDatabase();
  return made;
}

async function makeDatabase(): Promise<Database> {
  const name = `vestibule_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client);
    // Uses half the processor time of the default, which logs the whole template.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const database = openDatabase({ ...inject('postgres'), database: name });
  afterFile(async () => {
    made = undefined;
    await database.close();
    await onServer(async (client) => void (await client.query(`drop database ${name} with (force)`)));
  });
  return database;
}

/** Renames the database at the end, so that the template is always complete. */
async function makeTemplate(client: pg.Client) {
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const database = openDatabase({ ...inject('postgres'), database: unfinished }, 2);
  try {
    await migrate(database.db);
    await enforceRowSecurity(database.db);
  } finally {
    await database.close();
  }
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

async function onServer(work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
