import { setTimeout as sleep } from 'node:timers/promises';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { can, roles } from '@vestibule/contract/platform/access.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Building, building, signedIn, visitTo } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { openLive } from '../../testing/live.ts';
import { idsOf, tryProbe } from '../../testing/probes.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { holds, openPrimary, startFormerPrimary, startReadPair, usedStandby } from '../../testing/standby.ts';
import { addressOf, type Connection, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { readOutcomes } from './standby.ts';
import { bool, int, text, typedSql } from './typed-sql.ts';

async function serverOn(connection: Connection, standby: Connection): Promise<TestServer> {
  const database = await openPrimary(connection);
  const server = await startServer({ database, databaseReadUrl: addressOf(standby) });
  onTestFinished(server.close);
  return server;
}

async function metric(server: TestServer, name: string): Promise<number> {
  const lines = (await server.readMetrics()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

async function untilUsed(server: TestServer, isUsed = 1) {
  await expect.poll(() => metric(server, 'standby_used'), { timeout: 30_000 }).toBe(isUsed);
}

/** Returns the outcomes of the reads of `work` too. */
async function counted<Result>(server: TestServer, work: () => Promise<Result>) {
  const read = async () =>
    new Map(
      await Promise.all(
        readOutcomes.map(
          async (outcome) => [outcome, await metric(server, `standby_reads_total{outcome="${outcome}"}`)] as const,
        ),
      ),
    );
  const before = await read();
  const result = await work();
  const after = await read();
  return {
    result,
    outcomes: readOutcomes.filter((outcome) => Number(after.get(outcome)) > Number(before.get(outcome))),
  };
}

const listOf = ({ company }: Pick<Building, 'company'>, caller: Caller) =>
  caller.call(listVisitors, { params: { companyId: company.id }, query: { limit: 50 } });

async function idsIn(site: Building, caller: Caller): Promise<number[]> {
  const { status, data } = await listOf(site, caller);
  expect(status).toBe(200);
  return data.map(({ id }) => id);
}

/** On the primary of five seconds ago a list would lack what this test writes. */
test('five seconds behind, lists have the own change and each event', { timeout: 120_000 }, async () => {
  const pair = await startReadPair('5s');
  const server = await serverOn(pair.connection, pair.standby);
  const other = await serverOn(pair.connection, pair.standby);
  await other.listen();
  const site = await building(server);
  const desk = site.as('reception');
  const elsewhere = signedIn(other, site.users.reception.id);
  const manager = signedIn(other, site.users.company.id);
  for (const caller of [desk, elsewhere, manager]) await caller.call(getSession);
  const live = await openLive(manager);
  await untilUsed(server);
  await untilUsed(other);
  expect((await counted(server, () => listOf(site, desk))).outcomes).toEqual(['standby']);

  const began = performance.now();
  const { data } = await desk.call(registerVisit, visitTo(site.tenant));
  const own = await counted(server, () => Promise.all([idsIn(site, desk), idsIn(site, elsewhere)]));
  expect(own.result).toEqual([[data.visitor.id], [data.visitor.id]]);
  expect(own.outcomes).not.toContain('standby');
  const [event] = await live.received(1);
  expect(event?.payload).toMatchObject([{ id: data.visitor.id }]);
  expect(await idsIn(site, manager)).toEqual([data.visitor.id]);
  expect(performance.now() - began, 'the standby cannot have it yet').toBeLessThan(5_000);
  await expect.poll(() => metric(server, 'standby_lag_seconds')).toBeGreaterThan(1);

  await untilUsed(server);
  expect(performance.now() - began).toBeGreaterThan(4_500);
  const later = await counted(server, () => idsIn(site, desk));
  expect(later).toEqual({ result: [data.visitor.id], outcomes: ['standby'] });
  expect(await metric(server, 'standby_lag_seconds')).toBe(0);
});

test('lists answer while the standby is killed, frozen or promoted', { timeout: 120_000 }, async () => {
  const pair = await startReadPair();
  const server = await serverOn(pair.connection, pair.standby);
  const site = await building(server);
  const desk = site.as('reception');
  await desk.call(getSession);
  await untilUsed(server);

  let isOver = false;
  const slow: number[] = [];
  const reading = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!isOver) {
        const began = performance.now();
        expect((await listOf(site, desk)).status).toBe(200);
        slow.push(performance.now() - began);
        await sleep(20);
      }
    }),
  );
  onTestFinished(() => void (isOver = true));
  await pair.killStandby();
  await untilUsed(server, 0);
  await untilUsed(server);
  await pair.freeze();
  const frozenAt = performance.now();
  await untilUsed(server, 0);
  expect(performance.now() - frozenAt).toBeLessThan(4_000);
  expect((await counted(server, () => listOf(site, desk))).outcomes).toEqual(['away']);
  await pair.resume();
  await untilUsed(server);
  await pair.promote();
  await untilUsed(server, 0);
  await sleep(1_000);
  isOver = true;
  await reading;
  expect(slow.length).toBeGreaterThan(20);
  expect(Math.max(...slow)).toBeLessThan(6_000);
  expect(await metric(server, 'standby_used'), 'a promoted server is no standby').toBe(0);
});

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);
const readable = names.filter((name) => {
  const { standby }: Endpoint = endpoints[name];
  return standby === true;
});

