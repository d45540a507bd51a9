import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connection, Db } from '../db/database.ts';
import { testDatabase } from '../../testing/database.ts';
import { unreliableDatabase } from '../../testing/unreliable-database.ts';
import { startBus, notify } from './bus.ts';

const { log } = fastify({ logger: false });

test('after losing its connection, the bus listens again and its subscribers check for missed notifications', async () => {
  const { db, connection } = await testDatabase();
  const { bus, received, resume } = await startListening(connection);
  await cutListening(db);
  // The watch of silence needs up to ten seconds.
  await expect.poll(() => resume, { timeout: 8_000 }).toHaveBeenCalledOnce();
  expect(bus.isListening).toBe(true);
  await notify(db, 'message', 'again');
  await bus.caughtUp(db);
  expect(received).toEqual(['again']);
});

test('after its connection silently stops working, the bus soon listens again', async () => {
  const { db } = await testDatabase();
  const { connection, forget } = await unreliableDatabase();
  const { bus, received, resume } = await startListening(connection);
  forget();
  await notify(db, 'message', 'lost');
  await expect.poll(() => resume).toHaveBeenCalledOnce();
  await notify(db, 'message', 'again');
  await bus.caughtUp(db);
  expect(received).toEqual(['again']);
}, 20_000);

test('a stopped bus ends its connection and blocks no caller', async () => {
  const { db, connection } = await testDatabase();
  const bus = await startBus(connection, log);
  await bus.stop();
  expect(bus.isListening).toBe(false);
  await bus.caughtUp(db);
});

async function startListening(connection: Connection) {
  const bus = await startBus(connection, log);
  onTestFinished(() => bus.stop());
  const received: string[] = [];
  const resume = vi.fn<() => void>();
  bus.on('message', (payload) => received.push(payload));
  bus.onResumed(resume);
  return { bus, received, resume };
}

async function cutListening(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vestibule bus' and datname = current_database()`.execute(db);
}
