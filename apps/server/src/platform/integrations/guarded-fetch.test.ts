import { expect, onTestFinished, test } from 'vitest';
import { startVendor } from '../../testing/vendor.ts';
import { AddressRefused, guarded, isAllowedDomain, isPublicAddress } from './guarded-fetch.ts';
import { NoAnswer } from './http-call.ts';

const { signal } = new AbortController();
const domains = ['loopbooking.test'];
const url = new URL('https://house.loopbooking.test/list?limit=1');

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'house.test',
  '',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '100.63.255.255', '172.32.0.1', '193.0.0.1', '2a00:1450:400f::1', '2606:4700::1111'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  'https://loopbooking.test.evil.test/',
  'https://notloopbooking.test/',
  'https://127.0.0.1/',
  'http://house.loopbooking.test/',
  'https://house.loopbooking.test:8443/',
  'https://me:secret@house.loopbooking.test/',
  'https://loopbooking.test./',
])('never calls %s, not even in tests', async (address) => {
  const stand = await startVendor(async (_request, response) => void response.end('[]'));
  onTestFinished(() => stand.close());
  const send = guarded({ domains, replacement: stand.url });
  await expect(send({ url: new URL(address), signal })).rejects.toThrow(AddressRefused);
  expect(stand.calls).toEqual([]);
});

test('allows a domain and its subdomains, in lower case', () => {
  const allowed = ['loopbooking.test', 'a.loopbooking.test', 'a-1.b.loopbooking.test'];
  const refused = [
    '',
    'test',
    'xloopbooking.test',
    '.loopbooking.test',
    'a..loopbooking.test',
    '-a.loopbooking.test',
    'a/b.loopbooking.test',
  ];
  expect(allowed.filter((domain) => !isAllowedDomain(domain, domains))).toEqual([]);
  expect(refused.filter((domain) => isAllowedDomain(domain, domains))).toEqual([]);
});

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['2606:4700::1111', '::1']], [[]]])(
  'does not call a host at %j',
  async (addresses) => {
    const send = guarded({ domains, replacement: null, resolve: async () => addresses });
    await expect(send({ url, signal })).rejects.toThrow(AddressRefused);
  },
);

test('gives up a host name that resolves slowly', async () => {
  const send = guarded({ domains, replacement: null, resolve: () => new Promise(() => undefined), milliseconds: 50 });
  await expect(send({ url, signal })).rejects.toThrow(NoAnswer);
});

test('sends path and query to the replacement host, and follows no redirect', async () => {
  const stand = await startVendor(async (_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end('moved');
  });
  onTestFinished(() => stand.close());
  const answer = await guarded({ domains, replacement: new URL('/base', stand.url) })({ url, signal });
  expect(answer.status).toBe(302);
  expect(stand.calls).toEqual(['/base/list?limit=1']);
});

test('does not read more than 1 MB of an answer, and stops waiting for a slow one', async () => {
  const stand = await startVendor(async (_request, response) => void response.end(Buffer.alloc(1024 * 1024 + 1)));
  onTestFinished(() => stand.close());
  const send = guarded({ domains, replacement: stand.url, milliseconds: 300 });
  await expect(send({ url, signal })).rejects.toThrow(/more than 1048576 bytes/);
  stand.answerNext('silence', 'half');
  await expect(send({ url, signal })).rejects.toThrow(/took too long/);
  await expect(send({ url, signal })).rejects.toThrow(/broke off/);
});
