import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/http/secret.ts';
import { newLicenceKey } from '../apps/server/src/licence/key.ts';
import type { Bench } from './bench.ts';
import { forgetArrivals } from './calls.ts';
import type { Figure } from './report.ts';
import { startWorker } from './worker.ts';

/** Who has the kiosks: companies, in each users with screens that show them. */
const companies = 20;
const users = { count: 2, screens: 5 };
const visitsPerSecond = 20;
/** How long the memory settles before it is looked at, as a part of the whole. */
const warming = 0.2;

/** A company with its kiosks, by their devices' tokens. */
export interface KioskCompany {
  companyId: number;
  tenantId: number;
  tokens: string[];
  cookies: string[];
}

export interface KioskJob {
  url: string;
  companies: KioskCompany[];
  screensPerUser: number;
  visitsPerSecond: number;
  seconds: number;
}

export interface KioskResult {
  screens: number;
  visits: number;
  /** Milliseconds of a check-in, and from a change of a kiosk's state until the last screen had it. */
  visitP99: number;
  statusP50: number;
  statusP99: number;
  changes: number;
}

/** Many kiosks and their managers' screens on one server: people come in, some kiosks lose their network and come back. */
export async function measureKiosks(bench: Bench): Promise<Figure[]> {
  const { client, vestibule, kiosks } = bench;
  const laid: KioskCompany[] = [];
  while (laid.length < companies) laid.push(await layCompany(client, Math.ceil(kiosks.count / companies)));
  const companyIds = laid.map(({ companyId }) => companyId);
  const worker = startWorker<KioskJob, KioskResult>(new URL('kiosks-process.ts', import.meta.url).pathname);
  const seconds = kiosks.minutes * 60;
  try {
    const working = worker.do({
      url: `http://127.0.0.1:${vestibule.port}`,
      companies: laid,
      screensPerUser: users.screens,
      visitsPerSecond,
      seconds,
    });
    // What fails meanwhile is told when it is waited for.
    working.catch(() => undefined);
    await isEverybodyThere(client, companyIds, kiosks.count);
    await sleep(seconds * warming * 1_000);
    const before = await vestibule.memory();
    const result = await working;
    const after = await vestibule.memory();
    const silent = await longestSilence(client, companyIds);
    const { screens, visits, changes } = result;
    const from = `${kiosks.count} kiosks of ${companies} companies, ${screens} screens, ${kiosks.minutes} min`;
    return [
      {
        what: 'kiosks: check-in at 20 a second, p99',
        measured: result.visitP99,
        unit: 'ms',
        target: { atMost: 300, aim: 100 },
        from: `${from}; ${visits} check-ins`,
      },
      {
        what: 'kiosks: changed state to shown on the last screen, p99',
        measured: result.statusP99,
        unit: 'ms',
        target: { atMost: 1_000, aim: 300 },
        from: `${changes} changes; p50 ${result.statusP50.toFixed(0)} ms`,
      },
      {
        what: 'kiosks: longest since a sign of life was noted',
        measured: silent,
        unit: 's',
        target: { atMost: 30, aim: 20 },
        from: 'one every 15 s from each',
      },
      {
        what: 'kiosks: memory of the Node meanwhile',
        measured: after / before,
        unit: '',
        target: { atMost: 1.15, aim: 1.05 },
        from: `${(before / 1e6).toFixed(0)} MB to ${(after / 1e6).toFixed(0)} MB`,
      },
    ];
  } finally {
    worker.stop();
    await client.query('delete from kiosk where company_id = any($1::int[])', [companyIds]);
    await forgetArrivals(client);
  }
}

/** A company with kiosks that have licences and tokens, and with users who manage them. */
async function layCompany(client: pg.Client, count: number): Promise<KioskCompany> {
  const insert = async (statement: string, values: unknown[]) =>
    (await client.query<{ id: number }>(`${statement} returning id`, values)).rows.map(({ id }) => id);
  const [companyId = 0] = await insert(
    `insert into company (name, time_zone) values ('House of kiosks', 'Europe/Oslo')`,
    [],
  );
  await client.query(`insert into tenant_settings (company_id, country_code) values ($1, 'NO')`, [companyId]);
  await client.query('insert into kiosk_settings (company_id) values ($1)', [companyId]);
  const [tenantId = 0] = await insert(`insert into tenant (company_id, name) values ($1, 'Aurora Shipping')`, [
    companyId,
  ]);
  const [folderId] = await insert(`insert into licence_folder (name) values ('Kiosks ' || gen_random_uuid())`, []);
  const tokens = Array.from({ length: count }, () => newSecret());
  await client.query(
    `with licensed as (
       insert into licence (folder_id, key, mac, activation_date)
       select $1, key, 'AA:' || n, now() from unnest($2::text[]) with ordinality as keys (key, n) returning id, key
     )
     insert into kiosk (company_id, name, hash, device_secret_hash, token_hash, token_is_used, licence_id)
     select $3, 'Kiosk ' || n, upper(left(replace(gen_random_uuid()::text, '-', ''), 8)), token, token, true, licensed.id
     from unnest($2::text[], $4::bytea[]) with ordinality as given (key, token, n) join licensed using (key)`,
    [folderId, tokens.map(() => newLicenceKey()), companyId, tokens.map(hashOf)],
  );
  const userIds = await insert(
    `insert into user_account (email, role, company_id)
     select 'manager-' || gen_random_uuid() || '@house.test', 'company', $1::int from generate_series(1, $2::int)`,
    [companyId, users.count],
  );
  const secrets = userIds.map(() => newSecret());
  await client.query(`insert into session (id_hash, user_id) select * from unnest($1::bytea[], $2::int[])`, [
    secrets.map(hashOf),
    userIds,
  ]);
  return { companyId, tenantId, tokens, cookies: secrets.map((secret) => `vestibule=${secret}`) };
}

async function isEverybodyThere(client: pg.Client, companyIds: readonly number[], count: number): Promise<void> {
  const deadline = performance.now() + 600_000;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ online: number }>(
      'select count(*)::int as online from kiosk where company_id = any($1::int[]) and is_online',
      [companyIds],
    );
    if ((rows[0]?.online ?? 0) >= count * 0.99) return;
    await sleep(500);
  }
  throw new Error('The kiosks did not come online.');
}

/** Seconds since the kiosk that has been silent for longest was heard of, of those that are online. */
async function longestSilence(client: pg.Client, companyIds: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    `select extract(epoch from now() - min(last_seen_at))::float as seconds from kiosk where company_id = any($1::int[]) and is_online`,
    [companyIds],
  );
  return rows[0]?.seconds ?? Number.NaN;
}
