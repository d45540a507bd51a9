import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Call, NoAnswer, readBody, type Transport, under } from './http-call.ts';

export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

interface Guard {
  domains: readonly string[];
  replacement: URL | null;
  resolve?: (host: string) => Promise<string[]>;
  milliseconds?: number;
}

const longestAnswer = 1024 * 1024;

/**
 * Calls addresses that users typed: https, an allowed domain, public addresses. Resolves the name once and connects to the checked
 * address. No redirects, at most 5 s and 1 MB.
 * @throws {AddressRefused}
 */
export function guarded({ domains, replacement, resolve = resolveAll, milliseconds = 5_000 }: Guard): Transport {
  return async (call) => {
    const { url, signal } = call;
    if (!isAllowed(url, domains)) throw new AddressRefused('the address is not of an allowed domain');
    const both = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    try {
      if (replacement) return await answerTo({ ...call, url: replaced(url, replacement), signal: both });
      const address = await before(both, publicAddress(url.hostname, resolve));
      return await answerTo({ ...call, signal: both }, address);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AddressRefused || error instanceof NoAnswer) throw error;
      throw new NoAnswer(both.aborted ? 'took too long' : 'could not be reached or broke off', { cause: error });
    }
  };
}

export function isAllowedDomain(domain: string, allowed: readonly string[]): boolean {
  const isName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(
    domain,
  );
  return isName && allowed.some((suffix) => domain === suffix || domain.endsWith(`.${suffix}`));
}

function isAllowed(url: URL, domains: readonly string[]) {
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isPlain && isAllowedDomain(url.hostname, domains);
}

function replaced(url: URL, replacement: URL) {
  const address = under(replacement, url.pathname);
  address.search = url.search;
  return address;
}

async function publicAddress(host: string, resolve: (host: string) => Promise<string[]>): Promise<string> {
  const addresses = await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new AddressRefused('the host has no address');
  if (!addresses.every(isPublicAddress)) throw new AddressRefused('the host is not on the public internet');
  return first;
}

async function resolveAll(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') return [];
    throw error;
  }
}

function before<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer('took too long')), { once: true });
    promise.then(resolve, reject);
  });
}

/** Node's client allows an address while name and certificate are those of the host. */
async function answerTo({ url, headers, form, signal }: Call, address?: string) {
  const connectTo: LookupFunction = (_host, { all }, done) => {
    const family = isIP(address ?? '');
    if (all) done(null, [{ address: address ?? '', family }]);
    else done(null, address ?? '', family);
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method: form ? 'POST' : 'GET',
      headers: { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      // A kept connection was checked for another call.
      agent: false,
      signal,
      ...(address !== undefined && { lookup: connectTo }),
    });
    request.once('response', resolve).once('error', reject);
    request.end(form?.toString());
  });
  try {
    const body = await readBody(response, longestAnswer);
    return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body };
  } finally {
    response.destroy();
  }
}

/** Networks that IANA lists as not globally reachable, and networks that can lead into them. */
const reserved4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Reserved networks in 2000::/3: Teredo, documentation, 6to4. Outside 2000::/3 no address is public. */
const reserved6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const reserved = new BlockList();
for (const [network, bits] of reserved4) reserved.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of reserved6) reserved.addSubnet(network, bits, 'ipv6');

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** IPv4 addresses mapped to IPv6 are not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}
