import { randomUUID } from 'node:crypto';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { rebootKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { atKiosk, building, type Building } from '../../testing/building.ts';
import { connectDevice, openDevice } from '../../testing/devices.ts';
import { seedKiosk, seedLicensedKiosk } from '../../testing/kiosks.ts';
import { type LiveClient, openLive, register } from '../../testing/live.ts';
import { sharedServer, startServer } from '../../testing/server.ts';
import { closes } from './attendance.ts';
import { startPresence } from './presence.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';

beforeAll(async () => void (await (await sharedServer()).listen()));

async function otherServer() {
  const server = await startServer();
  await server.listen();
  return server;
}

async function connected(site: Building) {
  const kiosk = await seedLicensedKiosk(site.db, site);
  const client = await openDevice(atKiosk(site.server, kiosk));
  client.beat();
  await expect.poll(async () => (await rowOf(site, kiosk.id)).is_online).toBe(true);
  return { kiosk, client };
}

const rowOf = ({ db }: Building, kioskId: number) =>
  db.selectFrom('kiosk').selectAll().where('id', '=', kioskId).executeTakeFirstOrThrow();

async function seenAs(manager: LiveClient, kioskId: number, status: 'online' | 'offline') {
  const { payload } = await manager.until(
    (message) =>
      message.event === 'kiosk_status_change' && message.payload.id === kioskId && message.payload.status === status,
  );
  return payload;
}

test('another process sees a kiosk connect and disconnect within a second', async () => {
  const site = await building();
  const manager = await openLive(site.as('company'));
  const away = await otherServer();
  // A busy machine may take five times as long as for another event.
  const registering = performance.now();
  await register(site);
  await manager.until(({ event }) => event === 'visitors_update');
  const withinMs = Math.max(1_000, 5 * (performance.now() - registering));
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(away, kiosk);

  const coming = performance.now();
  const client = await openDevice(device);
  await seenAs(manager, kiosk.id, 'online');
  expect(performance.now() - coming).toBeLessThan(withinMs);

  const going = performance.now();
  client.socket.terminate();
  const payload = await seenAs(manager, kiosk.id, 'offline');
  expect(performance.now() - going).toBeLessThan(withinMs);
  expect(payload).toEqual({
    id: kiosk.id,
    status: 'offline',
    offlineSince: (await rowOf(site, kiosk.id)).offline_since,
  });
});

test('stores the data of each of many kiosks that connect at once', async () => {
  const site = await building();
  const kiosks = await Promise.all(Array.from({ length: 12 }, () => seedLicensedKiosk(site.db, site)));
  const clients = await Promise.all(kiosks.map((kiosk) => openDevice(atKiosk(site.server, kiosk))));
  for (const [place, client] of clients.entries()) {
    client.beat({ ip: `10.0.1.${place}`, androidVersion: place % 2 ? '14' : null, queueLength: place });
  }
  const rows = () => Promise.all(kiosks.map(({ id }) => rowOf(site, id)));
  const expected = (await rows()).map((row, place) => ({
    is_online: true,
    ip: `10.0.1.${place}`,
    android_version: place % 2 ? '14' : null,
    queue_length: place,
    mac: row.mac,
  }));
  await expect.poll(rows).toMatchObject(expected);
  for (const client of clients.slice(1)) client.socket.terminate();
  const online = async () => (await rows()).map((row) => row.is_online);
  await expect.poll(online).toEqual(kiosks.map((_, place) => place === 0));
});

test('of two channels that a device opens at once, one stays', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  const [one, other] = await Promise.all([openDevice(device), openDevice(device)]);
  expect(await Promise.race([one.closed(), other.closed()])).toBe(closes.replaced);
  const open = [one, other].filter(({ socket }) => socket.readyState === socket.OPEN);
  expect(open).toHaveLength(1);
  open[0]?.beat({ ip: '10.0.2.1' });
  await expect.poll(async () => (await rowOf(site, kiosk.id)).ip).toBe('10.0.2.1');
});

