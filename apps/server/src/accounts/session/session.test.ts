import { unattendedHeader } from '@vestibule/contract/platform/endpoint.ts';
import { getSession, login, logout } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';
import { building, sessionCookieName, testPassword } from '../../testing/building.ts';
import { callerOf } from '../../testing/caller.ts';
import { startServer } from '../../testing/server.ts';
import { notifySessionsChanged } from './session.ts';

const age = (db: Db, userId: number, { made = '0 seconds', used = '0 seconds' }) =>
  sql`update session set created_at = created_at - ${made}::interval, last_used_at = last_used_at - ${used}::interval
    where user_id = ${userId}`.execute(db);

const isIdle = async (db: Db, userId: number) => {
  const { rows } = await typedSql({ idle: bool })`
    select last_used_at < now() - interval '1 minute' as idle from session where user_id = ${userId}`.execute(db);
  return onlyRow(rows).idle;
};

test('scripts cannot read the session cookie, and other sites cannot send it', async () => {
  const { as, users } = await building();
  const { headers } = await as('signedOut').call(login, {
    body: { email: users.company.email, password: testPassword },
  });
  expect(headers['set-cookie']?.[0]).toMatch(/^vestibule=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('over https the cookie is secure and bound to the host by its name', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { as, users } = await building(server);
  const caller = as('signedOut');
  const { headers } = await caller.call(login, { body: { email: users.company.email, password: testPassword } });
  expect(headers['set-cookie']?.[0]).toMatch(
    /^__Host-vestibule=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await caller.call(getSession)).data.user.id).toBe(users.company.id);
});

test('behind a trusted proxy with https the cookie is secure too', async () => {
  const server = await startServer({ trustedProxies: ['127.0.0.1'] });
  const { as, users } = await building(server);
  const { headers } = await as('signedOut').call(
    login,
    { body: { email: users.company.email, password: testPassword } },
    { headers: { 'x-forwarded-proto': 'https' } },
  );
  expect(headers['set-cookie']?.[0]).toContain('__Host-vestibule=');
  expect(headers['set-cookie']?.[0]).toContain('; Secure');
});

test('over https ignores a session cookie without the prefix in its name', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { as } = await building(server);
  expect(await as('company').call(getSession)).toBeRefused(401, 'notSignedIn');
});

test('stores only a hash of the session id', async () => {
  const { as, users, db } = await building();
  const caller = as('signedOut');
  await caller.call(login, { body: { email: users.company.email, password: testPassword } });
  const [, id = ''] = (await caller.cookie()).split('=');
  const rows = await db.selectFrom('session').selectAll().where('user_id', '=', users.company.id).execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows.map((row) => row.id_hash.toString('base64url')))).not.toContain(id);
});

test('the id of a session changes at each sign-in', async () => {
  const { as, users } = await building();
  const caller = as('signedOut');
  const signIn = () => caller.call(login, { body: { email: users.company.email, password: testPassword } });
  await signIn();
  const first = await caller.cookie();
  await signIn();
  expect(await caller.cookie()).not.toBe(first);
});

test('does not take over a session id that an attacker planted before the sign-in', async () => {
  const { users, server } = await building();
  const planted = 'a'.repeat(43);
  const caller = callerOf(server, () => Promise.resolve({ [sessionCookieName]: planted }));
  await caller.call(login, { body: { email: users.company.email, password: testPassword } });
  const stranger = callerOf(server, () => Promise.resolve({ [sessionCookieName]: planted }));
  expect(await stranger.call(getSession)).toBeRefused(401, 'notSignedIn');
});

test.for(['', 'x', 'a'.repeat(43), 'a'.repeat(4000), '../..', "' or 1=1 --"])(
  'a cookie of %j starts no session',
  async (id) => {
    const { server } = await building();
    const caller = callerOf(server, () => Promise.resolve({ [sessionCookieName]: id }));
    expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  },
);

test('logging out ends the session, also for copies of the cookie, and clears the cookie', async () => {
  const { as, server } = await building();
  const caller = as('reception');
  const kept = await caller.cookie();
  const { headers } = await caller.call(logout);
  expect(headers['set-cookie']).toMatch(
    /^vestibule=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
  );
  const thief = callerOf(server, () => Promise.resolve({ [sessionCookieName]: kept.split('=')[1] ?? '' }));
  expect(await thief.call(getSession)).toBeRefused(401, 'notSignedIn');
});

test('logging out keeps other sessions of the user', async () => {
  const { as } = await building();
  const [here, there] = [as('reception'), as('reception')];
  await there.call(getSession);
  await here.call(logout);
  expect(await there.call(getSession)).toMatchObject({ status: 200 });
});

test('logging out while signed out succeeds', async () => {
  const { as } = await building();
  expect(await as('signedOut').call(logout)).toMatchObject({ status: 200, data: null });
});

