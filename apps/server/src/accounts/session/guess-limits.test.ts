import { login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, seedUser, testPassword } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { fresh } from '../../testing/fresh.ts';
import { countHashes } from '../../testing/hashes.ts';
import { about } from '../../testing/refused.ts';
import { sharedServer, startServer } from '../../testing/server.ts';

const wrongPassword = 'Wrong-Horse-7!';

const freshNetwork = () => `192.0.${fresh()}.7`;

const signIn = (caller: Caller, email: string, password: string, from: string) =>
  caller.call(login, { body: { email, password } }, { from });

async function seedMany({ db, company }: Building, wrongPasswords: number): Promise<{ id: number; email: string }[]> {
  const users = Array.from({ length: Math.ceil(wrongPasswords / 4) }, () =>
    seedUser(db, { role: 'reception', companyId: company.id }),
  );
  return Promise.all(users);
}

async function guess(site: Building, users: readonly { email: string }[], times: number, from: string) {
  for (let made = 0; made < times; made += 1) {
    const { email = '' } = users[Math.floor(made / 4)] ?? {};
    expect(await signIn(site.as('signedOut'), email, wrongPassword, from)).toBeRefused(401, 'incorrectPassword');
  }
}

const forget = ({ db }: Building, from: string, interval: string) =>
  sql`
    update sign_in_failure set first_at = first_at - ${interval}::interval, blocked_until = blocked_until - ${interval}::interval
    where network = ${from}`.execute(db);

test('after fifty wrong passwords, refuses a network for 15 minutes without hashing', async () => {
  const site = await building();
  const from = freshNetwork();
  const users = await seedMany(site, 50);
  await guess(site, users, 50, from);
  const hashes = countHashes();
  const { email } = site.users.company;
  const refused = await signIn(site.as('signedOut'), email, wrongPassword, from);
  expect(refused).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(900) });
  expect(refused.headers['retry-after']).toBe(String(refused.problem?.secondsLeft));
  expect(await signIn(site.as('signedOut'), email, testPassword, from)).toBeRefused(429, 'tooManyRequests');
  expect(await signIn(site.as('signedOut'), `stranger-${fresh()}@test.example`, wrongPassword, from)).toBeRefused(
    429,
    'tooManyRequests',
  );
  expect(hashes()).toBe(0);
  expect(await signIn(site.as('signedOut'), email, testPassword, freshNetwork())).toMatchObject({ status: 200 });

  await forget(site, from, '15 minutes');
  expect(await signIn(site.as('signedOut'), email, testPassword, from)).toMatchObject({ status: 200 });
});

test('where accounts are hidden, fifty unknown e-mails reach the limit of a network too', async () => {
  const site = await building(await startServer({ hideAccounts: true }));
  const from = freshNetwork();
  const guesses = Array.from({ length: 60 }, () =>
    signIn(site.as('signedOut'), `stranger-${fresh()}@test.example`, wrongPassword, from),
  );
  const hashes = countHashes();
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(hashes()).toBe(50);
});

test('a browser that signed in before is exempt from the limit of its network', async () => {
  const site = await building();
  const from = freshNetwork();
  const browser = site.as('signedOut');
  await signIn(browser, site.users.company.email, testPassword, freshNetwork());
  await guess(site, await seedMany(site, 50), 50, from);
  expect(await signIn(site.as('signedOut'), site.users.company.email, testPassword, from)).toBeRefused(
    429,
    'tooManyRequests',
  );
  expect(await signIn(browser, site.users.company.email, testPassword, from)).toMatchObject({ status: 200 });
});

test('a sign-in reduces the count of wrong passwords of its network', async () => {
  const site = await building();
  const from = freshNetwork();
  const users = await seedMany(site, 52);
  await guess(site, users.slice(0, 11), 44, from);
  for (let n = 0; n < 2; n += 1) {
    await signIn(site.as('signedOut'), site.users.company.email, testPassword, from);
  }
  await guess(site, users.slice(11), 8, from);
  expect(await signIn(site.as('signedOut'), site.users.company.email, testPassword, from)).toBeRefused(
    429,
    'tooManyRequests',
  );
});

