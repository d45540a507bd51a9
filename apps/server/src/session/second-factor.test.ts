import { roles } from '@vestibule/contract/access.ts';
import { requestReset, restorePassword } from '@vestibule/contract/recovery.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  takeSecondStep,
} from '@vestibule/contract/second-factor.ts';
import { changePassword, getSession, login } from '@vestibule/contract/session.ts';
import { listSecondFactors } from '@vestibule/contract/user.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Building, building, testPassword } from '../testing/building.ts';
import type { Caller } from '../testing/caller.ts';
import { fresh } from '../testing/fresh.ts';
import { tokenFor } from '../testing/links.ts';
import { closes, openLive } from '../testing/live.ts';
import { linkPage } from '../testing/probe.ts';
import { about } from '../testing/refused.ts';
import { startServer } from '../testing/server.ts';

const freshNetwork = () => `198.19.${fresh()}.7`;

/** What an app shows, `steps` of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** A code that no step near to now has. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

/** Stops the clock, so that codes stay what they are; answers how to move it on. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
}

/** Sets a second factor up for somebody who is signed in, with the code of the step before. */
async function setUp(caller: Caller, from?: string) {
  const options = from === undefined ? {} : { from };
  const { data } = await caller.call(beginSecondFactor, { body: { password: testPassword } }, options);
  const code = codeOf(data.secret, -1);
  const confirmed = await caller.call(confirmSecondFactor, { body: { code } }, options);
  return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes };
}

const signIn = (caller: Caller, email: string, from = freshNetwork(), password: string = testPassword) =>
  caller.call(login, { body: { email, password } }, { from });

const secondStep = (caller: Caller, code: string, from = freshNetwork()) =>
  caller.call(takeSecondStep, { body: { code } }, { from });

/** Somebody whose password was right, in a browser that waits for the second step. */
async function waiting({ as, users }: Building, from = freshNetwork(), role: 'reception' | 'company' = 'reception') {
  const browser = as('signedOut');
  expect(await signIn(browser, users[role].email, from)).toBeRefused(401, 'secondFactorRequired');
  return browser;
}

const actionsOf = async ({ db }: Building, userId: number) => {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'user_id', 'company_id'])
    .where('subject', '=', 'user')
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows;
};

test('a sign-in takes a code once a factor is set up, and there is no session before it', async () => {
  const site = await building();
  stopClock();
  const { secret } = await setUp(site.as('reception'));
  const browser = site.as('signedOut');
  const first = await signIn(browser, site.users.reception.email);
  expect(first).toBeRefused(401, 'secondFactorRequired');
  expect(first.headers['set-cookie']).toMatch(
    /^vestibule-step=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  expect(await browser.call(getSession)).toBeRefused(401, 'notSignedIn');
  const [, secretOfStep = ''] = (await browser.cookie()).split('=');
  const asSession = await browser.send({ url: '/api/v1/users/me', headers: { cookie: `vestibule=${secretOfStep}` } });
  expect(asSession.statusCode).toBe(401);

  const second = await secondStep(browser, codeOf(secret));
  expect(second.data.user.id).toBe(site.users.reception.id);
  expect((await browser.call(getSession)).data).toEqual(second.data);
  expect(await browser.cookie()).not.toContain('vestibule-step');
});

test('the address and the picture carry the secret, and the factor counts from its first code on', async () => {
  const site = await building();
  stopClock();
  const caller = site.as('company');
  const { data } = await caller.call(beginSecondFactor, { body: { password: testPassword } });
  const address = new URL(data.address);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ issuer: 'Vestibule', secret: data.secret });
  expect(decodeURIComponent(address.pathname)).toContain(site.users.company.email);
  expect(data.picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect((await caller.call(getSecondFactor)).data.since).toBeNull();
  expect(await signIn(site.as('signedOut'), site.users.company.email)).toMatchObject({ status: 200 });
  expect(await caller.call(confirmSecondFactor, { body: { code: wrongCode(data.secret) } })).toBeRefused(
    403,
    'incorrectCode',
    { fields: { code: 'incorrectCode' } },
  );
  const { recoveryCodes } = (await caller.call(confirmSecondFactor, { body: { code: codeOf(data.secret) } })).data;
  expect(new Set(recoveryCodes).size).toBe(10);
  // The right code took the count of the wrong one back.
  const wrong = await signIn(site.as('signedOut'), site.users.company.email, '127.0.0.1', 'Wrong-Horse-7!');
  expect(wrong).toBeRefused(401, 'incorrectPassword', { attemptsMade: 1 });
  const state = (await caller.call(getSecondFactor)).data;
  expect(state).toMatchObject({ recoveryCodesLeft: 10, isRequired: false, takesPassword: true });
  expect(state.since).not.toBeNull();
  expect(await caller.call(beginSecondFactor, { body: { password: testPassword } })).toBeRefused(
    409,
    'secondFactorExists',
  );
});

