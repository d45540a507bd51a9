import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase, reachOf, transaction } from '../db/database.ts';
import { smtpProvider } from '../integrations/mail/smtp.ts';
import { startBus } from '../live/bus.ts';
import { migrate } from '../db/migrate.ts';
import { startHeartbeat } from '../observability/heartbeat.ts';
import { testDatabase } from '../../testing/database.ts';
import { startReplicatedPair } from '../../testing/standby.ts';
import { startMailServer } from '../../testing/mail.ts';
import { invitation } from '../../testing/messages.ts';
import { untilWaiting } from '../../testing/queued.ts';
import { quietLog, testVault } from '../../testing/server.ts';
import { unreliableDatabase } from '../../testing/unreliable-database.ts';
import { enqueueMail } from './enqueue.ts';
import { mailOutlet } from './outlet.ts';
import { startSender } from './sender.ts';
import { visitMessages } from '../../visits/notification/arrival.ts';

test.for([
  { hours: 0, clock: 'clock is right' },
  { hours: 1, clock: 'clock is an hour ahead' },
])(
  'stores a mail as delivered even if the database connection breaks while it does, and the $clock',
  async ({ hours }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const database = await testDatabase();
    const { db } = database;
    const [isHeld, isToGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let holding: Promise<void> | undefined;
    const server = await startMailServer({
      keep: async () => {
        holding = db.transaction().execute(async (held) => {
          await sql`select from system_message for update`.execute(held);
          isHeld.resolve();
          await isToGo.promise;
        });
        await isHeld.promise;
      },
    });
    await startMailWorker(database, server);
    await enqueueMail(db, testVault, invitation());

    await untilWaiting(db, 1);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    isToGo.resolve();
    await holding;
    const message = () =>
      db.selectFrom('system_message').select(['state', 'attempts']).orderBy('id', 'desc').executeTakeFirst();
    await expect.poll(message).toEqual({ state: 'delivered', attempts: 1 });
    expect(server.received).toHaveLength(1);
  },
);

test('sends a message whose lease was stored while the connection broke, without waiting for the lease to end', async () => {
  const { db } = await testDatabase();
  await db.deleteFrom('system_message').execute();
  const { connection, cut, hang, mend } = await unreliableDatabase();
  const far = openDatabase(connection, 2);
  onTestFinished(() => far.close());
  const server = await startMailServer();
  const { promise: isToGo, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const holding = transaction(db, async (held) => {
    await enqueueMail(held, testVault, invitation());
    await sql`lock table system_message in share mode`.execute(held);
    hold();
    await isToGo;
  });
  await isHeld;
  await startMailWorker(far, server);
  await untilWaiting(db, 1);
  hang();
  letGo();
  await holding;
  const message = () => db.selectFrom('system_message').select(['state', 'attempts']).executeTakeFirst();
  await expect.poll(message).toEqual({ state: 'sending', attempts: 1 });
  cut();
  mend();
  await expect.poll(message).toEqual({ state: 'delivered', attempts: 1 });
  expect(server.received).toHaveLength(1);
});

test('a worker starts and sends each message once while commits wait for a standby', { timeout: 60_000 }, async () => {
  const { connection, freeze, resume } = await startReplicatedPair();
  onTestFinished(resume);
  const database = openDatabase(connection);
  onTestFinished(() => database.close());
  const { db } = database;
  await migrate(db);
  await enqueueMail(db, testVault, invitation());
  const server = await startMailServer();
  await freeze();
  const heartbeat = await startHeartbeat({ db, log: quietLog, roles: new Set(['worker']) });
  await startMailWorker(database, server);
  const message = () => db.selectFrom('system_message').select(['state', 'attempts']).executeTakeFirst();
  // The worker gives the lease up after ten seconds.
  await sleep(12_000);
  expect(server.received).toHaveLength(0);
  await resume();
  await expect.poll(message, { timeout: 15_000 }).toEqual({ state: 'delivered', attempts: 1 });
  expect(server.received).toHaveLength(1);
  await heartbeat.stop();
});

async function startMailWorker(database: Database, server: Awaited<ReturnType<typeof startMailServer>>) {
  const reach = reachOf(database, true);
  const bus = await startBus(database.connection, quietLog);
  const from = { name: 'Vestibule', address: 'desk@vestibule.example' };
  const outlet = mailOutlet(smtpProvider({ url: server.url, from }));
  const sender = startSender({ reach, vault: testVault, bus, outlet, visits: visitMessages, log: quietLog });
  onTestFinished(async () => {
    await sender.stop();
    await bus.stop();
    await server.close();
  });
}
