import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { deleteKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { building } from '../../testing/building.ts';
import { freshHash } from '../../testing/kiosks.ts';
import { openLive } from '../../testing/live.ts';
import {
  aDevice,
  confirmDevice,
  enterCode,
  pendingDeviceOf,
  pendingKiosk,
  rejectDevice,
  renewCode,
} from '../../testing/pending-devices.ts';
import { queuedBehind } from '../../testing/queued.ts';

test('of two managers who confirm at once, one succeeds', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const row = sql`select from kiosk where id = ${id} for update`;
  const answers = await queuedBehind(site.db, row, [() => confirmDevice(site, id), () => confirmDevice(site, id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await mine.token(hash)).status).toBe(200);
});

test.for(['confirm', 'reject'] as const)('of confirm and reject at once, the first counts: %s', async (first) => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const row = sql`select from kiosk where id = ${id} for update`;
  const acts = first === 'confirm' ? [confirmDevice, rejectDevice] : [rejectDevice, confirmDevice];
  const answers = await queuedBehind<{ status: number }>(
    site.db,
    row,
    acts.map((act) => () => act(site, id)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await mine.token(hash)).status).toBe(first === 'confirm' ? 200 : 404);
});

test('a code that expires while its confirmation waits cannot be confirmed', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  const lapse = sql`update kiosk set code_expires_at = clock_timestamp() where id = ${id}`;
  const [answer] = await queuedBehind(site.db, lapse, [() => confirmDevice(site, id)]);
  expect(answer).toBeRefused(409, 'codeExpired');
  expect(await mine.isWaiting(hash)).toBe(true);
});

test('of many devices that announce one code at once, one is pending and ten wait', async () => {
  const site = await building();
  const hash = freshHash();
  const { data: kiosk } = await enterCode(site, hash);
  const devices = Array.from({ length: 14 }, () => aDevice(site));
  const answers = await Promise.all(devices.map((each) => each.announce(hash)));
  expect(answers.filter(({ data }) => data.hash === hash)).toHaveLength(10);
  expect(await pendingDeviceOf(site, kiosk.id)).not.toBeNull();
});

test('a device announced just before the entry of its code, in a parallel transaction, needs a confirmation', async () => {
  const site = await building();
  const hash = freshHash();
  const mine = aDevice(site);
  const { data: kiosk } = await enterCode(site, hash);
  const other = (await mine.announce()).data.hash;
  await sql`update announced_device set hash = ${hash} where hash = ${other}`.execute(site.db);
  expect(await mine.isWaiting(hash)).toBe(true);
  expect((await pendingDeviceOf(site, kiosk.id))?.network).toBe(mine.from);
});

test('managers see a pending device and its result at once', async () => {
  const site = await building();
  await site.server.listen();
  const manager = await openLive(site.as('company'));
  const { id, hash } = await pendingKiosk(site);
  await aDevice(site).announce(hash);
  await renewCode(site, id);
  await rejectDevice(site, id);
  await confirmDevice(site, id);
  const messages = await manager.received(5);
  expect(messages.map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'kiosk_data_change'));
  expect(messages.at(-1)?.payload).toMatchObject({ id, data: { pendingDevice: null, appVersion: '1.4.0' } });
});

test('logs confirmations, rejections and renewals', async () => {
  const site = await building();
  const { id, hash } = await pendingKiosk(site);
  await rejectDevice(site, id);
  await renewCode(site, id);
  await aDevice(site).announce(hash);
  await confirmDevice(site, id);
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

test('deletes the pending device with its kiosk', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await site.as('company').call(deleteKiosk, { params: { kioskId: id } });
  expect(await mine.token(hash)).toBeRefused(404, 'hashUnknown');
  const left = await site.db.selectFrom('pending_device').select('id').where('kiosk_id', '=', id).execute();
  expect(left).toEqual([]);
});

test('deletes a pending device a day after its code expired, and keeps a rejected one', async () => {
  const site = await building();
  const { id, hash, mine } = await pendingKiosk(site);
  await rejectDevice(site, id);
  await aDevice(site).announce(hash);
  await sql`update kiosk set code_expires_at = now() - interval '25 hours' where id = ${id}`.execute(site.db);
  await expireRows.run(site.reach);
  const left = await site.db.selectFrom('pending_device').selectAll().where('kiosk_id', '=', id).execute();
  expect(left).toMatchObject([{ is_rejected: true, network: null, mac: null, app_version: null }]);
  await renewCode(site, id);
  expect((await mine.announce(hash)).data.hash).not.toBe(hash);
});
