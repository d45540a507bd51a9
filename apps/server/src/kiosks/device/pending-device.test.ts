import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { listKioskCodes } from '@vestibule/contract/kiosks/kiosk.ts';
import { expect, test } from 'vitest';
import { atKiosk, building } from '../../testing/building.ts';
import { freshHash, seedKiosk, seedPendingKiosk } from '../../testing/kiosks.ts';
import {
  aDevice,
  codesOf,
  confirmDevice,
  enterCode,
  expireCode,
  pendingDeviceOf,
  pendingKiosk,
  rejectDevice,
  renewCode,
} from '../../testing/pending-devices.ts';

test('a device with a code that was entered before waits until a manager confirms it', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enterCode(site, hash);
  expect(kiosk.pendingDevice).toBeNull();
  const mine = aDevice(site, '203.0.113.9');
  const announced = await mine.announce(hash);
  expect(announced.data).toEqual({ hash, expiresAt: announced.data.expiresAt, interval: 2 });
  const waits = await mine.token(hash);
  expect([waits.status, waits.data]).toEqual([202, { pending: true }]);

  const seen = await pendingDeviceOf(site, kiosk.id);
  expect(seen).toEqual({
    network: '203.0.113.9',
    appVersion: '1.4.0',
    androidVersion: '14',
    mac: '02:00:00:00:00:07',
    announcedAt: seen?.announcedAt,
  });
  expect(Math.abs(Date.parse(seen?.announcedAt ?? '') - Date.now())).toBeLessThan(60_000);
  expect(await mine.isWaiting(hash)).toBe(true);

  const { data: confirmed } = await confirmDevice(site, kiosk.id, seen);
  expect(confirmed).toMatchObject({ id: kiosk.id, pendingDevice: null, mac: '02:00:00:00:00:07', appVersion: '1.4.0' });
  const { status, data } = await mine.token(hash);
  expect([status, data]).toMatchObject([200, { kiosk: { id: kiosk.id, pendingDevice: null } }]);
  const token = 'token' in data ? data.token : '';
  expect(await atKiosk(site.server, { token }).call(getDeviceConfig)).toBeRefused(402, 'licenseRequired');
  expect(await codesOf(site)).toEqual([]);
});

test('a device that shows its code before the entry is enrolled at once', async () => {
  const site = await building();
  const mine = aDevice(site);
  const { hash } = (await mine.announce()).data;
  const { data: kiosk } = await enterCode(site, hash);
  expect(kiosk).toMatchObject({ pendingDevice: null, appVersion: '1.4.0' });
  expect(await codesOf(site)).toEqual([]);
  const thief = aDevice(site);
  expect((await thief.announce(hash)).data.hash).not.toBe(hash);
  expect(await thief.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await mine.token(hash)).status).toBe(200);
});

test('the network of an IPv6 device is its /64', async () => {
  const site = await building();
  const { id } = await pendingKiosk(site, '2001:db8:1:2:3:4:5:6');
  expect((await pendingDeviceOf(site, id))?.network).toBe('2001:db8:1:2::/64');
});

test('later devices with the same code get the same answers, and never the kiosk', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const later = aDevice(site);
  expect((await later.announce(hash)).data.hash).toBe(hash);
  expect(await later.isWaiting(hash)).toBe(true);
  expect((await pendingDeviceOf(site, id))?.network).toBe(mine.from);
  await confirmDevice(site, id);
  expect(await later.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await later.announce(hash)).data.hash).not.toBe(hash);
  expect((await mine.token(hash)).status).toBe(200);
});

test('a rejected device never gets the kiosk, and the next one can', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  expect((await rejectDevice(site, id)).data.pendingDevice).toBeNull();
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  await renewCode(site, id);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  expect(await pendingDeviceOf(site, id)).toBeNull();

  const next = aDevice(site);
  expect((await next.announce(hash)).data.hash).toBe(hash);
  expect((await pendingDeviceOf(site, id))?.network).toBe(next.from);
  await confirmDevice(site, id);
  expect((await next.token(hash)).status).toBe(200);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
});

