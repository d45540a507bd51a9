import { roles } from '@vestibule/contract/platform/access.ts';
import { beginSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { inviteAgain, listUsers } from '@vestibule/contract/accounts/user.ts';
import { authorizeWorkAccount, signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { building, seedUser } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { type Caller, callerOf } from '../../testing/caller.ts';
import { identityClient, type IdentityServer, signInAt, startIdentityServer } from '../../testing/identity.ts';
import { linkPage } from '../../testing/links.ts';
import { about } from '../../testing/refused.ts';
import { sharedServer, startServer, type TestServer } from '../../testing/server.ts';

let provider: IdentityServer;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityServer();
  server = await startServer({ identity: { issuer: provider.issuer, ...identityClient } });
});
afterAll(() => provider.close());

const site = () => building(server);
const browser = () => callerOf(server);
const freshNetwork = () => `192.0.${fresh()}.7`;

async function leaveFor(caller: Caller, returnTo?: string): Promise<URL> {
  const query = { purpose: 'signIn' as const, ...(returnTo !== undefined && { returnTo }) };
  return new URL((await caller.call(authorizeWorkAccount, { query })).data.url);
}

async function goThere(caller: Caller, account: string): Promise<{ code: string; state: string }> {
  return signInAt(await leaveFor(caller), account);
}

const comeBack = (caller: Caller, body: { code: string; state: string }, from = freshNetwork()) =>
  caller.call(signInWithWorkAccount, { body }, { from });

const signIn = async (caller: Caller, account: string, from = freshNetwork()) =>
  comeBack(caller, await goThere(caller, account), from);

function payloadOf(state: string): unknown {
  return JSON.parse(Buffer.from(state.split('.')[0] ?? '', 'base64url').toString());
}

test.for(roles)('a %s signs in with the work account of their e-mail address', async (role) => {
  const { users } = await site();
  const caller = browser();
  const answer = await signIn(caller, users[role].email);
  expect(answer.data.user).toMatchObject({ id: users[role].id, role });
  expect((await caller.call(getSession)).data).toEqual(answer.data);
});

test('ends the session that the browser had before', async () => {
  const { as, users } = await site();
  const caller = as('reception');
  const before = await caller.cookie();
  expect((await signIn(caller, users.company.email)).data.user.id).toBe(users.company.id);
  const former = await browser().send({ method: 'GET', url: '/api/v1/users/me', headers: { cookie: before } });
  expect(former.statusCode).toBe(401);
});

test('redirects to the provider with a code request, PKCE, a nonce and a fresh sign-in', async () => {
  const address = await leaveFor(browser(), '/company/1/visitors?tab=all&search=åse');
  const asked = Object.fromEntries(address.searchParams);
  expect(address.origin).toBe(provider.issuer.origin);
  const { nonce, state = '', code_challenge: challenge, ...rest } = asked;
  expect(rest).toEqual({
    response_type: 'code',
    client_id: identityClient.clientId,
    redirect_uri: 'http://localhost/tenant-redirect',
    scope: 'openid profile email',
    prompt: 'login',
    code_challenge_method: 'S256',
  });
  expect(challenge).toMatch(/^[\w-]{43}$/);
  expect(nonce).toMatch(/^[\w-]{43}$/);
  expect(payloadOf(state)).toMatchObject({
    purpose: 'signIn',
    nonce,
    returnTo: '/company/1/visitors?tab=all&search=åse',
  });
});

