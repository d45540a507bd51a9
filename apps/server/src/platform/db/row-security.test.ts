import { randomBytes } from 'node:crypto';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { building, seedVisitor } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { fresh } from '../../testing/fresh.ts';
import { invitation } from '../../testing/messages.ts';
import { testVault } from '../../testing/server.ts';
import { audit } from '../audit/audit.ts';
import { enqueueMail, expireLinkMails } from '../outbox/enqueue.ts';
import { type Db, openDatabase, scopesOf, transaction } from './database.ts';
import { enforceRowSecurity, RowSecurityRefused } from './row-security.ts';
import { bool, int, text, typedSql } from './typed-sql.ts';

/** Tables without company data, or with unguessable keys. A new table goes here or gets a policy. */
const ofNoCompany = [
  'announced_device',
  'backup',
  'file_address',
  'job_run',
  'idempotent_reply',
  'kysely_migration',
  'kysely_migration_lock',
  'license',
  'license_folder',
  'limit_count',
  'sms_count',
  'partner',
  'process',
  'replication_mark',
  'sign_in_attempt',
  'sign_in_failure',
  'used_return',
];

async function tablesOf(db: Db) {
  const { rows } = await typedSql({
    name: text,
    has_policy: bool,
    condition: text.nullable(),
    column: text.nullable(),
  })`
    select c.relname as name, c.relrowsecurity as has_policy, p.qual as condition,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as column
    from pg_class c left join pg_policies p on p.tablename = c.relname and p.schemaname = 'public' and p.policyname = 'of_companies'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(db);
  return rows;
}

test('each table has a policy or is listed as holding no company data', async () => {
  const { db } = await testDatabase();
  const tables = await tablesOf(db);
  expect(tables.filter(({ has_policy }) => !has_policy).map(({ name }) => name)).toEqual(ofNoCompany.toSorted());
  const open = tables.filter(
    ({ name, has_policy, column }) => column !== null && !has_policy && name !== 'idempotent_reply',
  );
  expect(open).toEqual([]);
  const vague = tables.filter(
    ({ name, has_policy, condition }) =>
      has_policy && !name.startsWith('system_') && !/companies|user_account/.test(condition ?? ''),
  );
  expect(vague).toEqual([]);
});

test('a query without a condition finds only rows of its own companies, in each table', async () => {
  const site = await building();
  for (const one of [site, site.elsewhere]) await seedVisitor(site.db, one, { inside: one.tenant });
  const within = scopesOf(site.server.database);
  const nowhere = within([]);
  const own = within([site.company.id]);
  const seen: string[] = [];
  // Rows of other users are visible in each scope.
  const users = await site.db.selectFrom('user_account').select('id').where('company_id', 'is not', null).execute();
  const isOfUser = sql`user_id = any(${users.map(({ id }) => id)}::int[])`;
  for (const { name, has_policy, column, condition } of await tablesOf(site.db)) {
    if (!has_policy) continue;
    const owned = name === 'company' ? sql.raw('id') : column === null ? null : sql.raw('company_id');
    const count = async (db: Db, condition = sql`true`) => {
      const { rows } = await typedSql({
        rows: int,
      })`select count(*) as rows from ${sql.raw(name)} where ${condition}`.execute(db);
      return rows[0]?.rows ?? -1;
    };
    const isOwned = owned ? sql`${owned} is not null` : condition?.includes('user_account') ? isOfUser : sql`true`;
    expect({ name, seen: await count(nowhere, isOwned) }).toEqual({ name, seen: 0 });
    if (!owned) continue;
    expect({ name, seen: await count(own, sql`${owned} <> ${site.company.id}`) }).toEqual({ name, seen: 0 });
    const expected = await count(site.db, sql`${owned} = ${site.company.id}`);
    expect({ name, seen: await count(own, isOwned) }).toEqual({ name, seen: expected });
    const foreign = await count(site.db, sql`${owned} <> ${site.company.id}`);
    if (expected > 0 && foreign > 0) seen.push(name);
  }
  expect(seen).toEqual(
    expect.arrayContaining(['company', 'employee', 'tenant', 'tenant_settings', 'user_account', 'visit', 'visitor']),
  );
});

test('a scope writes rows of the system, as for a colleague of a partner, and reads and changes none', async () => {
  const site = await building();
  const own = scopesOf(site.server.database)([site.company.id]);
  const to = `partner-${fresh()}@aurora.example`;
  const id = await enqueueMail(own, testVault, invitation({ to, userId: site.users.partner.id }));
  await audit(
    own,
    { userId: site.users.partner.id, role: 'partner' },
    {
      action: 'user.invited',
      companyId: null,
      subject: 'user',
      subjectId: id,
    },
  );
  for (const table of ['system_message', 'system_audit_entry'] as const) {
    const written = site.db.selectFrom(table).select('id').where('user_id', '=', site.users.partner.id);
    expect(await written.execute()).toHaveLength(1);
    expect(await own.selectFrom(table).select('id').execute()).toEqual([]);
  }
  await own.deleteFrom('system_message').execute();
  await own.updateTable('system_message').set({ state: 'failed' }).execute();
  const waiting = site.db.selectFrom('system_message').select(['state', 'expires_at']).where('id', '=', id);
  expect(await waiting.executeTakeFirst()).toMatchObject({ state: 'queued' });
  await expireLinkMails(own, site.users.partner.id);
  const { expires_at: expiresAt } = await waiting.executeTakeFirstOrThrow();
  expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 60_000);
});

test('views show only rows that the tables below them show', async () => {
  const site = await building();
  const own = scopesOf(site.server.database)([site.company.id]);
  const { rows } = await typedSql({
    company_id: int,
  })`select distinct company_id from tenant_settings_in_force`.execute(own);
  expect(rows).toEqual([{ company_id: site.company.id }]);
  const { rows: open } = await typedSql({ name: text })`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce(reloptions @> '{security_invoker=true}', false)`.execute(site.db);
  expect(open).toEqual([]);
});

test('sessions of users are as visible as the users', async () => {
  const site = await building();
  const of = ({ id }: { id: number }) => ({ id_hash: randomBytes(32), user_id: id });
  const sessions = [of(site.users.reception), of(site.elsewhere.users.reception)];
  await site.db.insertInto('session').values(sessions).execute();
  const own = scopesOf(site.server.database)([site.company.id]);
  const seen = own
    .selectFrom('session')
    .select('user_id')
    .where(
      'id_hash',
      'in',
      sessions.map(({ id_hash: hash }) => hash),
    );
  expect(await seen.execute()).toEqual([{ user_id: site.users.reception.id }]);
});

test('a scope sees users of no company, changes partners, and no superAdmin', async () => {
  const site = await building();
  const { superAdmin } = site.users;
  const own = scopesOf(site.server.database)([site.company.id]);
  const user = (db: Db) => db.selectFrom('user_account').select('name').where('id', '=', superAdmin.id);
  const before = await user(site.db).executeTakeFirstOrThrow();
  expect(await user(own).execute()).toEqual([before]);
  await own.updateTable('user_account').set({ name: 'Changed' }).execute();
  await own.deleteFrom('user_account').where('id', '=', superAdmin.id).execute();
  expect(await user(site.db).execute()).toEqual([before]);
  const partner = own.updateTable('user_account').set({ name: 'Petra' }).where('id', '=', site.users.partner.id);
  expect((await partner.executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n);

  const session = { id_hash: randomBytes(32), user_id: superAdmin.id };
  await expect(own.insertInto('session').values(session).execute()).rejects.toThrow('row-level security policy');
  await site.db.insertInto('session').values(session).execute();
  await own.deleteFrom('session').execute();
  const kept = site.db.selectFrom('session').select('user_id').where('id_hash', '=', session.id_hash);
  expect(await kept.execute()).toEqual([{ user_id: superAdmin.id }]);
});

test('statistics are renewed for tables of the program only', async () => {
  const { db } = await testDatabase();
  const renewing = transaction(db, async (db) => {
    await sql`create temporary view borrowed as select 1 as one`.execute(db);
    await sql`select renew_statistics('borrowed')`.execute(db);
  });
  await expect(renewing).rejects.toThrow('"public.borrowed" does not exist');
  await sql`select renew_statistics('message')`.execute(db);
});

test('a search uses its index under row-level security', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Yngve Moe' });
  const plan = await transaction(scopesOf(site.server.database)([site.company.id]), async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const { rows } = await typedSql({ 'QUERY PLAN': text })`
      explain select id from visitor where substr(search, 2) like '%yngve%'`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('on visitor_search');
});

test('a statement without a condition changes no foreign row and puts none into another company', async () => {
  const site = await building();
  await seedVisitor(site.db, site);
  const foreign = await seedVisitor(site.db, site.elsewhere);
  const own = scopesOf(site.server.database)([site.company.id]);
  const changed = await own.updateTable('visitor').set({ company_name: 'Everybody' }).returning('company_id').execute();
  expect(new Set(changed.map(({ company_id }) => company_id))).toEqual(new Set([site.company.id]));
  await own.deleteFrom('visitor').where('id', '=', foreign.id).execute();
  const row = await site.db
    .selectFrom('visitor')
    .select('company_name')
    .where('id', '=', foreign.id)
    .executeTakeFirst();
  expect(row?.company_name).toBe('Havila Logistics');
  await expect(seedVisitor(own, site.elsewhere)).rejects.toThrow('violates row-level security policy');
});

test('resets the companies of a connection in each case', async () => {
  const site = await building();
  const { connection } = await testDatabase();
  const database = openDatabase(connection, 1);
  onTestFinished(() => database.close());
  const within = scopesOf(database);
  const both = [site.company.id, site.elsewhere.company.id];
  const seen = async (db: Db) => {
    const rows = await db.selectFrom('company').select('id').where('id', 'in', both).orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  for (const id of both) expect(await seen(within([id]))).toEqual([id]);
  expect(await seen(database.db)).toEqual(both.toSorted((a, b) => a - b));
  expect(await seen(within(both))).toHaveLength(2);
  expect(await transaction(within([site.company.id]), (db) => seen(db))).toEqual([site.company.id]);
  const failing = transaction(within([site.company.id]), async (db) => {
    await sql`select 1 / 0`.execute(db);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await seen(database.db)).toHaveLength(2);
  const mixed = await Promise.all([within([site.company.id]), database.db, within([]), within(both)].map(seen));
  expect(mixed.map(({ length }) => length)).toEqual([1, 2, 0, 2]);
});

test('calls of company users run under row-level security', async () => {
  const site = await building();
  await seedVisitor(site.db, site);
  const list = () => site.as('reception').call(listVisitors, { params: { companyId: site.company.id } });
  expect((await list()).data).toHaveLength(1);
  await sql`create policy nobody on visitor as restrictive using (false)`.execute(site.db);
  onTestFinished(async () => void (await sql`drop policy nobody on visitor`.execute(site.db)));
  expect((await list()).data).toHaveLength(0);
  const superAdmin = await site.as('superAdmin').call(listVisitors, { params: { companyId: site.company.id } });
  expect(superAdmin.data).toHaveLength(1);
});

test('a table owner that may not create the role is refused without it, and works with it', async () => {
  const owner = `owner_${process.pid}`;
  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query(`create role ${owner} login`);
  await admin.query(`create database ${owner} owner ${owner}`);
  const database = openDatabase({ ...inject('postgres'), user: owner, database: owner }, 2);
  onTestFinished(async () => {
    await database.close();
    await admin.query(`drop database ${owner} with (force)`);
    await admin.query(`drop role ${owner}`);
  });
  await sql`create table visitor (company_id int not null)`.execute(database.db);
  await sql`insert into visitor values (1), (2)`.execute(database.db);
  await expect(enforceRowSecurity(database.db)).rejects.toThrow(RowSecurityRefused);
  await admin.query(`grant vestibule_scoped to ${owner}`);
  await enforceRowSecurity(database.db);
  await enforceRowSecurity(database.db);
  const { rows } = await sql`select * from visitor`.execute(scopesOf(database)([2]));
  expect(rows).toEqual([{ company_id: 2 }]);
});
