import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hashPassword } from '../apps/server/src/accounts/session/password.ts';
import { newKioskSettings } from '../apps/server/src/testing/kiosks.ts';
import type { Bench } from './bench.ts';
import { type Building, seedUsers } from './building.ts';
import { listCalls } from './calls.ts';
import type { HostileJob, HostileResult } from './hostile-process.ts';
import { seedKioskCompanies } from './kiosk-companies.ts';
import type { Figure } from './report.ts';
import { atShare } from './share.ts';
import { startWorker } from './worker.ts';

const parallelCalls = 64;
const seconds = 15;
const signInUsers = 20;
const password = 'Right-Horse-7!';

/** A user of another company sets 64 kiosk passwords at a time. */
export async function measureGreedyUser(bench: Bench, building: Building): Promise<Figure[]> {
  const { client, load, vestibule } = bench;
  const { port } = vestibule;
  const greedy = await seedGreedyUser(client);
  const emails = await seedSignIns(client, building.companyId);
  const calls = listCalls(building, [{ scope: 'current', limit: '50' }]);
  const hostile = startWorker<HostileJob, HostileResult>(new URL('hostile-process.ts', import.meta.url).pathname);
  try {
    await load.do({ port, connections: 8, calls, count: calls.length });
    const [{ answers }, lists, signIns] = await Promise.all([
      hostile.do({ ...greedy, port, kind: 'passwords', clients: parallelCalls, seconds }),
      sleep(1_000).then(() => load.do({ port, connections: 8, calls, seconds: seconds - 3 })),
      sleep(1_000).then(() => signInRepeatedly(port, emails, seconds - 3)),
    ]);
    const beside = `beside ${parallelCalls} parallel changes of a kiosk password by one user, p99`;
    const answered = countsOf(answers);
    return [
      {
        what: `lists of other companies ${beside}`,
        measured: lists.p99,
        unit: 'ms',
        target: { atMost: 100, aim: 50 },
        from: [`${Math.round(lists.perSecond)} lists/s`, `p50 ${lists.p50.toFixed(0)} ms`, answered].join('; '),
      },
      {
        what: `sign-in ${beside}`,
        measured: atShare(signIns.times, 0.99),
        unit: 'ms',
        target: { atMost: 500, aim: 200 },
        from: [`p50 ${atShare(signIns.times, 0.5).toFixed(0)} ms`, countsOf(signIns.answers), answered].join('; '),
      },
    ];
  } finally {
    hostile.stop();
  }
}

function countsOf(answers: Record<string, number>): string {
  return Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}

async function seedGreedyUser(client: pg.Client): Promise<Pick<HostileJob, 'cookie' | 'path' | 'body'>> {
  const [company] = await seedKioskCompanies(client, 0);
  const { rows } = await client.query<{ id: number }>('select id from kiosk_settings where company_id = $1', [
    company?.companyId,
  ]);
  return {
    cookie: company?.cookies[0] ?? '',
    path: `/api/v1/kiosk_settings/${rows[0]?.id}`,
    body: JSON.stringify({ ...newKioskSettings, password: 'password {n}' }),
  };
}

async function seedSignIns(client: pg.Client, companyId: number): Promise<string[]> {
  await seedUsers(client, companyId, signInUsers, 'morning');
  const { rows } = await client.query<{ email: string }>(
    `update user_account set password_hash = $2 where company_id = $1 and email like 'morning%' returning email`,
    [companyId, await hashPassword(password)],
  );
  return rows.map(({ email }) => email);
}

async function signInRepeatedly(port: number, emails: readonly string[], seconds: number) {
  const times: number[] = [];
  const answers: Record<string, number> = {};
  const end = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const began = performance.now();
    const { status } = await signIn(port, emails[turn % emails.length] ?? '');
    times.push(performance.now() - began);
    answers[status] = (answers[status] ?? 0) + 1;
  }
  return { times, answers };
}

async function signIn(port: number, email: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response;
}