test('a device that waits behind a rejected one becomes the pending device', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const later = aDevice(site);
  await later.announce(hash);
  const first = await pendingDeviceOf(site, id);
  expect((await rejectDevice(site, id, first)).data.pendingDevice?.network).toBe(later.from);
  expect(await confirmDevice(site, id, first)).toBeRefused(409, 'changedMeanwhile');
  expect(await rejectDevice(site, id, first)).toBeRefused(409, 'changedMeanwhile');
  expect(await later.isWaiting(hash)).toBe(true);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
});

test('a code expires after 30 minutes, and can be renewed for another 30', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enterCode(site, hash);
  const minutesLeft = async () => {
    const [code] = await codesOf(site);
    return (Date.parse(code?.expiresAt ?? '') - Date.now()) / 60_000;
  };
  expect(await minutesLeft()).toBeCloseTo(30, 0);
  await expireCode(site, kiosk.id);
  const mine = aDevice(site);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  expect(await pendingDeviceOf(site, kiosk.id)).toBeNull();
  expect((await renewCode(site, kiosk.id)).data.id).toBe(kiosk.id);
  expect(await minutesLeft()).toBeCloseTo(30, 0);
  expect((await mine.announce(hash)).data.hash).toBe(hash);
  expect(await codesOf(site)).toMatchObject([{ kioskId: kiosk.id, hasPendingDevice: true }]);
});

test('a device that waits when its code expires can be confirmed only after a renewal', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await expireCode(site, id);
  expect(await mine.isWaiting(hash)).toBe(true);
  expect((await mine.announce(hash)).data.hash).toBe(hash);
  expect(await confirmDevice(site, id)).toBeRefused(409, 'codeExpired');
  expect(await mine.isWaiting(hash)).toBe(true);
  await renewCode(site, id);
  expect((await confirmDevice(site, id)).status).toBe(200);
  expect((await mine.token(hash)).status).toBe(200);
});

test('refuses to confirm or reject without a pending device, and to renew for a kiosk with a device', async () => {
  const site = await building();
  const { data: waiting } = await enterCode(site, freshHash());
  expect(await confirmDevice(site, waiting.id)).toBeRefused(409, 'noPendingDevice');
  expect(await rejectDevice(site, waiting.id)).toBeRefused(409, 'noPendingDevice');
  const bound = await seedKiosk(site.db, site);
  expect(await confirmDevice(site, bound.id)).toBeRefused(409, 'noPendingDevice');
  expect(await rejectDevice(site, bound.id)).toBeRefused(409, 'noPendingDevice');
  expect(await renewCode(site, bound.id)).toBeRefused(409, 'kioskHasDevice');
});

test('the calls need no body and refuse unknown properties', async () => {
  const site = await building();
  const { id } = await pendingKiosk(site);
  const post = (act: string, payload?: object) =>
    site.as('company').send({ method: 'POST', url: `/api/v1/kiosks/${id}/device/${act}`, ...(payload && { payload }) });
  for (const act of ['confirm', 'reject', 'renew']) {
    expect((await post(act, { minutes: 600 })).json()).toMatchObject({
      status: 400,
      fields: { minutes: 'unknownProperty' },
    });
  }
  expect((await post('confirm', { previous: { network: 'x' } })).statusCode).toBe(400);
  expect((await post('renew')).statusCode).toBe(200);
  expect((await post('confirm')).statusCode).toBe(200);
});

test('a device of another company cannot be seen, confirmed or rejected', async () => {
  const site = await building();
  const { id } = await seedPendingKiosk(site.db, site.elsewhere);
  for (const answer of [await confirmDevice(site, id), await rejectDevice(site, id), await renewCode(site, id)]) {
    expect(answer).toBeRefused(404, 'notFound');
  }
  const params = { companyId: site.elsewhere.company.id };
  expect(await site.as('company').call(listKioskCodes, { params })).toBeRefused(404, 'notFound');
  expect(await codesOf(site)).toEqual([]);
});
