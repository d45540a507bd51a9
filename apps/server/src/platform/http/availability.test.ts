import { getSession } from '@vestibule/contract/accounts/session.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { isUnavailable, openDatabase, openPlainPool, transaction } from '../db/database.ts';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { testDatabase } from '../../testing/database.ts';
import { openLive } from '../../testing/live.ts';
import { quietLog, startServer } from '../../testing/server.ts';
import { unreliableDatabase } from '../../testing/unreliable-database.ts';
import { openMetrics, startMetricsServer } from '../observability/metrics.ts';
import { int, typedSql } from '../db/typed-sql.ts';

const AddressInfo = z.object({ port: z.int() });

async function serverBehindCut() {
  const { connection, cut, hang, mend } = await unreliableDatabase();
  const database = openDatabase(connection);
  const server = await startServer({ database });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  return { server, cut, hang, mend };
}

const ready = async ({ server }: Pick<Building, 'server'>) => (await server.app.inject('/health/ready')).statusCode;
/** Returns the limit of a recovery: 5 s, or a hundred times as long as a check takes on a busy machine. */
async function recoveryMs(site: Pick<Building, 'server'>): Promise<number> {
  const began = performance.now();
  expect(await ready(site)).toBe(200);
  return Math.max(5_000, 100 * (performance.now() - began));
}

async function deskOf({ as, tenant }: Building) {
  const reception = as('reception');
  await reception.call(getSession);
  return () => reception.call(registerVisit, visitTo(tenant));
}

