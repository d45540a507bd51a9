import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import { files } from './migrations/0001-schema.ts';
import { text, typedSql } from './typed-sql.ts';

test('the name of the migration ends in the digest of its files', async () => {
  const statements = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const withoutComments = statements
    .join('\n')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/^comment on [^;]*;$/gm, '')
    .replaceAll(/\s+/g, ' ');
  const digest = createHash('sha256').update(withoutComments).digest('hex').slice(0, 8);
  expect(Object.keys(migrations)[0], 'change the name in migrate.ts').toBe(`0001-schema-${digest}`);
});

test('every table has a comment', async () => {
  const { db } = await emptyDatabase();
  await migrate(db);
  const { rows } = await typedSql({ name: text })`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and obj_description(oid, 'pg_class') is null`.execute(db);
  expect(rows).toEqual([]);
});

test('processes that start at the same time migrate once', async () => {
  const { db } = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(db)));
  const { rows } = await typedSql({ name: text })`select name from kysely_migration order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
});

test('a migration that waits for a table lets calls pass and aborts none of them', async () => {
  const database = await emptyDatabase();
  await migrate(database.db);
  await sql`insert into company (name, time_zone) values ('Fjord House', 'Europe/Oslo')`.execute(database.db);
  await sql`insert into tenant (company_id, name) values (1, 'Aurora Shipping')`.execute(database.db);
  const [holding, calling] = [await connect(database), await connect(database)];
  await holding.query(`begin; update tenant set name = 'Renamed' where id = 1`);
  const next = 'alter table visitor add column next int; alter table tenant add column next int';
  const callThenRelease = async () => {
    const end = performance.now() + 2_500;
    let longest = 0;
    while (performance.now() < end) {
      const began = performance.now();
      await calling.query('select count(*) from visitor');
      longest = Math.max(longest, performance.now() - began);
    }
    expect(longest).toBeLessThan(2_000);
    // The migration changes visitor before tenant, and locks company before both. This transaction has tenant already.
    await holding.query(`update visitor set name = 'Renamed'; update company set name = 'Renamed'; commit`);
  };
  const withNext = {
    ...migrations,
    '9999-next': { up: async (db: Kysely<never>) => void (await sql.raw(next).execute(db)) },
  };
  await Promise.all([migrate(database.db, withNext), callThenRelease()]);
  await expect(calling.query('select next from visitor')).resolves.toBeDefined();
});

test('an older version starts on a schema that a newer one has extended', async () => {
  const { db } = await emptyDatabase();
  await migrate(db);
  await pretendApplied(db, '9999-of-tomorrow');
  await expect(migrate(db)).resolves.toBeUndefined();
});

test('refuses a schema with unknown migrations that lacks a known one', async () => {
  const { db } = await emptyDatabase();
  await migrate(db);
  await pretendApplied(db, '9999-of-another-branch');
  const wanted = { ...migrations, '9998-missing': { up: () => Promise.resolve() } };
  await expect(migrate(db, wanted)).rejects.toThrow('it has 9999-of-another-branch, which this version does not know');
});

async function pretendApplied(db: Database['db'], name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
}

async function emptyDatabase(): Promise<Database> {
  const name = `migrate_${process.pid}_${performance.now().toFixed(0)}`;
  await onServer(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name });
  onTestFinished(async () => {
    await database.close();
    await onServer(`drop database ${name} with (force)`);
  });
  return database;
}

async function connect({ connection }: Database): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  return client;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
