import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, reachOf, transaction } from '../db/database.ts';
import { createVault } from '../db/sealed.ts';
import { smtpProvider } from '../integrations/mail/smtp.ts';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { startBus, notify } from '../live/bus.ts';
import { testDatabase } from '../../testing/database.ts';
import { startMailServer } from '../../testing/mail.ts';
import { invitation } from '../../testing/messages.ts';
import { testSecretKey, testVault } from '../../testing/server.ts';
import { createUser, deleteAccounts } from '../../accounts/user/user.ts';
import { enqueueMail } from './enqueue.ts';
import { mailOutlet } from './outlet.ts';
import { startSender } from './sender.ts';
import { messageTables } from './outbox.store.ts';
import { visitMessages } from '../../visits/notification/arrival.ts';

const from = { name: 'Vestibule', address: 'desk@vestibule.example' };

async function outbox() {
  const database = await testDatabase();
  const { db } = database;
  for (const table of messageTables) await db.deleteFrom(table).execute();
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const read = (id: number) =>
    db.selectFrom('system_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    database,
    db,
    server,
    read,
    enqueue: (changes?: Parameters<typeof invitation>[0]) => enqueueMail(db, testVault, invitation(changes)),
    state: async (id: number) => (await read(id)).state,
    worker: (options?: Parameters<typeof startWorker>[2]) => startWorker(database, server.url, options),
    letTimeCome: async (id: number) => {
      await sql`update system_message set next_attempt_at = now() where id = ${id}`.execute(db);
      await notify(db, 'message', '');
    },
  };
}

async function startWorker(
  database: Database,
  url: URL | null,
  { vault = testVault, log = pino({ level: 'silent' }), answer = 5_000 } = {},
) {
  const reach = reachOf(database, true);
  const bus = await startBus(database.connection, log);
  const provider = url && smtpProvider({ url, from }, { connection: 500, answer, attempt: 10_000 });
  const sender = startSender({ reach, vault, bus, outlet: mailOutlet(provider), visits: visitMessages, log });
  const stop = async () => {
    await sender.stop();
    await bus.stop();
  };
  onTestFinished(stop);
  return { stop };
}

test('sends a mail right after the commit, with its texts, and deletes its content', async () => {
  const { db, server, read, state, worker } = await outbox();
  // Without its regular look, only the commit wakes the worker.
  // With faked timers, each poll would advance the interval.
  const polling = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => undefined));
  onTestFinished(() => polling.mockRestore());
  await worker();
  const link = 'https://desk.example.com/set-password/token?a=1&b=2';
  const content = { link, organization: 'Åse & <b>Sønner</b>', validHours: 168 };
  const id = await enqueueMail(db, testVault, invitation({ content }));
  await expect.poll(() => state(id)).toBe('delivered');

  const [mail] = server.received;
  const { mail_id: mailId } = await read(id);
  expect(mail).toMatchObject({
    to: ['kari@aurora.example'],
    email: {
      from,
      to: [{ address: 'kari@aurora.example' }],
      subject: 'You are invited to Åse & <b>Sønner</b>',
      messageId: `<${mailId}@vestibule.example>`,
    },
  });
  expect(mail?.email.text).toContain(`Choose a password:\n${link}\n`);
  expect(mail?.email.text).toContain('at Åse & <b>Sønner</b>.');
  expect(mail?.email.text).toContain('within 7 days');
  expect(mail?.email.html).toContain('href="https://desk.example.com/set-password/token?a=1&#38;b=2"');
  expect(mail?.email.html).toContain('Åse &#38; &#60;b&#62;Sønner&#60;/b&#62;');
  expect(mail?.email.html).not.toMatch(/<img|<script|url\(/i);
  expect(await read(id)).toMatchObject({ attempts: 1, content: null, problem: null });
  expect((await read(id)).delivered_at).not.toBeNull();
});

test('stores the content of a mail encrypted', async () => {
  const { read, enqueue } = await outbox();
  const { content, ...rest } = await read(await enqueue());
  expect(content?.toString('latin1')).not.toContain('s3cr3t');
  expect(JSON.stringify(rest)).not.toContain('s3cr3t');
});

