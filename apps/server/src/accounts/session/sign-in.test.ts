import { createHash } from 'node:crypto';
import { roles } from '@vestibule/contract/platform/access.ts';
import { getSession, login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { building, seedUser, type Site, testPassword } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import type { Caller } from '../../testing/caller.ts';
import { about } from '../../testing/refused.ts';
import { startServer } from '../../testing/server.ts';

const freshNetwork = () => `192.0.${fresh()}.7`;

const signIn = (caller: Caller, email: string, password = testPassword, from = freshNetwork()) =>
  caller.call(login, { body: { email, password } }, { from });

async function fail(times: number, { as, users }: Site, from: string) {
  for (let failed = 0; failed < times; failed += 1)
    await signIn(as('signedOut'), users.reception.email, 'Wrong-Horse-7!', from);
}

const letPass = (db: Db, interval: string) =>
  sql`update sign_in_failure set first_at = first_at - ${interval}::interval, blocked_until = blocked_until - ${interval}::interval`.execute(
    db,
  );

test.for(roles)('the right e-mail and password sign in a %s and answer the session', async (role) => {
  const { as, users, company, partner, tenant } = await building();
  const caller = as('signedOut');
  const { data } = await signIn(caller, users[role].email);
  const belongsTo = {
    companyId: role === 'superAdmin' || role === 'partner' ? null : company.id,
    partnerId: role === 'partner' ? partner.id : null,
    tenantId: role === 'tenant' ? tenant.id : null,
  };
  expect(data.user).toEqual({ id: users[role].id, email: users[role].email, role, ...belongsTo });
  expect([data.company?.id ?? null, data.partner?.id ?? null, data.tenant?.id ?? null]).toEqual([
    belongsTo.companyId,
    belongsTo.partnerId,
    belongsTo.tenantId,
  ]);
  expect((await caller.call(getSession)).data).toEqual(data);
});

test('ignores case and surrounding spaces of the e-mail address', async () => {
  const { as, users } = await building();
  expect(await signIn(as('signedOut'), `  ${users.company.email.toUpperCase()} `)).toMatchObject({ status: 200 });
});

test('takes a password as typed, with its spaces', async () => {
  const { as, users } = await building();
  const answer = await signIn(as('signedOut'), users.company.email, ` ${testPassword}`);
  expect(answer).toBeRefused(401, 'incorrectPassword');
});

test('each wrong password answers how many were made and how many are left', async () => {
  const { as, users } = await building();
  const from = freshNetwork();
  for (const attemptsMade of [1, 2, 3, 4]) {
    const answer = await signIn(as('signedOut'), users.reception.email, 'Wrong-Horse-7!', from);
    expect(answer).toBeRefused(401, 'incorrectPassword', { attemptsMade, attemptsLeft: 5 - attemptsMade });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('the fifth wrong password blocks for an hour', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(4, site, from);
  const fifth = await signIn(site.as('signedOut'), site.users.reception.email, 'Wrong-Horse-7!', from);
  expect(fifth).toBeRefused(423, 'accountBlocked', { secondsLeft: 3600 });
  expect(fifth.headers['retry-after']).toBe('3600');
});

test('a block refuses even the right password, with the remaining seconds', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(5, site, from);
  await letPass(site.db, '20 minutes');
  const answer = await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from);
  expect(answer).toBeRefused(423, 'accountBlocked', { secondsLeft: about(2400) });
  expect(answer.headers['retry-after']).toBe(String(answer.problem?.secondsLeft));
});

test('the block ends after an hour, and counting restarts', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(5, site, from);
  await letPass(site.db, '61 minutes');
  const wrong = await signIn(site.as('signedOut'), site.users.reception.email, 'Wrong-Horse-7!', from);
  expect(wrong).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1, attemptsLeft: 4 });
  expect(await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from)).toMatchObject({
    status: 200,
  });
});

test('failures of more than an hour ago do not count', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(4, site, from);
  await letPass(site.db, '61 minutes');
  const answer = await signIn(site.as('signedOut'), site.users.reception.email, 'Wrong-Horse-7!', from);
  expect(answer).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1 });
});

test('a success resets the count', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(4, site, from);
  await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from);
  const answer = await signIn(site.as('signedOut'), site.users.reception.email, 'Wrong-Horse-7!', from);
  expect(answer).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1, attemptsLeft: 4 });
});

test('a block applies to one account in one network', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(5, site, from);
  expect(await signIn(site.as('signedOut'), site.users.reception.email)).toMatchObject({ status: 200 });
  expect(await signIn(site.as('signedOut'), site.users.company.email, testPassword, from)).toMatchObject({
    status: 200,
  });
  expect((await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from)).status).toBe(423);
});

