import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startStandby } from '../../testing/standby.ts';
import { isUnavailable, openDatabase, openPlainPool } from './database.ts';
import { int, typedSql } from './typed-sql.ts';

test('connections to a standby end, and those to the promoted server work', async () => {
  const { connection, promote } = await startStandby();
  const database = openDatabase(connection, 2);
  const plain = openPlainPool(connection, { max: 1, application_name: 'of the test' });
  onTestFinished(async () => {
    await database.close();
    await plain.end();
  });
  const read = () => typedSql({ one: int })`select 1 as one`.execute(database.db).then(({ rows }) => rows);
  const failure = await read().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '25006', message: 'the database server is a standby' });
  expect(isUnavailable(failure)).toBe(true);
  await expect(plain.query('select 1')).rejects.toThrow('the database server is a standby');
  await promote();
  await expect.poll(() => read().catch(() => [])).toEqual([{ one: 1 }]);
  await plain.query('select 1');
});

test('a connection that may only read is not lent again', async () => {
  const { connection, promote } = await startStandby();
  await promote();
  const database = openDatabase(connection, 1);
  onTestFinished(() => database.close());
  const { db } = database;
  const pid = async () => (await typedSql({ pid: int })`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  await expect.poll(() => pid().catch(() => 0)).toBeGreaterThan(0);
  await sql`set default_transaction_read_only = on`.execute(db);
  const before = await pid();
  await expect(sql`create table written (id int)`.execute(db)).rejects.toMatchObject({ code: '25006' });
  await expect.poll(() => pid().catch(() => before)).not.toBe(before);
  await sql`create table written (id int)`.execute(db);
});
