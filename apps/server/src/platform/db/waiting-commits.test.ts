import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { building, visitTo } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { testDatabase } from '../../testing/database.ts';
import { startTestPostgres } from '../../testing/postgres.ts';
import { startServer } from '../../testing/server.ts';
import { startReplicatedPair } from '../../testing/standby.ts';
import { type Database, openDatabase, transaction } from './database.ts';
import { isChange } from './lease.ts';
import { migrate } from './migrate.ts';
import { int, text, typedSql } from './typed-sql.ts';

async function serverOn(connection: Database['connection']) {
  const database = openDatabase(connection);
  await migrate(database.db);
  const server = await startServer({ database });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  return server;
}

async function serverWithStandby() {
  const { connection, ...pair } = await startReplicatedPair();
  const server = await serverOn(connection);
  onTestFinished(pair.resume);
  const site = await building(server);
  const another = await building(server);
  const callers = [site, site.elsewhere].flatMap(({ as, tenant }) =>
    (['reception', 'company'] as const).map((role) => ({ caller: as(role), tenant })),
  );
  for (const { caller } of callers) await caller.call(getSession);
  return { ...pair, server, site, another, callers };
}

async function timed<Result>(work: Promise<Result>): Promise<{ answer: Result; seconds: number }> {
  const began = performance.now();
  return { answer: await work, seconds: (performance.now() - began) / 1_000 };
}

/** At most five of each caller, so that none of them waits for its own. */
function writersOf(callers: readonly { caller: Caller; tenant: { id: number } }[], each: number) {
  return callers.flatMap(({ caller, tenant }) =>
    Array.from({ length: each }, () => {
      const [visit, idempotencyKey] = [visitTo(tenant), randomUUID()];
      return { phone: visit.body.phone, send: () => timed(caller.call(registerVisit, visit, { idempotencyKey })) };
    }),
  );
}

async function countVisits({ database: { db } }: { database: Database }, phone: string): Promise<number> {
  const { rows } = await typedSql({ count: int })`select count(*) from visit where phone = ${phone}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Opens seven transactions at once, so it fails if permits or connections are missing. */
async function requireWholePool({ db, pool, permits }: Database) {
  const all = Promise.withResolvers<void>();
  let inside = 0;
  await Promise.all(
    Array.from({ length: 7 }, () =>
      transaction(db, async (db) => {
        await sql`select 1`.execute(db);
        inside += 1;
        if (inside === 7) all.resolve();
        await all.promise;
      }),
    ),
  );
  await expect
    .poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount, permits.countWaiting()])
    .toEqual([0, 0, 0]);
}

test('lists answer while commits wait for a standby, and each key gets one outcome', { timeout: 120_000 }, async () => {
  const { server, callers, another, freeze, resume } = await serverWithStandby();
  const desk = another.as('reception');
  const params = { companyId: another.company.id };
  const list = () => timed(desk.call(listVisitors, { params, query: { limit: 10 } }));
  await list();
  const { seconds: usual } = await list();
  // A call also stores when the session was used.
  await sql`update session set last_used_at = now() - interval '5 minutes'`.execute(server.database.db);
  const writers = writersOf(callers, 4);
  await freeze();

  let isOver = false;
  const lists: { status: number; seconds: number }[] = [];
  const reading = (async () => {
    while (!isOver) {
      const { answer, seconds } = await list();
      lists.push({ status: answer.status, seconds });
    }
  })();
  const withoutKey = callers.map(({ caller, tenant }) => timed(caller.call(registerVisit, visitTo(tenant))));
  const refused = await Promise.all([...writers.map(({ send }) => send()), ...withoutKey]);
  isOver = true;
  await reading;
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(({ status, seconds }) => status !== 200 || seconds > Math.max(1, 20 * usual))).toEqual([]);
  for (const { answer, seconds } of refused) {
    expect(answer).toBeRefused(503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
    expect(seconds).toBeGreaterThan(9.9);
    expect(seconds).toBeLessThan(10 + Math.max(2.5, 20 * usual));
  }
  expect(server.database.pool.totalCount).toBeLessThanOrEqual(10);
  expect((await writers[0]?.send())?.answer, 'a repeat does not run beside the first').toBeRefused(503, 'unavailable');

  await resume();
  for (const { phone, send } of writers) {
    const { answer: first } = await send();
    const { answer: again } = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
    expect(await countVisits(server, phone)).toBe(1);
  }
  await requireWholePool(server.database);
});

test('a kiosk repeats its nonce after the standby is back, and has one visit', { timeout: 60_000 }, async () => {
  const { server, site, freeze, resume } = await serverWithStandby();
  const kiosk = site.as('kiosk');
  await kiosk.call(getDeviceConfig);
  const occurredAt = new Date().toISOString();
  const visits = Array.from({ length: 5 }, () => ({
    body: { ...visitTo(site.tenant).body, nonce: randomUUID(), occurredAt },
  }));
  const send = (input: (typeof visits)[number]) => timed(kiosk.call(registerVisitAtDevice, input));
  const { seconds: usual } = await timed(kiosk.call(getDeviceConfig));
  await freeze();
  for (const { answer, seconds } of await Promise.all(visits.map(send))) {
    expect(answer).toBeRefused(503, 'unavailable');
    expect(seconds).toBeLessThan(10 + Math.max(2.5, 20 * usual));
  }
  await resume();
  for (const visit of visits) {
    const { answer: first } = await send(visit);
    expect(first.status).toBe(201);
    expect((await send(visit)).answer.data).toEqual(first.data);
    expect(await countVisits(server, visit.body.phone)).toBe(1);
  }
});

test('writers are answered within two seconds while there is no primary', { timeout: 60_000 }, async () => {
  const { callers, freeze, killPrimary } = await serverWithStandby();
  const writers = writersOf(callers, 5);
  const { seconds: usual } = await timed(Promise.all(callers.map(({ caller }) => caller.call(getSession))));
  const withinSeconds = Math.max(2, 20 * usual);
  await freeze();
  const waiting = writers.map(({ send }) => send());
  await sleep(1_000);
  const ending = performance.now();
  await killPrimary();
  for (const { answer } of await Promise.all(waiting)) expect(answer).toBeRefused(503, 'unavailable');
  expect(performance.now() - ending).toBeLessThan(withinSeconds * 1_000);
  for (const { answer, seconds } of await Promise.all(writers.map(({ send }) => send()))) {
    expect(answer).toBeRefused(503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
    expect(seconds).toBeLessThan(withinSeconds);
  }
});

test('fifty parallel writers whose transactions run acts after the commit do not block each other', async () => {
  const { connection, stop } = await startTestPostgres();
  onTestFinished(stop);
  const server = await serverOn(connection);
  const sites = await Promise.all(Array.from({ length: 5 }, () => building(server)));
  const callers = sites.flatMap(({ as, elsewhere, tenant }) => [
    { caller: as('reception'), tenant },
    { caller: elsewhere.as('company'), tenant: elsewhere.tenant },
  ]);
  const answers = await Promise.all(writersOf(callers, 5).map(({ send }) => send()));
  expect(answers.map(({ answer }) => answer.status)).toEqual(Array.from({ length: 50 }, () => 201));
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(10);
  await requireWholePool(server.database);
}, 60_000);

test('a call of a function that writes counts as a change', async () => {
  const { db } = await testDatabase();
  const { rows } = await typedSql({ name: text })`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and prosrc ~* '\\y(insert into|update|delete from|analyze)\\y'`.execute(db);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ name }) => !isChange(`select ${name}()`))).toEqual([]);
  expect(isChange('select name from visitor where updated_at > now()')).toBe(false);
});
