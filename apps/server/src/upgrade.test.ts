import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/registration.ts';
import { getSession, login } from '@vestibule/contract/session.ts';
import { listTenants } from '@vestibule/contract/tenant.ts';
import { listVisitors } from '@vestibule/contract/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { chainEntries, proveChains } from './audit/chain.ts';
import { sessionCookieName, visitTo } from './testing/building.ts';
import { callerOf } from './testing/caller.ts';
import { firstRelease, firstReleaseUser, seedFirstRelease } from './testing/first-release.ts';
import { startServer } from './testing/server.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate, migrateUpTo } from './db/migrate.ts';

/** What the migrations of the first release are: databases have run them, and a change of theirs would reach none of those. */
const released = {
  '0001-foundation': 'e271fe96c066529f',
  '0002-messages': '85440837e2bc16fa',
  '0003-licences': '928f84c2fcacd994',
  '0004-organisations': '5d07c84b5729f9c8',
  '0005-password-links': '2a6466be56e1a8af',
  '0006-audit-chain': '38318486b05f5381',
  '0007-work-accounts': '2b1ea8360772637d',
};

test.for(Object.entries(released))('migration %s is what was released', async ([name, hash]) => {
  const text = await readFile(join(import.meta.dirname, 'db/migrations', `${name}.ts`));
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(hash);
});

test('a building of the first release goes on as it was', async () => {
  const database = await emptyDatabase();
  await migrateUpTo(database.db, firstRelease);
  await seedFirstRelease(database.db);
  await chainEntries(database.db);
  await migrate(database.db);
  const server = await startServer({ database });
  onTestFinished(() => server.close());

  // Somebody who was signed in still is.
  const desk = callerOf(server, () => Promise.resolve({ [sessionCookieName]: firstReleaseUser.cookie }));
  expect((await desk.call(getSession)).data.user.email).toBe(firstReleaseUser.email);
  const { email, password } = firstReleaseUser;
  expect((await callerOf(server).call(login, { body: { email, password } })).status).toBe(200);

  const params = { companyId: 1 };
  const { data: inside } = await desk.call(listVisitors, { params, query: { scope: 'current' } });
  expect(inside.map(({ name }) => name)).toEqual(['Inside Now']);
  const { data: all } = await desk.call(listVisitors, { params, query: {} });
  expect(all.map(({ name }) => name).toSorted()).toEqual(['Expected Soon', 'Here Before', 'Inside Now']);
  const { data: tenants } = await desk.call(listTenants, { params, query: {} });
  expect(tenants.map(({ name }) => name)).toEqual(['Aurora Shipping', 'Lantern Media']);
  const { status } = await desk.call(registerVisit, visitTo({ id: 1 }, { phone: '+4790000012' }));
  expect(status).toBe(201);
  expect((await desk.call(checkOutVisitor, { params: { visitorId: 1 } })).status).toBe(200);
  await chainEntries(database.db);
  expect(await proveChains(database.db)).toMatchObject({ breaks: [] });
});

test('processes that start at once migrate once', async () => {
  const database = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.db)));
  const { rows } = await sql<{ count: number }>`select count(*) from kysely_migration group by name`.execute(
    database.db,
  );
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1]));
});

test('a migration that finds a table in use lets calls pass meanwhile, and none of them dies for it', async () => {
  const database = await emptyDatabase();
  await migrateUpTo(database.db, firstRelease);
  await seedFirstRelease(database.db);
  const [holding, calling] = [await connect(database), await connect(database)];
  await holding.query('begin; update visit set employee_id = null where id = 1');
  const migrating = migrate(database.db);
  // Longer than PostgreSQL takes to end one of two that wait for each other.
  const end = performance.now() + 2_500;
  let longest = 0;
  while (performance.now() < end) {
    const began = performance.now();
    await calling.query('select count(*) from visitor');
    longest = Math.max(longest, performance.now() - began);
  }
  expect(longest).toBeLessThan(2_000);
  // In the other order than the migration takes them.
  await holding.query(`update tenant set name = 'Renamed' where id = 1; commit`);
  await migrating;
  await expect(calling.query('select saved_until from visitor')).resolves.toBeDefined();
});

test('the version before starts on the schema of this one, and another product’s does not', async () => {
  const database = await emptyDatabase();
  await migrate(database.db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(database.db);
  await expect(migrate(database.db)).resolves.toBeUndefined();
  await sql`delete from kysely_migration where name = '0001-foundation'`.execute(database.db);
  await expect(migrate(database.db)).rejects.toThrow('it has 9999-of-tomorrow, which this one does not know');
});

async function emptyDatabase(): Promise<Database> {
  const name = `upgrade_${process.pid}_${performance.now().toFixed(0)}`;
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
