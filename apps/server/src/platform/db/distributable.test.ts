import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { text, typedSql } from './typed-sql.ts';

/** Tables of the installation that name a company. A distributed database has a copy of each on every node. */
const ofInstallation = ['user_account'];

/** A distributed database cannot enforce these without the company. */
const uniqueWithoutCompany: Record<string, string> = {
  kiosk_hash: 'a device shows its code before its company is known, and the code is short',
  kiosk_license: 'licenses belong to the operator, and one kiosk of all companies can use each',
  reply_of_user:
    'a user can act for several companies, and one erasure finds replies to users and to hosts by the people that they name',
};

/** One statement reads all companies in the order of the id. See decision 0055. */
const withIdFirst = ['audit_entry_pkey', 'audit_link_entry_id_company_id_key', 'live_outbox_pkey'];

const Constraint = { name: text, table: text };

/** By name. In the condition, `x` is the index and `c` the column of the company. */
async function listUniqueIndexes(condition: RawBuilder<unknown>): Promise<string[]> {
  const { db } = await testDatabase();
  const { rows } = await typedSql(Constraint)`
    select i.relname as name, t.relname as table
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute c on c.attrelid = t.oid and c.attname = 'company_id' and not c.attisdropped
    where x.indisunique and ${condition}`.execute(db);
  return rows
    .filter(({ table }) => !ofInstallation.includes(table))
    .map(({ name }) => name)
    .toSorted();
}

test('each unique index of a table of companies contains the company', async () => {
  const found = await listUniqueIndexes(sql`not c.attnum = any(x.indkey)`);
  expect(found).toEqual(Object.keys(uniqueWithoutCompany).toSorted());
});

test('other unique indexes of a table of companies begin with the company', async () => {
  const found = await listUniqueIndexes(sql`c.attnum = any(x.indkey) and x.indkey[0] <> c.attnum`);
  expect(found).toEqual(withIdFirst);
});

test('each table of companies has a primary key', async () => {
  const { db } = await testDatabase();
  const { rows } = await typedSql({ name: text })`
    select t.relname as name from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attname = 'company_id' and c.attnotnull and not c.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_index x where x.indrelid = t.oid and x.indisprimary)`.execute(db);
  expect(rows).toEqual([]);
});

test('each foreign key to a row of a company contains the company on both sides', async () => {
  const { db } = await testDatabase();
  const { rows } = await typedSql(Constraint)`
    select f.conname as name, f.conrelid::regclass::text as table
    from pg_constraint f
    join pg_attribute target on target.attrelid = f.confrelid and target.attname = 'company_id' and not target.attisdropped
    left join pg_attribute source on source.attrelid = f.conrelid and source.attname = 'company_id' and not source.attisdropped
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confrelid::regclass::text <> all(${ofInstallation}::text[])
      and not coalesce(array_position(f.conkey, source.attnum) = array_position(f.confkey, target.attnum), false)`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
