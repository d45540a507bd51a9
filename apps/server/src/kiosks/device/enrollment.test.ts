import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { randomUUID } from 'node:crypto';
import {
  activateDevice,
  announceDevice,
  fetchDeviceToken,
  getDeviceConfig,
  rotateDeviceToken,
} from '@vestibule/contract/kiosks/device.ts';
import { deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { confirmKioskDevice, createKiosk, deleteKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { deleteLicenseFolder, deleteLicenses, detachLicense } from '@vestibule/contract/kiosks/license.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atKiosk, building, type Building } from '../../testing/building.ts';
import { callerOf } from '../../testing/caller.ts';
import { freshHash, seedKiosk, seedLicensedKiosk, macOf } from '../../testing/kiosks.ts';
import { seedFolder, seedLicense } from '../../testing/licenses.ts';
import { queuedBehind } from '../../testing/queued.ts';

let networks = 0;

function device({ server }: Building, deviceSecret: string = randomUUID()) {
  networks += 1;
  const from = `203.0.${113 + (networks >> 8)}.${networks & 255}`;
  const caller = callerOf(server);
  return {
    announce: (hash?: string) =>
      caller.call(announceDevice, { body: { deviceSecret, appVersion: '1.0.0', ...(hash && { hash }) } }, { from }),
    token: (hash: string) => caller.call(fetchDeviceToken, { body: { hash, deviceSecret } }, { from }),
  };
}

const enroll = ({ as, company }: Building, hash: string) =>
  as('company').call(createKiosk, { params: { companyId: company.id }, body: { name: 'Lobby', hash } });

async function tokenOf(asked: Promise<{ data: { pending: true } | { token: string } }>): Promise<string> {
  const { data } = await asked;
  if (!('token' in data)) throw new Error('the device has to wait still');
  return data.token;
}

const configWith = ({ server }: Building, token: string) => atKiosk(server, { token }).call(getDeviceConfig);

test('a device shows a code, waits for its entry, and becomes the kiosk', async () => {
  const site = await building();
  const mine = device(site);
  const { data } = await mine.announce();
  expect(data).toEqual({ hash: data.hash, expiresAt: data.expiresAt, interval: 2 });
  expect(data.hash).toMatch(/^[A-Z0-9]{8}$/);
  const waits = await mine.token(data.hash);
  expect([waits.status, waits.data]).toEqual([202, { pending: true }]);
  const { data: kiosk } = await enroll(site, data.hash);
  const answer = await mine.token(data.hash);
  expect([answer.status, answer.data]).toMatchObject([200, { kiosk: { ...kiosk, appVersion: '1.0.0' } }]);
  const token = await tokenOf(Promise.resolve(answer));
  expect(await configWith(site, token)).toBeRefused(402, 'licenseRequired');
  const entry = await site.db
    .selectFrom('audit_entry')
    .select(['role', 'user_id'])
    .where('action', '=', 'kiosk.enrolled')
    .where('subject_id', '=', kiosk.id)
    .executeTakeFirst();
  expect(entry).toEqual({ role: 'kiosk', user_id: kiosk.id });
});

test('a used code works for no other device and not twice', async () => {
  const site = await building();
  const mine = device(site);
  const { hash } = (await mine.announce()).data;
  await enroll(site, hash);
  const token = await tokenOf(mine.token(hash));
  expect(await device(site).token(hash)).toBeRefused(404, 'hashUnknown');
  await configWith(site, token);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
});

test('a device whose answer was lost gets another token, and the lost one is invalid', async () => {
  const site = await building();
  const mine = device(site);
  const { hash } = (await mine.announce()).data;
  await enroll(site, hash);
  const [lost, got] = [await tokenOf(mine.token(hash)), await tokenOf(mine.token(hash))];
  expect(await configWith(site, lost)).toBeRefused(401, 'deviceRevoked');
  expect(await configWith(site, got)).toBeRefused(402, 'licenseRequired');
});

test('a code expires after a quarter of an hour, unless its device announces it again', async () => {
  const site = await building();
  const mine = device(site);
  const { hash } = (await mine.announce()).data;
  await sql`update announced_device set expires_at = now() - interval '1 second' where hash = ${hash}`.execute(site.db);
  const { data: kiosk } = await enroll(site, hash);
  for (let asked = 0; asked < 12; asked += 1) expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await mine.announce(hash)).data.hash).toBe(hash);
  expect((await mine.token(hash)).status).toBe(202);
  await site.as('company').call(confirmKioskDevice, { params: { kioskId: kiosk.id }, body: {} });
  expect((await mine.token(hash)).status).toBe(200);
});

