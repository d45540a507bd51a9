import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { testDatabase } from '../../testing/database.ts';
import { reachOf } from '../db/database.ts';
import { startBus } from './bus.ts';
import type { ReadPayloads } from './frames.ts';
import { createHub } from './hub.ts';
import { startNumbering } from './numbering.ts';
import { type Change, type Channel, publish } from './publish.ts';

const { log } = fastify({ logger: false });

test('a desk that connects while the only other one disconnects gets the events', async () => {
  const { hub, channel, publishChanges } = await openHub();
  const leave = await hub.join(channel, { send: () => undefined }, undefined);
  const received: string[] = [];
  const joining = hub.join(channel, { send: (frame) => received.push(frame) }, undefined);
  leave();
  await joining;
  await publishChanges();
  await vi.waitFor(() => expect(received).toHaveLength(1));
});

test('delivers events after a failed read a moment later, without another event', async () => {
  const read = vi.fn<ReadPayloads>().mockRejectedValueOnce(new Error('the database is away')).mockResolvedValue([[]]);
  const { hub, channel, publishChanges } = await openHub(read);
  const received: string[] = [];
  await hub.join(channel, { send: (frame) => received.push(frame) }, undefined);
  await publishChanges();
  await vi.waitFor(() => expect(received).toEqual(['{"id":1,"event":"visitors_update","payload":[]}']), 5000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('announces many kiosks that connect at once in order, with few reads', async () => {
  const read = vi.fn<ReadPayloads>((_db, _channel, events) => Promise.resolve(events.map(([id]) => ({ id }))));
  const { hub, channel, publishChanges } = await openHub(read);
  const received: unknown[] = [];
  await hub.join(channel, { send: (frame) => received.push(JSON.parse(frame)) }, undefined);
  const kiosks = Array.from({ length: 400 }, (_, place) => place + 1);
  const changes = kiosks.flatMap((id) => [
    { event: 'kiosk_status_change' as const, ids: [id] },
    { event: 'kiosk_data_change' as const, ids: [id] },
  ]);
  await publishChanges([...changes, { event: 'resync', ids: [] }]);
  await vi.waitFor(() => expect(received).toHaveLength(801));
  expect(received.slice(0, 800)).toEqual(
    changes.map(({ event, ids: [id] }, place) => ({ id: place + 1, event, payload: { id } })),
  );
  expect(received.at(-1)).toEqual({ id: 801, event: 'resync', payload: null });
  expect(read.mock.calls.length).toBeLessThanOrEqual(8);
});

test('lets desks reload when a failover lost events that they have', async () => {
  const { hub, channel, publishChanges, db, interrupt } = await openHub();
  const received: string[] = [];
  await hub.join(channel, { send: (frame) => received.push(frame) }, undefined);
  for (let count = 1; count <= 3; count += 1) {
    await publishChanges();
    await vi.waitFor(() => expect(received).toHaveLength(count));
  }
  await sql`delete from live_event where channel = ${channel} and number > 1`.execute(db);
  await sql`update live_channel set last_number = 1 where channel = ${channel}`.execute(db);
  await interrupt();
  await vi.waitFor(() => expect(received.slice(3)).toEqual(['{"id":1,"event":"resync","payload":null}']), 10_000);
  await publishChanges();
  await vi.waitFor(() => expect(received.at(-1)).toBe('{"id":2,"event":"visitors_update","payload":[1]}'), 5000);
});

test('numbers events above a stored event whose number is too high', async () => {
  const { hub, channel, publishChanges, db } = await openHub();
  const received: string[] = [];
  await publishChanges();
  await vi.waitFor(async () => {
    const stored = db.selectFrom('live_event').select('number').where('channel', '=', channel);
    expect(await stored.execute()).toHaveLength(1);
  });
  await sql`update live_channel set last_number = 0 where channel = ${channel}`.execute(db);
  await hub.join(channel, { send: (frame) => received.push(frame) }, undefined);
  await publishChanges();
  await vi.waitFor(() => expect(received.at(-1)).toBe('{"id":2,"event":"visitors_update","payload":[1]}'), 5000);
});

async function openHub(read: ReadPayloads = (_db, _channel, events) => Promise.resolve(events)) {
  const database = await testDatabase();
  const { db, connection } = database;
  const reach = reachOf(database, true);
  const companyOf = () => Promise.resolve(0);
  const bus = await startBus(connection, log);
  onTestFinished(() => bus.stop());
  const numbering = startNumbering(db, log);
  onTestFinished(() => numbering.stop());
  const payloads = {
    visitors_update: read,
    visit_answered: read,
    kiosk_status_change: read,
    kiosk_data_change: read,
    kiosk_deprovisioned_triggered_from_kiosk: read,
  };
  const channel: Channel = `managers:${fresh()}`;
  const publishChanges = async (changes: Omit<Change, 'channel'>[] = [{ event: 'visitors_update', ids: [1] }]) => {
    await publish(
      db,
      changes.map((change) => ({ channel, ...change })),
    );
    numbering.wake();
  };
  const interrupt = () =>
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vestibule bus'`.execute(db);
  return { hub: createHub({ reach, companyOf, bus, log, payloads }), channel, publishChanges, db, interrupt };
}
