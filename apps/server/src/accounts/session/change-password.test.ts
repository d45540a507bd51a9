import { roles } from '@vestibule/contract/platform/access.ts';
import { changePassword, getSession, login } from '@vestibule/contract/accounts/session.ts';
import { expect, test } from 'vitest';
import { building, testPassword } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import type { Caller } from '../../testing/caller.ts';
import { startServer } from '../../testing/server.ts';

const newPassword = 'Another-Horse-8!';

const change = (caller: Caller, body: { currentPassword: string; newPassword: string }, from = `192.0.2.${fresh()}`) =>
  caller.call(changePassword, { body }, { from });

test.for(roles)('a %s changes their own password', async (role) => {
  const { as, users } = await building();
  expect(await change(as(role), { currentPassword: testPassword, newPassword })).toMatchObject({
    status: 200,
    data: null,
  });
  const signIn = (password: string) => as('signedOut').call(login, { body: { email: users[role].email, password } });
  expect(await signIn(testPassword)).toBeRefused(401, 'incorrectPassword');
  expect(await signIn(newPassword)).toMatchObject({ status: 200 });
});

test('a new password ends the user’s other sessions in all processes at once, and no others', async () => {
  const { as, users } = await building();
  const [here, there, colleague] = [as('company'), as('company'), as('reception')];
  const other = await startServer();
  for (const caller of [here, there, colleague]) await caller.call(getSession);
  const cookie = await there.cookie();
  const elsewhere = () => other.app.inject({ method: 'GET', url: '/api/v1/users/me', headers: { cookie } });
  expect((await elsewhere()).statusCode).toBe(200);

  await change(here, { currentPassword: testPassword, newPassword });
  expect(await there.call(getSession)).toBeRefused(401, 'notSignedIn');
  await expect.poll(async () => (await elsewhere()).statusCode).toBe(401);
  expect(await here.call(getSession)).toMatchObject({ status: 200 });
  expect(await colleague.call(getSession)).toMatchObject({ status: 200 });
  const { email } = users.reception;
  expect((await as('signedOut').call(login, { body: { email, password: testPassword } })).status).toBe(200);
});

test('refuses a wrong current password, marks the field and changes nothing', async () => {
  const { as, users } = await building();
  const from = `192.0.2.${fresh()}`;
  const caller = as('company');
  const answer = await change(caller, { currentPassword: 'Wrong-Horse-7!', newPassword }, from);
  expect(answer).toBeRefused(403, 'currentPasswordIncorrect', {
    fields: { currentPassword: 'currentPasswordIncorrect' },
    attemptsMade: 1,
    attemptsLeft: 4,
  });
  expect(
    await as('signedOut').call(login, { body: { email: users.company.email, password: testPassword } }),
  ).toMatchObject({ status: 200 });
  expect(await change(caller, { currentPassword: testPassword, newPassword }, from)).toMatchObject({ status: 200 });
  const again = await change(caller, { currentPassword: 'Wrong-Horse-7!', newPassword }, from);
  expect(again).toBeRefused(403, 'currentPasswordIncorrect', { attemptsMade: 1 });
});

test('the fifth wrong current password blocks the account, also for sign-in', async () => {
  const { as, users } = await building();
  const from = `192.0.2.${fresh()}`;
  const caller = as('company');
  for (let guess = 0; guess < 4; guess += 1)
    await change(caller, { currentPassword: 'Wrong-Horse-7!', newPassword }, from);
  const fifth = await change(caller, { currentPassword: 'Wrong-Horse-7!', newPassword }, from);
  expect(fifth).toBeRefused(423, 'accountBlocked', { secondsLeft: 3600 });
  expect(await change(caller, { currentPassword: testPassword, newPassword }, from)).toBeRefused(423, 'accountBlocked');
  const signIn = as('signedOut').call(
    login,
    { body: { email: users.company.email, password: testPassword } },
    { from },
  );
  expect(await signIn).toBeRefused(423, 'accountBlocked');
});

test.for([
  { newPassword: '', key: 'passRequired' },
  { newPassword: 'Ab1!xyz', key: '8-70chars' },
  { newPassword: `Ab1!${'x'.repeat(67)}`, key: '8-70chars' },
  { newPassword: 'Abcdefg!', key: 'passShouldHaveNum' },
  { newPassword: 'abcdef1!', key: 'passShouldHaveUpper' },
  { newPassword: 'ABCDEF1!', key: 'passShouldHaveLower' },
  { newPassword: 'Abcdef12', key: 'passShouldHaveSpecial' },
  { newPassword: 'Abcdef1-', key: 'passShouldHaveSpecial' },
  { newPassword: 'Abcdef1!\n', key: 'invalidText' },
])('refuses $newPassword as a new password: $key', async ({ newPassword, key }) => {
  const { as } = await building();
  const answer = await change(as('company'), { currentPassword: testPassword, newPassword });
  expect(answer).toBeRefused(400, 'validation', { fields: { newPassword: key } });
});

test.for([
  'Abcde1!x',
  `Ab1!${'x'.repeat(66)}`,
  'Åbcdé1£~',
  ...['!', '£', '$', '%', '^', '&', '*', '?', '@', '#'].map((sign) => `Abcdef1${sign}`),
])('accepts %s as a new password', async (newPassword) => {
  const { as } = await building();
  expect(await change(as('company'), { currentPassword: testPassword, newPassword })).toMatchObject({ status: 200 });
});

test('requires both passwords', async () => {
  const { as } = await building();
  const response = await as('company').send({ method: 'PATCH', url: '/api/v1/users/change_pass', payload: {} });
  expect(response.json()).toMatchObject({
    status: 400,
    fields: { currentPassword: 'currentPassRequired', newPassword: 'passRequired' },
  });
});

test('logs a change of password without the passwords', async () => {
  const { as, db, users, company } = await building();
  await change(as('reception'), { currentPassword: testPassword, newPassword });
  const entries = await db.selectFrom('audit_entry').selectAll().where('user_id', '=', users.reception.id).execute();
  expect(entries).toMatchObject([
    { action: 'session.passwordChanged', company_id: company.id, subject_id: users.reception.id },
  ]);
});
