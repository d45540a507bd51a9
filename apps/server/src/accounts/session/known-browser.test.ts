import { requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import { changePassword, login, logout } from '@vestibule/contract/accounts/session.ts';
import { endOtherSessions } from '@vestibule/contract/accounts/own-sessions.ts';
import { deleteUser } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, seedUser, testPassword } from '../../testing/building.ts';
import { type Caller, callerOf } from '../../testing/caller.ts';
import { fresh } from '../../testing/fresh.ts';
import { linkPage, tokenFor } from '../../testing/links.ts';
import { codeOf, secondStep, setUp, stopClock } from '../../testing/second-factor.ts';
import { startServer } from '../../testing/server.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';

const wrongPassword = 'Wrong-Horse-7!';
const cookieName = 'vestibule-known';

const freshNetwork = () => `192.0.${fresh()}.7`;

const signIn = (caller: Caller, email: string, password = testPassword, from = freshNetwork()) =>
  caller.call(login, { body: { email, password } }, { from });

async function attack({ as }: Pick<Building, 'as'>, email: string): Promise<void> {
  for (let network = 0; network < 10; network += 1) {
    const from = freshNetwork();
    for (let guess = 0; guess < 5; guess += 1) await signIn(as('signedOut'), email, wrongPassword, from);
  }
  expect(await signIn(as('signedOut'), email)).toBeRefused(423, 'accountBlocked');
}

async function knownBrowser({ as }: Pick<Building, 'as'>, email: string): Promise<Caller> {
  const browser = as('signedOut');
  expect(await signIn(browser, email)).toMatchObject({ status: 200 });
  await browser.call(logout);
  return browser;
}

async function valueOf(browser: Caller): Promise<string> {
  const cookies = new Map((await browser.cookie()).split('; ').map((cookie) => splitAt(cookie, '=')));
  return cookies.get(cookieName) ?? '';
}

function splitAt(text: string, separator: string): [string, string] {
  const place = text.indexOf(separator);
  return [text.slice(0, place), text.slice(place + 1)];
}

const browserWith = ({ server }: Pick<Building, 'server'>, value: string) =>
  callerOf(server, () => Promise.resolve({ [cookieName]: value }));

test('the cookie of a known browser is signed, valid for 90 days, and unreadable for scripts and other sites', async () => {
  const { as, users } = await building();
  const { headers } = await signIn(as('signedOut'), users.company.email);
  expect(headers['set-cookie']?.[1]).toMatch(
    /^vestibule-known=[\w-]{43}\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test('over https the cookie of a known browser is secure and bound to the host', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { as, users } = await building(server);
  const { headers } = await signIn(as('signedOut'), users.company.email);
  expect(headers['set-cookie']?.[1]).toMatch(/^__Host-vestibule-known=.*; HttpOnly; Secure; SameSite=Strict$/);
});

test('fifty wrong passwords from ten networks do not block a known browser, even after a sign-out', async () => {
  const site = await building();
  const browser = await knownBrowser(site, site.users.reception.email);
  await attack(site, site.users.reception.email);
  expect(await signIn(browser, site.users.reception.email)).toMatchObject({ status: 200 });
});

test('a block of the account in the same network does not block a known browser', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  const from = freshNetwork();
  for (let guess = 0; guess < 5; guess += 1) await signIn(site.as('signedOut'), email, wrongPassword, from);
  expect(await signIn(site.as('signedOut'), email, testPassword, from)).toBeRefused(423, 'accountBlocked');
  expect(await signIn(browser, email, testPassword, from)).toMatchObject({ status: 200 });
});

test('unknown e-mails from the same network do not block a known browser', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  const from = freshNetwork();
  for (let guess = 0; guess < 11; guess += 1) {
    await signIn(site.as('signedOut'), `stranger-${fresh()}@test.example`, wrongPassword, from);
  }
  expect(await signIn(site.as('signedOut'), email, testPassword, from)).toBeRefused(429, 'tooManyRequests');
  expect(await signIn(browser, email, testPassword, from)).toMatchObject({ status: 200 });
});

test('a known browser has five tries of its own, from any network', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  for (const attemptsMade of [1, 2, 3, 4]) {
    const answer = await signIn(browser, email, wrongPassword);
    expect(answer).toBeRefused(401, 'incorrectPassword', { attemptsMade, attemptsLeft: 5 - attemptsMade });
  }
  expect(await signIn(browser, email, wrongPassword)).toBeRefused(423, 'accountBlocked', { secondsLeft: 3600 });
  expect(await signIn(browser, email)).toBeRefused(423, 'accountBlocked');
  expect(await signIn(site.as('signedOut'), email)).toMatchObject({ status: 200 });
});

test('wrong passwords of a known browser do not count for its network or for the account elsewhere', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  await signIn(browser, email, wrongPassword);
  const account = await typedSql({ network: text })`
    select network from sign_in_failure where account = sha256(${email}::bytea)`.execute(site.db);
  expect(account.rows.map(({ network }) => network.split(' ')[0])).toEqual(['browser']);
});

