import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { invitation } from '../../testing/messages.ts';
import { quietLog, startServer, testVault } from '../../testing/server.ts';
import { visitMessages } from '../../visits/notification/arrival.ts';
import { createMailCatcher } from '../integrations/mail/catcher.ts';
import { startBus } from '../live/bus.ts';
import { enqueueMail } from './enqueue.ts';
import { reachOf } from '../db/database.ts';
import { mailOutlet } from './outlet.ts';
import { startSender } from './sender.ts';

const logo = { cid: 'logo.1@vestibule', type: 'image/png', bytes: Buffer.from('picture') } as const;
const mail = {
  messageId: '5f0c5b0e-0001',
  to: 'ase@nordlys.example',
  replyTo: { name: 'Kari', address: 'kari@aurora.example' },
  subject: 'Invitation <b>',
  text: 'Hello & welcome',
  html: '<p><img src="cid:logo.1@vestibule"> Hello</p><script>alert(1)</script>',
  logo,
  calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' },
} as const;

async function demo() {
  const mailCatcher = createMailCatcher();
  const server = await startServer({ mailCatcher });
  return { mailCatcher, ...server };
}

test('shows mails of the outbox, the newest first, and reports them as not sent', async () => {
  const { mailCatcher, app, database } = await demo();
  const bus = await startBus(database.connection, quietLog);
  const outlet = mailOutlet(mailCatcher);
  const { db } = database;
  const sender = startSender({
    reach: reachOf(database, true),
    vault: testVault,
    bus,
    outlet,
    visits: visitMessages,
    log: quietLog,
  });
  onTestFinished(async () => {
    await sender.stop();
    await bus.stop();
  });
  const id = await enqueueMail(db, testVault, invitation());
  await expect.poll(() => mailCatcher.list().length).toBe(1);
  await mailCatcher.send(mail);
  const { statusCode, body } = await app.inject('/dev/mail');
  expect(statusCode).toBe(200);
  expect(body.indexOf('Invitation &#60;b&#62;')).toBeGreaterThan(0);
  expect(body.indexOf('You are invited to Aurora')).toBeGreaterThan(body.indexOf('Invitation &#60;b&#62;'));
  const read = () => db.selectFrom('system_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(read).toMatchObject({ state: 'notSent', problem: 'noProvider' });
  const { mail_id: mailId } = await read();
  expect((await app.inject(`/dev/mail/${mailId}`)).body).toContain('https://desk.example.com/set-password/s3cr3t');
});

test('shows text, HTML without scripts, logo, calendar and reply address of a mail', async () => {
  const { mailCatcher, app } = await demo();
  await mailCatcher.send(mail);
  const { body } = await app.inject(`/dev/mail/${mail.messageId}`);
  for (const part of ['Hello &#38; welcome', 'kari@aurora.example', 'Calendar, REQUEST', 'BEGIN:VCALENDAR']) {
    expect(body).toContain(part);
  }
  const { headers, body: html } = await app.inject(`/dev/mail/${mail.messageId}/html`);
  expect(html).toContain(`<img src="data:image/png;base64,${logo.bytes.toString('base64')}">`);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toMatch(/sandbox (?!.*allow-scripts)/);
});

test.for([
  ['another machine', { remoteAddress: '192.168.1.20' }],
  ['another machine by IPv6', { remoteAddress: '2001:db8::1' }],
  ['another machine behind a proxy here', { headers: { 'x-forwarded-for': '192.168.1.20' } }],
  ['a page whose host name leads here', { headers: { host: 'evil.example' } }],
  ['a host name that begins like this one', { headers: { host: 'localhost.evil.example:3000' } }],
] as const)('shows no mail to %s', async ([, request]) => {
  const { mailCatcher, app } = await demo();
  await mailCatcher.send(mail);
  for (const url of ['/dev/mail', `/dev/mail/${mail.messageId}`, `/dev/mail/${mail.messageId}/html`]) {
    expect((await app.inject({ url, ...request })).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/dev/mail', remoteAddress: '::1' })).statusCode).toBe(200);
});

test('keeps the last hundred mails', async () => {
  const { mailCatcher } = await demo();
  for (let sent = 1; sent <= 101; sent += 1) await mailCatcher.send({ ...mail, messageId: String(sent) });
  expect(mailCatcher.list().map(({ messageId }) => Number(messageId))).toEqual(
    Array.from({ length: 100 }, (_, index) => 101 - index),
  );
});

test('is missing without a catcher', async () => {
  const { app } = await startServer();
  for (const url of ['/dev/mail', '/dev/mail/1', '/dev/mail/1/html']) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
});

const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(40), PUBLIC_URL: 'https://desk.example.com' };

test.for([
  ['the demo', {}, true],
  ['production', production, false],
  ['production with DEMO=true', { ...production, DEMO: 'true' }, false],
  ['a mail server', { MAIL_URL: 'smtp://mail.example.com', MAIL_FROM: 'desk@example.com' }, false],
  ['a process that sends no mails', { ROLE: 'web' }, false],
  ['several processes', { PROCESSES: '2' }, false],
  ['an empty database', { DEMO: 'false' }, false],
] as const)('with %s mails are caught: %s', ([, env, expected]) => {
  expect(readConfig(env).catchesMail).toBe(expected);
});
