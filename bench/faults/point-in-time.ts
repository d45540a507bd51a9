import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { hashOf, newSecret } from '../../apps/server/src/platform/http/secret.ts';
import { projectNode, root } from '../../scripts/workspace.mjs';
import { type Program, secretKey, startVestibule } from '../program.ts';
import { request } from '../simulator/call.ts';
import { Stops } from '../stops.ts';
import { acknowledgements, audit, type Ledger } from './failover/ledger.ts';
import { startLoad } from './failover/load.ts';
import { run, unprivileged } from './failover/machine.ts';
import { missingPrograms } from './failover/packages.ts';
import { seedSites, type Site } from './failover/sites.ts';
import { type Outcome, seconds } from './fault.ts';

const fault = 'a company deleted, the database restored to the second before by pgBackRest';
const programs = '/usr/lib/postgresql/15/bin';
const workingMs = 15_000;
const desks = 40;

/** The statements of docs/operating.md that an operator runs after such a restore. */
async function statementsAfterRestore(): Promise<string> {
  const page = await readFile(join(root, 'docs/operating.md'), 'utf8');
  const [statements] = /^delete from session;[^`]+/m.exec(page) ?? [];
  if (!statements) throw new Error('docs/operating.md has no statements for after a restore.');
  return statements;
}

/** Needs Debian's packages. */
export async function restoreSecond(folder: string): Promise<Outcome> {
  const missing = await missingPrograms('point-in-time');
  if (missing) return { fault, result: missing, broken: [] };
  const stops = new Stops();
  try {
    return await restore(new ArchivedPostgres(folder), folder, stops);
  } finally {
    await stops.run();
  }
}

async function restore(postgres: ArchivedPostgres, folder: string, stops: Stops): Promise<Outcome> {
  await postgres.create();
  stops.push(() => postgres.stop());
  let program = await start(postgres, folder, {});
  stops.push(() => program.stop());
  const client = await postgres.connect();
  const sites = await seedSites(client, desks, 0);
  const load = await startLoad(sites, [`http://127.0.0.1:${program.port}`]);
  stops.push(() => load.stop());
  load.begin();
  await sleep(workingMs);
  const backup = await timed(postgres.backUp());
  const { rows: recorded } = await client.query('select from backup where bytes > 0 and started_at < ended_at');
  const { stdout: size } = await run('du', ['-sm', join(folder, 'repository')]);
  await sleep(workingMs);
  await load.pause();
  const kept = load.ledger;
  const before = await countRows(client, sites);
  await sleep(1_100);
  const { rows } = await client.query<{ noted: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SSOF') as noted`,
  );
  await sleep(1_100);

  await remove(client, program, sites);
  load.begin();
  await sleep(workingMs / 3);
  await load.pause();
  const undone = load.ledger;
  const removed = await countRows(client, sites);
  await client.query('select pg_switch_wal()');
  await client.end();
  await load.stop();
  await program.stop();
  await postgres.stop();
  const target = ['--delta', '--type=time', `--target=${rows[0]?.noted}`, '--target-action=promote'];
  const restored = await timed(postgres.backrest(...target, 'restore'));
  const replayed = await timed(postgres.start());
  const again = await postgres.connect();
  stops.push(() => again.end());
  await again.query(await statementsAfterRestore());
  const ready = await timed(start(postgres, folder, {}).then((started) => void (program = started)));
  const after = await countRows(again, sites);
  const found = await audit(again, kept);
  const later = await countLater(again, undone);
  const proof = await prove(postgres);
  return {
    fault,
    result: `a full backup under load took ${seconds(backup)} (${size.split('\t')[0]} MB with the archive), the restore ${seconds(restored)}, WAL and promotion ${seconds(replayed)}, the program was ready after ${seconds(ready)}; ${acknowledgements(kept).length} acts from before the second are there, ${acknowledgements(undone).length} later ones are not; ${proof.text}`,
    broken: [
      ...(recorded.length === 1 ? [] : ['the backup was not recorded']),
      ...(removed >= before ? ['the company was not deleted'] : []),
      ...(after === before ? [] : [`${before} rows before, ${after} after`]),
      ...(found.lost + found.doubled > 0 ? [`${found.lost} acts lost, ${found.doubled} doubled`] : []),
      ...(later > 0 ? [`${later} acts from after the second`] : []),
      ...(proof.isWhole ? [] : ['the audit log is broken']),
      ...new Set(kept.wrong),
    ],
  };
}

/** As an operator would who confuses two companies. */
async function remove(client: pg.Client, { port }: Program, [site]: readonly Site[]): Promise<void> {
  const secret = newSecret();
  await client.query(
    `with added as (insert into user_account (email, role) values ('operator@vestibule.test', 'superAdmin') returning id)
     insert into session (id_hash, user_id) select $1, id from added`,
    [hashOf(secret)],
  );
  const params = { companyId: site?.companyId ?? 0 };
  await request(`http://127.0.0.1:${port}`, deleteCompany, { params }, { cookie: `vestibule=${secret}` });
}

async function countRows(client: pg.Client, sites: readonly Site[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select ((select count(*) from company where id = any($1)) + (select count(*) from visitor where company_id = $2)
       + (select count(*) from visit where company_id = $2) + (select count(*) from user_account where company_id = $2))::int as count`,
    [sites.map(({ companyId }) => companyId), sites[0]?.companyId],
  );
  return rows[0]?.count ?? 0;
}

async function countLater(client: pg.Client, { acts }: Ledger): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from visitor where phone = any($1)', [
    acts.map(({ phone }) => phone),
  ]);
  return rows[0]?.count ?? 0;
}

async function prove(postgres: ArchivedPostgres): Promise<{ text: string; isWhole: boolean }> {
  const env = { PATH: process.env['PATH'] ?? '', SECRET_KEY: secretKey, DATABASE_URL: postgres.addressFor('owner') };
  return run(projectNode, ['apps/server/src/commands/prove-audit.ts'], { cwd: root, env }).then(
    ({ stdout }) => ({ text: `\`npm run audit:prove\`: ${stdout.trim().split('\n').join(', ')}`, isWhole: true }),
    () => ({ text: 'the audit log did not hold', isWhole: false }),
  );
}

