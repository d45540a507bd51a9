import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import { hashPassword } from '../apps/server/src/accounts/session/password.ts';
import { type Bench, middleBuilding } from './bench.ts';
import type { Building } from './building.ts';
import type { Call } from './connection.ts';
import { median } from './share.ts';
import type { Program } from './program.ts';
import type { Figure } from './report.ts';
import { Stops } from './stops.ts';

const organizations = 10_000;
const guessesOfEach = 100;
/** Minutes until a company's removal counts as stuck. */
const removalMinutes = 10;

/** Uses an unreachable mail server, hides existing accounts and runs behind a proxy. Runs last: it deletes a building. */
export async function measureAdministration(bench: Bench): Promise<Figure[]> {
  const running = new Stops();
  try {
    const blackHole = await startBlackHole();
    running.push(blackHole.stop);
    const program = await bench.start({
      MAIL_URL: blackHole.url,
      MAIL_FROM: 'desk@bench.example',
      HIDE_ACCOUNTS: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    running.push(() => program.stop());
    const cookie = await seedSuperAdmin(bench.client);
    return [
      ...(await measureLists(bench, program, cookie)),
      await measureInvite(bench, program, cookie),
      await measureGuesses(bench, program),
      ...(await measureRemoval(bench, program, cookie)),
    ];
  } finally {
    await running.run();
  }
}

async function startBlackHole() {
  const server = createServer(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => void server.close() };
}

async function seedSuperAdmin(client: pg.Client): Promise<string> {
  const secret = newSecret();
  await client.query(
    `with admin as (insert into user_account (email, role) values ('admin@bench.test', 'superAdmin') returning id)
     insert into session (id_hash, user_id) select $1, id from admin`,
    [hashOf(secret)],
  );
  return `vestibule=${secret}`;
}

async function measureLists({ client, load }: Bench, { port }: Program, cookie: string): Promise<Figure[]> {
  await client.query(
    `insert into company (name, time_zone) select 'Bygg ' || md5(n::text), 'Europe/Oslo' from generate_series(1, $1::int) n`,
    [organizations],
  );
  await client.query(
    `insert into partner (name, code) select 'Partner ' || md5(n::text), upper(lpad(to_hex(n), 8, '0')) from generate_series(1, $1::int) n`,
    [organizations],
  );
  await client.query('vacuum (analyze) company, partner');
  const figures: Figure[] = [];
  for (const what of ['companies', 'partners']) {
    for (const search of ['', 'b4', 'a1b2']) {
      const query = new URLSearchParams({ limit: '10', ...(search && { search }) });
      const calls: Call[] = [{ method: 'GET', path: `/api/v1/admin/${what}?${query.toString()}`, cookie }];
      await load.do({ port, connections: 1, calls, count: 50 });
      const { p50, p99 } = await load.do({ port, connections: 1, calls, count: 300 });
      figures.push({
        what: `first page of 10,000 ${what}${search && `, search of ${search.length} characters`}, p99`,
        measured: p99,
        unit: 'ms',
        target: { atMost: 50, aim: 20 },
        from: `p50 ${p50.toFixed(1)} ms`,
      });
    }
  }
  return figures;
}

async function measureInvite(bench: Bench, { port }: Program, cookie: string): Promise<Figure> {
  const { companyId } = middleBuilding(bench);
  const body = JSON.stringify({ email: 'invited{n}@bench.test', url: `http://127.0.0.1:${port}/set-password` });
  const calls: Call[] = [{ method: 'POST', path: `/api/v1/users/invite?companyId=${companyId}`, cookie, body }];
  const { p50, p99 } = await bench.load.do({ port, connections: 1, calls, count: 200, firstNumber: 1 });
  return {
    what: 'invite acknowledged while the mail server is silent, p99',
    measured: p99,
    unit: 'ms',
    target: { atMost: 100, aim: 20 },
    from: `p50 ${p50.toFixed(1)} ms`,
  };
}

/** An anonymous client alternates known and unknown addresses from many networks. */
async function measureGuesses(bench: Bench, { port }: Program): Promise<Figure> {
  const { companyId } = middleBuilding(bench);
  const { rows } = await bench.client.query<{ email: string }>(
    `update user_account set password_hash = $2 where company_id = $1 and email like 'desk%' returning email`,
    [companyId, await hashPassword('Right-Horse-7!')],
  );
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let turn = -5; turn < guessesOfEach; turn += 1) {
    const known = rows[(turn + 5) % rows.length]?.email ?? '';
    for (const [kind, email] of [
      ['known', known],
      ['unknown', `nobody${turn + 5}@house.test`],
    ] as const) {
      const from = `10.${kind === 'known' ? 1 : 2}.${turn + 5}.1`;
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ email, password: 'Wrong-Horse-7!' }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 401) throw new Error(`A wrong password was answered ${answer.status}.`);
      if (turn >= 0) times[kind].push(performance.now() - began);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  return {
    what: 'wrong password against unknown e-mail, accounts hidden, medians apart',
    measured: Math.abs(known - unknown),
    unit: 'ms',
    target: { atMost: 5, aim: 1 },
    from: `${known.toFixed(1)} · ${unknown.toFixed(1)} ms of ${guessesOfEach} each`,
  };
}

/** The process that receives the deletion stops at once, so another removes the company. */
async function measureRemoval(bench: Bench, program: Program, cookie: string): Promise<Figure[]> {
  const house = middleBuilding(bench);
  const { companyId, visitors } = house;
  const ask = (method: string, path: string, cookie: string) =>
    fetch(`http://127.0.0.1:${program.port}/api/v1${path}`, { method, headers: { cookie } });
  const began = performance.now();
  const deleted = await ask('DELETE', `/admin/companies/${companyId}`, cookie);
  const acknowledged = performance.now() - began;
  if (!deleted.ok) throw new Error(`The deletion was answered ${deleted.status}.`);
  await requireNothingToSee(ask, house, cookie);
  await program.stop();
  const removed = await waitForRemoval(bench.client, companyId);
  return [
    {
      what: `deletion of a company of ${visitors} visitors acknowledged`,
      measured: acknowledged,
      unit: 'ms',
      target: { atMost: 1_000, aim: 200 },
    },
    { what: 'until all that it owned is removed, by another process', measured: removed, unit: 's' },
  ];
}

async function requireNothingToSee(
  ask: (method: string, path: string, cookie: string) => Promise<Response>,
  { companyId, cookies: [desk = ''] }: Building,
  cookie: string,
) {
  const path = `/visitors/company/${companyId}?limit=1`;
  const answers = [await ask('GET', path, cookie), await ask('GET', path, desk)];
  const statuses = answers.map(({ status }) => status);
  if (statuses[0] !== 404 || statuses[1] !== 401) throw new Error(`A deleted company is answered ${statuses.join()}.`);
}

async function waitForRemoval(client: pg.Client, companyId: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < removalMinutes * 60_000) {
    const { rows } = await client.query('select from company where id = $1', [companyId]);
    if (rows.length === 0) return (performance.now() - began) / 1_000;
    await sleep(200);
  }
  throw new Error('The removal of a company did not end.');
}
