import { listAuditEntries } from '@vestibule/contract/audit.ts';
import { announceDevice, fetchDeviceToken, getDeviceConfig } from '@vestibule/contract/device.ts';
import { listKioskCodes, listKiosks, type PendingDevice } from '@vestibule/contract/kiosk.ts';
import {
  confirmKioskDevice,
  createKiosk,
  deleteKiosk,
  rejectKioskDevice,
  renewKioskCode,
} from '@vestibule/contract/kiosk-edit.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expireRows } from '../jobs/expire.ts';
import { atKiosk, building, type Building } from '../testing/building.ts';
import { callerOf } from '../testing/caller.ts';
import { freshHash, seedKiosk, seedPendingKiosk } from '../testing/kiosks.ts';
import { openLive } from '../testing/live.ts';
import { queuedBehind } from '../testing/queued.ts';

let networks = 0;

/** A device of its own. Unless `from` is given it is in a network of its own. */
function device({ server }: Building, from = `198.18.${networks >> 8}.${networks++ & 255}`) {
  const deviceSecret = randomUUID();
  const caller = callerOf(server);
  const about = { appVersion: '1.4.0', androidVersion: '14', mac: '02:00:00:00:00:07' };
  return {
    from,
    announce: (hash?: string) =>
      caller.call(announceDevice, { body: { deviceSecret, ...about, ...(hash && { hash }) } }, { from }),
    token: (hash: string) => caller.call(fetchDeviceToken, { body: { hash, deviceSecret } }, { from }),
  };
}

type ADevice = ReturnType<typeof device>;

const enter = ({ as, company }: Building, hash: string) =>
  as('company').call(createKiosk, { params: { companyId: company.id }, body: { name: 'Lobby', hash } });
const confirm = ({ as }: Building, kioskId: number, previous?: PendingDevice) =>
  as('company').call(confirmKioskDevice, { params: { kioskId }, body: { ...(previous && { previous }) } });
const reject = ({ as }: Building, kioskId: number, previous?: PendingDevice) =>
  as('company').call(rejectKioskDevice, { params: { kioskId }, body: { ...(previous && { previous }) } });
const renew = ({ as }: Building, kioskId: number) => as('company').call(renewKioskCode, { params: { kioskId } });
const codes = async ({ as, company }: Building) =>
  (await as('company').call(listKioskCodes, { params: { companyId: company.id } })).data;

async function pendingDeviceOf({ as, company }: Building, kioskId: number): Promise<PendingDevice | null | undefined> {
  const { data } = await as('company').call(listKiosks, { params: { companyId: company.id }, query: {} });
  return data.find(({ id }) => id === kioskId)?.pendingDevice;
}

const expire = ({ db }: Building, kioskId: number) =>
  sql`update kiosk set code_expires_at = now() - interval '1 second' where id = ${kioskId}`.execute(db);

/** Enters a code, and announces a device with it. */
async function pendingKiosk(site: Building, from?: string): Promise<{ id: number; hash: string; mine: ADevice }> {
  const hash = freshHash();
  const { data } = await enter(site, hash);
  const mine = device(site, from);
  await mine.announce(hash);
  return { id: data.id, hash, mine };
}

const isWaiting = async (mine: ADevice, hash: string) => {
  const { status, data } = await mine.token(hash);
  return status === 202 && 'pending' in data;
};

test('a device that announces a code which was entered before waits until an administrator confirms it', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enter(site, hash);
  expect(kiosk.pendingDevice).toBeNull();
  const mine = device(site, '203.0.113.9');
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
  expect(await isWaiting(mine, hash)).toBe(true);

  const { data: confirmed } = await confirm(site, kiosk.id, seen ?? undefined);
  expect(confirmed).toMatchObject({ id: kiosk.id, pendingDevice: null, mac: '02:00:00:00:00:07', appVersion: '1.4.0' });
  const { status, data } = await mine.token(hash);
  expect([status, data]).toMatchObject([200, { kiosk: { id: kiosk.id, pendingDevice: null } }]);
  const token = 'token' in data ? data.token : '';
  expect(await atKiosk(site.server, { token }).call(getDeviceConfig)).toBeRefused(402, 'licenseRequired');
  expect(await codes(site)).toEqual([]);
});

