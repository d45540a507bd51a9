import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { testDatabase } from '../../testing/database.ts';
import { migrate } from '../db/migrate.ts';
import { startStandby } from '../../testing/standby.ts';
import { type Db, onlyRow, openDatabase, reachOf } from '../db/database.ts';
import { text, typedSql } from '../db/typed-sql.ts';
import { startBus } from './bus.ts';
import type { ReadPayloads } from './frames.ts';
import { createHub, type Listener } from './hub.ts';
import { startNumbering } from './numbering.ts';
import { type Change, type Channel, publish } from './publish.ts';

const { log } = fastify({ logger: false });

test('a desk that connects while the only other one disconnects gets the events', async () => {
  const { join, publishChanges } = await openHub();
  const leave = await join({ send: () => undefined }, undefined);
  const received: string[] = [];
  const joining = join({ send: (frame) => received.push(frame) }, undefined);
  leave();
  await joining;
  await publishChanges();
  await expect.poll(() => received).toHaveLength(1);
});

test('delivers events after a failed read a moment later, without another event', async () => {
  const read = vi.fn<ReadPayloads>().mockRejectedValueOnce(new Error('the database is away')).mockResolvedValue([[]]);
  const { join, publishChanges } = await openHub(read);
  const received: string[] = [];
  await join({ send: (frame) => received.push(frame) }, undefined);
  await publishChanges();
  await expect.poll(() => received).toEqual(['{"id":1,"event":"visitors_update","payload":[]}']);
  expect(read).toHaveBeenCalledTimes(2);
});

test('announces many kiosks that connect at once in order, with few reads', async () => {
  const read = vi.fn<ReadPayloads>((_db, _channel, events) => Promise.resolve(events.map(([id]) => ({ id }))));
  const { join, publishChanges } = await openHub(read);
  const received: unknown[] = [];
  await join({ send: (frame) => received.push(JSON.parse(frame)) }, undefined);
  const kiosks = Array.from({ length: 400 }, (_, place) => place + 1);
  const changes = kiosks.flatMap((id) => [
    { event: 'kiosk_status_change' as const, ids: [id] },
    { event: 'kiosk_data_change' as const, ids: [id] },
  ]);
  await publishChanges([...changes, { event: 'resync', ids: [] }]);
  await expect.poll(() => received).toHaveLength(801);
  expect(received.slice(0, 800)).toEqual(
    changes.map(({ event, ids: [id] }, place) => ({ id: place + 1, event, payload: { id } })),
  );
  expect(received.at(-1)).toEqual({ id: 801, event: 'resync', payload: null });
  expect(read.mock.calls.length).toBeLessThanOrEqual(8);
});

test('lets desks reload when a failover lost events that they have', async () => {
  const { join, publishChanges, publishEvents, received, send, failOver, interrupt } = await openHub();
  await join({ send }, undefined);
  await publishEvents(3);
  await failOver({ keeps: 1 });
  await interrupt();
  await expect.poll(() => received.slice(3)).toEqual(['{"id":1,"event":"resync","payload":null}']);
  await publishChanges();
  await expect.poll(() => received).toHaveLength(5);
});

test.for([1, 0])('assigns no lost number again, so that desks reload: %i events are left', async (keeps) => {
  const { join, publishChanges, publishEvents, received, send, failOver, interrupt } = await openHub();
  await join({ send }, undefined);
  await publishEvents(3);
  await failOver({ keeps });
  for (let count = keeps; count < 3; count += 1) await publishChanges();
  await interrupt();
  await expect.poll(() => received[3]).toContain('"event":"resync"');
  const returning: string[] = [];
  await join({ send: (frame) => returning.push(frame) }, 3);
  expect(returning).toEqual([expect.stringContaining('"event":"resync"')]);
});

test('lets desks reload after a failover, although no number was lost', async () => {
  const { join, publishEvents, received, send, failOver, interrupt } = await openHub();
  await join({ send }, undefined);
  await publishEvents(3);
  await failOver({ keeps: 3 });
  await interrupt();
  await expect.poll(() => received.slice(3)).toEqual(['{"id":3,"event":"resync","payload":null}']);
});

test('a promoted standby is on another timeline', { timeout: 60_000 }, async () => {
  const { connection, promote } = await startStandby();
  await promote();
  const database = openDatabase(connection, 1);
  onTestFinished(() => database.close());
  const { db } = database;
  await migrate(db);
  const { rows } = await typedSql({ timeline: text })`select wal_timeline() as timeline`.execute(db);
  expect(rows).toEqual([{ timeline: '00000002' }]);
});

test('numbers events above a stored event whose number is too high', async () => {
  const { join, channel, publishChanges, db } = await openHub();
  const received: string[] = [];
  await publishChanges();
  const stored = db.selectFrom('live_event').select('number').where('channel', '=', channel);
  await expect.poll(() => stored.execute()).toHaveLength(1);
  await sql`update live_channel set last_number = 0 where channel = ${channel}`.execute(db);
  await join({ send: (frame) => received.push(frame) }, undefined);
  await publishChanges();
  await expect.poll(() => received.at(-1)).toBe('{"id":2,"event":"visitors_update","payload":[1]}');
});

async function openHub(read: ReadPayloads = (_db, _channel, events) => Promise.resolve(events)) {
  const database = await testDatabase();
  const { db, connection } = database;
  const reach = reachOf(database, true);
  const companyId = fresh();
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
  const channel: Channel = `managers:${companyId}`;
  const publishChanges = async (changes: Omit<Change, 'channel'>[] = [{ event: 'visitors_update', ids: [1] }]) => {
    await publish(
      db,
      companyId,
      changes.map((change) => ({ channel, ...change })),
    );
    numbering.wake();
  };
  const interrupt = () =>
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vestibule bus'`.execute(db);
  const hub = createHub({ reach, bus, log, payloads });
  const join = (listener: Listener, after: number | undefined) => hub.join(companyId, channel, listener, after);
  const received: string[] = [];
  const send = (frame: string) => void received.push(frame);
  const publishEvents = async (events: number) => {
    for (let count = 1; count <= events; count += 1) {
      await publishChanges();
      await expect.poll(() => received).toHaveLength(count);
    }
  };
  const failOver = async ({ keeps }: { keeps: number }) => {
    await sql`delete from live_event where channel = ${channel} and number > ${keeps}`.execute(db);
    if (keeps === 0) await sql`delete from live_channel where channel = ${channel}`.execute(db);
    else await sql`update live_channel set last_number = ${keeps} where channel = ${channel}`.execute(db);
    await startTimeline(db);
  };
  return {
    join,
    send,
    received,
    channel,
    publishChanges,
    publishEvents,
    db,
    interrupt,
    failOver,
  };
}

/** A promoted standby is on a new timeline. */
async function startTimeline(db: Db) {
  const { rows } = await typedSql({ before: text })`
    select pg_get_functiondef('wal_timeline'::regproc) as before`.execute(db);
  await sql`create or replace function wal_timeline() returns text language sql as 'select ''00000002'''`.execute(db);
  onTestFinished(async () => void (await sql.raw(onlyRow(rows).before).execute(db)));
}
