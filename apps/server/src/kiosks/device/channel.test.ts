import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { deprovisionDevice } from '@vestibule/contract/kiosks/device.ts';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import {
  deleteKiosk,
  rebootKiosk,
  setKioskCustomSettings,
  upgradeAllKiosks,
} from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { changeKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { detachLicense } from '@vestibule/contract/kiosks/license.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { atKiosk, building, type Building } from '../../testing/building.ts';
import { connectDevice, openDevice } from '../../testing/devices.ts';
import { companySettingsId, seedLicensedKiosk, newKioskSettings } from '../../testing/kiosks.ts';
import { openLive } from '../../testing/live.ts';
import { sharedServer, startServer, type TestServer } from '../../testing/server.ts';
import { closes } from './attendance.ts';

beforeAll(async () => void (await (await sharedServer()).listen()));

async function present(site: Building, server: TestServer = site.server) {
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(server, kiosk);
  const client = await openDevice(device);
  client.beat();
  await isOnline(site, kiosk.id, true);
  return { kiosk, device, client };
}

/** Returns the limit of an event: 1 s, or five times as long as changed settings take on a busy machine. */
async function expectedMs(site: Building, { kiosk, client }: Awaited<ReturnType<typeof present>>): Promise<number> {
  // A new device gets its settings without a change.
  await client.received('settings_changed');
  client.messages.length = 0;
  const began = performance.now();
  const body = { enableCustomSettings: true };
  await site.as('company').call(setKioskCustomSettings, { params: { kioskId: kiosk.id }, body });
  await client.received('settings_changed');
  return Math.max(1_000, 5 * (performance.now() - began));
}

const rowOf = ({ db }: Building, kioskId: number) =>
  db.selectFrom('kiosk').selectAll().where('id', '=', kioskId).executeTakeFirstOrThrow();
const isOnline = async (site: Building, kioskId: number, expected: boolean) => {
  await expect.poll(async () => (await rowOf(site, kioskId)).is_online).toBe(expected);
};

test('a kiosk in a browser, which knows no address, has the address of its connection', async () => {
  const site = await building();
  const { kiosk, client } = await present(site);
  client.beat({ appVersion: '2.0.1', ip: null });
  await expect.poll(() => rowOf(site, kiosk.id)).toMatchObject({ ip: '127.0.0.1' });
});

test('a kiosk is online while its channel is open, and managers see it at once', async () => {
  const site = await building();
  const manager = await openLive(site.as('company'));
  const { kiosk, client } = await present(site);
  const online = await manager.until(({ event }) => event === 'kiosk_status_change');
  expect(online.payload).toEqual({ id: kiosk.id, status: 'online', offlineSince: null });
  client.beat({ appVersion: '2.0.0', androidVersion: '15', ip: '10.0.0.7', settingsVersion: 7, queueLength: 3 });
  const changed = await manager.until(
    (message) => message.event === 'kiosk_data_change' && message.payload.data.appVersion === '2.0.0',
  );
  expect(changed.payload).toMatchObject({
    id: kiosk.id,
    data: { androidVersion: '15', ip: '10.0.0.7', appliedSettingsVersion: 7, status: 'online' },
  });
  client.socket.close();
  const offline = await manager.until(
    (message) => message.event === 'kiosk_status_change' && message.payload.status === 'offline',
  );
  const since = (await rowOf(site, kiosk.id)).offline_since;
  expect(offline.payload).toEqual({ id: kiosk.id, status: 'offline', offlineSince: since });
});

test('a kiosk whose process died is offline since its last message', async () => {
  const site = await building();
  const { kiosk } = await present(site);
  await sql`update kiosk set channel_id = gen_random_uuid(), last_seen_at = now() - interval '46 seconds'
    where id = ${kiosk.id}`.execute(site.db);
  const { last_seen_at: last } = await rowOf(site, kiosk.id);
  await isOnline(site, kiosk.id, false);
  expect((await rowOf(site, kiosk.id)).offline_since).toBe(last);
});

test('a kiosk that was marked offline is online when it sends again', async () => {
  const site = await building();
  const { kiosk, client } = await present(site);
  await sql`update kiosk set is_online = false, channel_id = null where id = ${kiosk.id}`.execute(site.db);
  client.beat();
  await isOnline(site, kiosk.id, true);
  expect((await rowOf(site, kiosk.id)).offline_since).toBeNull();
});

test('a device that reconnects to another process is online there, even after the old channel closes', async () => {
  const site = await building();
  const other = await startServer();
  await other.listen();
  const { kiosk, client } = await present(site);
  const again = await openDevice(atKiosk(other, kiosk));
  expect(await client.closed()).toBe(closes.replaced);
  again.beat({ ip: '10.0.0.8' });
  await expect.poll(() => rowOf(site, kiosk.id)).toMatchObject({ ip: '10.0.0.8', is_online: true });
});

test('kiosks of a stopping server go offline, and reconnect to another', async () => {
  const site = await building();
  const stopping = await startServer();
  await stopping.listen();
  const { kiosk } = await present(site, stopping);
  await stopping.close();
  const stopped = await rowOf(site, kiosk.id);
  expect([stopped.is_online, stopped.offline_since === null]).toEqual([false, false]);
  await openDevice(atKiosk(site.server, kiosk));
  await isOnline(site, kiosk.id, true);
});

test('a command reaches the device through any process, and the device acknowledges it', async () => {
  const site = await building();
  const other = await startServer();
  await other.listen();
  const { kiosk, client } = await present(site, other);
  expect((await site.as('company').call(rebootKiosk, { params: { kioskId: kiosk.id } })).data).toEqual({ sent: true });
  const command = await client.received('reboot');
  client.send({ event: 'ack', payload: { id: command.id, result: 'done' } });
  const row = site.db
    .selectFrom('kiosk_command')
    .selectAll()
    .where('id', '=', command.id ?? 0);
  await expect.poll(() => row.executeTakeFirst()).toMatchObject({ result: 'done', kiosk_id: kiosk.id });
  expect((await row.executeTakeFirstOrThrow()).acknowledged_at).not.toBeNull();
});

test('a device cannot acknowledge a command of another one', async () => {
  const site = await building();
  const [mine, theirs] = [await present(site), await present(site)];
  await site.as('company').call(rebootKiosk, { params: { kioskId: mine.kiosk.id } });
  const { id } = await mine.client.received('reboot');
  theirs.client.send({ event: 'ack', payload: { id, result: 'forged' } });
  theirs.client.beat({ ip: '10.0.0.9' });
  await expect.poll(async () => (await rowOf(site, theirs.kiosk.id)).ip).toBe('10.0.0.9');
  const row = await site.db
    .selectFrom('kiosk_command')
    .selectAll()
    .where('kiosk_id', '=', mine.kiosk.id)
    .executeTakeFirst();
  expect(row?.acknowledged_at).toBeNull();
});

test('never sends an expired command', async () => {
  const site = await building();
  const { kiosk, device, client } = await present(site);
  client.socket.close();
  await isOnline(site, kiosk.id, false);
  await sql`
    insert into kiosk_command (company_id, kiosk_id, event, expires_at) values
      (${site.company.id}, ${kiosk.id}, 'reboot', now() - interval '1 second'),
      (${site.company.id}, ${kiosk.id}, 'upgrade', now() + interval '20 seconds')`.execute(site.db);
  const back = await openDevice(device);
  await back.received('upgrade');
  expect(back.messages.map(({ event }) => event)).not.toContain('reboot');
});

test('update all reaches every device of the company', async () => {
  const site = await building();
  const clients = [await present(site), await present(site)];
  const { data } = await site.as('company').call(upgradeAllKiosks, { params: { companyId: site.company.id } });
  expect(data).toEqual({ sent: 2 });
  for (const { client } of clients) await client.received('upgrade');
});

test('a device gets pending settings and each change', async () => {
  const site = await building();
  const { kiosk, client } = await present(site);
  const first = await client.received('settings_changed');
  client.messages.length = 0;
  const settingsId = await companySettingsId(site.db, site.company.id);
  const { data } = await site
    .as('company')
    .call(changeKioskSettings, { params: { settingsId }, body: newKioskSettings });
  expect((await client.received('settings_changed')).payload).toEqual({ version: data.version });
  expect(first.payload).not.toEqual({ version: data.version });
  client.messages.length = 0;
  await site.as('company').call(setKioskCustomSettings, {
    params: { kioskId: kiosk.id },
    body: { enableCustomSettings: true },
  });
  expect((await client.received('settings_changed')).payload).not.toEqual({ version: data.version });
});

test('notifies the device of a deleted kiosk and closes its channel within a second', async () => {
  const site = await building();
  const device = await present(site);
  const { kiosk, client } = device;
  const withinMs = await expectedMs(site, device);
  const started = performance.now();
  await site.as('company').call(deleteKiosk, { params: { kioskId: kiosk.id } });
  expect(await client.closed()).toBe(closes.deprovisioned);
  expect(client.messages.at(-1)).toEqual({ event: 'deprovisioned', payload: null });
  expect(performance.now() - started).toBeLessThan(withinMs);
});

test('closes the channel of a device within a second after its license is detached', async () => {
  const site = await building();
  const device = await present(site);
  const { kiosk, client } = device;
  const withinMs = await expectedMs(site, device);
  const started = performance.now();
  await site.as('superAdmin').call(detachLicense, { params: { licenseId: kiosk.license.id } });
  expect(await client.closed()).toBe(closes.revoked);
  expect(performance.now() - started).toBeLessThan(withinMs);
});

test('notifies a device whose kiosk is deleted while it connects', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const { url } = (await atKiosk(site.server, kiosk).call(openDeviceChannel)).data;
  const client = await transaction(site.db, async (db) => {
    await db.selectFrom('kiosk').select('id').where('id', '=', kiosk.id).forUpdate().execute();
    const client = connectDevice(url);
    const tickets = site.db.selectFrom('device_ticket').select('kiosk_id').where('kiosk_id', '=', kiosk.id);
    await expect.poll(() => tickets.execute()).toEqual([]);
    await db.deleteFrom('kiosk').where('id', '=', kiosk.id).execute();
    return client;
  });
  expect(await client.closed()).toBe(closes.deprovisioned);
  expect(client.messages).toEqual([{ event: 'deprovisioned', payload: null }]);
});

