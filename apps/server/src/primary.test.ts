import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { demoPassword, demoSignIns } from './demo/demo-building.ts';
import { openDatabase } from './platform/db/database.ts';
import { databaseName, superuser } from './platform/db/embedded/cluster.ts';
import { port as socketPort, stopPostgres } from './platform/db/embedded/postmaster.ts';
import { postgresProcesses } from './platform/db/embedded/processes.ts';
import { testFolder } from './testing/folder.ts';
import { testDatabase } from './testing/database.ts';
import { startProgram, startWith } from './testing/killed-program.ts';
import {
  expectNothingLost,
  expectNothingMissed,
  isRunning,
  listRunning,
  registerOnce,
  signIn,
  startLoad,
} from './testing/load.ts';
import { followSteadily } from './testing/steady.ts';

/** Returns the limit of the outage after `kill -9` of the primary. The restart itself must not extend it. */
const outageMs = (firstStartMs: number) => Math.max(10_000, Math.min(30_000, 2 * firstStartMs));

const killProgram = (kill: () => Promise<void>) => onTestFinished(kill);

test('after kill -9 of the primary process its supervisor restarts everything', { timeout: 120_000 }, async () => {
  const { folder, db } = await embeddedDatabase();
  const settings = { PROCESSES: '3', DEMO: 'true', DATA_DIR: folder, PORT: String(await freePort()) };
  const supervisor = supervise(settings);
  const { address, pid } = await supervisor.program();
  const tenant = await db
    .selectFrom('tenant')
    .select(['id', 'company_id'])
    .where('name', '=', 'Aurora Shipping')
    .executeTakeFirstOrThrow();
  const reception = { address, tenant, credentials: { email: demoSignIns[3].email, password: demoPassword } };
  const cookie = await signIn(reception);
  const desks = Array.from({ length: 2 }, () => followSteadily(address, cookie));
  await expect.poll(() => desks.every(({ isOpen }) => isOpen())).toBe(true);
  const first = await registerOnce(reception, cookie);
  await expect.poll(() => desks.every(({ messages }) => messages.length > 0)).toBe(true);
  const load = startLoad(reception, cookie);
  onTestFinished(() => load.stop());
  await expect.poll(() => load.registered.length).toBeGreaterThan(10);

  const before = await listRunning(db);
  expect(before.map(({ role }) => role).toSorted()).toEqual(['web', 'web', 'web', 'worker']);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => before.filter((one) => isRunning(one.pid))).toEqual([]);
  await expect
    .poll(() => listRunning(db).catch(() => []), { timeout: 60_000, interval: 100 })
    .toMatchObject([{}, {}, {}, {}]);
  await supervisor.program();
  const tookMs = performance.now() - killedAt;
  const restartWithinMs = outageMs(supervisor.startsMs[0] ?? 0);
  expect(tookMs).toBeLessThan(restartWithinMs);

  const acknowledged = load.registered.length;
  await expect.poll(() => load.registered.length).toBeGreaterThan(acknowledged + 5);
  await load.stop();
  expect(load.unexpected).toEqual([]);
  const registered = first.id === undefined ? load.registered : [first, ...load.registered];
  await expectNothingLost(db, reception, { companyId: tenant.company_id, registered, sessions: load.sessions });
  await expectNothingMissed(desks, load.registered, restartWithinMs);
});

test('a second signal ends all processes at once, even during a call', async () => {
  const { db } = await testDatabase();
  const program = await startProgram(db, { PROCESSES: '3' });
  const running = await listRunning(db);
  expect(running).toHaveLength(4);
  const { port, host } = new URL(program.address);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: 60\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, 'data');
  process.kill(program.pid, 'SIGTERM');
  const isListening = () =>
    fetch(program.address).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening).toBe(false);
  // Signals within a second count as one.
  await sleep(1_200);
  expect(isRunning(program.pid)).toBe(true);
  process.kill(program.pid, 'SIGTERM');
  expect(await program.ended).toMatchObject({ code: 1 });
  await expect.poll(() => running.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

test('SIGTERM to the primary process ends all processes and the embedded PostgreSQL in order', async () => {
  const { folder, db } = await embeddedDatabase();
  const program = await startWith({ PROCESSES: '2', DATA_DIR: folder }, killProgram);
  const running = await listRunning(db);
  expect(running).toHaveLength(3);
  process.kill(program.pid, 'SIGTERM');
  expect(await program.ended).toEqual({ code: 0, errors: '' });
  expect(running.filter(({ pid }) => isRunning(pid))).toEqual([]);
  expect(await postgresProcesses(join(folder, 'postgres'))).toEqual([]);
});

test('ends the program with the error of a process that repeatedly fails to start', { timeout: 120_000 }, async () => {
  const name = `processes_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database if exists ${name}_moved with (force)`));
  const { host, user } = inject('postgres');
  const DATABASE_URL = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
  const program = await startWith({ PROCESSES: '2', DATABASE_URL, DATA_DIR: await testFolder() }, killProgram);
  const database = openDatabase({ ...inject('postgres'), database: name }, 1);
  const running = await listRunning(database.db);
  await database.close();
  await onServer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${name}_moved`,
  );
  process.kill(running.find(({ role }) => role === 'web')?.pid ?? 0, 'SIGKILL');
  const { code, errors } = await program.ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/^DATABASE_URL: the database at localhost\/processes_\w+ does not answer \(.*\)\.\n$/);
  expect(running.filter(({ pid }) => isRunning(pid))).toEqual([]);
});

test('PROCESSES with ROLE=web starts no worker', async () => {
  const { db } = await testDatabase();
  const program = await startProgram(db, { PROCESSES: '3', ROLE: 'web' });
  expect((await listRunning(db)).map(({ role }) => role)).toEqual(['web', 'web', 'web']);
  await program.kill();
});

async function embeddedDatabase() {
  const folder = await testFolder();
  const clusterDir = join(folder, 'postgres');
  const database = openDatabase({ host: clusterDir, port: socketPort, user: superuser, database: databaseName }, 2);
  onTestFinished(async () => {
    await database.close();
    await stopPostgres(clusterDir);
    await rm(folder, { recursive: true });
  });
  return { folder, db: database.db };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function supervise(settings: Record<string, string>) {
  let isOver = false;
  const kills: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(kills.map((kill) => kill()));
  });
  const startsMs: number[] = [];
  const begin = async () => {
    const begun = performance.now();
    const program = await startWith(settings, (kill) => kills.push(kill));
    startsMs.push(performance.now() - begun);
    return program;
  };
  let starting = begin();
  const loop = async () => {
    const unit = await readFile(resolve(import.meta.dirname, '../../../ops/systemd/vestibule.service'), 'utf8');
    expect(unit).toMatch(/^Restart=on-failure$/m);
    const pauseSeconds = Number(/^RestartSec=(\d+)$/m.exec(unit)?.[1]);
    for (;;) {
      const { ended } = await starting;
      await ended;
      await sleep(pauseSeconds * 1_000);
      if (isOver) return;
      starting = begin();
    }
  };
  void loop();
  return { program: () => starting, startsMs };
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
