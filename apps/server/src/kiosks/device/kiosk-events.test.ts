import { listKioskEvents } from '@vestibule/contract/kiosks/kiosk.ts';
import { rebootKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { atKiosk, building, type Building } from '../../testing/building.ts';
import { openDevice } from '../../testing/devices.ts';
import { seedKiosk, seedLicensedKiosk } from '../../testing/kiosks.ts';
import { sharedServer } from '../../testing/server.ts';

beforeAll(async () => void (await (await sharedServer()).listen()));

const eventsOf = async (site: Building, kioskId: number) => {
  const { data } = await site.as('company').call(listKioskEvents, { params: { kioskId } });
  return data.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`));
};
const hasEvents = async (site: Building, kioskId: number, events: string[]) => {
  await expect.poll(() => eventsOf(site, kioskId)).toEqual(events);
};

test('lists the connections, restarts, updates, settings and prints of a kiosk, newest first', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  const client = await openDevice(device);
  await hasEvents(site, kiosk.id, ['online']);
  client.beat({ appVersion: '1.0.0', settingsVersion: 7 });
  await hasEvents(site, kiosk.id, ['settingsApplied 7', 'online']);
  client.beat({ appVersion: '2.0.0', settingsVersion: 7, queueLength: 3 });
  await hasEvents(site, kiosk.id, ['updated 2.0.0', 'settingsApplied 7', 'online']);
  client.send({ event: 'printed', payload: { what: 'again' } });
  client.send({ event: 'printed', payload: { what: 'test' } });
  client.send({ event: 'printed', payload: { what: 'money' } });
  const soFar = ['printerTested', 'printedAgain', 'updated 2.0.0', 'settingsApplied 7', 'online'];
  await hasEvents(site, kiosk.id, soFar);

  await site.as('company').call(rebootKiosk, { params: { kioskId: kiosk.id } });
  const { id } = await client.received('reboot');
  client.send({ event: 'ack', payload: { id, result: 'restarting' } });
  const command = site.db.selectFrom('kiosk_command').selectAll().where('kiosk_id', '=', kiosk.id);
  await expect.poll(async () => (await command.executeTakeFirstOrThrow()).acknowledged_at).not.toBeNull();
  client.socket.terminate();
  await hasEvents(site, kiosk.id, ['offline', ...soFar]);
  const again = await openDevice(device);
  await hasEvents(site, kiosk.id, ['restarted', 'offline', ...soFar]);
  again.socket.terminate();
  await hasEvents(site, kiosk.id, ['offline', 'restarted', 'offline', ...soFar]);
  await openDevice(device);
  await hasEvents(site, kiosk.id, ['online', 'offline', 'restarted', 'offline', ...soFar]);
});

test('dates the offline event of a silent kiosk to its last message', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const client = await openDevice(atKiosk(site.server, kiosk));
  client.beat();
  await hasEvents(site, kiosk.id, ['online']);
  await sql`update kiosk set channel_id = gen_random_uuid(), last_seen_at = now() - interval '2 hours'
    where id = ${kiosk.id}`.execute(site.db);
  const oldest = async () => {
    const { data } = await site.as('company').call(listKioskEvents, { params: { kioskId: kiosk.id } });
    return data.at(-1);
  };
  await expect.poll(oldest).toMatchObject({ kind: 'offline' });
  expect(Date.now() - Date.parse((await oldest())?.at ?? '')).toBeGreaterThan(7_100_000);
});

test('events are kept for 7 days, and 200 of each kiosk', async () => {
  const site = await building();
  const [busy, calm] = [await seedKiosk(site.db, site), await seedKiosk(site.db, site)];
  const store = (kioskId: number, at: string, times = 1) =>
    sql`insert into kiosk_event (company_id, kiosk_id, kind, at)
      select ${site.company.id}, ${kioskId}, 'online', now() - ${at}::interval from generate_series(1, ${times})`.execute(
      site.db,
    );
  await store(calm.id, '8 days');
  await store(calm.id, '6 days');
  await store(busy.id, '1 day', 250);
  expect(await eventsOf(site, calm.id)).toEqual(['online']);
  expect(await eventsOf(site, busy.id)).toHaveLength(200);
  await expireRows.run(site.reach);
  const kept = async (kioskId: number) =>
    (await site.db.selectFrom('kiosk_event').select('id').where('kiosk_id', '=', kioskId).execute()).length;
  expect(await kept(calm.id)).toBe(1);
  expect(await kept(busy.id)).toBe(200);
});

test('a reception, a tenant and another company read no events', async () => {
  const site = await building();
  const kiosk = await seedKiosk(site.db, site);
  const params = { kioskId: kiosk.id };
  for (const role of ['reception', 'tenant'] as const) {
    expect(await site.as(role).call(listKioskEvents, { params })).toBeRefused(403, 'notAllowed');
  }
  expect(await site.elsewhere.as('company').call(listKioskEvents, { params })).toBeRefused(404, 'notFound');
});