test('does not send a mail of a transaction that is rolled back', async () => {
  const { db, server, worker, enqueue, state } = await outbox();
  await worker();
  const undone = transaction(db, async (db) => {
    await enqueueMail(db, testVault, invitation({ to: 'nobody@aurora.example' }));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const id = await enqueue();
  await expect.poll(() => state(id)).toBe('delivered');
  expect(server.received.map(({ to }) => to)).toEqual([['kari@aurora.example']]);
});

test('queueing a mail does not wait for the mail server', async () => {
  const { server, worker, enqueue, state } = await outbox();
  server.answerNext('silence');
  await worker({ answer: 2_000 });
  const id = await enqueue();
  await expect.poll(() => server.attempts).toBe(1);
  expect(await state(id)).toBe('sending');
});

test('retries a mail that the server postpones until it succeeds', async () => {
  const { server, worker, enqueue, read, state, letTimeCome } = await outbox();
  server.answerNext({ at: 'recipient', status: 450, words: 'mailbox busy' }, 'break');
  await worker();
  const id = await enqueue();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      state: 'queued',
      attempts: 1,
      problem: 'deferred',
      last_answer: '450 mailbox busy',
    });
  await letTimeCome(id);
  await expect.poll(() => read(id)).toMatchObject({ state: 'queued', attempts: 2, problem: 'connectionLost' });
  await letTimeCome(id);
  await expect.poll(() => read(id)).toMatchObject({ state: 'delivered', attempts: 3, problem: null });
  const ids = server.received.map(({ email }) => email.messageId);
  expect(ids).toEqual([`<${(await read(id)).mail_id}@vestibule.example>`]);
  expect(await state(id)).toBe('delivered');
});

test('pauses grow between attempts, and after the last one the mail has failed and stays readable', async () => {
  const { server, worker, enqueue, read, letTimeCome } = await outbox();
  server.answerNext(...Array.from({ length: 9 }, () => ({ at: 'sender', status: 421, words: 'not now' }) as const));
  await worker();
  const id = await enqueue();
  for (const [attempt, seconds] of [10, 60, 300, 1_800, 7_200].entries()) {
    await expect.poll(() => read(id)).toMatchObject({ state: 'queued', attempts: attempt + 1 });
    const { next_attempt_at: next } = await read(id);
    expect(Date.parse(next) - Date.now()).toBeGreaterThan((seconds - 5) * 1_000);
    expect(Date.parse(next) - Date.now()).toBeLessThan((seconds + 1) * 1_000);
    await letTimeCome(id);
  }
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', attempts: 6, problem: 'deferred' });
  expect((await read(id)).content).not.toBeNull();
  expect(server.attempts).toBe(6);
});

test('a mail that the server refuses permanently fails at once, with the answer', async () => {
  const { server, worker, enqueue, read } = await outbox();
  server.answerNext({ at: 'recipient', status: 550, words: '5.1.1 <kari@aurora.example> is unknown here' });
  await worker();
  const id = await enqueue();
  await expect
    .poll(() => read(id))
    .toMatchObject({
      state: 'failed',
      attempts: 1,
      problem: 'refused',
      last_answer: '550 5.1.1 <…> is unknown here',
    });
});

test('retries a mail when the server does not answer', async () => {
  const { server, worker, enqueue, read } = await outbox();
  server.answerNext('silence');
  await worker({ answer: 200 });
  const id = await enqueue();
  await expect.poll(() => read(id)).toMatchObject({ state: 'queued', attempts: 1, problem: 'timedOut' });
});

test('does not retry a mail after it expires', async () => {
  const { server, worker, enqueue, read } = await outbox();
  server.answerNext({ at: 'sender', status: 421, words: 'not now' });
  await worker();
  const id = await enqueue({ expiresAt: new Date(Date.now() + 8_000) });
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', attempts: 1, problem: 'deferred' });
});

test('does not send an expired mail', async () => {
  const { server, worker, enqueue, read } = await outbox();
  const id = await enqueue({ expiresAt: new Date(Date.now() - 1) });
  await worker();
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', problem: 'expired', content: null });
  expect(server.attempts).toBe(0);
});

test('a worker with a fast clock sends what has not expired by the database clock', async () => {
  const { worker, enqueue, state } = await outbox();
  const id = await enqueue();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await worker();
  await expect.poll(() => state(id)).toBe('delivered');
});

test('does not send a mail whose user is deleted while it waits, and stores the reason', async () => {
  const { db, server, worker, enqueue, read } = await outbox();
  server.answerNext({ at: 'sender', status: 421, words: 'not now' });
  await worker();
  const place = { role: 'superAdmin' } as const;
  const userId = await createUser(db, { email: `gone-${Date.now()}@aurora.example`, passwordHash: null, place });
  const id = await enqueue({ userId });
  await expect.poll(() => read(id)).toMatchObject({ state: 'queued', attempts: 1 });
  await deleteAccounts(db, [userId]);
  await notify(db, 'message', '');
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', problem: 'userDeleted', content: null });
  expect(server.attempts).toBe(1);
});

test('stores a mail as not sent without a mail server', async () => {
  const { database, enqueue, read } = await outbox();
  await startWorker(database, null);
  const id = await enqueue();
  await expect.poll(() => read(id)).toMatchObject({ state: 'notSent', problem: 'noProvider' });
  expect((await read(id)).content).not.toBeNull();
});