test('answers “unavailable” with a time to retry while the database is down', async () => {
  const { server, cut } = await serverBehindCut();
  const site = await building(server);
  const reception = site.as('reception');
  await reception.call(getSession);
  cut();
  const calls = [
    await reception.call(getSession),
    await reception.call(listVisitors, { params: { companyId: site.company.id } }),
    await reception.call(registerVisit, visitTo(site.tenant)),
    await site.as('signedOut').call(getSession),
  ];
  for (const answer of calls.slice(0, 3)) {
    expect(answer).toBeRefused(503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect(calls[3]).toBeRefused(401, 'notSignedIn');
});

test('a program without a database is alive but not ready, and ready as soon as the database returns', async () => {
  const { server, cut, mend } = await serverBehindCut();
  const withinMs = await recoveryMs({ server });
  cut();
  expect(await ready({ server })).toBe(503);
  expect((await server.app.inject('/health/live')).statusCode).toBe(200);
  mend();
  const mendedAt = performance.now();
  await expect.poll(() => ready({ server })).toBe(200);
  expect(performance.now() - mendedAt).toBeLessThan(withinMs);
});

test('gives up the connection of a check that gets no answer', async () => {
  const { connection, forget } = await unreliableDatabase();
  const database = openDatabase(connection, 1);
  const metrics = openMetrics(database, []);
  const served = await startMetricsServer({ pool: database.pool, metrics, log: quietLog, port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await served.stop();
    await database.close();
  });
  const check = async () => (await fetch(new URL('/health/ready', served.address))).status;
  expect(await check()).toBe(200);
  forget();
  expect(await check()).toBe(503);
  await expect.poll(check, { timeout: 10_000, interval: 50 }).toBe(200);
}, 20_000);

test('a hanging database is unavailable within a limited time, and the program recovers after it', async () => {
  const { server, hang, mend } = await serverBehindCut();
  const site = await building(server);
  const register = await deskOf(site);
  const others = await deskOf({ ...site, ...site.elsewhere });
  await register();
  hang();
  const began = performance.now();
  const [health, ...calls] = await Promise.all([
    ready({ server }),
    ...Array.from({ length: 6 }, register),
    ...Array.from({ length: 6 }, others),
  ]);
  expect(health).toBe(503);
  for (const answer of calls) {
    expect(answer).toBeRefused(503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect(performance.now() - began).toBeLessThan(15_000);
  mend();
  await expect.poll(async () => (await register()).status, { interval: 50 }).toBe(201);
}, 40_000);

test('accepts calls after an outage, with all answered changes and no others', async () => {
  const { server, cut, mend } = await serverBehindCut();
  const site = await building(server);
  const register = await deskOf(site);
  const before = await register();
  const withinMs = await recoveryMs(site);
  const during = Array.from({ length: 20 }, register);
  cut();
  const statuses = (await Promise.all(during)).map(({ status }) => status);
  expect(statuses.every((status) => status === 201 || status === 503)).toBe(true);
  mend();
  const mendedAt = performance.now();
  await expect.poll(async () => (await register()).status, { interval: 50 }).toBe(201);
  expect(performance.now() - mendedAt).toBeLessThan(withinMs);
  const { data } = await site.as('reception').call(listVisitors, { params: { companyId: site.company.id } });
  expect(data).toContainEqual(before.data.visitor);
  expect(data.length).toBeGreaterThanOrEqual(2 + statuses.filter((status) => status === 201).length);
});

test('keeps live channels during an outage, and delivers later events', async () => {
  const { server, cut, mend } = await serverBehindCut();
  await server.listen();
  const site = await building(server);
  const desk = await openLive(site.as('company'));
  const register = await deskOf(site);
  const first = await register();
  await desk.received(1);
  const withinMs = await recoveryMs(site);
  cut();
  expect(await ready(site)).toBe(503);
  mend();
  const mendedAt = performance.now();
  await expect.poll(() => ready(site)).toBe(200);
  expect(performance.now() - mendedAt).toBeLessThan(withinMs);
  const second = await register();
  const messages = await desk.received(2);
  expect(messages).toMatchObject([
    { id: 1, payload: [{ id: first.data.visitor.id }] },
    { id: 2, payload: [{ id: second.data.visitor.id }] },
  ]);
});

test('does not accept a session that ended while the bus between processes was down', async () => {
  const { server, cut, mend } = await serverBehindCut();
  const site = await building(server);
  const reception = site.as('reception');
  await reception.call(getSession);
  const withinMs = await recoveryMs(site);
  cut();
  await (await testDatabase()).db.deleteFrom('session').where('user_id', '=', site.users.reception.id).execute();
  mend();
  const mendedAt = performance.now();
  await expect.poll(async () => (await reception.call(getSession)).status).toBe(401);
  expect(performance.now() - mendedAt).toBeLessThan(withinMs);
});

test('answers “unavailable” for changes while the database is read-only, as on a full disk', async () => {
  const { connection } = await testDatabase();
  const database = openDatabase(connection, 1);
  const server = await startServer({ database });
  const { as, tenant } = await building(server);
  const reception = as('reception');
  await reception.call(getSession);
  await sql`set session characteristics as transaction read only`.execute(database.db);
  const answer = await reception.call(registerVisit, visitTo(tenant));
  expect(answer).toBeRefused(503, 'unavailable');
  expect(answer.headers['retry-after']).toBe('2');
});

test('a process frozen in a transaction blocks others for a short time only', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const still = openDatabase((await testDatabase()).connection, 1);
  const [locked, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => {
    awake.resolve();
    return still.close();
  });
  const change = transaction(still.db, async (db) => {
    await sql`select from visitor where id = ${id} for update`.execute(db);
    locked.resolve();
    await awake.promise;
  });
  await locked.promise;
  const out = site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(await out).toMatchObject({ status: 200, data: { currentVisitRecord: null } });
  awake.resolve();
  expect(await change.catch(isUnavailable), 'the open transaction fails as unavailable').toBe(true);
}, 25_000);

test('uses TCP keepalive for a connection to a remote database', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const far = createServer((socket) => socket.on('error', () => undefined).destroy()).listen(0, '127.0.0.1');
  await once(far, 'listening');
  const { port } = AddressInfo.parse(far.address());
  const connection = { host: '127.0.0.1', port, user: 'nobody', database: 'none' };
  const database = openDatabase(connection, 1);
  const plain = openPlainPool(connection, { max: 1, application_name: 'test' });
  onTestFinished(async () => {
    asked.mockRestore();
    await Promise.all([database.close(), plain.end(), new Promise((resolve) => far.close(resolve))]);
  });
  expect(await sql`select`.execute(database.db).catch(isUnavailable)).toBe(true);
  expect(await plain.query('select').catch(isUnavailable)).toBe(true);
  expect(asked.mock.calls).toEqual([
    [true, 10_000],
    [true, 10_000],
  ]);
});

test('the pool does not reuse a connection that PostgreSQL ended', async () => {
  const { connection, db } = await testDatabase();
  const database = openDatabase(connection, 1);
  onTestFinished(() => database.close());
  for (let ended = 0; ended < 5; ended += 1) {
    const { rows } = await typedSql({ pid: int })`select pg_backend_pid() as pid`.execute(database.db);
    const waiting = sql`select pg_sleep(60)`.execute(database.db).catch(isUnavailable);
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
    expect(await waiting).toBe(true);
    expect((await sql`select`.execute(database.db)).rows).toHaveLength(1);
  }
});

test('an unreachable remote database is unavailable', async () => {
  const database = openDatabase({ connectionString: 'postgres://nobody@[2001:db8::1]/none' }, 1);
  onTestFinished(() => database.close());
  expect(await sql`select`.execute(database.db).catch(isUnavailable)).toBe(true);
});
