import { argon2Sync } from 'node:crypto';
import { deprovisionDevice, getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { changeKioskSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import { beginSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { changePassword, login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { atKiosk, type Building, building, signedIn, testPassword } from '../../testing/building.ts';
import { companySettingsId, newKioskSettings, seedLicensedKiosk } from '../../testing/kiosks.ts';
import { linkPage, tokenFor } from '../../testing/links.ts';
import { longestIdle } from '../../testing/queued.ts';
import { startServer } from '../../testing/server.ts';
import { hashPassword } from './password.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

const slowSettingsHash = slowHash('open-sesame');

test('refuses the eleventh password hash of a user within a minute, in each process', async () => {
  const site = await building();
  const { as, users } = site;
  await useUpHashes(site);
  const refused = await setPassword(site);
  expect(refused).toBeRefused(429, 'tooManyRequests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  const other = signedIn(await startServer(), users.company.id);
  expect(await setPassword(site, other)).toBeRefused(429, 'tooManyRequests');

  expect((await setPassword(site, as('company'), null)).status).toBe(200);
  expect((await setPassword(site, as('superAdmin'))).status).toBe(200);
  expect((await signIn(site)).status).toBe(200);
});

test('a refused hash does not count as a failed attempt', async () => {
  const site = await building();
  const { as, db, users } = site;
  await useUpHashes(site);
  const change = { body: { currentPassword: 'Wrong-Horse-7!', newPassword: 'Third-Horse-9!' } };
  const caller = as('company');
  const attempts = await Promise.all(Array.from({ length: 6 }, () => caller.call(changePassword, change)));
  for (const attempt of attempts) expect(attempt).toBeRefused(429, 'tooManyRequests');
  const draft = { body: { password: testPassword } };
  expect(await caller.call(beginSecondFactor, draft)).toBeRefused(429, 'tooManyRequests');
  await as('signedOut').call(requestReset, { body: { email: users.company.email, url: linkPage } });
  const token = await tokenFor(db, users.company.email, 'passwordReset');
  const body = { token, password: 'Third-Horse-9!', confirmPassword: 'Third-Horse-9!' };
  expect(await as('signedOut').call(restorePassword, { body })).toBeRefused(429, 'tooManyRequests');
  expect((await signIn(site)).status).toBe(200);
});

test('a new password that is refused for its hash does not count as an attempt', async () => {
  const site = await building();
  const caller = site.as('company');
  await useUpHashes(site, 9);
  const change = { body: { currentPassword: testPassword, newPassword: 'Third-Horse-9!' } };
  expect(await caller.call(changePassword, change)).toBeRefused(429, 'tooManyRequests');
  await sql`delete from limit_count where subject = ${hashesOf(site)}`.execute(site.db);
  change.body.currentPassword = 'Wrong-Horse-7!';
  expect(await caller.call(changePassword, change)).toBeRefused(403, 'currentPasswordIncorrect', { attemptsMade: 1 });
});

test('sign-in works while so many hashes wait that others are refused', async () => {
  const site = await building();
  const crowd = Array.from({ length: 64 }, (_, number) => hashPassword(`Password ${number}`));
  expect(await setPassword(site)).toBeRefused(503, 'unavailable');
  let isOver = false;
  const ended = Promise.all(crowd).finally(() => (isOver = true));
  expect((await signIn(site)).status).toBe(200);
  expect(isOver).toBe(false);
  await ended;
});

test('no transaction waits for a password to be compared', async () => {
  const site = await building();
  const { db, company } = site;
  const { data: previous } = await site.as('company').call(getKioskSettings, { query: { companyId: company.id } });
  await setSettingsHash(site, slowSettingsHash);
  await setPassword(site, site.as('company'), keepPassword);
  let isOver = false;
  const params = { settingsId: previous.id };
  const body = { ...newKioskSettings, password: 'open-sesame', previous };
  const answer = site
    .as('company')
    .call(changeKioskSettings, { params, body })
    .finally(() => (isOver = true));
  const began = performance.now();
  let longest = 0;
  while (!isOver) longest = Math.max(longest, await longestIdle(db));
  expect((await answer).status).toBe(200);
  // The comparison takes most of the call.
  expect(longest).toBeLessThan(Math.max(0.3, (performance.now() - began) / 3_000));
});

test('refuses an edit when the password is replaced during its comparison', async () => {
  const site = await building();
  const { as, db, company } = site;
  const { data: previous } = await as('company').call(getKioskSettings, { query: { companyId: company.id } });
  await setSettingsHash(site, slowSettingsHash);
  await setPassword(site, as('company'), keepPassword);
  const replaced = await hashPassword('porthole');
  const before = await hashesUsed(site);
  const params = { settingsId: previous.id };
  const body = { ...newKioskSettings, password: 'open-sesame', previous };
  const answer = as('company').call(changeKioskSettings, { params, body });
  await expect.poll(() => hashesUsed(site), { interval: 5 }).toBe(before + 2);
  await setSettingsHash(site, replaced);
  expect(await answer).toBeRefused(409, 'changedMeanwhile');
  const { password_hash: kept } = await db
    .selectFrom('kiosk_settings')
    .select('password_hash')
    .where('id', '=', previous.id)
    .executeTakeFirstOrThrow();
  expect(kept).toBe(replaced);
});

test('refuses to remove a kiosk by a password that is replaced during its comparison', async () => {
  const site = await building();
  const { db, server } = site;
  const { id, token } = await seedLicensedKiosk(db, site);
  const device = atKiosk(server, { token });
  await setSettingsHash(site, slowSettingsHash);
  const replaced = await hashPassword('porthole');
  const answer = device.call(deprovisionDevice, { body: { password: 'open-sesame' } });
  await untilCounted(db, `password of kiosk ${id}`);
  await setSettingsHash(site, replaced);
  expect(await answer).toBeRefused(403, 'passwordIncorrect');
  expect((await device.call(getDeviceConfig)).status).toBe(200);
});

test('refuses to begin a second factor with a password that is replaced during its comparison', async () => {
  const site = await building();
  const { as, db, users } = site;
  const setHash = (passwordHash: string) =>
    db.updateTable('user_account').set({ password_hash: passwordHash }).where('id', '=', users.company.id).execute();
  const replaced = await hashPassword('Third-Horse-9!');
  await setHash(slowHash(testPassword));
  const answer = as('company').call(beginSecondFactor, { body: { password: testPassword } });
  await untilCounted(db, hashesOf(site));
  await setHash(replaced);
  expect(await answer).toBeRefused(403, 'currentPasswordIncorrect');
  const drafts = db.selectFrom('second_factor').select('user_id').where('user_id', '=', users.company.id);
  expect(await drafts.execute()).toEqual([]);
});

const hashesOf = ({ users }: Building) => `password hashes of user ${users.company.id}`;

const keepPassword = Symbol('the password is kept');

async function setPassword(
  { as, db, company }: Building,
  caller = as('company'),
  password: string | null | typeof keepPassword = 'open-sesame',
) {
  const params = { settingsId: await companySettingsId(db, company.id) };
  const body = { ...newKioskSettings, ...(password !== keepPassword && { password }) };
  return caller.call(changeKioskSettings, { params, body });
}

async function useUpHashes(site: Building, count = 10): Promise<void> {
  for (let hash = 0; hash < count; hash += 1) expect((await setPassword(site)).status).toBe(200);
}

function signIn({ as, users }: Building) {
  return as('signedOut').call(login, { body: { email: users.company.email, password: testPassword } });
}

async function setSettingsHash({ db, company }: Building, passwordHash: string): Promise<void> {
  await sql`
    update kiosk_settings set password_hash = ${passwordHash}, version = nextval('kiosk_settings_version')
    where company_id = ${company.id}`.execute(db);
}

async function hashesUsed(site: Building): Promise<number> {
  return usesOf(site.db, hashesOf(site));
}

async function usesOf(db: Db, subject: string): Promise<number> {
  const { rows } = await typedSql({ uses: int })`select uses from limit_count where subject = ${subject}`.execute(db);
  return rows[0]?.uses ?? 0;
}

async function untilCounted(db: Db, subject: string): Promise<void> {
  await expect.poll(() => usesOf(db, subject), { interval: 5 }).toBe(1);
}

function slowHash(password: string): string {
  const cost = { memory: 19_456, passes: 40, parallelism: 1 };
  const nonce = Buffer.from('salt of the tests');
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(nonce)}$${base64(tag)}`;
}