test('of two connections with one ticket at the same time, one is accepted', async () => {
  const site = await building();
  const device = atKiosk(site.server, await seedLicensedKiosk(site.db, site));
  const { url } = (await device.call(openDeviceChannel)).data;
  const [one, other] = [connectDevice(url), connectDevice(url)];
  expect(await Promise.race([one.closed(), other.closed()])).toBe(closes.revoked);
  expect([one, other].filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(1);
});

test('a silent device is offline since its last message although its channel is open, and online when it sends again', async () => {
  const site = await building();
  const manager = await openLive(site.as('company'));
  const kiosk = await seedLicensedKiosk(site.db, site);
  const client = await openDevice(atKiosk(await otherServer(), kiosk));
  await seenAs(manager, kiosk.id, 'online');
  await sql`update kiosk set last_seen_at = now() - interval '46 seconds' where id = ${kiosk.id}`.execute(site.db);
  const { last_seen_at: spoke } = await rowOf(site, kiosk.id);
  expect(await seenAs(manager, kiosk.id, 'offline')).toMatchObject({ offlineSince: spoke });

  manager.messages.length = 0;
  expect(client.socket.readyState).toBe(client.socket.OPEN);
  client.beat();
  expect(await seenAs(manager, kiosk.id, 'online')).toMatchObject({ offlineSince: null });
});

test('a kiosk whose device leaves while its channel is restored is offline', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const { data } = await atKiosk(site.server, kiosk).call(openDeviceChannel);
  const presence = startPresence({ reach: site.reach, log: fastify({ logger: false }).log, changed: () => undefined });
  onTestFinished(() => presence.stop());
  const channelId = randomUUID();
  const ticket = new URL(data.url).searchParams.get('ticket') ?? '';
  const unused = { send: () => undefined, close: () => undefined, reset: () => undefined };
  await presence.arrive({ channelId, ticket, address: '127.0.0.1', ...unused });
  await sql`update kiosk set is_online = false, channel_id = null where id = ${kiosk.id}`.execute(site.db);
  const restoring = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%attached as (%'`;
  await site.db.transaction().execute(async (held) => {
    await sql`select from kiosk where id = ${kiosk.id} for update`.execute(held);
    await presence.receive(channelId, JSON.stringify({ event: 'heartbeat', payload: null }));
    await expect.poll(async () => (await restoring.execute(site.db)).rows).toHaveLength(1);
    await presence.leave(channelId);
  });
  const kinds = site.db.selectFrom('kiosk_event').select('kind').where('kiosk_id', '=', kiosk.id).orderBy('id');
  await expect.poll(() => kinds.execute()).toEqual([{ kind: 'online' }, { kind: 'online' }, { kind: 'offline' }]);
  expect(await rowOf(site, kiosk.id)).toMatchObject({ is_online: false, channel_id: null });
});

test('a starting process marks devices offline that were silent while no process ran', async () => {
  const site = await building();
  const kiosk = await seedKiosk(site.db, site, { isOnline: true });
  await sql`update kiosk set last_seen_at = now() - interval '10 minutes' where id = ${kiosk.id}`.execute(site.db);
  const { last_seen_at: spoke } = await rowOf(site, kiosk.id);
  const { log } = fastify({ logger: false });
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const looked = Promise.withResolvers<void>();
  const presence = startPresence({ reach: site.reach, log, changed: looked.resolve });
  onTestFinished(() => presence.stop());
  await looked.promise;
  expect(await rowOf(site, kiosk.id)).toMatchObject({ is_online: false, offline_since: spoke });
});

test('a restart closes the channel of a device that did not answer in time, even if its connection stays open', async () => {
  const site = await building();
  const [deaf, well] = [await connected(site), await connected(site)];
  for (const { kiosk, client } of [deaf, well]) {
    await site.as('company').call(rebootKiosk, { params: { kioskId: kiosk.id } });
    await client.received('reboot');
  }
  well.client.beat({ ip: '10.0.0.9' });
  await expect.poll(async () => (await rowOf(site, well.kiosk.id)).ip).toBe('10.0.0.9');
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  expect(await deaf.client.closed()).toBe(1006);
  expect(well.client.socket.readyState).toBe(well.client.socket.OPEN);
});

test('a device that sends unknown messages is online', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const client = await openDevice(atKiosk(site.server, kiosk));
  await expect.poll(async () => (await rowOf(site, kiosk.id)).is_online).toBe(true);
  const early = await typedSql({ at: text })`
    update kiosk set last_seen_at = now() - interval '30 seconds' where id = ${kiosk.id} returning last_seen_at as at`.execute(
    site.db,
  );
  client.send({ event: 'heartbeat', payload: { version: 'of an app to come' } });
  await expect.poll(async () => (await rowOf(site, kiosk.id)).last_seen_at).not.toBe(early.rows[0]?.at);
  client.beat({ settingsVersion: 0 });
  await expect.poll(async () => (await rowOf(site, kiosk.id)).applied_settings_version).toBe(0);
});