test('a mail sealed with a lost key fails, and the log has the reason without content', async () => {
  const { server, db, worker, read } = await outbox();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const other = createVault('another secret of at least 32 letters');
  const id = await enqueueMail(db, other, invitation());
  await worker({ log });
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed', problem: 'unreadable' });
  expect(server.attempts).toBe(0);
  expect(lines.join()).toContain('a message cannot be read');
  expect(lines.join()).not.toContain('aurora');
});

test('the log of a failure has no address and no link', async () => {
  const { server, worker, enqueue, read } = await outbox();
  const lines: string[] = [];
  server.answerNext({ at: 'recipient', status: 550, words: 'no kari@aurora.example here' });
  await worker({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) });
  const id = await enqueue();
  await expect.poll(() => read(id)).toMatchObject({ state: 'failed' });
  expect(lines.join()).toContain('"problem":"refused"');
  expect(lines.join()).not.toMatch(/kari|aurora|s3cr3t/);
});

test('several workers send many mails once each', async () => {
  const { server, db, worker, enqueue } = await outbox();
  await Promise.all([worker(), worker(), worker()]);
  const names = Array.from({ length: 40 }, (_, index) => `visitor-${index}@aurora.example`);
  await Promise.all(names.map((to) => enqueue({ to })));
  const left = () => db.selectFrom('system_message').select('id').where('state', '<>', 'delivered').execute();
  await expect.poll(left, { interval: 50 }).toEqual([]);
  expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(names.toSorted());
});

test('a worker that stops finishes the message that it is sending', async () => {
  const { server, worker, enqueue, state } = await outbox();
  const { stop } = await worker();
  const id = await enqueue();
  await expect.poll(() => server.attempts).toBe(1);
  await stop();
  expect(await state(id)).toBe('delivered');
});

test('another worker takes the mail of a killed worker after its lease ends', async () => {
  const { database, server, worker, enqueue, read, state, letTimeCome } = await outbox();
  server.answerNext('silence');
  const program = await runWorkerProgram(database, server.url);
  const id = await enqueue();
  await expect.poll(() => server.attempts).toBe(1);
  program.kill('SIGKILL');
  await once(program, 'exit');

  await worker();
  const { next_attempt_at: leaseEndsAt } = await read(id);
  expect(await state(id)).toBe('sending');
  expect(Date.parse(leaseEndsAt) - Date.now()).toBeGreaterThan(30_000);
  await letTimeCome(id);
  await expect.poll(() => read(id)).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('a worker whose lease ended changes nothing in a mail that another worker sends', async () => {
  const { server, worker, enqueue, read, letTimeCome } = await outbox();
  server.answerNext('silence', 'silence');
  const slow = await worker({ answer: 1_000 });
  const id = await enqueue();
  await expect.poll(() => server.attempts).toBe(1);
  const ended = slow.stop();
  await worker({ answer: 2_000 });
  await letTimeCome(id);
  await expect.poll(() => server.attempts).toBe(2);
  await ended;
  expect(await read(id)).toMatchObject({ state: 'sending', problem: null, attempts: 2 });
});

test('deletes the content of a message when it expires, the address after 30 days, the row after a year', async () => {
  const { database, db, enqueue, read } = await outbox();
  const [expired, waiting, old, ancient] = [await enqueue(), await enqueue(), await enqueue(), await enqueue()];
  const settled = { state: 'failed', problem: 'refused' } as const;
  await db.updateTable('system_message').set(settled).where('id', 'in', [expired, old, ancient]).execute();
  await sql`update system_message set expires_at = now() where id in (${expired}, ${waiting})`.execute(db);
  await sql`update system_message set created_at = now() - interval '31 days' where id = ${old}`.execute(db);
  await sql`update system_message set created_at = now() - interval '13 months' where id = ${ancient}`.execute(db);
  await expireRows.run(reachOf(database, true));
  expect(await read(expired)).toMatchObject({ content: null, recipient: 'kari@aurora.example' });
  expect((await read(waiting)).content).not.toBeNull();
  expect((await read(old)).recipient).toBeNull();
  expect(await db.selectFrom('system_message').where('id', '=', ancient).select('id').execute()).toEqual([]);
});

async function runWorkerProgram({ connection }: Database, url: URL) {
  if (!('database' in connection)) throw new Error('a test database is reached by its name');
  const { host, port, user, database } = connection;
  const checkout = resolve(import.meta.dirname, '../../../../..');
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: checkout,
    env: {
      NODE_COMPILE_CACHE: resolve(checkout, 'node_modules/.cache/node'),
      ROLE: 'worker',
      DEMO: 'false',
      DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      SECRET_KEY: testSecretKey,
      MAIL_URL: url.href,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ready = Promise.withResolvers<void>();
  child.stdout.once('data', () => ready.resolve());
  child.once('exit', () => ready.reject(new Error('The program ended before it was ready.')));
  await ready.promise;
  return child;
}
