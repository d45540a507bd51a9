import { updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import {
  getHost,
  logoutHost,
  requestHostLink,
  signInHostWithWorkAccount,
  takeHostLink,
} from '@vestibule/contract/visits/host.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireRows } from '../../operation/clean-up/expire.ts';
import type { Db } from '../../platform/db/database.ts';
import { building, type Building, testPassword } from '../../testing/building.ts';
import { type Caller, callerOf } from '../../testing/caller.ts';
import { fresh } from '../../testing/fresh.ts';
import { identityClient, type IdentityServer, signInAt, startIdentityServer } from '../../testing/identity.ts';
import { mailsWaitingFor, tokenFor } from '../../testing/links.ts';
import { startMessaging } from '../../testing/messaging.ts';
import { startServer } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';

let provider: IdentityServer;
beforeAll(async () => void (provider = await startIdentityServer()));
afterAll(() => provider.close());

const freshNetwork = () => `198.51.${fresh()}.7`;
const ask = (caller: Caller, email: string, from = freshNetwork()) =>
  caller.call(requestHostLink, { body: { email } }, { from });
const take = (caller: Caller, body: { token: string; employeeId?: number }, from = freshNetwork()) =>
  caller.call(takeHostLink, { body }, { from });

async function linked(site: Building): Promise<string> {
  expect((await ask(site.as('signedOut'), site.employee.email)).data).toBeNull();
  return tokenFor(site.db, site.employee.email, 'hostLink');
}

/** The employee of a neighboring tenant gets the same address. */
async function shareAddress({ db, employee, neighborEmployee }: Building): Promise<void> {
  await db
    .updateTable('employee')
    .set({ email: employee.email.toUpperCase() })
    .where('id', '=', neighborEmployee.id)
    .execute();
}

const countRows = async (db: Db, table: 'host_link' | 'host_session', employeeId: number) =>
  (await db.selectFrom(table).select('employee_id').where('employee_id', '=', employeeId).execute()).length;

test('a mailed link signs a host in once', async () => {
  const site = await building();
  const browser = site.as('signedOut');
  const token = await linked(site);
  expect(token).toMatch(/^[\w-]{43}$/);
  const { data, headers } = await take(browser, { token });
  expect(data).toMatchObject({
    employee: { id: site.employee.id, email: site.employee.email },
    tenant: { ...site.tenant, enableInvitations: true },
    company: { ...site.company, timeZone: 'Europe/Oslo' },
    standIn: null,
    language: 'en',
    signedInAs: 'host',
  });
  expect(headers['set-cookie']).toMatch(
    /^vestibule-host=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect((await browser.call(getHost)).data).toEqual(data);
  expect(await take(site.as('signedOut'), { token })).toBeRefused(404, 'linkInvalid');
  const query = { companyId: site.company.id, action: 'session.started' } as const;
  const { data: entries } = await site.as('company').call(listAuditEntries, { query });
  expect(entries).toMatchObject([{ role: 'host', userId: site.employee.id, subject: 'employee', userEmail: null }]);
});

test('opening the page of a link has no effect, and its headers keep the link private', async () => {
  const site = await building();
  const token = await linked(site);
  for (const headers of [{}, { 'sec-purpose': 'prefetch' }]) {
    const page = await site.as('signedOut').send({ method: 'GET', url: `/my/link/${token}`, headers });
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  }
  expect((await take(site.as('signedOut'), { token })).status).toBe(200);
});

test('of two requests at once with one link, one signs in', async () => {
  const site = await building();
  const token = await linked(site);
  const both = await Promise.all([1, 2].map(() => take(site.as('signedOut'), { token })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await countRows(site.db, 'host_session', site.employee.id)).toBe(1);
});

test('a link ends after 15 minutes and with a new link', async () => {
  const site = await building();
  const first = await linked(site);
  const second = await linked(site);
  expect(await take(site.as('signedOut'), { token: first })).toBeRefused(404, 'linkInvalid');
  const age = (minutes: number) =>
    sql`update host_link set expires_at = expires_at - make_interval(mins => ${minutes}) where employee_id = ${site.employee.id}`.execute(
      site.db,
    );
  await age(16);
  expect(await take(site.as('signedOut'), { token: second })).toBeRefused(404, 'linkInvalid');
  await expireRows.run(site.reach);
  expect(await countRows(site.db, 'host_link', site.employee.id)).toBe(0);
});

test('the answer does not tell whether an address is known', async () => {
  const site = await building();
  const from = freshNetwork();
  const unknown = `unknown-${fresh()}@test.example`;
  const answers = await Promise.all(
    [unknown, site.employee.email].map((email) => ask(site.as('signedOut'), email, from)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(Object.keys(answers[0]?.headers ?? {})).toEqual(Object.keys(answers[1]?.headers ?? {}));
  expect(await mailsWaitingFor(site.db, unknown, 'hostLink')).toEqual([]);
  await sql`update limit_count set uses = 50 where subject = ${`links of hosts from ${from}`}`.execute(site.db);
  for (const email of [unknown, site.employee.email]) {
    expect(await ask(site.as('signedOut'), email, from)).toBeRefused(429, 'tooManyRequests');
  }
});

test('an address gets five links in an hour', async () => {
  const site = await building();
  for (let count = 0; count < 7; count += 1) await ask(site.as('signedOut'), site.employee.email);
  expect(await mailsWaitingFor(site.db, site.employee.email, 'hostLink')).toHaveLength(5);
});

test('a network with blocked sign-ins gets no link', async () => {
  const site = await building();
  const from = freshNetwork();
  await sql`
    insert into sign_in_failure (account, network, failures, first_at, blocked_until)
    values (''::bytea, ${from}, 50, now(), now() + interval '10 minutes')`.execute(site.db);
  expect(await ask(site.as('signedOut'), site.employee.email, from)).toBeRefused(429, 'tooManyRequests');
});

test('links have the origin of the installation only', async () => {
  const site = await building();
  const browser = site.as('signedOut');
  const { email } = site.employee;
  const headers = { host: 'evil.example' };
  const answer = await browser.call(requestHostLink, { body: { email } }, { headers, from: freshNetwork() });
  expect(answer).toBeRefused(400, 'urlNotAllowed');
  const known = await building(await startServer({ publicUrl: new URL('https://desk.example.com') }));
  const body = { email: known.employee.email };
  await known.as('signedOut').call(requestHostLink, { body }, { headers, from: freshNetwork() });
  const [mail] = await mailsWaitingFor(known.db, known.employee.email, 'hostLink');
  expect(mail?.link).toMatch(/^https:\/\/desk\.example\.com\/my\/link\/[\w-]{43}$/);
});

test('unknown links get one response, at most 60 in a minute of a network', { timeout: 60_000 }, async () => {
  const site = await building();
  const from = freshNetwork();
  const browser = site.as('signedOut');
  for (const token of ['', 'x', 'x'.repeat(256), '\u2603']) {
    expect(await take(browser, { token }, from)).toBeRefused(404, 'linkInvalid');
  }
  const answers: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const guesses = Array.from({ length: 100 }, () => take(browser, { token: 'guess' }, from));
    answers.push(...(await Promise.all(guesses)).map(({ status }) => status));
  }
  expect(answers.filter((status) => status === 404)).toHaveLength(56);
  expect(answers.filter((status) => status === 429)).toHaveLength(600 - 56);
  expect((await take(browser, { token: await linked(site) })).status).toBe(200);
});

test('a host with several tenants chooses one, and the link works until then', async () => {
  const site = await building();
  await shareAddress(site);
  const token = await linked(site);
  const browser = site.as('signedOut');
  const refused = await take(browser, { token });
  const { employee, tenant, neighbor, neighborEmployee } = site;
  expect(refused).toBeRefused(409, 'chooseEmployee', {
    employees: [
      { id: neighborEmployee.id, name: neighborEmployee.name, tenant: neighbor },
      { id: employee.id, name: employee.name, tenant },
    ],
  });
  const { elsewhere } = site;
  expect(await take(browser, { token, employeeId: elsewhere.employee.id })).toBeRefused(404, 'notFound');
  const { data } = await take(browser, { token, employeeId: neighborEmployee.id });
  expect(data.employee.id).toBe(neighborEmployee.id);
  expect(await take(browser, { token, employeeId: employee.id })).toBeRefused(404, 'linkInvalid');
});

test('a changed address ends links and sessions at once', async () => {
  const site = await building();
  const browser = site.as('signedOut');
  await take(browser, { token: await linked(site) });
  const token = await linked(site);
  const params = { employeeId: site.employee.id };
  const { name, email, phone } = site.employee;
  const change = (email: string) => site.as('company').call(updateEmployee, { params, body: { name, email, phone } });
  await change(email.toUpperCase());
  expect((await browser.call(getHost)).status).toBe(200);
  await change(`other-${fresh()}@test.example`);
  expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect(await take(browser, { token })).toBeRefused(404, 'linkInvalid');
  await change(email);
  expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect(await take(browser, { token })).toBeRefused(404, 'linkInvalid');
  expect(await countRows(site.db, 'host_session', site.employee.id)).toBe(0);
});

test('a link and a session count only for the address that they prove, also if no call changed it', async () => {
  const site = await building();
  const browser = site.as('signedOut');
  await take(browser, { token: await linked(site) });
  const token = await linked(site);
  await site.db
    .updateTable('employee')
    .set({ email: `other-${fresh()}@test.example` })
    .where('id', '=', site.employee.id)
    .execute();
  expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect(await take(browser, { token })).toBeRefused(404, 'linkInvalid');
});

test('a session ends after 30 days without use', async () => {
  const site = await building();
  const [used, unused] = [site.as('host'), site.as('host')];
  const age = (days: number) =>
    sql`update host_session set last_used_at = now() - make_interval(days => ${days}) where employee_id = ${site.employee.id}`.execute(
      site.db,
    );
  await Promise.all([used.call(getHost), unused.call(getHost)]);
  await age(29);
  expect((await used.call(getHost)).status).toBe(200);
  await sql`update host_session set last_used_at = last_used_at - interval '1 day' where employee_id = ${site.employee.id}`.execute(
    site.db,
  );
  expect((await used.call(getHost)).status).toBe(200);
  expect(await unused.call(getHost)).toBeRefused(401, 'notSignedIn');
  await expireRows.run(site.reach);
  expect(await countRows(site.db, 'host_session', site.employee.id)).toBe(1);
});

test('signing out ends the session, and a new sign-in that of the browser before', async () => {
  const site = await building();
  const browser = site.as('host');
  const before = await browser.cookie();
  await take(browser, { token: await linked(site) });
  expect(await countRows(site.db, 'host_session', site.employee.id)).toBe(1);
  const former = await callerOf(site.server).send({
    method: 'GET',
    url: '/api/v1/host/me',
    headers: { cookie: before },
  });
  expect(former.statusCode).toBe(401);
  expect((await browser.call(logoutHost)).data).toBeNull();
  expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect(await countRows(site.db, 'host_session', site.employee.id)).toBe(0);
  expect((await browser.call(logoutHost)).data).toBeNull();
});

test('the link is mailed in the language of the tenant', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  await changeSettings(site, { email_language: 'de' });
  await ask(site.as('signedOut'), site.employee.email);
  await expect.poll(() => mail.received.length).toBe(1);
  const { email } = mail.received[0] ?? {};
  expect(email?.subject).toBe('Anmelden bei Ihren Besuchen');
  const [link] = /http:\/\/localhost\/my\/link\/[\w-]{43}/.exec(email?.text ?? '') ?? [];
  expect(link).toBeDefined();
  expect(email?.html).toContain(`href="${link}"`);
});

test('no log has a link, a session or an address', async () => {
  const lines: string[] = [];
  const site = await building(await startServer({ log: (line) => lines.push(line) }));
  const token = await linked(site);
  const browser = site.as('signedOut');
  await browser.send({ method: 'GET', url: `/my/link/${token}` });
  await browser.send({ method: 'GET', url: `/api/v1/my/link/${token}` });
  await browser.send({ method: 'GET', url: `/my/link/${token}/%zz` });
  await take(browser, { token: `${token}x` });
  await take(browser, { token });
  await take(browser, { token });
  await browser.call(getHost);
  const secrets = [token, site.employee.email, (await browser.cookie()).split('=').at(-1) ?? ''];
  expect(lines.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
});

async function withProvider() {
  const server = await startServer({ identity: { issuer: provider.issuer, ...identityClient } });
  const site = await building(server);
  const browser = callerOf(server);
  const leave = async (purpose: 'host' | 'signIn', account: string) => {
    const { data } = await browser.call(authorizeWorkAccount, { query: { purpose } });
    return signInAt(new URL(data.url), account);
  };
  const comeBack = (body: { code: string; state: string }) =>
    browser.call(signInHostWithWorkAccount, { body }, { from: freshNetwork() });
  return { site, browser, leave, comeBack };
}

test('a work account signs in the employee with its verified address', async () => {
  const { site, browser, leave, comeBack } = await withProvider();
  const { data } = await comeBack(await leave('host', site.employee.email));
  expect(data).toMatchObject({ employee: { id: site.employee.id }, signedInAs: 'host' });
  expect((await browser.call(getHost)).data).toEqual(data);
  for (const account of [`unverified:${site.employee.email}`, `unknown-${fresh()}@test.example`]) {
    expect(await comeBack(await leave('host', account))).toBeRefused(403, 'workAccountUnknown');
  }
  expect(await comeBack(await leave('signIn', site.employee.email))).toBeRefused(400, 'oauthStateInvalid');
});

test('a work account of several tenants chooses one', async () => {
  const { site, browser, leave, comeBack } = await withProvider();
  await shareAddress(site);
  const { status, problem } = await comeBack(await leave('host', site.employee.email));
  expect([status, problem?.reason, problem?.employees?.length]).toEqual([409, 'chooseEmployee', 2]);
  const body = { token: problem?.token ?? '', employeeId: site.neighborEmployee.id };
  const { data } = await take(browser, body);
  expect(data.employee.id).toBe(site.neighborEmployee.id);
});

test('a host is no user, and a user no host of another company', async () => {
  const site = await building();
  const { email } = site.employee;
  const body = { email, password: testPassword };
  expect(await site.as('signedOut').call(login, { body })).toBeRefused(404, 'incorrectEmail');
  const me = await site.as('host').send({ method: 'GET', url: '/api/v1/users/me' });
  expect(me.statusCode).toBe(401);
});
