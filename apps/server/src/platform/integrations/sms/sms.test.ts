import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { type SmsVendor, startSveve, startTwilio } from '../../../testing/sms.ts';
import { network } from '../http-call.ts';
import { withoutNumbers } from './sms.ts';
import { sveveProvider } from './sveve.ts';
import { twilioProvider } from './twilio.ts';

const sms = { messageId: '6f1e1a52-6c9c-4f6a-9a2e-3f0f3b4e9d11', to: '+4790123456', text: 'Åse & Łukasz 😀 +1' };
const publicUrl = new URL('https://desk.example.com');
const quick = network(400);

const vendors = {
  twilio: {
    start: startTwilio,
    provider: (vendor: SmsVendor, changes = {}) => twilioProvider({ ...vendor.settings, ...changes }, publicUrl, quick),
    refused: '+15005550001',
    reference: `https://desk.example.com/api/v1/sms/status/twilio/${sms.messageId}`,
  },
  sveve: {
    start: startSveve,
    provider: (vendor: SmsVendor, changes = {}) => sveveProvider({ ...vendor.settings, ...changes }, quick),
    refused: '+4700000000',
    reference: sms.messageId,
  },
};

async function started(name: keyof typeof vendors) {
  const { start, provider, ...rest } = vendors[name];
  const vendor = await start();
  onTestFinished(() => vendor.close());
  return { vendor, provider: (changes?: object) => provider(vendor, changes), ...rest };
}

const both = ['twilio', 'sveve'] as const;

test.for(both)('%s receives the text unchanged, with the address for its report', async (name) => {
  const { vendor, provider, reference } = await started(name);
  expect(await provider().send(sms)).toMatchObject({ result: 'taken' });
  expect(vendor.received).toEqual([{ to: sms.to, from: '+4790000000', text: sms.text, reference }]);
});

test.for(both)('%s permanently refuses a number, and the stored words lack the number', async (name) => {
  const { provider, refused } = await started(name);
  const outcome = await provider().send({ ...sms, to: refused });
  expect(outcome).toMatchObject({ result: 'never', problem: 'refused' });
  expect(outcome.answer).toMatch(/valid|ugyldig/);
  expect(outcome.answer).not.toContain(refused.slice(1));
});

test('reports a wrong password of Twilio, and shows the error text of Sveve', async () => {
  const twilio = await started('twilio');
  expect(await twilio.provider({ password: 'wrong' }).send(sms)).toMatchObject({
    result: 'later',
    problem: 'signInRefused',
  });
  const sveve = await started('sveve');
  expect(await sveve.provider({ password: 'wrong' }).send(sms)).toMatchObject({
    result: 'never',
    problem: 'refused',
    answer: 'Feil brukernavn/passord',
  });
  sveve.vendor.answerNext({ status: 403 });
  expect(await sveve.provider().send(sms)).toMatchObject({ result: 'later', problem: 'signInRefused' });
});

test('a base address without Sveve is a permanent failure', async () => {
  const { vendor, provider } = await started('sveve');
  vendor.answerNext({ status: 404 });
  expect(await provider().send(sms)).toEqual({ result: 'never', problem: 'refused', answer: 'HTTP 404' });
});

test('asks Twilio for no reports without a public address', async () => {
  const { vendor } = await started('twilio');
  expect(await twilioProvider(vendor.settings, null, quick).send(sms)).toMatchObject({ result: 'taken' });
  expect(vendor.received).toMatchObject([{ reference: '' }]);
});

test.for(both)('an SMS that %s is too busy for was not taken and can be sent again', async (name) => {
  const { vendor, provider } = await started(name);
  vendor.answerNext({ status: 429, retryAfter: '1' }, { status: 503 });
  expect(await provider().send(sms)).toMatchObject({ result: 'later', problem: 'deferred', answer: 'HTTP 429' });
  expect(await provider().send(sms)).toMatchObject({ result: 'later', problem: 'deferred' });
});

test.for(both)('an SMS that %s did not answer completely may have been sent', async (name) => {
  const { vendor, provider } = await started(name);
  vendor.answerNext('silence', { status: 500 }, { status: 502 });
  for (let count = 0; count < 3; count++) {
    expect(await provider().send(sms)).toMatchObject({ result: 'unknown', problem: 'uncertain' });
  }
});

test('an unreadable answer of Sveve may mean success', async () => {
  const { vendor, provider } = await started('sveve');
  const bodies = [{ hello: 1 }, { response: {} }, { response: { errors: [{ message: null }] } }];
  vendor.answerNext(...bodies.map((body) => ({ status: 200, body })), 'half');
  for (let count = 0; count < 4; count++) {
    expect(await provider().send(sms)).toMatchObject({ result: 'unknown', problem: 'uncertain' });
  }
});

test.for(both)('an SMS was not sent if the connection to %s fails', async (name) => {
  const { vendor, provider } = await started(name);
  const closed = await freePort();
  const url = new URL(`http://127.0.0.1:${closed}`);
  expect(await provider({ url }).send(sms)).toMatchObject({ result: 'later', problem: 'cannotConnect' });
  expect(vendor.calls).toEqual([]);
});

test('keeps the path of a base address', async () => {
  const { vendor, provider } = await started('twilio');
  await provider({ url: new URL('/proxy', vendor.url) }).send(sms);
  expect(vendor.calls).toEqual(['/proxy/2010-04-01/Accounts/AC0123456789/Messages.json']);
});

test('stores the words of a provider without numbers and addresses', () => {
  expect(withoutNumbers('21211 The number +47 901 23 456 of kari@aurora.example\nis wrong')).toBe(
    '21211 The number … of … is wrong',
  );
});

async function freePort(): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
