import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fresh } from '../testing/fresh.ts';
import { testDatabase } from '../testing/database.ts';
import { startBus } from './bus.ts';
import { createHub, type ReadPayload } from './hub.ts';
import { startNumbering } from './numbering.ts';
import { type Channel, publish } from './publish.ts';

const { log } = fastify({ logger: false });

test('a desk that comes while the only other one goes is told of what happens', async () => {
  const { hub, channel, tell } = await openHub();
  const leave = await hub.join(channel, { send: () => undefined }, undefined);
  const heard: string[] = [];
  const joining = hub.join(channel, { send: (frame) => heard.push(frame) }, undefined);
  leave();
  await joining;
  await tell();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
});

test('what could not be read at first is delivered a moment later, though nothing else happens', async () => {
  const read = vi.fn<ReadPayload>().mockRejectedValueOnce(new Error('the database is away')).mockResolvedValue([]);
  const { hub, channel, tell } = await openHub(read);
  const heard: string[] = [];
  await hub.join(channel, { send: (frame) => heard.push(frame) }, undefined);
  await tell();
  await vi.waitFor(() => expect(heard).toEqual(['{"id":1,"event":"visitors_update","payload":[]}']), 5000);
  expect(read).toHaveBeenCalledTimes(2);
});

/** A hub with a channel of the test's own, and how to tell it of a visitor. */
async function openHub(read: ReadPayload = () => Promise.resolve([])) {
  const { db, connection } = await testDatabase();
  const bus = await startBus(connection, log);
  onTestFinished(() => bus.stop());
  const numbering = startNumbering(db, log);
  onTestFinished(() => numbering.stop());
  const payloads = {
    visitors_update: read,
    kiosk_status_change: read,
    kiosk_data_change: read,
    kiosk_deprovisioned_triggered_from_kiosk: read,
  };
  const channel: Channel = `managers:${fresh()}`;
  const tell = async () => {
    await publish(db, [{ channel, event: 'visitors_update', ids: [1] }]);
    numbering.wake();
  };
  return { hub: createHub({ db, bus, log, payloads }), channel, tell };
}