test('a right password resets the wrong ones of the known browser', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  for (let guess = 0; guess < 4; guess += 1) await signIn(browser, email, wrongPassword);
  expect(await signIn(browser, email)).toMatchObject({ status: 200 });
  expect(await signIn(browser, email, wrongPassword)).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1 });
});

test('a browser is known only for accounts that signed in with it', async () => {
  const site = await building();
  const { reception, company, tenant } = site.users;
  const browser = await knownBrowser(site, reception.email);
  await signIn(browser, company.email);
  await browser.call(logout);
  for (const { email } of [reception, company, tenant]) await attack(site, email);
  expect(await signIn(browser, reception.email)).toMatchObject({ status: 200 });
  expect(await signIn(browser, company.email)).toMatchObject({ status: 200 });
  expect(await signIn(browser, tenant.email)).toBeRefused(423, 'accountBlocked');
});

test('ignores a forged cookie', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const value = await valueOf(await knownBrowser(site, email));
  await attack(site, email);
  const [id = '', signature = ''] = value.split('.');
  const otherId = `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`;
  for (const forged of [`${otherId}.${signature}`, id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${value}.${signature}`]) {
    expect(await signIn(browserWith(site, forged), email)).toBeRefused(423, 'accountBlocked');
  }
  expect(await signIn(browserWith(site, value), email)).toMatchObject({ status: 200 });
});

test('ignores a cookie of 91 days', async () => {
  const site = await building();
  const { id, email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  await attack(site, email);
  const age = (days: number) =>
    sql`update known_browser set signed_in_at = now() - make_interval(days => ${days}) where user_id = ${id}`.execute(
      site.db,
    );
  await age(91);
  expect(await signIn(browser, email)).toBeRefused(423, 'accountBlocked');
  await age(89);
  expect(await signIn(browser, email)).toMatchObject({ status: 200 });
});

test('a wrong password does not make a browser known', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = site.as('signedOut');
  await signIn(browser, email, wrongPassword);
  expect(await valueOf(browser)).toBe('');
});

const revocations: Record<string, (site: Building, browser: Caller) => Promise<unknown>> = {
  'a changed password': (site) =>
    site.as('reception').call(changePassword, { body: { currentPassword: testPassword, newPassword: testPassword } }),
  'a password set by a link': async (site) => {
    const { email } = site.users.reception;
    await site.as('signedOut').call(requestReset, { body: { email, url: linkPage } });
    const token = await tokenFor(site.db, email, 'passwordReset');
    const body = { token, password: testPassword, confirmPassword: testPassword };
    return site.as('signedOut').call(restorePassword, { body });
  },
  'signing out everywhere': (site) => site.as('reception').call(endOtherSessions),
};

test.for(Object.entries(revocations))('%s makes every browser unknown', async ([, revoke]) => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  expect(await revoke(site, browser)).toMatchObject({ status: 200 });
  await attack(site, email);
  expect(await signIn(browser, email)).toBeRefused(423, 'accountBlocked');
});

test('deleting a user makes every browser unknown, also for a new user with the same e-mail', async () => {
  const site = await building();
  const { id, email } = site.users.reception;
  const browser = await knownBrowser(site, email);
  expect(await site.as('company').call(deleteUser, { params: { userId: id } })).toMatchObject({ status: 200 });
  const again = await seedUser(site.db, { role: 'reception', companyId: site.company.id });
  await site.db.updateTable('user_account').set({ email }).where('id', '=', again.id).execute();
  await attack(site, email);
  expect(await signIn(browser, email)).toBeRefused(423, 'accountBlocked');
});

test('a browser is known after the second step only, and may take that step during a block', async () => {
  const site = await building();
  stopClock();
  const { email } = site.users.reception;
  const { secret, recoveryCodes } = await setUp(site.as('reception'));
  const browser = site.as('signedOut');
  expect(await signIn(browser, email)).toBeRefused(401, 'secondFactorRequired');
  expect(await valueOf(browser)).toBe('');
  expect(await secondStep(browser, codeOf(secret))).toMatchObject({ status: 200 });
  await browser.call(logout);
  await attack(site, email);
  expect(await signIn(browser, email)).toBeRefused(401, 'secondFactorRequired');
  expect(await secondStep(browser, recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
});

test('a known browser can change the password during a block', async () => {
  const site = await building();
  const { email } = site.users.reception;
  const browser = site.as('signedOut');
  await signIn(browser, email);
  await attack(site, email);
  const body = { currentPassword: testPassword, newPassword: 'Another-Horse-8!' };
  expect(await browser.call(changePassword, { body })).toMatchObject({ status: 200 });
});

test('an account remembers its last hundred browsers, and a browser its last fifty accounts', async () => {
  const site = await building();
  const { id, email } = site.users.reception;
  await sql`
    insert into known_browser (browser_hash, user_id, signed_in_at)
    select sha256(n::text::bytea), ${id}, now() - make_interval(mins => n) from generate_series(1, 100) n`.execute(
    site.db,
  );
  await signIn(site.as('signedOut'), email);
  const { rows } = await typedSql({ known: int, oldest: bool })`
    select count(*) as known, bool_or(browser_hash = sha256('100')) as oldest
    from known_browser where user_id = ${id}`.execute(site.db);
  expect(rows[0]).toEqual({ known: 100, oldest: false });
});
