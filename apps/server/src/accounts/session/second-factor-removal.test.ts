import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from '@vestibule/contract/accounts/second-factor.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { listSecondFactors, resetSecondFactor } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { closes, openLive } from '../../testing/live.ts';
import { actionsOf, codeOf, secondStep, setUp, signIn, stopClock, wrongCode } from '../../testing/second-factor.ts';
import { startServer } from '../../testing/server.ts';

test('a code removes the factor, and then the password is enough', async () => {
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
    'session.failed',
    'session.secondFactorRemoved',
    'session.started',
  ]);
  expect(new Set(actions.map(({ company_id }) => company_id))).toEqual(new Set([site.company.id]));
});

test('a manager removes a lost second factor, which ends the sessions and is logged; users cannot remove their own', async () => {
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

test('a role that needs a factor sets one up at sign-in and cannot remove it', async () => {
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
  for (let asked = 0; asked < 6; asked += 1) {
    expect(await browser.call(removeSecondFactor, { body: { code: codeOf(secret) } })).toBeRefused(
      409,
      'secondFactorMandatory',
    );
  }
  const next = site.as('signedOut');
  expect(await signIn(next, site.users.partner.email)).toBeRefused(401, 'secondFactorRequired');
  expect(await next.call(beginSecondFactor, { body: {} })).toBeRefused(409, 'secondFactorExists');
  expect(await secondStep(next, codeOf(secret))).toMatchObject({ status: 200 });
});

test('a session without a second factor ends when its role requires one; with one it continues', async () => {
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