test('after ten wrong codes a network is refused for an hour', async () => {
  const site = await building();
  const guesser = device(site);
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await guesser.token(freshHash())).toBeRefused(404, 'hashUnknown');
  }
  expect((await guesser.token(freshHash())).status).toBe(429);
});

test('waiting devices of one network do not count as guesses', async () => {
  const site = await building();
  const waiting = device(site);
  const { hash } = (await waiting.announce()).data;
  const answers = await Promise.all(Array.from({ length: 30 }, () => waiting.token(hash)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  await enroll(site, hash);
  for (let asked = 0; asked < 12; asked += 1) expect((await waiting.token(hash)).status).toBe(200);
});

test('an old token stays valid until the first use of the new one', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const rotate = () => atKiosk(site.server, kiosk).call(rotateDeviceToken);
  const lost = (await rotate()).data.token;
  const { token } = (await rotate()).data;
  expect(await configWith(site, lost)).toBeRefused(401, 'deviceRevoked');
  expect((await configWith(site, kiosk.token)).status).toBe(200);
  expect((await configWith(site, token)).status).toBe(200);
  expect(await configWith(site, kiosk.token)).toBeRefused(401, 'deviceRevoked');
});

test('in a browser the token is in a cookie that only device calls send', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const rotate = (site_: string) =>
    atKiosk(site.server, kiosk).send({
      method: 'POST',
      url: '/api/v1/device/token/rotate',
      headers: { 'sec-fetch-site': site_ },
    });
  expect((await rotate('cross-site')).json()).toMatchObject({ reason: 'crossSiteRequest' });
  const [cookie] = (await rotate('same-origin')).cookies;
  expect(cookie).toMatchObject({ httpOnly: true, path: '/api/v1/device', sameSite: 'Strict' });
  const browser = callerOf(site.server, () => Promise.resolve({ [cookie?.name ?? '']: cookie?.value ?? '' }));
  expect((await browser.call(getDeviceConfig)).status).toBe(200);
  const elsewhere = await browser.send({ method: 'GET', url: '/api/v1/users/me' });
  expect(elsewhere.json()).toMatchObject({ reason: 'notSignedIn' });
});

test('a license belongs to the first device that uses it, which may use it again', async () => {
  const site = await building();
  const kiosk = await seedKiosk(site.db, site);
  const { key } = await seedLicense(site.db, await seedFolder(site.db));
  const activate = (licenseKey: string, mac: string) =>
    atKiosk(site.server, kiosk).call(activateDevice, { body: { licenseKey, mac } });
  const first = await activate(key.toLowerCase().replaceAll('-', ' '), '02:00:00:00:00:01');
  expect(first.data.license.mac).toBe('02:00:00:00:00:01');
  expect((await activate(key, '02-00-00-00-00-01')).status).toBe(200);
  expect((await activate(key, '02:00:00:00:00:01')).data).toEqual(first.data);
  const query = { companyId: site.company.id, kioskId: kiosk.id, action: 'license.activated' } as const;
  expect((await site.as('company').call(listAuditEntries, { query })).data).toHaveLength(1);
  expect((await configWith(site, kiosk.token)).data).toMatchObject({
    kiosk: { id: kiosk.id, mac: '02:00:00:00:00:01' },
    settings: { type: 'company' },
    company: { id: site.company.id, countryCode: 'NO', timeZone: 'Europe/Oslo', logo: null },
  });
});

test('refuses the license of another device, and an unknown one', async () => {
  const site = await building();
  const other = await seedLicensedKiosk(site.db, site.elsewhere);
  const kiosk = await seedKiosk(site.db, site);
  const activate = (licenseKey: string, mac = '02:00:00:00:00:02') =>
    atKiosk(site.server, kiosk).call(activateDevice, { body: { licenseKey, mac } }, { from: '198.51.100.7' });
  expect(await activate(other.license.key)).toBeRefused(409, 'licenseInUse');
  expect(await activate(other.license.key, macOf(other.id))).toBeRefused(409, 'licenseInUse');
  expect(await activate('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).toBeRefused(404, 'licenseNotFound');
  expect(await activate('nonsense')).toBeRefused(404, 'licenseNotFound');
});

test('a network can try ten wrong keys, even at the same time; right ones do not count', async () => {
  const site = await building();
  const kiosk = await seedKiosk(site.db, site);
  const { key } = await seedLicense(site.db, await seedFolder(site.db));
  const bring = (licenseKey: string) =>
    atKiosk(site.server, kiosk).call(
      activateDevice,
      { body: { licenseKey, mac: macOf(kiosk.id) } },
      { from: '198.51.100.8' },
    );
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await bring(key)).status).toBe(200);
  const wrong = Array.from({ length: 30 }, () => bring('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'));
  const right = bring(key);
  const answers = await Promise.all(wrong);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(await right).toBeRefused(429, 'tooManyRequests');
});

