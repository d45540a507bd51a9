import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { getSession, login } from '@vestibule/contract/accounts/session.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import fastify from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, transaction } from '../db/database.ts';
import { type Building, building, signedIn, testPassword, visitTo } from '../../testing/building.ts';
import { addressOf } from '../../testing/caller.ts';
import { untilWaiting } from '../../testing/queued.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { createTurns } from './turns.ts';

test('a hundred check-ins of one user at once all succeed', async () => {
  const { as, tenant } = await building();
  const desk = as('reception');
  await desk.call(getSession);
  const answers = await Promise.all(Array.from({ length: 100 }, () => desk.call(registerVisit, visitTo(tenant))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test('runs five calls of a user at once, across all sessions, and answers other users', async () => {
  const site = await building();
  const { as, server, db, tenant, users } = site;
  const sessions = [signedIn(server, users.reception.id), signedIn(server, users.reception.id)];
  const other = as('company');
  const answers = await whileLocked(db, async (held) => {
    const calls = sessions.flatMap((session) =>
      Array.from({ length: 15 }, () => session.call(registerVisit, visitTo(tenant))),
    );
    await expect.poll(() => waitingCalls(server)).toBe(25);
    await expect.poll(() => lockedCalls(held)).toBe(5);
    expect((await listFor(other, site)).status).toBe(200);
    expect(await signInAs(site)).toMatchObject({ status: 200 });
    return calls;
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201));
  expect(await waitingCalls(server)).toBe(0);
});

test('queues 200 calls of a user, and refuses the next with a time to retry', async () => {
  const site = await building();
  const { as, server, db, tenant, users } = site;
  const [desk, elsewhere] = [as('reception'), signedIn(server, users.reception.id)];
  await Promise.all([desk.call(getSession), elsewhere.call(getSession)]);
  const other = as('company');
  const answers = await whileLocked(db, async () => {
    const calls = Array.from({ length: 205 }, () => desk.call(registerVisit, visitTo(tenant)));
    await expect.poll(() => waitingCalls(server)).toBe(200);
    const refused = await desk.call(registerVisit, visitTo(tenant));
    expect(refused).toBeRefused(503, 'unavailable');
    expect(refused.headers['retry-after']).toBe('2');
    expect((await listFor(other, site)).status).toBe(200);
    const late = elsewhere.call(getSession);
    await expect.poll(() => waitingCalls(server)).toBe(201);
    return [...calls, late];
  });
  const statuses = (await Promise.all<{ status: number }>(answers)).map(({ status }) => status);
  expect(statuses).toEqual([...Array.from({ length: 205 }, () => 201), 200]);
});

test('counts anonymous calls by network', async () => {
  const { as, server, db } = await building();
  const signIn = (account: number, from: string) =>
    as('signedOut').call(login, { body: { email: `${account}@nowhere.example`, password: testPassword } }, { from });
  const answers = await transaction(db, async (held) => {
    await sql`lock table sign_in_failure in access exclusive mode`.execute(held);
    const calls = Array.from({ length: 12 }, (_, account) => signIn(account, '192.0.2.1'));
    await expect.poll(() => waitingCalls(server)).toBe(7);
    await expect.poll(() => lockedCalls(held)).toBe(5);
    calls.push(signIn(12, '192.0.2.2'));
    await expect.poll(() => lockedCalls(held)).toBe(6);
    return calls;
  });
  for (const { status } of await Promise.all(answers)) expect([404, 429]).toContain(status);
});

test('runs five calls of a kiosk at once, and the others wait without a database connection', async () => {
  const { as, server, db } = await building();
  const kiosk = as('kiosk');
  const answers = await transaction(db, async (held) => {
    await sql`lock table device_ticket in exclusive mode`.execute(held);
    const calls = Array.from({ length: 20 }, () => kiosk.call(openDeviceChannel));
    await expect.poll(() => waitingCalls(server)).toBe(15);
    return calls;
  });
  expect(new Set((await Promise.all(answers)).map(({ status }) => status)).size).toBe(1);
});

test('a call whose client disconnects leaves the queue', async () => {
  const server = await startServer();
  const site = await building(server);
  const { send } = await deskOf(site);
  const leaving = new AbortController();
  const { running, left } = await whileLocked(site.db, async () => {
    const running = Array.from({ length: 5 }, () => send());
    await untilWaiting(site.db, 5);
    const left = Array.from({ length: 5 }, () => send(leaving.signal).catch(() => 'left'));
    await expect.poll(() => waitingCalls(server)).toBe(5);
    leaving.abort();
    await expect.poll(() => waitingCalls(server)).toBe(0);
    return { running, left };
  });
  expect(await Promise.all(left)).toEqual(Array.from({ length: 5 }, () => 'left'));
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 201));
  const { data } = await listFor(site.as('company'), site);
  expect(data).toHaveLength(5);
});

test('refuses queued calls at a stop, and answers running ones', async () => {
  const server = await startServer();
  const site = await building(server);
  const { send } = await deskOf(site);
  const { running, closed } = await whileLocked(site.db, async () => {
    const running = Array.from({ length: 5 }, () => send());
    await untilWaiting(site.db, 5);
    const waiting = Array.from({ length: 5 }, () => send());
    await expect.poll(() => waitingCalls(server)).toBe(5);
    const closed = server.close();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 503));
    return { running, closed };
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 201));
  await closed;
});

test('downloads that clients do not read keep no place in the queue', async () => {
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const turns = createTurns();
  let begun = 0;
  async function* endless() {
    for (;;) {
      await sleep(0);
      yield 'x'.repeat(1_000_000);
    }
  }
  app.get('/download', (_request, reply) => {
    begun += 1;
    return reply.type('text/plain').send(Readable.from(turns.takeEach('user 1', reply, endless())));
  });
  app.get('/list', (_request, reply) => turns.take('user 1', reply, () => Promise.resolve('a list')));
  const { hostname, port, origin } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  for (let download = 0; download < 12; download += 1) {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket.pause(), 'connect');
    socket.write('GET /download HTTP/1.1\r\nhost: desk\r\n\r\n');
  }
  await expect.poll(() => begun).toBe(12);
  await expect.poll(() => turns.countWaiting()).toBe(0);
  expect(await (await fetch(`${origin}/list`)).text()).toBe('a list');
});

function whileLocked<Result>(db: Db, work: (held: Db) => Promise<Result>): Promise<Result> {
  return transaction(db, async (held) => {
    await sql`lock table visitor in exclusive mode`.execute(held);
    return work(held);
  });
}

async function waitingCalls({ readMetrics }: TestServer): Promise<number> {
  return Number(/^http_calls_waiting (\d+)$/m.exec(await readMetrics())?.[1]);
}

async function lockedCalls(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

function listFor(caller: ReturnType<Building['as']>, { company }: Building) {
  return caller.call(listVisitors, { params: { companyId: company.id } });
}

function signInAs({ as, users }: Building) {
  return as('signedOut').call(login, { body: { email: users.company.email, password: testPassword } });
}

async function deskOf({ as, server, tenant }: Building) {
  const desk = as('reception');
  await desk.call(getSession);
  const authority = await server.listen();
  const headers = { cookie: await desk.cookie(), 'content-type': 'application/json' };
  const address = `http://${authority}${addressOf(registerVisit, {})}`;
  return {
    send: (signal?: AbortSignal) =>
      fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify(visitTo(tenant).body),
        ...(signal && { signal }),
      }),
  };
}