test('setting a factor up takes the password, and ends the other sessions', async () => {
  const site = await building();
  const [caller, other] = [site.as('company'), site.as('company')];
  expect(await other.call(getSession)).toMatchObject({ status: 200 });
  expect(await caller.call(beginSecondFactor, { body: {} })).toBeRefused(400, 'validation', {
    fields: { password: 'currentPassRequired' },
  });
  const wrong = await caller.call(
    beginSecondFactor,
    { body: { password: 'Wrong-Horse-7!' } },
    { from: freshNetwork() },
  );
  expect(wrong).toBeRefused(403, 'currentPasswordIncorrect', { attemptsMade: 1, attemptsLeft: 4 });
  await setUp(caller);
  expect(await caller.call(getSession)).toMatchObject({ status: 200 });
  expect(await other.call(getSession)).toBeRefused(401, 'notSignedIn');
});

test('a code is taken once, in whatever browser, and so is a sign-in that waits', async () => {
  const site = await building();
  stopClock();
  const { secret } = await setUp(site.as('reception'));
  const { secret: colleagues } = await setUp(site.as('company'));
  expect(await secondStep(await waiting(site), codeOf(secret, -1))).toBeRefused(403, 'incorrectCode');
  const browsers = [await waiting(site), await waiting(site)];
  const answers = await Promise.all(browsers.map((browser) => secondStep(browser, codeOf(secret))));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  const colleague = await waiting(site, freshNetwork(), 'company');
  expect(await secondStep(colleague, codeOf(colleagues))).toMatchObject({ status: 200 });

  const [browser, copy] = [await waiting(site), site.as('signedOut')];
  const cookie = await browser.cookie();
  expect(await secondStep(browser, codeOf(secret, 1))).toMatchObject({ status: 200 });
  const again = await copy.call(takeSecondStep, { body: { code: codeOf(secret, 1) } }, { headers: { cookie } });
  expect(again).toBeRefused(410, 'secondStepOver');
});

test.for([
  { steps: -2, status: 403 },
  { steps: -1, status: 200 },
  { steps: 0, status: 200 },
  { steps: 1, status: 200 },
  { steps: 2, status: 403 },
])('the code of $steps steps from now is answered with $status', async ({ steps, status }) => {
  const site = await building();
  const moveOn = stopClock();
  const { secret } = await setUp(site.as('reception'));
  moveOn(600);
  expect(await secondStep(await waiting(site), codeOf(secret, steps))).toMatchObject({ status });
});

