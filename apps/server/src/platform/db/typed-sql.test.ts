import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../testing/database.ts';
import { urlOf } from '../../testing/killed-program.ts';
import { takeMismatches } from '../../testing/mismatches.ts';
import { bytes, int, moment, queryRows, text, typedSql } from './typed-sql.ts';

const { db } = await testDatabase();

test('returns the rows as the connection reads them', async () => {
  const row = { id: int, name: text, at: moment, hash: bytes };
  const { rows } = await typedSql(row)`
    select ${7}::bigint as id, 'Aurora' as name, timestamptz '2026-11-23 08:00:00.5+00' as at, '\\x07'::bytea as hash`.execute(
    db,
  );
  expect(rows).toEqual([{ id: 7, name: 'Aurora', at: '2026-11-23T08:00:00.500Z', hash: Buffer.from([7]) }]);
});

test.each([
  ['a null where the schema has none', () => typedSql({ id: int })`select null::int as id`],
  ['a column that the schema does not have', () => typedSql({ id: int })`select 1 as id, 2 as other`],
  ['a column that is missing', () => typedSql({ id: int, name: text })`select 1 as id`],
  ['a decimal, which is read as text', () => typedSql({ id: int })`select 1.5::numeric as id`],
  [
    'a column that a schema of its own does not have',
    () => typedSql(z.object({ id: int }))`select 1 as id, 2 as other`,
  ],
])('refuses %s, naming the statement', async (_name, statement) => {
  const refusal = /rows differ from the schema of their statement:[^]*in: select/;
  await expect(statement().execute(db)).rejects.toThrow(refusal);
  expect(takeMismatches().map(({ message }) => refusal.test(message))).toEqual([true]);
});

test('parses rows of a connection outside of Kysely too', async () => {
  const client = new pg.Client(await urlOf(db));
  await client.connect();
  onTestFinished(() => client.end());
  expect(await queryRows(client, { name: text }, 'select $1::text as name', ['Aurora'])).toEqual([{ name: 'Aurora' }]);
  await expect(queryRows(client, { name: text }, 'select 1 as name')).rejects.toThrow('rows differ');
  expect(takeMismatches()).toHaveLength(1);
});