test('a device that shows its code before it is entered is let in at once', async () => {
  const site = await building();
  const mine = device(site);
  const { hash } = (await mine.announce()).data;
  const { data: kiosk } = await enter(site, hash);
  expect(kiosk).toMatchObject({ pendingDevice: null, appVersion: '1.4.0' });
  expect(await codes(site)).toEqual([]);
  // A code that another device has seen is of no use to it.
  const thief = device(site);
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
  const later = device(site);
  expect((await later.announce(hash)).data.hash).toBe(hash);
  expect(await isWaiting(later, hash)).toBe(true);
  expect((await pendingDeviceOf(site, id))?.network).toBe(mine.from);
  await confirm(site, id);
  expect(await later.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await later.announce(hash)).data.hash).not.toBe(hash);
  expect((await mine.token(hash)).status).toBe(200);
});

test('a rejected device never gets the kiosk, and the next one can', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  expect((await reject(site, id)).data.pendingDevice).toBeNull();
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  await renew(site, id);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  expect(await pendingDeviceOf(site, id)).toBeNull();

  const next = device(site);
  expect((await next.announce(hash)).data.hash).toBe(hash);
  expect((await pendingDeviceOf(site, id))?.network).toBe(next.from);
  await confirm(site, id);
  expect((await next.token(hash)).status).toBe(200);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
});

test('a device that waits behind a rejected one takes its place', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const later = device(site);
  await later.announce(hash);
  const first = await pendingDeviceOf(site, id);
  expect((await reject(site, id, first ?? undefined)).data.pendingDevice?.network).toBe(later.from);
  // An administrator who still sees the first one neither confirms nor rejects the second one.
  const stale = first ?? undefined;
  expect(await confirm(site, id, stale)).toBeRefused(409, 'changedMeanwhile');
  expect(await reject(site, id, stale)).toBeRefused(409, 'changedMeanwhile');
  expect(await isWaiting(later, hash)).toBe(true);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
});

test('a code expires after 30 minutes, and can be renewed for another 30', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enter(site, hash);
  const minutesLeft = async () => {
    const [code] = await codes(site);
    return (Date.parse(code?.expiresAt ?? '') - Date.now()) / 60_000;
  };
  expect(await minutesLeft()).toBeCloseTo(30, 0);
  await expire(site, kiosk.id);
  const mine = device(site);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  expect(await pendingDeviceOf(site, kiosk.id)).toBeNull();
  expect((await renew(site, kiosk.id)).data.id).toBe(kiosk.id);
  expect(await minutesLeft()).toBeCloseTo(30, 0);
  expect((await mine.announce(hash)).data.hash).toBe(hash);
  expect(await codes(site)).toMatchObject([{ kioskId: kiosk.id, hasPendingDevice: true }]);
});

test('a device that waits when its code expires is confirmed only after the code is renewed', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await expire(site, id);
  expect(await isWaiting(mine, hash)).toBe(true);
  expect((await mine.announce(hash)).data.hash).toBe(hash);
  expect(await confirm(site, id)).toBeRefused(409, 'codeExpired');
  expect(await isWaiting(mine, hash)).toBe(true);
  await renew(site, id);
  expect((await confirm(site, id)).status).toBe(200);
  expect((await mine.token(hash)).status).toBe(200);
});

test('without a pending device nothing is confirmed or rejected, and a kiosk with a device has no code to renew', async () => {
  const site = await building();
  const { data: waiting } = await enter(site, freshHash());
  expect(await confirm(site, waiting.id)).toBeRefused(409, 'noPendingDevice');
  expect(await reject(site, waiting.id)).toBeRefused(409, 'noPendingDevice');
  const bound = await seedKiosk(site.db, site);
  expect(await confirm(site, bound.id)).toBeRefused(409, 'noPendingDevice');
  expect(await reject(site, bound.id)).toBeRefused(409, 'noPendingDevice');
  expect(await renew(site, bound.id)).toBeRefused(409, 'kioskHasDevice');
});

