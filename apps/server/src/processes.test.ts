import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { basePath } from './platform/http/route.ts';
import { building, type Building, testPassword } from './testing/building.ts';
import { testDatabase } from './testing/database.ts';
import { testFolder } from './testing/folder.ts';
import { startWith, urlOf } from './testing/killed-program.ts';
import { seedLicensedKiosk } from './testing/kiosks.ts';
import {
  expectNothingLost,
  expectNothingMissed,
  listRunning,
  post,
  type Reception,
  registerOnce,
  signIn,
  startLoad,
} from './testing/load.ts';
import { followSteadily, keepOpen } from './testing/steady.ts';

/** A killed process is back within this time. A slow machine may take as long as the start of all. */
let backWithinMs = 5_000;
let address = '';
let metrics = '';

beforeAll(async () => {
  const { db } = await testDatabase();
  const settings = { PROCESSES: '3', METRICS_PORT: '0', DATA_DIR: await testFolder(), DATABASE_URL: await urlOf(db) };
  let kill: (() => Promise<void>) | undefined;
  const begun = performance.now();
  const program = await startWith(settings, (killProgram) => (kill = killProgram));
  // At most twice the limit, so that waiting for the successor still fails.
  backWithinMs = Math.min(10_000, Math.max(backWithinMs, performance.now() - begun));
  address = program.address;
  metrics = program.metrics ?? '';
  return () => kill?.();
});

test('processes killed one after another under load lose and duplicate nothing', { timeout: 300_000 }, async () => {
  const site = await building();
  const { db } = site;
  const reception = receptionOf(site);
  const cookie = await signIn(reception);
  const kiosk = keepKioskOpen((await seedLicensedKiosk(db, site)).token);
  const desks = Array.from({ length: 4 }, () => followSteadily(address, cookie));
  await expect.poll(() => desks.every(({ isOpen }) => isOpen())).toBe(true);
  await registerOnce(reception, cookie);
  await expect.poll(() => desks.every(({ messages }) => messages.length > 0)).toBe(true);

  const load = startLoad(reception, cookie);
  onTestFinished(() => load.stop());
  const running = await listRunning(db);
  expect(running.map(({ role }) => role).toSorted()).toEqual(['web', 'web', 'web', 'worker']);
  for (const { pid } of running) {
    const before = load.registered.length;
    await killAndAwaitSuccessor(site, pid);
    await expect.poll(() => load.registered.length).toBeGreaterThan(before + 20);
  }
  await load.stop();
  expect(load.unexpected).toEqual([]);

  await expectNothingLost(db, reception, { companyId: site.company.id, ...load });
  await expectNothingMissed(desks, load.registered, backWithinMs);
  await expect.poll(() => kiosk.isOpen()).toBe(true);
  expect(Math.max(0, ...kiosk.gaps)).toBeLessThan(backWithinMs);
});

test('each web process serves the port, and a stopped one delays no new call', async () => {
  const { db } = await building();
  const webs = (await listRunning(db)).filter(({ role }) => role === 'web');
  for (const serving of webs) {
    const others = webs.filter((web) => web !== serving);
    const resume = () => others.forEach(({ pid }) => process.kill(pid, 'SIGCONT'));
    onTestFinished(resume);
    for (const { pid } of others) process.kill(pid, 'SIGSTOP');
    // A process counts as running before it listens.
    await expect.poll(() => isLive().catch(() => false), { timeout: 30_000 }).toBe(true);
    for (let call = 0; call < 5; call += 1) expect(await isLive()).toBe(true);
    resume();
  }
});

async function isLive(): Promise<boolean> {
  // A kept connection could belong to a process that stops.
  const headers = { connection: 'close' };
  const { ok } = await fetch(`${address}/health/live`, { headers, signal: AbortSignal.timeout(5_000) });
  return ok;
}

test('counts wrong passwords across processes', async () => {
  const site = await building();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await post(address, login.path, { ...credentialsOf(site), password: 'Wrong-Horse-7!' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 423, 423]);
});

test('hashes five of a hundred simultaneous wrong passwords, across processes', async () => {
  const site = await building();
  const guesses = Array.from({ length: 100 }, () =>
    post(address, login.path, { ...credentialsOf(site), password: 'Wrong-Horse-7!' }),
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

test('accepts twenty simultaneous right passwords, in any process', async () => {
  const site = await building();
  const signIns = Array.from({ length: 20 }, () => post(address, login.path, credentialsOf(site)));
  const statuses = (await Promise.all(signIns)).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});

test('a caller cannot choose the address that it is counted under', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${attempt}` };
    const body = { email: `nobody-${attempt}@example.com`, password: testPassword };
    statuses.push((await post(address, login.path, body, headers)).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
});

test('serves the summed metrics of all processes at one address', async () => {
  const before = await readMetrics();
  const asked = 30;
  await Promise.all(Array.from({ length: asked }, () => fetch(`${address}/health/live`)));
  const after = await readMetrics();
  expect(after.calls - before.calls).toBe(asked);
  // The four killed processes count for half a minute.
  expect(Number(/^processes (\d+)$/m.exec(after.text)?.[1])).toBeLessThanOrEqual(8);
  expect(after.text).toMatch(/^database_up 1$/m);
  expect(after.text).toMatch(/^backup_age_seconds \+Inf$/m);
  expect(after.text).toMatch(/^vestibule_build_info\{.*\} 1$/m);
  expect(Number(/^process_resident_memory_bytes (\S+)$/m.exec(after.text)?.[1])).toBeGreaterThan(300_000_000);
  expect(after.text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
  const { origin } = new URL(metrics);
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
});

test('keeps the metrics of a killed process in the sum', async () => {
  const site = await building();
  const before = await readMetrics();
  expect(before.calls).toBeGreaterThan(0);
  for (const { pid, role } of await listRunning(site.db)) {
    if (role === 'web') await killAndAwaitSuccessor(site, pid);
  }
  expect((await readMetrics()).calls).toBeGreaterThanOrEqual(before.calls);
});

async function readMetrics(): Promise<{ text: string; calls: number }> {
  const text = await (await fetch(metrics)).text();
  const counts = [...text.matchAll(/^http_request_duration_seconds_count\{.*route="\/health\/live".*\} (\d+)$/gm)];
  return { text, calls: counts.reduce((sum, [, count]) => sum + Number(count), 0) };
}

async function killAndAwaitSuccessor({ db }: Pick<Building, 'db'>, pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  const isReplaced = async () => {
    const running = await listRunning(db);
    return running.length === 4 && running.every((one) => one.pid !== pid);
  };
  await expect.poll(isReplaced, { timeout: 60_000 }).toBe(true);
}

function receptionOf(site: Building): Reception {
  return { address, tenant: site.tenant, credentials: credentialsOf(site) };
}

function credentialsOf({ users }: Building) {
  return { email: users.reception.email, password: testPassword };
}

function keepKioskOpen(token: string) {
  const { method, path } = openDeviceChannel;
  const headers = { authorization: `Bearer ${token}` };
  return keepOpen(
    () => fetch(`${address}${basePath}${path}`, { method, headers }),
    () => undefined,
  );
}
