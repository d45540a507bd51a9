import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail.ts';
import type { Mail } from './mail.ts';
import { smtpProvider } from './smtp.ts';

const from = { name: 'Vestibule Ålesund', address: 'desk@vestibule.example' };
const quick = { connection: 200, answer: 500, attempt: 1_000 };
const mail: Mail = {
  messageId: '5f0c5b0e-0001',
  to: 'kari@aurora.example',
  subject: 'Velkommen, Åse Ødegård',
  text: 'Blåbærsyltetøy\n',
  html: '<p>Blåbærsyltetøy</p>',
  logo: null,
};

async function mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  onTestFinished(() => server.close());
  return server;
}

test('a mail arrives as text and HTML, with letters beyond ASCII', async () => {
  const { url, received } = await mailServer();
  const outcome = await smtpProvider({ url, from }).send(mail);
  expect(outcome.result).toBe('taken');
  expect(outcome.answer).toMatch(/^250 /);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    from: 'desk@vestibule.example',
    to: ['kari@aurora.example'],
    email: {
      from: { name: 'Vestibule Ålesund', address: 'desk@vestibule.example' },
      to: [{ name: '', address: 'kari@aurora.example' }],
      subject: 'Velkommen, Åse Ødegård',
      messageId: '<5f0c5b0e-0001@vestibule.example>',
    },
  });
  expect(received[0]?.email.text?.trim()).toBe('Blåbærsyltetøy');
  expect(received[0]?.email.html?.trim()).toBe('<p>Blåbærsyltetøy</p>');
  expect(received[0]?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test('a calendar part and a logo arrive intact, and replies go to the host', async () => {
  const { url, received } = await mailServer();
  const content = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:${'Blåbær '.repeat(9)}\r\nEND:VCALENDAR\r\n`;
  const logo = { cid: 'logo.1@vestibule', type: 'image/png', bytes: Buffer.from('picture') } as const;
  const replyTo = { name: 'Kari Ødegård\r\nBcc: all@evil.example', address: 'kari@aurora.example' };
  await smtpProvider({ url, from }).send({ ...mail, logo, replyTo, calendar: { method: 'REQUEST', content } });
  const { raw = '', email } = received[0] ?? {};
  expect(email?.replyTo).toMatchObject([{ address: 'kari@aurora.example' }]);
  expect(raw).not.toMatch(/^Bcc:/im);
  expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m);
  const [attached, alternative] = (email?.attachments ?? []).filter(({ mimeType }) => !mimeType.startsWith('image/'));
  const types = new Set([attached?.mimeType, alternative?.mimeType]);
  expect(types).toEqual(new Set(['application/ics', 'text/calendar']));
  for (const part of [attached, alternative]) {
    const bytes = part?.content ?? '';
    const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
    expect(text.replaceAll(/\r?\n/g, '\r\n').trimEnd()).toBe(content.trimEnd());
  }
  const [picture] = (email?.attachments ?? []).filter(({ mimeType }) => mimeType === 'image/png');
  expect(picture).toMatchObject({ contentId: '<logo.1@vestibule>', disposition: 'inline', related: true });
});

test('an address beyond ASCII arrives, with its domain in Punycode', async () => {
  const { url, received } = await mailServer();
  const provider = smtpProvider({ url, from });
  await provider.send({ ...mail, to: 'kari@blåbær.example' });
  await provider.send({ ...mail, to: 'åse@blåbær.example' });
  expect(received.map(({ to }) => to)).toEqual([['kari@blåbær.example'], ['åse@blåbær.example']]);
  expect(received[0]?.raw).toMatch(/^To: kari@xn--blbr-roah\.example\r$/m);
});

test.each([
  ['line break in the subject', { ...mail, subject: 'Welcome\r\nBcc: everybody@evil.example\r\n\r\nBuy this' }],
  ['line break in the recipient', { ...mail, to: 'kari@aurora.example\r\nRCPT TO:<everybody@evil.example>' }],
  ['comma in the recipient', { ...mail, to: 'kari@aurora.example,everybody@evil.example' }],
  ['line break in the message id', { ...mail, messageId: 'id>\r\nBcc: everybody@evil.example' }],
])('the %s can add neither a header nor a recipient', async (_, mail) => {
  const { url, received } = await mailServer();
  await smtpProvider({ url, from }).send(mail);
  expect(received.flatMap(({ to }) => to).filter((to) => to === 'everybody@evil.example')).toEqual([]);
  const [head = ''] = received.map(({ raw }) => raw.split('\r\n\r\n')[0] ?? '');
  expect(head).not.toMatch(/^(Bcc|Cc):/im);
  expect(received.map(({ email }) => email.text ?? '').join()).not.toContain('Buy this');
});

test.each([
  { at: 'sender', status: 451, words: 'try again later' },
  { at: 'recipient', status: 450, words: 'mailbox busy' },
  { at: 'end', status: 452, words: 'out of space' },
] as const)('retries after $status $words', async (reply) => {
  const server = await mailServer();
  server.answerNext(reply);
  const provider = smtpProvider({ url: server.url, from });
  const outcome = await provider.send(mail);
  expect(outcome).toMatchObject({ result: 'later', problem: 'deferred' });
  expect(outcome.answer).toContain(reply.words);
  expect(await provider.send(mail)).toMatchObject({ result: 'taken' });
});

test.each([
  { at: 'sender', status: 550, words: 'not from you' },
  { at: 'recipient', status: 550, words: 'no such user' },
  { at: 'end', status: 554, words: 'looks like spam' },
] as const)('does not retry after $status $words', async (reply) => {
  const { url, answerNext } = await mailServer();
  answerNext(reply);
  const outcome = await smtpProvider({ url, from }).send(mail);
  expect(outcome).toMatchObject({ result: 'never', problem: 'refused' });
  expect(outcome.answer).toContain(`${reply.status} ${reply.words}`);
});

test('stores the answer without the addresses in it', async () => {
  const { url, answerNext } = await mailServer();
  answerNext({ at: 'recipient', status: 550, words: '5.1.1 <kari@aurora.example>: Recipient rejected' });
  const outcome = await smtpProvider({ url, from }).send(mail);
  expect(outcome).toMatchObject({ answer: '550 5.1.1 <…>: Recipient rejected' });
});

test('a mail that the connection breaks in the middle of may have been taken', async () => {
  const { url, answerNext, received } = await mailServer();
  answerNext('break');
  const outcome = await smtpProvider({ url, from }).send(mail);
  expect(outcome).toEqual({ result: 'unknown', problem: 'connectionLost', answer: null });
  expect(received).toEqual([]);
});

test('waits a limited time for a server that takes a mail without an answer', async () => {
  const { url, answerNext } = await mailServer();
  answerNext('silence');
  const outcome = await smtpProvider({ url, from }, quick).send(mail);
  expect(outcome).toEqual({ result: 'unknown', problem: 'timedOut', answer: null });
});

test('waits a limited time for a server that does not greet', async () => {
  const url = await listenWith(() => undefined);
  const outcome = await smtpProvider({ url, from }, quick).send(mail);
  expect(outcome).toEqual({ result: 'later', problem: 'timedOut', answer: null });
});

test('limits the time of an attempt when a server answers one letter at a time', async () => {
  const url = await listenWith((socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 50);
    socket.once('close', () => clearInterval(timer));
  });
  const outcome = await smtpProvider({ url, from }, { connection: 60_000, answer: 60_000, attempt: 400 }).send(mail);
  expect(outcome).toEqual({ result: 'unknown', problem: 'timedOut', answer: null });
});

test('an unreachable server or unknown host name is a temporary failure', async () => {
  const closed = await startMailServer();
  await closed.close();
  const urls = [closed.url, new URL('smtp://no-such-host.invalid:25')];
  for (const url of urls) {
    expect(await smtpProvider({ url, from }).send(mail)).toMatchObject({ result: 'later', problem: 'cannotConnect' });
  }
});

test('a connection closed during the greeting does not count as a refusal', async () => {
  const url = await listenWith((socket) => socket.end('554 5.7.1 not today\r\n'));
  expect(await smtpProvider({ url, from }).send(mail)).toEqual({
    result: 'later',
    problem: 'deferred',
    answer: '554 5.7.1 not today',
  });
});

test('signs in with the credentials of the address, and a failed sign-in does not count as a refusal', async () => {
  const { url, received } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(null, username === 'desk' && password === 'p@ss:word' ? { user: 'desk' } : { message: 'wrong password' }),
  });
  const signedIn = (password: string) => {
    const withSignIn = new URL(url);
    withSignIn.username = 'desk';
    withSignIn.password = encodeURIComponent(password);
    return smtpProvider({ url: withSignIn, from });
  };
  expect(await signedIn('wrong').send(mail)).toMatchObject({ result: 'later', problem: 'signInRefused' });
  expect(await signedIn('p@ss:word').send(mail)).toMatchObject({ result: 'taken' });
  expect(received).toHaveLength(1);
});

test('accepts a self-signed certificate on the same machine', async () => {
  const { url, received } = await mailServer({ startTls: true });
  expect(await smtpProvider({ url, from }).send(mail)).toMatchObject({ result: 'taken' });
  expect(received).toHaveLength(1);
});

test('sends no password to a remote server without TLS and a valid certificate', async () => {
  const elsewhere = ({ url: { port } }: MailServer) => new URL(`smtp://[::ffff:127.0.0.1]:${port}`);
  const open = await mailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: '' }),
  });
  const withSignIn = Object.assign(elsewhere(open), { username: 'desk', password: 'secret' });
  const unproven = await mailServer({ startTls: true });
  for (const url of [withSignIn, elsewhere(unproven)]) {
    const outcome = await smtpProvider({ url, from }).send(mail);
    expect(outcome).toMatchObject({ result: 'later', problem: 'notSecure' });
  }
  expect([open.attempts, unproven.attempts]).toEqual([0, 0]);
});

async function listenWith(greet: (socket: Socket) => void): Promise<URL> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    greet(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return new URL(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}