test('of two devices that use one license at once, one gets it', async () => {
  const site = await building();
  const { key } = await seedLicense(site.db, await seedFolder(site.db));
  const kiosks = [await seedKiosk(site.db, site), await seedKiosk(site.db, site)];
  const answers = await Promise.all(
    kiosks.map((kiosk) =>
      atKiosk(site.server, kiosk).call(activateDevice, { body: { licenseKey: key, mac: macOf(kiosk.id) } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('one of two licenses that a device uses at the same time becomes free again', async () => {
  const site = await building();
  const { db } = site;
  const kiosk = await seedKiosk(db, site);
  expect(await configWith(site, kiosk.token)).toBeRefused(402, 'licenseRequired');
  const folder = await seedFolder(db);
  const keys = [await seedLicense(db, folder), await seedLicense(db, folder)].map(({ key }) => key);
  const bring = (licenseKey: string) => () =>
    atKiosk(site.server, kiosk).call(activateDevice, { body: { licenseKey, mac: macOf(kiosk.id) } });
  const answers = await queuedBehind(db, sql`select from kiosk where id = ${kiosk.id} for update`, keys.map(bring));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const taken = db.selectFrom('license').select('id').where('folder_id', '=', folder.id).where('mac', 'is not', null);
  const { license_id: id } = await db
    .selectFrom('kiosk')
    .select('license_id')
    .where('id', '=', kiosk.id)
    .executeTakeFirstOrThrow();
  expect(await taken.execute()).toEqual([{ id }]);
});

test('a license change of a device and a deletion do not deadlock', async () => {
  const site = await building();
  const { db } = site;
  const { license, ...kiosk } = await seedLicensedKiosk(db, site);
  const next = await seedLicense(db, await seedFolder(db));
  const body = { licenseKey: next.key, mac: macOf(kiosk.id) };
  const row = sql`select from license where id = ${next.id} for update`;
  const [activated, deleted] = await queuedBehind<{ status: number }>(db, row, [
    () => atKiosk(site.server, kiosk).call(activateDevice, { body }),
    () => site.as('superAdmin').call(deleteLicenses, { query: { ids: `${license.id},${next.id}` } }),
  ]);
  expect(activated).toMatchObject({ status: 200 });
  expect(deleted).toBeRefused(409, 'licenseIsActive');
});

test.for(['detached', 'deleted with its folder'] as const)('a device whose license is %s has no token', async (how) => {
  const site = await building();
  const [kiosk, other] = [await seedLicensedKiosk(site.db, site), await seedLicensedKiosk(site.db, site)];
  const admin = site.as('superAdmin');
  if (how === 'detached') await admin.call(detachLicense, { params: { licenseId: kiosk.license.id } });
  else {
    const { folder_id: folderId } = await site.db
      .selectFrom('license')
      .select('folder_id')
      .where('id', '=', kiosk.license.id)
      .executeTakeFirstOrThrow();
    await admin.call(deleteLicenseFolder, { params: { folderId } });
  }
  expect(await configWith(site, kiosk.token)).toBeRefused(401, 'deviceRevoked');
  expect((await configWith(site, other.token)).status).toBe(200);
});

test.for(['kiosk', 'company'] as const)('a deleted %s invalidates the token and frees the license', async (what) => {
  const site = await building();
  const { license, ...kiosk } = await seedLicensedKiosk(site.db, site);
  if (what === 'kiosk') await site.as('company').call(deleteKiosk, { params: { kioskId: kiosk.id } });
  else await site.as('superAdmin').call(deleteCompany, { params: { companyId: site.company.id } });
  expect(await configWith(site, kiosk.token)).toBeRefused(401, 'deviceRevoked');
  const { mac, activation_date } = await site.db
    .selectFrom('license')
    .select(['mac', 'activation_date'])
    .where('id', '=', license.id)
    .executeTakeFirstOrThrow();
  expect([mac, activation_date === null]).toEqual([null, false]);
  const other = await seedKiosk(site.db, site.elsewhere);
  const body = { licenseKey: license.key, mac: macOf(other.id) };
  expect(await atKiosk(site.server, other).call(activateDevice, { body })).toMatchObject({ status: 200 });
});