test('the cookie that binds the sign-in to the browser is short-lived and unreadable for scripts', async () => {
  const { headers } = await browser().call(authorizeWorkAccount, { query: { purpose: 'signIn' } });
  expect(headers['set-cookie']).toMatch(/^vestibule-away=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('over https the cookie is bound to the host', async () => {
  const https = await startServer({
    publicUrl: new URL('https://desk.example.com'),
    identity: { issuer: provider.issuer, ...identityClient },
  });
  const { headers, data } = await callerOf(https).call(authorizeWorkAccount, { query: { purpose: 'signIn' } });
  expect(headers['set-cookie']).toMatch(/^__Host-vestibule-away=.*; HttpOnly; Secure; SameSite=Lax$/);
  expect(new URL(data.url).searchParams.get('redirect_uri')).toBe('https://desk.example.com/tenant-redirect');
});

test.for(['//evil.example', '/\\evil.example', 'https://evil.example', 'company/1', '/a\nb', `/${'a'.repeat(512)}`])(
  'refuses a return page outside of our origin: %j',
  async (returnTo) => {
    const answer = await browser().call(authorizeWorkAccount, { query: { purpose: 'signIn', returnTo } });
    expect(answer).toBeRefused(400, 'validation', { fields: { returnTo: 'invalidValue' } });
  },
);

test('a work account with an unknown e-mail address creates no user', async () => {
  await site();
  const count = () => server.database.db.selectFrom('user_account').select('id').execute();
  const before = await count();
  const caller = browser();
  const answer = await signIn(caller, `nobody-${fresh()}@test.example`);
  expect(answer).toBeRefused(403, 'workAccountUnknown');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await count()).toEqual(before);
});

test('an unverified e-mail address signs no user in', async () => {
  const { users } = await site();
  expect(await signIn(browser(), `unverified:${users.company.email}`)).toBeRefused(403, 'workAccountUnknown');
});

test('ignores the case of the e-mail address', async () => {
  const { users } = await site();
  expect(await signIn(browser(), users.company.email.toUpperCase())).toMatchObject({ status: 200 });
});

test('refuses a second account with the same e-mail address', async () => {
  const { users } = await site();
  expect(await signIn(browser(), users.company.email)).toMatchObject({ status: 200 });
  expect(await signIn(browser(), `second:${users.company.email}`)).toBeRefused(403, 'workAccountUnknown');
  expect(await signIn(browser(), users.company.email)).toMatchObject({ status: 200 });
});

test('of two new accounts with one e-mail address at the same moment, one signs in', async () => {
  const { users } = await site();
  const callers = [browser(), browser()];
  const answers = await Promise.all(
    callers.map((caller, index) => signIn(caller, `${index === 0 ? 'one' : 'two'}:${users.company.email}`)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('a work account stays with its user when another person gets the e-mail address', async () => {
  const { users, db, company } = await site();
  const { email } = users.company;
  await signIn(browser(), email);
  await db
    .updateTable('user_account')
    .set({ email: `moved-${email}` })
    .where('id', '=', users.company.id)
    .execute();
  const successor = await seedUser(db, { role: 'reception', companyId: company.id });
  await db.updateTable('user_account').set({ email }).where('id', '=', successor.id).execute();
  expect((await signIn(browser(), email)).data.user.id).toBe(users.company.id);
});

test('an account of another provider is another account, even with the same subject', async () => {
  const { users, db } = await site();
  const { email, id } = users.company;
  await signIn(browser(), email);
  const former = { issuer: 'https://former.example', user_id: users.reception.id };
  await db.updateTable('work_account').set(former).where('user_id', '=', id).execute();
  expect((await signIn(browser(), email)).data.user.id).toBe(id);
});

test('an invited user can sign in with a work account, which completes the invitation', async () => {
  const { as, db, company } = await site();
  const invited = await seedUser(db, { role: 'reception', companyId: company.id }, null);
  const statusOf = async () => {
    const { data } = await as('company').call(listUsers, { query: { companyId: company.id } });
    return data.find(({ id }) => id === invited.id)?.status;
  };
  expect(await statusOf()).toBe('invited');
  expect((await signIn(browser(), invited.email)).data.user.id).toBe(invited.id);
  expect(await statusOf()).toBe('active');
  const again = { params: { userId: invited.id }, body: { url: linkPage } };
  expect(await as('company').call(inviteAgain, again)).toBeRefused(409, 'userIsActive');
});

test('refuses a sign-in that began in another browser', async () => {
  const { users } = await site();
  const callback = await goThere(browser(), users.company.email);
  expect(await comeBack(browser(), callback)).toBeRefused(400, 'oauthStateInvalid');
  const other = browser();
  await leaveFor(other);
  expect(await comeBack(other, callback)).toBeRefused(400, 'oauthStateInvalid');
});

test('a return from the provider works once', async () => {
  const { users } = await site();
  const caller = browser();
  const callback = await goThere(caller, users.company.email);
  const cookie = await caller.cookie();
  expect(await comeBack(caller, callback)).toMatchObject({ status: 200 });
  const replay = await callerOf(server).call(signInWithWorkAccount, { body: callback }, { headers: { cookie } });
  expect(replay).toBeRefused(400, 'oauthStateInvalid');
});

test('two simultaneous returns with the same code do not both sign in', async () => {
  const { users } = await site();
  const caller = browser();
  const callback = await goThere(caller, users.company.email);
  const answers = await Promise.all([comeBack(caller, callback), comeBack(caller, callback)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('refuses a state that the server did not sign', async () => {
  const { users } = await site();
  const caller = browser();
  const { code, state } = await goThere(caller, users.company.email);
  const [payload = '', signature = ''] = state.split('.');
  const changed = Buffer.from(JSON.stringify({ ...Object(payloadOf(state)), returnTo: '/elsewhere' })).toString(
    'base64url',
  );
  const wrong = ['nonsense', `${payload}.`, payload, `${changed}.${signature}`, `${payload}.${signature.slice(0, -2)}`];
  for (const one of wrong) {
    expect(await comeBack(caller, { code, state: one })).toBeRefused(400, 'oauthStateInvalid');
  }
  expect(await comeBack(caller, { code, state })).toMatchObject({ status: 200 });
});

test('refuses a return after ten minutes at the provider', async () => {
  const { users } = await site();
  const caller = browser();
  const callback = [await goThere(caller, users.company.email), await goThere(caller, users.company.email)] as const;
  const inMinutes = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  inMinutes(11);
  expect(await comeBack(caller, callback[0])).toBeRefused(400, 'oauthStateInvalid');
  vi.useRealTimers();
  expect(await comeBack(caller, callback[1])).toMatchObject({ status: 200 });
});

test('two windows of a browser can each finish their sign-in', async () => {
  const { users } = await site();
  const caller = browser();
  const [first, second] = [await leaveFor(caller), await leaveFor(caller)];
  expect(await comeBack(caller, await signInAt(first, users.company.email))).toMatchObject({ status: 200 });
  expect(second.searchParams.get('nonce')).not.toBe(first.searchParams.get('nonce'));
  expect(second.searchParams.get('code_challenge')).not.toBe(first.searchParams.get('code_challenge'));
});

test('a code of one sign-in does not finish another', async () => {
  const { users } = await site();
  const caller = browser();
  const { code } = await goThere(caller, users.company.email);
  const { state } = await goThere(caller, users.company.email);
  expect(await comeBack(caller, { code, state })).toBeRefused(502, 'azureAuthError');
});

test('refuses an ID token with another nonce', async () => {
  const { users } = await site();
  const caller = browser();
  const address = await leaveFor(caller);
  address.searchParams.set('nonce', 'another');
  const callback = await signInAt(address, users.company.email);
  expect(await comeBack(caller, callback)).toBeRefused(502, 'azureAuthError');
});

test('refuses a code that the provider does not know', async () => {
  const caller = browser();
  const state = (await leaveFor(caller)).searchParams.get('state') ?? '';
  expect(await comeBack(caller, { code: 'made-up', state })).toBeRefused(502, 'azureAuthError');
});

test('a provider that is offline or fails causes its own error, and the next sign-in asks it again', async () => {
  const { port } = (await startIdentityServer().then(async (away) => (await away.close(), away))).issuer;
  const waiting = await startServer({
    identity: { issuer: new URL(`http://localhost:${port}`), ...identityClient },
  });
  const { users } = await building(waiting);
  const caller = callerOf(waiting);
  const ask = () => caller.call(authorizeWorkAccount, { query: { purpose: 'signIn' } });
  expect(await ask()).toBeRefused(502, 'azureAuthError');
  const back = await startIdentityServer(Number(port));
  const callback = await signInAt(new URL((await ask()).data.url), users.company.email);
  await back.close();
  expect(await comeBack(caller, callback)).toBeRefused(502, 'azureAuthError');
  const again = await startIdentityServer(Number(port));
  onTestFinished(() => again.close());
  expect(await signIn(caller, users.company.email)).toMatchObject({ status: 200 });
});

test('sends the secret in a header to a provider that refuses it in the body', async () => {
  const basic = await startIdentityServer(0, 'client_secret_basic');
  onTestFinished(() => basic.close());
  const other = await startServer({ identity: { issuer: basic.issuer, ...identityClient } });
  const { users } = await building(other);
  expect(await signIn(callerOf(other), users.company.email)).toMatchObject({ status: 200 });
});

test('after ten failed returns a network has to wait; successes and provider failures do not count', async () => {
  const { users } = await site();
  const from = freshNetwork();
  const caller = browser();
  const wrong = () => comeBack(caller, { code: 'code', state: 'state' }, from);
  expect(await signIn(caller, users.company.email, from)).toMatchObject({ status: 200 });
  expect(await signIn(caller, `broken:${users.company.email}`, from)).toBeRefused(502, 'azureAuthError');
  for (let failed = 0; failed < 9; failed += 1) expect(await wrong()).toBeRefused(400, 'oauthStateInvalid');
  expect(await signIn(caller, `nobody-${fresh()}@test.example`, from)).toBeRefused(403, 'workAccountUnknown');
  const callback = await goThere(caller, users.company.email);
  const refused = await comeBack(caller, callback, from);
  expect(refused).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(900) });
  expect(await comeBack(caller, callback)).toMatchObject({ status: 200 });
});

test('a page of another site cannot finish a sign-in', async () => {
  const { users } = await site();
  const caller = browser();
  const callback = await goThere(caller, users.company.email);
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(await caller.call(signInWithWorkAccount, { body: callback }, { headers })).toBeRefused(
    403,
    'crossSiteRequest',
  );
  expect(await comeBack(caller, callback)).toMatchObject({ status: 200 });
});

test('logs a sign-in with a work account in the audit log of the company', async () => {
  const { users, db, company } = await site();
  await signIn(browser(), users.reception.email);
  const entries = await db.selectFrom('audit_entry').selectAll().where('user_id', '=', users.reception.id).execute();
  expect(entries).toMatchObject([
    { action: 'session.started', company_id: company.id, subject: 'user', subject_id: users.reception.id },
  ]);
});

test('the log has no code, state, e-mail address or secret', async () => {
  const lines: string[] = [];
  const database = await testDatabase();
  const identity = { issuer: provider.issuer, ...identityClient };
  const logged = await startServer({ database, identity, log: (line) => lines.push(line) });
  const { users } = await building(logged);
  const caller = callerOf(logged);
  const callback = await goThere(caller, users.company.email);
  const secrets = [users.company.email, callback.code, callback.state, identity.clientSecret];
  secrets.push(...(await caller.cookie()).split('=').slice(1));
  await comeBack(caller, callback);
  expect(await signIn(caller, `broken:${users.company.email}`)).toBeRefused(502, 'azureAuthError');
  const log = lines.join('\n');
  expect(log).toContain('the identity provider did not identify the user');
  for (const secret of secrets) expect(log).not.toContain(secret);
});

test('starts no sign-in without an identity provider', async () => {
  const without = callerOf(await sharedServer());
  expect(await without.call(authorizeWorkAccount, { query: { purpose: 'signIn' } })).toBeRefused(404, 'notFound');
  expect(await comeBack(without, { code: 'code', state: 'state' })).toBeRefused(400, 'oauthStateInvalid');
});

test('a role that needs a second factor gets it from the provider, or sets one up here', async () => {
  const secondFactorRoles = new Set(['superAdmin'] as const);
  const identity = { issuer: provider.issuer, ...identityClient };
  const strict = await startServer({ identity, secondFactorRoles });
  const { users } = await building(strict);
  const { email } = users.superAdmin;
  const caller = callerOf(strict);
  expect(await signIn(caller, email)).toBeRefused(401, 'secondFactorMissing');
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await caller.call(beginSecondFactor, { body: {} })).toMatchObject({ status: 200 });
  const another = await building(strict);
  const answer = await signIn(callerOf(strict), `mfa:${another.users.superAdmin.email}`);
  expect(answer.data.user.id).toBe(another.users.superAdmin.id);
});