test('the calls need no body, and refuse one that they do not know', async () => {
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

test('a device of another company is neither seen nor decided on', async () => {
  const site = await building();
  const { id } = await seedPendingKiosk(site.db, site.elsewhere);
  for (const answer of [await confirm(site, id), await reject(site, id), await renew(site, id)]) {
    expect(answer).toBeRefused(404, 'notFound');
  }
  const params = { companyId: site.elsewhere.company.id };
  expect(await site.as('company').call(listKioskCodes, { params })).toBeRefused(404, 'notFound');
  expect(await codes(site)).toEqual([]);
});

test('of two administrators who confirm at once, one succeeds', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const row = sql`select from kiosk where id = ${id} for update`;
  const answers = await queuedBehind(site.db, row, [() => confirm(site, id), () => confirm(site, id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await mine.token(hash)).status).toBe(200);
});

test.for(['confirm', 'reject'] as const)('of confirm and reject at once, the first counts: %s', async (first) => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const row = sql`select from kiosk where id = ${id} for update`;
  const acts = first === 'confirm' ? [confirm, reject] : [reject, confirm];
  const answers = await queuedBehind<{ status: number }>(
    site.db,
    row,
    acts.map((act) => () => act(site, id)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await mine.token(hash)).status).toBe(first === 'confirm' ? 200 : 404);
});

test('a code that expires while its confirmation waits has expired', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const lapse = sql`update kiosk set code_expires_at = clock_timestamp() where id = ${id}`;
  const [answer] = await queuedBehind(site.db, lapse, [() => confirm(site, id)]);
  expect(answer).toBeRefused(409, 'codeExpired');
  expect(await isWaiting(mine, hash)).toBe(true);
});

test('of many devices that announce one code at once, one is pending and ten wait', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enter(site, hash);
  const devices = Array.from({ length: 14 }, () => device(site));
  const answers = await Promise.all(devices.map((each) => each.announce(hash)));
  expect(answers.filter(({ data }) => data.hash === hash)).toHaveLength(10);
  expect(await pendingDeviceOf(site, kiosk.id)).not.toBeNull();
});

test('a device that was announced just before its code was entered, unseen by that call, has to be confirmed', async () => {
  const site = await building();
  const hash = freshHash();
  const mine = device(site);
  // As if the announcement were committed after the administrator's call had looked for it.
  const { data: kiosk } = await enter(site, hash);
  const other = (await mine.announce()).data.hash;
  await sql`update announced_device set hash = ${hash} where hash = ${other}`.execute(site.db);
  expect(await isWaiting(mine, hash)).toBe(true);
  expect((await pendingDeviceOf(site, kiosk.id))?.network).toBe(mine.from);
});

test('managers see a device that waits, and what becomes of it, as it happens', async () => {
  const site = await building();
  await site.server.listen();
  const manager = await openLive(site.as('company'));
  const { id, hash } = await pendingKiosk(site);
  await device(site).announce(hash);
  await renew(site, id);
  await reject(site, id);
  await confirm(site, id);
  const messages = await manager.received(5);
  expect(messages.map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'kiosk_data_change'));
  expect(messages.at(-1)?.payload).toMatchObject({ id, data: { pendingDevice: null, appVersion: '1.4.0' } });
});

test('confirming, rejecting and renewing are in the audit log', async () => {
  const site = await building();
  const { id, hash } = await pendingKiosk(site);
  await reject(site, id);
  await renew(site, id);
  await device(site).announce(hash);
  await confirm(site, id);
  const { data } = await site.as('company').call(listAuditEntries, { query: { companyId: site.company.id } });
  const ofKiosk = data.filter(({ subjectId }) => subjectId === id);
  expect(ofKiosk.map(({ action, role }) => `${action} ${role}`).toReversed()).toEqual([
    'kiosk.created company',
    'kiosk.deviceRejected company',
    'kiosk.codeRenewed company',
    'kiosk.deviceConfirmed company',
    'kiosk.enrolled kiosk',
  ]);
});

test('a kiosk that is deleted takes its pending device along', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await site.as('company').call(deleteKiosk, { params: { kioskId: id } });
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  const left = await site.db.selectFrom('pending_device').select('id').where('kiosk_id', '=', id).execute();
  expect(left).toEqual([]);
});

test('a device that waits is forgotten a day after its code expired, and a rejected one is not', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await reject(site, id);
  await device(site).announce(hash);
  await sql`update kiosk set code_expires_at = now() - interval '25 hours' where id = ${id}`.execute(site.db);
  await expireRows.run(site.db);
  const left = await site.db.selectFrom('pending_device').selectAll().where('kiosk_id', '=', id).execute();
  expect(left).toMatchObject([{ is_rejected: true, network: null, mac: null, app_version: null }]);
  await renew(site, id);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
});
