import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import { connectDevice, openDevice } from '../../testing/devices.ts';
import { untilWaiting } from '../../testing/queued.ts';

test('a desk works while more kiosks than connections wait for the database', async () => {
  const { server, db, as, company } = await building();
  const callers = Array.from({ length: 20 }, () => as('kiosk'));
  for (const caller of callers) await caller.call(getDeviceConfig);
  const desk = as('company');
  const kiosks = await db.transaction().execute(async (held) => {
    await sql`lock table device_ticket in exclusive mode`.execute(held);
    const waiting = callers.map((caller) => caller.call(openDeviceChannel));
    await untilWaiting(db, 4);
    for (let look = 0; look < 10; look++) await desk.call(listKiosks, { params: { companyId: company.id } });
    expect(await server.readMetrics()).toMatch(/^database_pool_connections\{state="waiting"\} 16$/m);
    return waiting;
  });
  expect(await Promise.all(kiosks)).toHaveLength(20);
});

test('disconnects a device whose channel the database could not store; the device returns', async () => {
  const { server, db, as } = await building();
  await server.listen();
  const kiosk = as('kiosk');
  const { data } = await kiosk.call(openDeviceChannel);
  await db.transaction().execute(async (held) => {
    await sql`lock table device_ticket in exclusive mode`.execute(held);
    const device = connectDevice(data.url);
    await untilWaiting(db, 1);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(await device.closed()).toBe(1006);
  });
  await (await openDevice(kiosk)).received('settings_changed');
});