test('a standby answers these calls for each role', { timeout: 180_000 }, async () => {
  expect(readable.toSorted()).toEqual([
    'countArrivals',
    'exportAuditEntries',
    'exportPastVisits',
    'listAuditEntries',
    'listCoveredInvitations',
    'listExpectedGuests',
    'listHostInvitations',
    'listInvitations',
    'listMessages',
    'listPastVisits',
    'listTenantInvitations',
    'listTenantVisitors',
    'listVisitors',
    'readToday',
  ]);
  const pair = await startReadPair();
  const server = await serverOn(pair.connection, pair.standby);
  const site = await building(server);
  const callers = [...roles, 'host' as const].map((role) => ({ role, caller: site.as(role) }));
  for (const { caller } of callers) await caller.call(getSession);
  for (const name of readable) {
    const endpoint: Endpoint = endpoints[name];
    expect([name, endpoint.method, endpoint.changes]).toEqual([name, 'GET', undefined]);
    const ids = await idsOf(site.db, site, name);
    for (const { role, caller } of callers) {
      if (endpoint.access === 'public' || !can({ role }, endpoint.access)) continue;
      // Staff without the address of an employee are no hosts.
      if ((role === 'host') !== (endpoint.access === 'host.act')) continue;
      const probe = async () => {
        const { outcomes, result } = await counted(server, () => tryProbe(caller, name, ids, site));
        expect([role, name, result.status]).toEqual([role, name, 200]);
        return outcomes;
      };
      await untilUsed(server);
      await expect.poll(probe, { timeout: 10_000, message: `${role} ${name}` }).toEqual(['standby']);
    }
  }
});

test('row-level security hides rows, and reads of outsiders are audited', { timeout: 60_000 }, async () => {
  const pair = await startReadPair();
  const server = await serverOn(pair.connection, pair.standby);
  const site = await building(server);
  const partner = site.as('partner');
  await partner.call(getSession);
  await untilUsed(server);
  const params = { companyId: site.company.id };
  const history = await counted(server, () => partner.call(listPastVisits, { params }));
  expect(history.result.status).toBe(200);
  expect(history.outcomes).toContain('standby');
  const entries = site.db.selectFrom('audit_entry').select('user_id').where('action', '=', 'visit.listed');
  expect(await entries.execute()).toEqual([{ user_id: site.users.partner.id }]);

  const { standby, outcomes } = await usedStandby(server.database, pair.standby);
  const companies = typedSql({ id: int, inRecovery: bool })`
    select id, pg_is_in_recovery() as "inRecovery" from company order by id`;
  const { rows: own } = await companies.execute(standby.openCall([site.company.id]));
  expect(own).toEqual([{ id: site.company.id, inRecovery: true }]);
  const { rows: all } = await companies.execute(standby.openCall(null));
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([site.company.id, site.elsewhere.company.id]));
  expect(outcomes).toEqual(['standby', 'standby']);
});

test('the primary answers a read that replay cancels or that writes', { timeout: 60_000 }, async () => {
  const pair = await startReadPair();
  const database = await openPrimary(pair.connection);
  const { db } = database;
  await sql`create table scratch as select n from generate_series(1, 100) as n`.execute(db);
  const { standby, outcomes } = await usedStandby(database, pair.standby);
  const reading = typedSql({ count: int, slept: text })`
    select (select count(*) from scratch) as count, pg_sleep(2)::text as slept`.execute(standby.openCall(null));
  const isReading = `exists (select from pg_stat_activity where wait_event = 'PgSleep')`;
  await expect.poll(() => holds(pair.standby, isReading)).toBe(true);
  await sql`delete from scratch`.execute(db);
  await sql`vacuum scratch`.execute(db);
  expect((await reading).rows).toEqual([{ count: 0, slept: '' }]);
  expect(outcomes).toEqual(['conflict']);

  await expect.poll(standby.isUsed, { timeout: 30_000 }).toBe(true);
  const { rows } = await typedSql({ id: int })`select nextval('backup_id_seq') as id`.execute(standby.openCall(null));
  expect(rows).toEqual([{ id: 1 }]);
  expect(outcomes).toEqual(['conflict', 'failed']);
});

