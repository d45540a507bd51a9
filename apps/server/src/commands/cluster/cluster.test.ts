import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { z } from 'zod';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { basePath } from '../../platform/http/route.ts';
import { building, type Building, testPassword, visitTo } from '../../testing/building.ts';
import { testFolder } from '../../testing/folder.ts';
import { seedLicensedKiosk } from '../../testing/kiosks.ts';
import { quietLog, sharedServer, testSecretKey } from '../../testing/server.ts';
import { followSteadily, keepOpen } from '../../testing/steady.ts';
import { startCluster } from './cluster.ts';

/** How long a desk or a kiosk may be without its channel when a process dies, in milliseconds. */
const backWithin = 5_000;

test('processes that die one after another under load lose and double nothing', { timeout: 300_000 }, async () => {
  const site = await building();
  const cookie = await signIn(site);
  const kiosk = keepKioskOpen((await seedLicensedKiosk(site.db, site)).token);
  const desks = Array.from({ length: 4 }, () => followSteadily(address, cookie));
  await vi.waitUntil(() => desks.every(({ isOpen }) => isOpen()), { timeout: 20_000 });
  await registerOnce(cookie, site);
  await vi.waitUntil(() => desks.every(({ messages }) => messages.length > 0), { timeout: 20_000 });

  const load = startLoad(cookie, site);
  onTestFinished(() => load.stop());
  for (const name of ['web 1', 'web 2', 'web 3', 'worker 1']) {
    const before = load.registered.length;
    await kill(name);
    await vi.waitUntil(() => load.registered.length > before + 20, { timeout: 20_000 });
  }
  await load.stop();
  expect(load.unexpected).toEqual([]);

  // Each acknowledged check-in is there once, and an attempt that was answered nothing was made good by its repeat.
  const { rows: kept } = await typedSql({ id: int, phone: text, visits: int })`
    select v.id, v.phone, count(visit.id)::int as visits from visitor v join visit on visit.visitor_id = v.id
    where v.company_id = ${site.company.id} group by v.id`.execute(site.db);
  const byPhone = new Map(kept.map((row) => [row.phone, row]));
  for (const { phone, id } of load.registered) expect(byPhone.get(phone)).toMatchObject({ id, visits: 1 });
  expect(kept).toHaveLength(load.registered.length + 1);
  for (const session of load.sessions) {
    expect((await fetch(`${address}${basePath}/users/me`, { headers: { cookie: session } })).status).toBe(200);
  }

  // Nothing was missed on any desk, and none was away for long.
  const ids = new Set(load.registered.map(({ id }) => id));
  for (const { messages, gaps } of desks) {
    const shown = () => new Set(messages.flatMap(idsOf));
    await vi.waitUntil(() => ids.isSubsetOf(shown()), { timeout: 10_000 });
    const numbers = messages.map(({ id }) => id);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(Math.max(0, ...gaps)).toBeLessThan(backWithin);
  }
  expect(desks.flatMap(({ gaps }) => gaps).length).toBeGreaterThan(0);
  await vi.waitUntil(() => kiosk.isOpen(), { timeout: backWithin });
  expect(Math.max(0, ...kiosk.gaps)).toBeLessThan(backWithin);
});

test('wrong passwords are counted together, whichever process they reach', async () => {
  const site = await building();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await post(login.path, { ...credentials(site), password: 'Wrong-Horse-7!' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 423, 423]);
});

test('of a hundred wrong passwords at once, five are hashed by all processes together', async () => {
  const site = await building();
  const guesses = Array.from({ length: 100 }, () =>
    post(login.path, { ...credentials(site), password: 'Wrong-Horse-7!' }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 423)).toHaveLength(96);
  const failed = await site.db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'session.failed')
    .where('company_id', '=', site.company.id)
    .execute();
  expect(failed).toHaveLength(5);
});

test('twenty right passwords at once all sign in, whichever process they reach', async () => {
  const site = await building();
  const signIns = Array.from({ length: 20 }, () => post(login.path, credentials(site)));
  const statuses = (await Promise.all(signIns)).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});

