import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { prepareDatabase } from './prepare-database.ts';
import { start } from './start.ts';
import { testFolder } from './testing/folder.ts';
import { testSecretKey } from './testing/server.ts';

/* No container runs here: the test reads the rights in the files. */

const checkout = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(checkout, file), 'utf8');

const Service = z.object({
  environment: z.record(z.string(), z.unknown()).default({}),
  user: z.string().optional(),
  network_mode: z.string().optional(),
  volumes: z.array(z.string()).default([]),
});

async function composed() {
  const Compose = z.object({ services: z.record(z.string(), Service) });
  return Compose.parse(parse(await read('compose.yaml'), { merge: true })).services;
}

const Container = z.object({
  name: z.string(),
  env: z.array(z.unknown()).default([]),
  envFrom: z.array(z.unknown()).default([]),
  securityContext: z.object({ runAsUser: z.number().optional() }),
  volumeMounts: z.array(z.object({ name: z.string() })).default([]),
});
const Template = z.object({
  spec: z.object({
    securityContext: z.object({ runAsUser: z.number() }),
    initContainers: z.array(Container),
    containers: z.array(Container),
  }),
});

async function templatesOf(name: string) {
  const documents = parseAllDocuments(await read(`ops/kubernetes/${name}.yaml`), { merge: true });
  const Deployment = z.object({ kind: z.literal('Deployment'), spec: z.object({ template: Template }) });
  return documents.flatMap((document) => {
    const deployment = Deployment.safeParse(document.toJS());
    return deployment.success ? [deployment.data.spec.template] : [];
  });
}

test('only migrations run with the address of the tables’ owner', async () => {
  const services = await composed();
  const knowing = Object.entries(services).filter(([, { environment }]) => 'MIGRATION_DATABASE_URL' in environment);
  expect(knowing.map(([name]) => name)).toEqual(['migration']);
  const owner = { secretRef: { name: 'vestibule-owner' } };
  for (const name of ['web', 'worker']) {
    const templates = await templatesOf(name);
    expect(templates).toHaveLength(1);
    for (const { spec } of templates) {
      expect(spec.initContainers.map(({ envFrom }) => envFrom)).toEqual([expect.arrayContaining([owner])]);
      expect(spec.containers.flatMap(({ envFrom }) => envFrom)).not.toContainEqual(owner);
    }
  }
});

const hasPsql = await promisify(execFile)('psql', ['--version']).then(
  () => true,
  () => false,
);

test.runIf(hasPsql)('the roles of compose.yaml suffice for the program, and neither is a superuser', async () => {
  const folder = await testFolder();
  const log = pino({ level: 'silent' });
  const { connection, stop } = await startEmbedded({ dataDir: folder, log, durable: false });
  onTestFinished(() => stop().then(() => rm(folder, { recursive: true })));
  const { host, port, user, database } = connection;
  const setUp = ['--no-psqlrc', '--file', join(checkout, 'ops/postgres/setup.sql')];
  const asSuperuser = {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGDATABASE: database,
      POSTGRES_OWNER_PASSWORD: "owner's",
      POSTGRES_PROGRAM_PASSWORD: "program's",
    },
  };
  await promisify(execFile)('psql', setUp, asSuperuser);
  await promisify(execFile)('psql', setUp, asSuperuser);
  const addressFor = (role: string) =>
    `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${role}`;
  const config = readConfig({
    DATABASE_URL: addressFor('vestibule_program'),
    MIGRATION_DATABASE_URL: addressFor('vestibule_owner'),
    DATA_DIR: folder,
    SECRET_KEY: testSecretKey,
    PORT: '0',
  });
  const program = openDatabase({ connectionString: addressFor('vestibule_program') });
  onTestFinished(() => program.close());
  expect(await prepareDatabase(program, config, log)).toBe(true);
  const { rows } = await program.pool.query(
    `select rolname from pg_roles where rolname like 'vestibule\\_%' and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
  );
  expect(rows).toEqual([]);
  const running = await start(config, log);
  expect((await fetch(`${running.address}/health/ready`)).status).toBe(200);
  await running.stop();
});

test('the decoder runs as another user without settings, secrets and the data folder', async () => {
  const { decoder, web } = await composed();
  expect(decoder).toEqual({
    environment: {},
    user: '1001:1000',
    network_mode: 'none',
    volumes: ['decoder:/run/vestibule-decoder'],
  });
  expect(web?.user).toBeUndefined();
  expect(web?.volumes).toEqual(['files:/data', 'decoder:/run/vestibule-decoder']);
  for (const name of ['web', 'worker']) {
    const [template] = await templatesOf(name);
    const inPod = template?.spec.containers.find((container) => container.name === 'decoder');
    expect(inPod).toMatchObject({ env: [], envFrom: [], volumeMounts: [{ name: 'decoder' }] });
    expect(inPod?.securityContext.runAsUser).not.toBe(template?.spec.securityContext.runAsUser);
  }
  const unit = await read('ops/systemd/vestibule-decoder.service');
  expect(unit).toMatch(/^User=vestibule-decoder$/m);
  expect(unit).toMatch(/^PrivateNetwork=yes$/m);
  expect(unit).toMatch(/^InaccessiblePaths=-\/var\/lib\/vestibule -\/etc\/vestibule\.env$/m);
  expect(unit).not.toMatch(/^Environment/m);
});