function start(postgres: ArchivedPostgres, folder: string, settings: Record<string, string>): Promise<Program> {
  return startVestibule(join(folder, 'program'), undefined, {
    DATABASE_URL: postgres.addressFor('program'),
    MIGRATION_DATABASE_URL: postgres.addressFor('owner'),
    ...settings,
  });
}

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

/** PostgreSQL of the system with the configuration of `ops/pgbackrest`, in a folder of its own. */
class ArchivedPostgres {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #dataDir(): string {
    return join(this.#folder, 'data');
  }

  async create(): Promise<void> {
    await mkdir(this.#folder, { mode: 0o711 });
    for (const name of ['data', 'repository', 'socket', 'log']) await mkdir(join(this.#folder, name), { mode: 0o700 });
    const configuration = await this.#read('ops/pgbackrest/pgbackrest.conf');
    const own = configuration
      .replace('/mnt/backups/pgbackrest', join(this.#folder, 'repository'))
      .replace('/var/lib/postgresql/15/vestibule', this.#dataDir)
      .replace('/var/run/postgresql', join(this.#folder, 'socket'))
      .replace('[global]', `[global]\nlog-path=${join(this.#folder, 'log')}\nlock-path=${join(this.#folder, 'log')}`);
    await writeFile(join(this.#folder, 'pgbackrest.conf'), own);
    const { uid, gid } = await unprivileged(this.#folder);
    await run('chown', ['-R', `${uid}:${gid}`, this.#folder]);
    await this.#run(
      `${programs}/initdb`,
      '-D',
      this.#dataDir,
      '--username=postgres',
      '--locale=C.UTF-8',
      '--data-checksums',
    );
    const archive = (await this.#read('ops/pgbackrest/postgresql.conf')).replace(
      'pgbackrest ',
      `pgbackrest --config=${join(this.#folder, 'pgbackrest.conf')} `,
    );
    const places = `listen_addresses = ''\nunix_socket_directories = '${join(this.#folder, 'socket')}'\n`;
    await appendFile(join(this.#dataDir, 'postgresql.conf'), `${archive}${places}`);
    await this.start();
    await this.backrest('stanza-create');
    const client = await this.connect('postgres');
    await client.query(`create database vestibule template template0 locale 'C.UTF-8'`);
    await client.end();
    const setUp = ['--no-psqlrc', '--quiet', '--username=postgres', `--host=${join(this.#folder, 'socket')}`];
    await run('psql', [...setUp, '--file=ops/postgres/setup.sql', 'vestibule'], {
      cwd: root,
      env: { PATH: '/usr/bin:/bin', POSTGRES_OWNER_PASSWORD: 'owner', POSTGRES_PROGRAM_PASSWORD: 'program' },
    });
  }

  /** Returns when PostgreSQL has replayed the archive and writes. */
  async start(): Promise<void> {
    await this.#run(
      `${programs}/pg_ctl`,
      'start',
      '-D',
      this.#dataDir,
      '--wait',
      '--silent',
      '-l',
      join(this.#folder, 'log/postgres'),
    );
    for (;;) {
      const client = await this.connect('postgres');
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      await client.end();
      if (rows[0]?.is === false) return;
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    await this.#run(`${programs}/pg_ctl`, 'stop', '-D', this.#dataDir, '--mode=fast').catch(() => undefined);
  }

  async backrest(...args: string[]): Promise<void> {
    await this.#run('pgbackrest', `--config=${join(this.#folder, 'pgbackrest.conf')}`, '--stanza=vestibule', ...args);
  }

  /** By the script that a timer runs. */
  async backUp(): Promise<void> {
    const { uid, gid } = await unprivileged(this.#folder);
    await run(join(root, 'ops/pgbackrest/backup.sh'), [], {
      cwd: this.#folder,
      uid,
      gid,
      env: {
        PATH: '/usr/bin:/bin',
        PGHOST: join(this.#folder, 'socket'),
        PGUSER: 'postgres',
        PGBACKREST_CONFIG: join(this.#folder, 'pgbackrest.conf'),
      },
    });
  }

  addressFor(role: 'owner' | 'program'): string {
    return `postgres:///vestibule?host=${encodeURIComponent(join(this.#folder, 'socket'))}&user=vestibule_${role}`;
  }

  async connect(database = 'vestibule'): Promise<pg.Client> {
    const client = new pg.Client({ host: join(this.#folder, 'socket'), user: 'postgres', database });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  #read(file: string): Promise<string> {
    return readFile(join(root, file), 'utf8');
  }

  async #run(command: string, ...args: string[]): Promise<void> {
    const { uid, gid } = await unprivileged(this.#folder);
    await run(command, args, { cwd: this.#folder, uid, gid, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } });
  }
}
