import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, openDatabase, reachOf } from '../apps/server/src/platform/db/database.ts';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import { purgeVisits } from '../apps/server/src/visits/retention/retention.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { seedQuickly, settle } from './building.ts';
import { firstNewPhone, forgetArrivals, listCalls, registerCalls } from './calls.ts';
import { median } from './share.ts';
import type { Figure } from './report.ts';

const imported = 10_000;
const checkedIn = 500;
/** Milliseconds between the job's batches. */
const pause = 20;

export async function measureRetention(bench: Bench): Promise<Figure[]> {
  const company = await seedCompany(bench.client);
  const begun = await measureImport(bench, company);
  return [...begun, ...(await measurePurge(bench, company))];
}

interface Company {
  companyId: number;
  tenantId: number;
  cookie: string;
}

async function seedCompany(client: pg.Client): Promise<Company> {
  const secret = newSecret();
  const { rows } = await client.query<{ company_id: number; tenant_id: number }>(
    `with house as (insert into company (name, time_zone) values ('House of the past', 'Europe/Oslo') returning id),
       settings as (
         insert into tenant_settings (company_id, country_code, gdpr_handling) select id, 'NO', 'deletedAfter24hours' from house
       ),
       admin as (
         insert into user_account (email, role, company_id) select 'past@bench.test', 'company', id from house returning id
       ),
       signed_in as (insert into session (id_hash, user_id) select $1, id from admin)
     insert into tenant (company_id, name) select id, 'Everybody' from house returning company_id, id as tenant_id`,
    [hashOf(secret)],
  );
  const [seeded] = rows;
  if (!seeded) throw new Error('No company was seeded.');
  return { companyId: seeded.company_id, tenantId: seeded.tenant_id, cookie: `vestibule=${secret}` };
}

async function measureImport({ vestibule: { port }, client }: Bench, { tenantId, cookie }: Company): Promise<Figure[]> {
  const rows = Array.from({ length: imported }, (_, n) => `+4748${String(n).padStart(6, '0')};Nina Ny ${n};Nybygg AS`);
  const body = new FormData();
  body.set('file', new File([rows.join('\n')], 'visitors.csv', { type: 'text/csv' }));
  const badges = 'shouldPrintMainBadge=false&shouldPrintParkingBadge=false';
  const importing = await timeOf(`http://127.0.0.1:${port}/api/v1/visitors/tenant/${tenantId}/import?${badges}`, {
    method: 'POST',
    headers: { cookie },
    body,
  });
  const { rows: expected } = await client.query<{ id: number }>(
    'select id from visitor where preregistered_tenant_id = $1 order by id limit $2',
    [tenantId, checkedIn],
  );
  const entering = await timeOf(`http://127.0.0.1:${port}/api/v1/visitors/preregistered/checkin`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: expected.map(({ id }) => id) }),
  });
  const from = 'one call';
  return [
    { what: 'import of 10,000 visitors', measured: importing, unit: 'ms', target: { atMost: 5_000, aim: 2_500 }, from },
    { what: '500 checked in at once', measured: entering, unit: 'ms', target: { atMost: 2_000, aim: 1_000 }, from },
  ];
}

export async function timeOf(address: string, request: RequestInit): Promise<number> {
  const began = performance.now();
  const answer = await fetch(address, request);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return performance.now() - began;
}

async function measurePurge(bench: Bench, company: Company): Promise<Figure[]> {
  const { client, connection, expired } = bench;
  await seedPast(client, company, expired);
  const before: number[] = [];
  for (let round = 0; round < 3; round += 1) before.push(await deskFor(bench, round));

  const database: Database = openDatabase(connection, 2);
  const began = performance.now();
  let isDone = false;
  const purging = purgeVisits(reachOf(database, true), new Date(), () => sleep(pause)).finally(() => (isDone = true));
  const meanwhile: number[] = [];
  // A failing desk reports first.
  purging.catch(() => undefined);
  while (!isDone) meanwhile.push(await deskFor(bench, before.length + meanwhile.length));
  const { visits } = await purging;
  const seconds = (performance.now() - began) / 1_000;
  await database.close();
  await forgetArrivals(client);
  const [normal, then] = [median(before), median(meanwhile)];
  return [
    {
      what: `the desk's calls while ${visits} visits are forgotten, p99 against the usual`,
      measured: then / normal,
      unit: '',
      target: { atMost: 2, aim: 1.5 },
      from: `${normal.toFixed(1)} ms, then ${then.toFixed(1)} ms in the middle one of ${meanwhile.length} rounds; ${seconds.toFixed(0)} s`,
    },
  ];
}

/** Returns p99 in milliseconds for four desks in five seconds. */
async function deskFor(bench: Bench, round: number): Promise<number> {
  const building = middleBuilding(bench);
  const calls = [...listCalls(building, [{ scope: 'current', limit: '50' }]), ...registerCalls(building)];
  const firstNumber = firstNewPhone + round * 10_000;
  const { p99 } = await bench.load.do({ port: bench.vestibule.port, connections: 4, calls, firstNumber, seconds: 5 });
  return p99;
}

async function seedPast(client: pg.Client, { companyId, tenantId }: Company, count: number): Promise<void> {
  await seedQuickly(client, async () => {
    await client.query(
      `insert into visitor (company_id, name, company_name, phone)
       select $1::int, 'Past ' || md5(n::text), 'Past AS', '+4741' || lpad(n::text, 7, '0') from generate_series(1, $2::int) n`,
      [companyId, count],
    );
    await client.query(
      `insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, checked_in_at, checked_out_at)
       select $1::int, id, name, company_name, phone, $2::int, ended - interval '45 minutes', ended
       from visitor, lateral (select now() - interval '7 days' - random() * interval '30 days' as ended) past
       where company_id = $1 and phone like '+4741%'`,
      [companyId, tenantId],
    );
  });
  await settle(client);
}
