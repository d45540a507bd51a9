import { roles } from '@vestibule/contract/platform/access.ts';
import { requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  takeSecondStep,
} from '@vestibule/contract/accounts/second-factor.ts';
import { changePassword, getSession } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { building, testPassword } from '../../testing/building.ts';
import { tokenFor } from '../../testing/links.ts';
import { linkPage } from '../../testing/probe.ts';
import { about } from '../../testing/refused.ts';
import {
  actionsOf,
  codeOf,
  freshNetwork,
  secondStep,
  setUp,
  signIn,
  stopClock,
  waiting,
  wrongCode,
} from '../../testing/second-factor.ts';
import { bytes, text, typedSql } from '../../platform/db/typed-sql.ts';

test('with a second factor, a sign-in creates no session before its code', async () => {
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

test('the URI and the QR code contain the secret, and the factor is active after its first code', async () => {
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

test('setting up a factor requires the password and ends the other sessions', async () => {
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

test('a code works once in any browser, and so does a pending sign-in', async () => {
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
])('answers $status to the code of $steps steps from now', async ({ steps, status }) => {
  const site = await building();
  const moveOn = stopClock();
  const { secret } = await setUp(site.as('reception'));
  moveOn(600);
  expect(await secondStep(await waiting(site), codeOf(secret, steps))).toMatchObject({ status });
});

test('a recovery code works once in any spelling, and is stored as a hash', async () => {
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
  const { rows } = await typedSql({
    row: text,
  })`select encode(code_hash, 'escape') || c::text as row from recovery_code c`.execute(site.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(other);
  expect((await actionsOf(site, site.users.reception.id)).map(({ action }) => action)).toContain(
    'session.recoveryCodeUsed',
  );
});

test('the database stores the secret encrypted', async () => {
  const site = await building();
  const { secret } = await setUp(site.as('reception'));
  const { rows } = await typedSql({ secret: bytes })`
    select secret from second_factor where user_id = ${site.users.reception.id}`.execute(site.db);
  const kept = rows[0]?.secret ?? Buffer.alloc(0);
  expect(kept.includes(secret)).toBe(false);
  expect(kept.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
});

test('counts wrong codes and wrong passwords together, and the right password does not reset them', async () => {
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

test('counts each of several simultaneous guesses', async () => {
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
])('marks the code $code as $key', async ({ code, key }) => {
  const site = await building();
  const response = await site.as('signedOut').send({
    method: 'POST',
    url: '/api/v1/auth/second_step',
    payload: { code },
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { code: key } });
});

test('a pending sign-in is valid for 15 minutes, and ends with a new password', async () => {
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

test('new recovery codes require a code and replace the old ones', async () => {
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
  expect(await renew(wrongCode(secret))).toBeRefused(403, 'incorrectCode', { attemptsMade: 1 });
  expect((await colleague.call(getSecondFactor)).data.recoveryCodesLeft).toBe(10);
  expect((await actionsOf(site, site.users.reception.id)).map(({ action }) => action)).toEqual([
    'session.secondFactorAdded',
    'session.failed',
    'session.recoveryCodesRenewed',
    'session.failed',
  ]);
  expect(await secondStep(await waiting(site), recoveryCodes[1] ?? '')).toBeRefused(403, 'incorrectCode');
  expect(await secondStep(await waiting(site), data.recoveryCodes[1] ?? '')).toMatchObject({ status: 200 });
});

test.for(roles)('a %s without a required factor signs in with one call', async (role) => {
  const site = await building();
  const { data } = await signIn(site.as('signedOut'), site.users[role].email);
  expect(data.user.id).toBe(site.users[role].id);
});