test('a device whose license is detached before it connects must get a new token and stays a kiosk', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const { url } = (await atKiosk(site.server, kiosk).call(openDeviceChannel)).data;
  await site.as('superAdmin').call(detachLicense, { params: { licenseId: kiosk.license.id } });
  const client = connectDevice(url);
  expect(await client.closed()).toBe(closes.revoked);
  expect(client.messages).toEqual([]);
});

test('devices of a deleted company lose their kiosks', async () => {
  const site = await building();
  const { client, device } = await present(site);
  await site.as('superAdmin').call(deleteCompany, { params: { companyId: site.company.id } });
  expect(await client.closed()).toBe(closes.deprovisioned);
  expect(await device.call(openDeviceChannel)).toBeRefused(401, 'deviceRevoked');
});

test('the settings password removes a kiosk at its own screen, and managers see it', async () => {
  const site = await building();
  const settingsId = await companySettingsId(site.db, site.company.id);
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId },
    body: { ...newKioskSettings, password: 'open-sesame' },
  });
  const manager = await openLive(site.as('company'));
  const { kiosk, device, client } = await present(site);
  for (const password of ['', 'wrong']) {
    expect(await device.call(deprovisionDevice, { body: { password } })).toBeRefused(403, 'passwordIncorrect');
  }
  expect((await device.call(deprovisionDevice, { body: { password: 'open-sesame' } })).status).toBe(200);
  const gone = await manager.until(({ event }) => event === 'kiosk_deprovisioned_triggered_from_kiosk');
  expect(gone.payload).toEqual({ id: kiosk.id });
  const query = { companyId: site.company.id, kioskId: kiosk.id, action: 'kiosk.deprovisioned' } as const;
  expect((await site.as('company').call(listAuditEntries, { query })).data).toHaveLength(1);
  expect(await client.closed()).toBe(closes.deprovisioned);
});