test('repeated sign-ins of one account do not lift the limit of its network', async () => {
  const site = await building();
  const from = freshNetwork();
  await guess(site, await seedMany(site, 20), 20, from);
  for (let n = 0; n < 12; n += 1) {
    expect(await signIn(site.as('signedOut'), site.users.company.email, testPassword, from)).toMatchObject({
      status: 200,
    });
  }
  const counted = await site.db
    .selectFrom('sign_in_failure')
    .select('failures')
    .where('network', '=', from)
    .where('account', '=', Buffer.alloc(0))
    .executeTakeFirst();
  expect(counted?.failures).toBe(10);
});

test('refusals by a block do not count against the network', async () => {
  const site = await building();
  const from = freshNetwork();
  const { email } = site.users.company;
  for (let made = 0; made < 5; made += 1) await signIn(site.as('signedOut'), email, wrongPassword, from);
  for (let made = 0; made < 60; made += 1) {
    expect((await signIn(site.as('signedOut'), email, wrongPassword, from)).status).toBe(423);
  }
  expect(await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from)).toMatchObject({
    status: 200,
  });
});

test('accepts twenty simultaneous right passwords for one account', async () => {
  const site = await building();
  const from = freshNetwork();
  const signIns = Array.from({ length: 20 }, () =>
    signIn(site.as('signedOut'), site.users.company.email, testPassword, from),
  );
  const statuses = (await Promise.all(signIns)).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});

test('hashes five of a hundred simultaneous wrong passwords, in two processes together', async () => {
  const { database } = await sharedServer();
  const site = await building();
  const other = await building(await startServer({ database }));
  const from = freshNetwork();
  const hashes = countHashes();
  const guesses = Array.from({ length: 100 }, (_, n) =>
    signIn((n % 2 === 0 ? site : other).as('signedOut'), site.users.company.email, wrongPassword, from),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(hashes()).toBe(5);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 423)).toHaveLength(96);
});

test('a guess whose process was killed stops counting after a minute', async () => {
  const site = await building();
  const from = freshNetwork();
  const { email } = site.users.company;
  await sql`
    insert into sign_in_attempt (id, account, network, expires_at)
    select gen_random_uuid(), sha256(${email}::bytea), ${from}, now() + interval '400 ms' from generate_series(1, 5)`.execute(
    site.db,
  );
  expect(await signIn(site.as('signedOut'), email, testPassword, from)).toMatchObject({ status: 200 });
});

test('logs failures and the block in the audit log of the company, by ids only', async () => {
  const site = await building();
  const from = freshNetwork();
  const { id, email } = site.users.reception;
  for (let made = 0; made < 6; made += 1) await signIn(site.as('signedOut'), email, wrongPassword, from);
  await signIn(site.as('signedOut'), `stranger-${fresh()}@test.example`, wrongPassword, from);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'company_id', 'user_id', 'role', 'subject', 'subject_id'])
    .where('action', 'in', ['session.failed', 'session.blocked'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  const about = { company_id: site.company.id, user_id: 0, role: 'system', subject: 'user', subject_id: id };
  expect(entries).toEqual([
    ...Array.from({ length: 5 }, () => ({ action: 'session.failed', ...about })),
    { action: 'session.blocked', ...about },
  ]);
});

test('metrics count guesses and blocks without naming people or networks', async () => {
  const site = await building();
  const from = freshNetwork();
  const before = await readMetrics(site);
  const { email } = site.users.reception;
  for (let made = 0; made < 6; made += 1) await signIn(site.as('signedOut'), email, wrongPassword, from);
  await signIn(site.as('signedOut'), site.users.company.email, testPassword, from);
  const after = await readMetrics(site);
  const risen = Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, rise]) => rise > 0),
  );
  expect(risen).toEqual({
    'sign_in_guesses_total{outcome="wrong"}': 5,
    'sign_in_guesses_total{outcome="blocked"}': 1,
    'sign_in_guesses_total{outcome="right"}': 1,
    'sign_in_blocks_total{scope="accountInNetwork"}': 1,
  });
});

async function readMetrics({ server }: Building): Promise<Record<string, number>> {
  const body = await server.readMetrics();
  const lines = body.split('\n').filter((line) => line.startsWith('sign_in_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}
