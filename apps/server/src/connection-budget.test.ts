import { setTimeout as sleep } from 'node:timers/promises';
import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { start } from './start.ts';
import { building, type Building, testPassword, visitTo } from './testing/building.ts';
import { startProgram, urlOf } from './testing/killed-program.ts';
import { seedLicensedKiosk } from './testing/kiosks.ts';
import { listRunning, post, signIn } from './testing/load.ts';
import { openLog } from './platform/http/log.ts';
import { basePath } from './platform/http/route.ts';
import { newFolder } from './testing/backup-source.ts';
import { asSuperuser } from './testing/two-roles.ts';
import { countConnections } from './platform/db/connection-budget.ts';
import type { Db } from './platform/db/database.ts';
import { int, typedSql } from './platform/db/typed-sql.ts';

const both = new Set(['web', 'worker']);

test('counts the connections of one process, and of several with their primary', () => {
  expect(countConnections({ roles: new Set(['web']), processes: 1 })).toBe(17);
  expect(countConnections({ roles: new Set(['worker']), processes: 1 })).toBe(14);
  expect(countConnections({ roles: both, processes: 1 })).toBe(20);
  expect(countConnections({ roles: new Set(['web']), processes: 3 })).toBe(54);
  expect(countConnections({ roles: both, processes: 3 })).toBe(68);
});

const name = 'counted';

async function countOpen(db: Db): Promise<number> {
  const { rows } = await typedSql({ open: int })`
    select count(*)::int as open from pg_stat_activity where application_name = ${name}`.execute(db);
  return rows[0]?.open ?? 0;
}

/** Until the client ends. */
async function lockTables(db: Db): Promise<pg.Client> {
  const client = new pg.Client(await urlOf(db));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table visitor, kiosk, company in access exclusive mode');
  return client;
}

/** Calls of three users and a kiosk. Each opens its own connection to the program. */
async function callsOf(address: string, site: Building) {
  const { token } = await seedLicensedKiosk(site.db, site);
  const users = [site.users.reception, site.users.company, site.users.tenant];
  const cookies: string[] = [];
  for (const email of users.map((user) => user.email)) {
    cookies.push(await signIn({ address, tenant: site.tenant, credentials: { email, password: testPassword } }));
  }
  const list = listVisitors.path.replace(':companyId', String(site.company.id));
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${address}${basePath}${path}`, { headers: { ...headers, connection: 'close' } });
  return () => [
    ...cookies.map((cookie) =>
      post(address, registerVisit.path, visitTo(site.tenant).body, { cookie, connection: 'close' }),
    ),
    ...cookies.map((cookie) => ask(`${list}?scope=current&limit=50`, { cookie })),
    ...[1, 2, 3].map(() => ask(getDeviceConfig.path, { authorization: `Bearer ${token}` })),
  ];
}

test('processes stay within their connections while calls wait for the database', { timeout: 180_000 }, async () => {
  const site = await building();
  const { db } = site;
  const DATABASE_URL = `${await urlOf(db)}&application_name=${name}`;
  const { address, metrics = '' } = await startProgram(db, { DATABASE_URL, PROCESSES: '3', METRICS_PORT: '0' });
  const calls = [];
  for (const each of [site, await building(), await building()]) calls.push(await callsOf(address, each));
  const webs = (await listRunning(db)).filter(({ role }) => role === 'web');
  expect(webs).toHaveLength(3);

  let peak = 0;
  const look = async () => (peak = Math.max(peak, await countOpen(db)));
  const answers: Promise<unknown>[] = [];
  const locking = await lockTables(db);
  for (const serving of webs) {
    const others = webs.filter((web) => web !== serving);
    const resume = () => others.forEach(({ pid }) => process.kill(pid, 'SIGCONT'));
    onTestFinished(resume);
    // The system gives most connections to one process.
    for (const { pid } of others) process.kill(pid, 'SIGSTOP');
    const before = await countOpen(db);
    answers.push(Promise.allSettled([...calls.flatMap((send) => send()), fetch(metrics)]));
    await expect.poll(look, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 10);
    resume();
  }
  // Processes ask by one more connection after five seconds of silence.
  const until = performance.now() + 6_500;
  while (performance.now() < until) {
    await look();
    await sleep(50);
  }
  await locking.end();
  await Promise.all(answers);
  expect(peak).toBeLessThanOrEqual(countConnections({ roles: both, processes: 3 }));
  // All ten connections for calls and five for kiosks of each process were in use.
  expect(peak).toBeGreaterThan(3 * 15);
});

test('a start warns if PostgreSQL allows too few connections', async () => {
  const { db } = await building();
  const DATABASE_URL = await urlOf(db);
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => lines.push(line) });
  const begin = async () => {
    const settings = { DATABASE_URL, DATA_DIR: await newFolder(), DEMO: 'false', ROLE: 'worker' };
    await (await start(readConfig(settings), log)).stop();
    return lines.splice(0).filter((line) => line.includes('connections'));
  };
  expect(await begin()).toEqual([]);
  const { pathname } = new URL(DATABASE_URL);
  await asSuperuser(`alter database ${pathname.slice(1)} connection limit 13`);
  onTestFinished(() => asSuperuser(`alter database ${pathname.slice(1)} connection limit -1`));
  expect(await begin()).toEqual([
    expect.stringContaining('PostgreSQL allows 13 connections, and this program needs up to 14'),
  ]);
});