test('a recovery code works once, however it is typed, and is kept as a hash', async () => {
  const site = await building();
  stopClock();
  const { recoveryCodes } = await setUp(site.as('reception'));
  const [code = '', other = ''] = recoveryCodes;
  expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  const typed = code.toLowerCase().replaceAll('-', ' ');
  expect(await secondStep(await waiting(site), typed)).toMatchObject({ status: 200 });
  expect(await secondStep(await waiting(site), code)).toBeRefused(403, 'incorrectCode');
  const foreign = await setUp(site.as('company'));
  expect(await secondStep(await waiting(site), foreign.recoveryCodes[0] ?? '')).toBeRefused(403, 'incorrectCode');
  const { rows } = await sql<{
    row: string;
  }>`select encode(code_hash, 'escape') || c::text as row from recovery_code c`.execute(site.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(other);
  expect((await actionsOf(site, site.users.reception.id)).map(({ action }) => action)).toContain(
    'session.recoveryCodeUsed',
  );
});

test('the secret is sealed in the database', async () => {
  const site = await building();
  const { secret } = await setUp(site.as('reception'));
  const { rows } = await sql<{ secret: Buffer }>`
    select secret from second_factor where user_id = ${site.users.reception.id}`.execute(site.db);
  const kept = rows[0]?.secret ?? Buffer.alloc(0);
  expect(kept.includes(secret)).toBe(false);
  expect(kept.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
});

test('wrong codes and wrong passwords are counted together, and the right password between them lifts nothing', async () => {
  const site = await building();
  stopClock();
  const { secret } = await setUp(site.as('reception'));
  const from = freshNetwork();
  const { email } = site.users.reception;
  expect(await signIn(site.as('signedOut'), email, from, 'Wrong-Horse-7!')).toBeRefused(401, 'incorrectPassword');
  for (const made of [2, 3, 4]) {
    const browser = await waiting(site, from);
    expect(await secondStep(browser, wrongCode(secret), from)).toBeRefused(403, 'incorrectCode', {
      attemptsMade: made,
      attemptsLeft: 5 - made,
    });
  }
  const browser = await waiting(site, from);
  expect(await secondStep(browser, wrongCode(secret), from)).toBeRefused(423, 'accountBlocked', {
    secondsLeft: about(3600),
  });
  expect(await secondStep(browser, codeOf(secret), from)).toBeRefused(423, 'accountBlocked');
  expect(await signIn(site.as('signedOut'), email, from)).toBeRefused(423, 'accountBlocked');
});

test('guesses made side by side are all counted', async () => {
  const site = await building();
  stopClock();
  const { secret } = await setUp(site.as('reception'));
  const from = freshNetwork();
  const browser = await waiting(site, from);
  const answers = await Promise.all(Array.from({ length: 12 }, () => secondStep(browser, wrongCode(secret), from)));
  const refused = answers.map(({ problem }) => problem?.reason);
  expect(refused.filter((reason) => reason === 'incorrectCode')).toHaveLength(4);
  expect(refused.filter((reason) => reason === 'accountBlocked')).toHaveLength(8);
});

test.for([
  { code: '', key: 'secondCodeRequired' },
  { code: ' - ', key: 'secondCodeRequired' },
  { code: '12345', key: 'incorrectCode' },
  { code: '1234567', key: 'incorrectCode' },
  { code: '１２３４５６', key: 'incorrectCode' },
  { code: 'x'.repeat(65), key: 'incorrectCode' },
  { code: 123456, key: 'invalidValue' },
  { code: null, key: 'secondCodeRequired' },
  { code: ['123456'], key: 'invalidValue' },
])('the code $code is marked $key', async ({ code, key }) => {
  const site = await building();
  const response = await site.as('signedOut').send({
    method: 'POST',
    url: '/api/v1/auth/second_step',
    payload: { code },
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { code: key } });
});

test('a sign-in waits for 15 minutes, and not past a new password', async () => {
  const site = await building();
  stopClock();
  const { secret } = await setUp(site.as('reception'));
  const { secret: colleagues } = await setUp(site.as('company'));
  const late = await waiting(site);
  const { id, email } = site.users.reception;
  await sql`update sign_in_step set expires_at = now() where user_id = ${id}`.execute(site.db);
  expect(await secondStep(late, codeOf(secret))).toBeRefused(410, 'secondStepOver');

  const [robbed, colleague] = [await waiting(site), await waiting(site, freshNetwork(), 'company')];
  await site.as('signedOut').call(requestReset, { body: { email, url: linkPage } }, { from: freshNetwork() });
  const token = await tokenFor(site.db, email, 'passwordReset');
  const body = { token, password: 'Better-Horse-8?', confirmPassword: 'Better-Horse-8?' };
  await site.as('signedOut').call(restorePassword, { body });
  expect(await secondStep(robbed, codeOf(secret))).toBeRefused(410, 'secondStepOver');
  expect(await secondStep(colleague, codeOf(colleagues))).toMatchObject({ status: 200 });

  const [owner, thief] = [site.as('signedOut'), site.as('signedOut')];
  for (const browser of [owner, thief]) {
    const answer = await signIn(browser, email, freshNetwork(), body.password);
    expect(answer).toBeRefused(401, 'secondFactorRequired');
  }
  await secondStep(owner, codeOf(secret));
  await owner.call(changePassword, { body: { currentPassword: body.password, newPassword: 'Best-Horse-9?' } });
  expect(await secondStep(thief, codeOf(secret, 1))).toBeRefused(410, 'secondStepOver');
});

test('new recovery codes take a code, and replace the old ones', async () => {
  const site = await building();
  stopClock();
  const caller = site.as('reception');
  const colleague = site.as('company');
  await setUp(colleague);
  const { secret, recoveryCodes } = await setUp(caller);
  const from = freshNetwork();
  const renew = (code: string) => caller.call(renewRecoveryCodes, { body: { code } }, { from });
  expect(await renew(wrongCode(secret))).toBeRefused(403, 'incorrectCode', { attemptsMade: 1 });
  const { data } = await renew(codeOf(secret));
  // The right code took the count of the wrong one back.
  expect(await renew(wrongCode(secret))).toBeRefused(403, 'incorrectCode', { attemptsMade: 1 });
  expect((await colleague.call(getSecondFactor)).data.recoveryCodesLeft).toBe(10);
  expect((await actionsOf(site, site.users.reception.id)).map(({ action }) => action)).toEqual([
    'session.secondFactorAdded',
    'session.recoveryCodesRenewed',
  ]);
  expect(await secondStep(await waiting(site), recoveryCodes[1] ?? '')).toBeRefused(403, 'incorrectCode');
  expect(await secondStep(await waiting(site), data.recoveryCodes[1] ?? '')).toMatchObject({ status: 200 });
});

test('a factor is removed with a code of it, and then the password is enough', async () => {
  const site = await building();
  stopClock();
  const caller = site.as('reception');
  const { secret } = await setUp(caller);
  const colleague = site.as('company');
  await setUp(colleague);
  expect(await caller.call(removeSecondFactor, { body: { code: wrongCode(secret) } })).toBeRefused(
    403,
    'incorrectCode',
  );
  expect(await caller.call(removeSecondFactor, { body: { code: codeOf(secret) } })).toMatchObject({ status: 200 });
  expect(await signIn(site.as('signedOut'), site.users.reception.email)).toMatchObject({ status: 200 });
  expect((await colleague.call(getSecondFactor)).data.since).not.toBeNull();
  const actions = await actionsOf(site, site.users.reception.id);
  expect(actions.map(({ action }) => action)).toEqual([
    'session.secondFactorAdded',
    'session.secondFactorRemoved',
    'session.started',
  ]);
  expect(new Set(actions.map(({ company_id }) => company_id))).toEqual(new Set([site.company.id]));
});

test('a lost factor is removed by who manages the user, which ends their sessions and is recorded; nobody removes their own so', async () => {
  const site = await building();
  await site.server.listen();
  const reception = site.as('reception');
  await setUp(reception);
  const live = await openLive(reception);
  const params = { userId: site.users.reception.id };
  const query = { companyId: site.company.id };
  expect((await site.as('company').call(listSecondFactors, { query })).data).toEqual([params.userId]);
  expect(await site.elsewhere.as('company').call(listSecondFactors, { query })).toBeRefused(404, 'notFound');
  expect(await site.as('tenant').call(resetSecondFactor, { params })).toBeRefused(404, 'notFound');
  expect(await site.elsewhere.as('company').call(resetSecondFactor, { params })).toBeRefused(404, 'notFound');
  expect(await site.as('company').call(resetSecondFactor, { params })).toMatchObject({ status: 200 });
  expect(await live.closed()).toBe(closes.sessionOver);
  expect((await site.as('company').call(listSecondFactors, { query })).data).toEqual([]);
  expect(await reception.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await signIn(site.as('signedOut'), site.users.reception.email)).toMatchObject({ status: 200 });
  expect(await actionsOf(site, params.userId)).toContainEqual({
    action: 'user.secondFactorReset',
    user_id: site.users.company.id,
    company_id: site.company.id,
  });
  const company = site.as('company');
  await setUp(company);
  expect(await company.call(resetSecondFactor, { params: { userId: site.users.company.id } })).toBeRefused(
    403,
    'notAllowed',
  );
});

test('a role that must have a factor sets one up on the way in, and may not remove it', async () => {
  const site = await building(await startServer({ secondFactorRoles: new Set(['superAdmin', 'partner']) }));
  stopClock();
  const browser = site.as('signedOut');
  expect(await signIn(browser, site.users.partner.email)).toBeRefused(401, 'secondFactorMissing');
  expect(await browser.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await secondStep(browser, '123456')).toBeRefused(409, 'noSecondFactor');
  const { secret } = (await browser.call(beginSecondFactor, { body: {} })).data;
  expect(await browser.call(getSession)).toBeRefused(401, 'notSignedIn');
  const { session } = (await browser.call(confirmSecondFactor, { body: { code: codeOf(secret, -1) } })).data;
  expect((await browser.call(getSession)).data).toEqual(session);
  expect((await browser.call(getSecondFactor)).data.isRequired).toBe(true);
  expect(await browser.call(removeSecondFactor, { body: { code: codeOf(secret) } })).toBeRefused(
    409,
    'secondFactorMandatory',
  );
  // What was refused has not used the code up.
  const next = site.as('signedOut');
  expect(await signIn(next, site.users.partner.email)).toBeRefused(401, 'secondFactorRequired');
  expect(await next.call(beginSecondFactor, { body: {} })).toBeRefused(409, 'secondFactorExists');
  expect(await secondStep(next, codeOf(secret))).toMatchObject({ status: 200 });
});

test('a session from before the role had to have a factor is over, and one with a factor goes on', async () => {
  const site = await building();
  stopClock();
  const [without, having] = [site.as('partner'), site.as('superAdmin')];
  expect(await without.call(getSession)).toMatchObject({ status: 200 });
  await setUp(having);
  const strict = await startServer({ secondFactorRoles: new Set(['superAdmin', 'partner']) });
  const there = async (caller: Caller) => {
    const headers = { cookie: await caller.cookie() };
    return (await strict.app.inject({ method: 'GET', url: '/api/v1/users/me', headers })).statusCode;
  };
  expect([await there(without), await there(having)]).toEqual([401, 200]);
  await sql`update session set is_vouched_for = true where user_id = ${site.users.partner.id}`.execute(site.db);
  expect(await there(without)).toBe(200);
});

test.for(roles)('a %s without a factor signs in by one call where none is required', async (role) => {
  const site = await building();
  const { data } = await signIn(site.as('signedOut'), site.users[role].email);
  expect(data.user.id).toBe(site.users[role].id);
});