test('the primary answers while all connections to the standby are busy, and later reads use it', async () => {
  const pair = await startReadPair();
  const database = await openPrimary(pair.connection);
  const { standby, outcomes } = await usedStandby(database, pair.standby);
  const read = (seconds: number) =>
    typedSql({ inRecovery: bool })`
      select pg_is_in_recovery() as "inRecovery" from (select pg_sleep(${seconds})) as slept`
      .execute(standby.openCall(null))
      .then(({ rows }) => rows);
  const slow = Array.from({ length: 10 }, () => read(6));
  const areReading = `(select count(*) from pg_stat_activity where wait_event = 'PgSleep') = 10`;
  await expect.poll(() => holds(pair.standby, areReading)).toBe(true);
  expect(await read(0)).toEqual([{ inRecovery: false }]);
  expect(outcomes).toEqual(['busy']);
  let isUsed = true;
  const watching = setInterval(() => (isUsed &&= standby.isUsed()), 5);
  onTestFinished(() => clearInterval(watching));
  await Promise.all(slow);
  clearInterval(watching);
  expect(isUsed).toBe(true);
  expect(await read(0)).toEqual([{ inRecovery: true }]);
}, 60_000);

test('a full pool of the primary does not make the standby busy', { timeout: 60_000 }, async () => {
  const pair = await startReadPair();
  await openPrimary(pair.connection);
  const primary = openDatabase(pair.connection, 1);
  onTestFinished(() => primary.close());
  const { standby, outcomes } = await usedStandby(primary, pair.standby);
  const held = await primary.pool.connect();
  await expect(typedSql({ one: int })`select 1 as one`.execute(standby.openCall(null))).rejects.toThrow('timeout');
  held.release();
  expect(outcomes).toEqual(['away']);
});

test('a call reads what it wrote itself', { timeout: 60_000 }, async () => {
  const pair = await startReadPair('5s');
  const database = await openPrimary(pair.connection);
  await sql`create table scratch (n int)`.execute(database.db);
  const { standby, outcomes } = await usedStandby(database, pair.standby);
  const db = standby.openCall(null);
  const count = async () => (await typedSql({ count: int })`select count(*) from scratch`.execute(db)).rows;
  expect(await count()).toEqual([{ count: 0 }]);
  await sql`insert into scratch values (1)`.execute(db);
  expect(await count()).toEqual([{ count: 1 }]);
  await sql`
    with local as (select set_config('synchronous_commit', 'local', true)) insert into scratch select 2 from local`.execute(
    db,
  );
  expect(outcomes, 'no change').toEqual(['standby', 'behind']);
});

test('a former primary is not used, although its WAL is ahead', { timeout: 90_000 }, async () => {
  const { primary, former } = await startFormerPrimary(
    async (connection) => {
      const database = openDatabase(connection);
      await migrate(database.db);
      await sql`insert into replication_mark (timeline) values ('00000001')`.execute(database.db);
      await database.close();
    },
    async (connection) => {
      const database = openDatabase(connection);
      await sql`select pg_logical_emit_message(false, 'ahead', repeat('x', 1000000)) from generate_series(1, 30)`.execute(
        database.db,
      );
      await database.close();
    },
  );
  const server = await serverOn(primary, former);
  const site = await building(server);
  const desk = site.as('reception');
  const { data } = await desk.call(registerVisit, visitTo(site.tenant));
  for (let second = 0; second < 3; second += 1) {
    expect(await idsIn(site, desk)).toEqual([data.visitor.id]);
    expect(await metric(server, 'standby_used')).toBe(0);
    await sleep(1_000);
  }
  const { rows } = await typedSql({ lsn: text })`select pg_current_wal_insert_lsn()::text as lsn`.execute(site.db);
  expect(await holds(former, `pg_last_wal_replay_lsn() > '${rows[0]?.lsn}'`)).toBe(true);
});