test.for([
  { role: 'superAdmin', idle: '29 minutes', status: 200 },
  { role: 'superAdmin', idle: '31 minutes', status: 401 },
  { role: 'partner', idle: '29 minutes', status: 200 },
  { role: 'partner', idle: '31 minutes', status: 401 },
  { role: 'company', idle: '11 hours 59 minutes', status: 200 },
  { role: 'company', idle: '12 hours 1 minute', status: 401 },
  { role: 'reception', idle: '31 minutes', status: 200 },
  { role: 'reception', idle: '12 hours 1 minute', status: 401 },
  { role: 'tenant', idle: '31 minutes', status: 200 },
  { role: 'tenant', idle: '12 hours 1 minute', status: 401 },
] as const)('a session of $role that was idle for $idle answers $status', async ({ role, idle, status }) => {
  const { as, db, users } = await building();
  const caller = as(role);
  await caller.cookie();
  await age(db, users[role].id, { made: idle, used: idle });
  expect(await caller.call(getSession)).toMatchObject({ status });
});

test.for([
  { made: '6 days 23 hours', status: 200 },
  { made: '7 days 1 minute', status: 401 },
])('a session in use that began $made ago answers $status', async ({ made, status }) => {
  const { as, db, users } = await building();
  const caller = as('company');
  await caller.cookie();
  await age(db, users.company.id, { made });
  expect(await caller.call(getSession)).toMatchObject({ status });
});

test('extends a session in use each minute', async () => {
  const { as, db, users } = await building();
  const caller = as('partner');
  await caller.cookie();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const minute of [1, 2, 3]) {
    vi.setSystemTime(Date.now() + 61_000);
    await age(db, users.partner.id, { used: '20 minutes' });
    await caller.call(getSession);
    expect([minute, await isIdle(db, users.partner.id)]).toEqual([minute, false]);
  }
});

test('background requests of a page do not extend its session', async () => {
  const { as, db, users } = await building();
  const caller = as('superAdmin');
  await caller.cookie();
  await age(db, users.superAdmin.id, { used: '20 minutes' });
  const headers = { [unattendedHeader]: '1' };
  expect(await caller.call(getSession, {}, { headers })).toMatchObject({ status: 200 });
  expect(await isIdle(db, users.superAdmin.id)).toBe(true);
  await caller.call(getSession);
  expect(await isIdle(db, users.superAdmin.id)).toBe(false);
});

test('other processes know a sign-out at once', async () => {
  const { as, server, users } = await building();
  const other = await startServer();
  const caller = as('reception');
  const [, id = ''] = (await caller.cookie()).split('=');
  const there = callerOf(other, () => Promise.resolve({ [sessionCookieName]: id }));
  expect((await there.call(getSession)).data.user.id).toBe(users.reception.id);
  await callerOf(server, () => Promise.resolve({ [sessionCookieName]: id })).call(logout);
  await expect.poll(async () => (await there.call(getSession)).status).toBe(401);
});

test('a deleted user is signed out in all processes at once', async () => {
  const { as, db, users } = await building();
  const caller = as('tenant');
  await caller.call(getSession);
  await db.deleteFrom('user_account').where('id', '=', users.tenant.id).execute();
  await notifySessionsChanged(db, [users.tenant.id]);
  await expect.poll(async () => (await caller.call(getSession)).status).toBe(401);
});

test('a partner that is detached from a company loses it at once', async () => {
  const { as, db, users, company, partner } = await building();
  const caller = as('partner');
  const open = () => caller.send({ method: 'GET', url: `/api/v1/visitors/company/${company.id}` });
  expect((await open()).statusCode).toBe(200);
  await db.deleteFrom('company_partner').where('partner_id', '=', partner.id).execute();
  await notifySessionsChanged(db, [users.partner.id]);
  await expect.poll(async () => (await open()).statusCode).toBe(404);
});

test('the session says whether an employee in the scope has the address of the user', async () => {
  const { as, db, users, neighborEmployee, elsewhere } = await building();
  const isHost = async (role: 'tenant' | 'reception' | 'superAdmin') => (await as(role).call(getSession)).data.isHost;
  const rename = (id: number, email: string) =>
    db.updateTable('employee').set({ email }).where('id', '=', id).execute();
  expect(await isHost('reception')).toBe(false);
  await rename(elsewhere.employee.id, users.reception.email);
  await rename(neighborEmployee.id, users.tenant.email.toUpperCase());
  expect(await Promise.all([isHost('reception'), isHost('tenant')])).toEqual([false, false]);
  await rename(neighborEmployee.id, users.reception.email.toUpperCase());
  expect(await isHost('reception')).toBe(true);
  await rename(neighborEmployee.id, users.superAdmin.email);
  expect(await isHost('superAdmin')).toBe(false);
});