test('a caller cannot choose the address that it is counted under', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${attempt}` };
    const body = { email: `nobody-${attempt}@example.com`, password: testPassword };
    statuses.push((await post(login.path, body, headers)).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
});

test('one address serves the sum of the metrics of all processes', async () => {
  const calls = async () => {
    const text = await (await fetch(metrics)).text();
    const counts = [...text.matchAll(/^http_request_duration_seconds_count\{.*route="\/health\/live".*\} (\d+)$/gm)];
    return { text, count: counts.reduce((sum, [, count]) => sum + Number(count), 0) };
  };
  const before = await calls();
  const asked = 30;
  await Promise.all(Array.from({ length: asked }, () => fetch(`${address}/health/live`)));
  const after = await calls();
  expect(after.count - before.count).toBe(asked);
  // Each process reads these values of the whole system. The four that were killed count for half a minute.
  expect(Number(/^processes (\d+)$/m.exec(after.text)?.[1])).toBeLessThanOrEqual(8);
  expect(after.text).toMatch(/^database_up 1$/m);
  expect(after.text).toMatch(/^backup_age_seconds \+Inf$/m);
  expect(after.text).toMatch(/^vestibule_build_info\{.*\} 1$/m);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
});

const running = new Map<string, number>();
let address = '';
let metrics = '';

/** Several processes on the database of this test file. */
beforeAll(async () => {
  const dataDir = await testFolder();
  const { connection } = (await sharedServer()).database;
  if ('connectionString' in connection) throw new TypeError('The tests know where their PostgreSQL is.');
  const { host, port, user, database } = connection;
  const DATABASE_URL = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const cluster = await startCluster(
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL,
      SECRET_KEY: testSecretKey,
      DEMO: 'false',
      METRICS_PORT: '0',
    }),
    { webs: 3, workers: 1, log: quietLog, onProcess: (name, pid) => running.set(name, pid) },
  );
  ({ address } = cluster);
  metrics = cluster.metrics ?? '';
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  };
});

/** Kills a process and waits for its successor. */
async function kill(name: string): Promise<void> {
  const pid = running.get(name) ?? 0;
  process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => running.get(name) !== pid, { timeout: 60_000 });
}

/** Desks that check people in and users that sign in, each trying again with the same key until it is answered. */
function startLoad(cookie: string, site: Building) {
  const registered: { phone: string; id: number }[] = [];
  const sessions: string[] = [];
  const unexpected: unknown[] = [];
  let isOver = false;
  const desks = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const answer = await registerOnce(cookie, site);
      if (answer.id !== undefined) registered.push(answer);
      else unexpected.push(answer);
    }
  });
  const users = (async () => {
    while (!isOver) {
      sessions.push(await signIn(site));
      // Hashing passwords all the time would leave the new processes nothing of the machine.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  return {
    registered,
    sessions,
    unexpected,
    async stop() {
      isOver = true;
      await Promise.all([...desks, users]);
    },
  };
}

const Registered = z.object({ data: z.object({ visitor: z.object({ id: z.int() }) }) });

type Answer = { phone: string; id: number } | { id: undefined; status: number; body: string };

async function registerOnce(cookie: string, site: Building): Promise<Answer> {
  const { body } = visitTo(site.tenant);
  const headers = { cookie, 'idempotency-key': randomUUID() };
  const response = await untilAnswered(() => post(registerVisit.path, body, headers));
  if (response.status !== 201) return { id: undefined, status: response.status, body: await response.text() };
  return { phone: body.phone, id: Registered.parse(await response.json()).data.visitor.id };
}

async function signIn(site: Building): Promise<string> {
  const response = await untilAnswered(() => post(login.path, credentials(site)));
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function credentials({ users }: Building) {
  return { email: users.reception.email, password: testPassword };
}

/** Tries again where nothing, or 503, was answered: what became of the call is not known then. */
async function untilAnswered(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await call().catch(() => undefined);
    if (response && response.status !== 503) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${address}${basePath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
}

/** A kiosk that keeps its channel open. */
function keepKioskOpen(token: string) {
  const { method, path } = openDeviceChannel;
  const headers = { authorization: `Bearer ${token}` };
  return keepOpen(
    () => fetch(`${address}${basePath}${path}`, { method, headers }),
    () => undefined,
  );
}

function idsOf(message: { event: string; payload: unknown }): number[] {
  const Visitors = z.array(z.object({ id: z.int() }));
  return Visitors.safeParse(message.payload).data?.map(({ id }) => id) ?? [];
}