test('after ten wrong passwords a kiosk refuses each password for an hour', async () => {
  const site = await building();
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId: await companySettingsId(site.db, site.company.id) },
    body: { ...newKioskSettings, password: 'open-sesame' },
  });
  const kiosk = await seedLicensedKiosk(site.db, site);
  const attempt = (password: string) => atKiosk(site.server, kiosk).call(deprovisionDevice, { body: { password } });
  for (let tried = 0; tried < 10; tried += 1) expect((await attempt('wrong')).status).toBe(403);
  expect((await attempt('open-sesame')).status).toBe(429);
});

test('a ticket opens the channel once, and only for a page of our origin', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const { url } = (await atKiosk(site.server, kiosk).call(openDeviceChannel)).data;
  expect(await connectDevice(url, { origin: 'https://evil.example' }).closed()).toBe(1006);
  const first = connectDevice(url);
  first.beat();
  await isOnline(site, kiosk.id, true);
  expect(await connectDevice(url).closed()).toBe(closes.revoked);
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('ignores invalid messages, and closes the channel after a message that is too long', async () => {
  const site = await building();
  const { kiosk, client } = await present(site);
  for (const text of ['', '{', 'null', '[]', '{"event":"heartbeat"}', '{"event":"reboot","payload":null}']) {
    client.socket.send(text);
  }
  client.beat({ ip: '10.0.0.10' });
  await expect.poll(async () => (await rowOf(site, kiosk.id)).ip).toBe('10.0.0.10');
  client.socket.send('x'.repeat(17 * 1024));
  await client.closed();
  await isOnline(site, kiosk.id, false);
});