test('an attacker cannot end the block by signing in from elsewhere', async () => {
  const site = await building();
  const from = freshNetwork();
  await fail(5, site, from);
  await signIn(site.as('signedOut'), site.users.reception.email);
  expect(await signIn(site.as('signedOut'), site.users.reception.email, testPassword, from)).toBeRefused(
    423,
    'accountBlocked',
  );
});

test('counts all simultaneous guesses', async () => {
  const { as, users } = await building();
  const from = freshNetwork();
  const guesses = Array.from({ length: 12 }, () =>
    signIn(as('signedOut'), users.reception.email, 'Wrong-Horse-7!', from),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(4);
  expect(statuses.filter((status) => status === 423)).toHaveLength(8);
});

test('fifty failures within an hour block an account in all networks', async () => {
  const { as, users, db } = await building();
  const { email } = users.reception;
  const wrong = () => signIn(as('signedOut'), email, 'Wrong-Horse-7!');
  await wrong();
  const account = createHash('sha256').update(email).digest();
  const everywhere = db.updateTable('sign_in_failure').where('account', '=', account).where('network', '=', '*');
  await everywhere.set({ failures: 48 }).execute();
  expect(await wrong()).toBeRefused(401, 'incorrectPassword');
  for (let n = 0; n < 3; n += 1) expect((await signIn(as('signedOut'), email)).status).toBe(200);
  await everywhere.set({ failures: 49 }).execute();
  expect(await wrong()).toBeRefused(401, 'incorrectPassword');
  await signIn(as('signedOut'), users.company.email);
  const from = freshNetwork();
  for (let n = 0; n < 5; n += 1) {
    const blocked = await signIn(as('signedOut'), email, testPassword, from);
    expect(blocked).toBeRefused(423, 'accountBlocked', { secondsLeft: about(3600) });
  }
  await everywhere.set({ blocked_until: new Date() }).execute();
  expect((await signIn(as('signedOut'), email, testPassword, from)).status).toBe(200);
});

test('counts addresses of one IPv6 network as one, and those of another separately', async () => {
  const { as, users } = await building();
  const network = `2001:db8:0:${fresh().toString(16)}`;
  const guess = (from: string) => signIn(as('signedOut'), users.reception.email, 'Wrong-Horse-7!', from);
  for (const host of ['1', '2', 'a:b', 'ffff:0:3']) await guess(`${network}::${host}`);
  expect(await guess(`${network}::77`)).toBeRefused(423, 'accountBlocked');
  expect(await guess('2001:db8:1:1::1')).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1 });
});

test('behind a trusted proxy the network is that of the forwarded address', async () => {
  const server = await startServer({ trustedProxies: ['10.1.1.1'] });
  const site = await building(server);
  const guess = (forwarded: string, from = '10.1.1.1') =>
    site
      .as('signedOut')
      .call(
        login,
        { body: { email: site.users.reception.email, password: 'Wrong-Horse-7!' } },
        { from, headers: { 'x-forwarded-for': forwarded } },
      );
  for (let failed = 0; failed < 4; failed += 1) await guess('198.51.100.1');
  expect(await guess('198.51.100.1')).toBeRefused(423, 'accountBlocked');
  expect(await guess('198.51.100.2')).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1 });
  expect(await guess('198.51.100.9, 198.51.100.1')).toBeRefused(423, 'accountBlocked');
});

test('ignores an address that an untrusted client forwards', async () => {
  const site = await building();
  const from = freshNetwork();
  const guess = (forwarded: string) =>
    site
      .as('signedOut')
      .call(
        login,
        { body: { email: site.users.reception.email, password: 'Wrong-Horse-7!' } },
        { from, headers: { 'x-forwarded-for': forwarded } },
      );
  for (const last of [1, 2, 3, 4]) await guess(`198.51.100.${last}`);
  expect(await guess('198.51.100.5')).toBeRefused(423, 'accountBlocked');
});

test('refuses an unknown e-mail and marks the field', async () => {
  const { as } = await building();
  const answer = await signIn(as('signedOut'), `nobody-${fresh()}@test.example`);
  expect(answer).toBeRefused(404, 'incorrectEmail', { fields: { email: 'incorrectEmail' } });
});

test('after ten unknown e-mails, refuses every e-mail of a network for a quarter of an hour', async () => {
  const { as, users, db } = await building();
  const from = freshNetwork();
  const ask = (email: string) => signIn(as('signedOut'), email, testPassword, from);
  for (let asked = 0; asked < 10; asked += 1) {
    expect(await ask(`nobody-${fresh()}@test.example`)).toBeRefused(404, 'incorrectEmail');
  }
  const refused = await ask(`nobody-${fresh()}@test.example`);
  expect(refused).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(900) });
  expect(refused.headers['retry-after']).toBe(String(refused.problem?.secondsLeft));
  expect(await ask(users.company.email)).toBeRefused(429, 'tooManyRequests');
  expect(await signIn(as('signedOut'), users.company.email)).toMatchObject({ status: 200 });

  await sql`update limit_count set window_ends_at = window_ends_at - interval '15 minutes' where subject like ${`%${from}`}`.execute(
    db,
  );
  expect(await ask(users.company.email)).toMatchObject({ status: 200 });
});

test('where accounts are hidden, an unknown e-mail gets the answers of a known one, up to the block', async () => {
  const server = await startServer({ hideAccounts: true });
  const { as, users } = await building(server);
  const guesses = async (email: string) => {
    const from = freshNetwork();
    const problems = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const { problem, headers } = await signIn(as('signedOut'), email, 'Wrong-Horse-7!', from);
      problems.push({ ...problem, requestId: '', headers: Object.keys(headers) });
    }
    return problems;
  };
  const unknown = await guesses(`nobody-${fresh()}@test.example`);
  expect(unknown).toEqual(await guesses(users.company.email));
  expect(unknown.at(-1)).toMatchObject({ status: 423, reason: 'accountBlocked' });
});

test('where accounts are hidden, unknown e-mails count as wrong passwords of the network', async () => {
  const server = await startServer({ hideAccounts: true });
  const { as, users } = await building(server);
  const from = freshNetwork();
  for (let asked = 0; asked < 15; asked += 1) {
    expect(await signIn(as('signedOut'), `nobody-${fresh()}@test.example`, testPassword, from)).toBeRefused(
      401,
      'incorrectPassword',
    );
  }
  expect(await signIn(as('signedOut'), users.company.email, testPassword, from)).toMatchObject({ status: 200 });
});

test('an invited user without a password cannot sign in', async () => {
  const { as, db, users } = await building();
  await db.updateTable('user_account').set({ password_hash: null }).where('id', '=', users.company.id).execute();
  expect(await signIn(as('signedOut'), users.company.email)).toBeRefused(401, 'incorrectPassword');
});

test.for([
  { what: 'nothing', body: {}, fields: { email: 'emailRequired', password: 'passRequired' } },
  { what: 'blanks', body: { email: '  ', password: '' }, fields: { email: 'emailRequired', password: 'passRequired' } },
  { what: 'no address', body: { email: 'no address', password: 'x' }, fields: { email: 'incorrectEmail' } },
  {
    what: 'a long address',
    body: { email: `${'a'.repeat(250)}@test.example`, password: 'x' },
    fields: { email: 'max254chars' },
  },
  {
    what: 'a long password',
    body: { email: 'a@test.example', password: 'x'.repeat(513) },
    fields: { password: 'max512chars' },
  },
  {
    what: 'other types',
    body: { email: ['a@test.example'], password: { length: 8 } },
    fields: { email: 'invalidValue', password: 'invalidValue' },
  },
  {
    what: 'a role',
    body: { email: 'a@test.example', password: 'x', role: 'superAdmin' },
    fields: { role: 'unknownProperty' },
  },
])('refuses a sign-in with $what, with a key for each wrong field', async ({ body, fields }) => {
  const { as } = await building();
  const response = await as('signedOut').send({ method: 'POST', url: '/api/v1/auth/login', payload: body });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation' });
  expect(response.json()).toHaveProperty('fields', fields);
});

test('logs a sign-in and a sign-out in the audit log of the company', async () => {
  const { as, users, db, company } = await building();
  const caller = as('signedOut');
  await signIn(caller, users.reception.email);
  await caller.send({ method: 'POST', url: '/api/v1/auth/logout' });
  const entries = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('user_id', '=', users.reception.id)
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([
    {
      action: 'session.started',
      company_id: company.id,
      role: 'reception',
      subject: 'user',
      subject_id: users.reception.id,
    },
    { action: 'session.ended', role: 'reception', subject: 'user', subject_id: users.reception.id },
  ]);
});

test('answers a user of a partner with the companies of the partner in scope', async () => {
  const { db, partner, server } = await building();
  const user = await seedUser(db, { role: 'partner', partnerId: partner.id });
  const caller = (await building(server)).as('signedOut');
  expect((await signIn(caller, user.email)).data.partner).toMatchObject({ id: partner.id, name: partner.name });
});
