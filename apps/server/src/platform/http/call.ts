import { isIPv6 } from 'node:net';
import type { Actor, DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Endpoint, Parsed } from '@vestibule/contract/platform/endpoint.ts';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import type { SmsRules } from '../integrations/sms/limits.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import type { BrowserCookie, DeviceCookie, KnownBrowserCookie, SessionCookie, StepCookie } from './cookie.ts';
import type { UploadedFile } from './upload.ts';

/** A way into the database. */
export interface Reach {
  db: Db;
  /** The same, limited to rows of these companies; null without row-level security. */
  within: ((companyIds: readonly number[]) => Db) | null;
}

/** What the calls need from the rest of the program. */
export interface CallEnvironment extends Reach {
  /** What kiosks take, so that nobody else waits behind all that come back in one moment. */
  devices: Reach;
  vault: Vault;
  /** Channels of messages that have no provider, as far as this process knows. */
  unserved: ReadonlySet<'email' | 'sms'>;
  smsRules: SmsRules;
  storage: Storage;
  publicUrl: URL | null;
  /** Where browsers fetch files; null: from this server. */
  fileHost: string | null;
  /** Who a session's id belongs to; undefined when it is unknown or over. `isUse` keeps it from ending for being idle. */
  findSession: (id: string, isUse: boolean) => Promise<SignedIn | undefined>;
  /** The kiosk whose token it is; undefined when it is unknown or over. */
  findDevice: (token: string) => Promise<DeviceActor | undefined>;
  /** Told after each change that was committed, so that what it published is delivered at once. */
  changed: () => void;
}

/** A session and whose it is. `hash` names the session without giving it away. */
export interface SignedIn {
  actor: Actor;
  hash: Buffer;
}

/** The calls that may be made signed out; there `session` can be null. */
type OpenAccess = 'public' | 'session.start' | 'session.end' | 'device.announce';

/** Whether an endpoint with this access can be called signed out. */
export function isOpenAccess(access: Endpoint['access']): access is OpenAccess {
  return access === 'public' || access === 'session.start' || access === 'session.end' || access === 'device.announce';
}

type ActorOf<Access> = Access extends OpenAccess ? Actor | null : Access extends 'device.act' ? DeviceActor : Actor;

/** Does the work, in one transaction with the answer where the caller gave an `Idempotency-Key`; a repeat gets the first answer. */
export type Once = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** What the function behind an endpoint receives, parsed and permitted. */
export interface Call<E extends Endpoint> {
  /** The pool, or the transaction of an idempotent call. */
  db: Db;
  vault: Vault;
  storage: Storage;
  actor: ActorOf<E['access']>;
  /** Null for a kiosk, and where the call can be made signed out. */
  session: E['access'] extends OpenAccess | 'device.act' ? SignedIn | null : SignedIn;
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  file: E extends { file: object } ? UploadedFile : undefined;
  /** For a call with a file, or that counts first: it does so before, and by this only what must not happen twice. */
  once: E extends { file: object } | { countsFirst: true } ? Once : undefined;
  cookie: SessionCookie;
  browser: BrowserCookie;
  step: StepCookie;
  knownBrowser: KnownBrowserCookie;
  /** Keeps the token of a kiosk that is a browser; does nothing for any other. */
  deviceCookie: DeviceCookie;
  /** The caller's network, as limits count it. */
  network: string;
  /** The console's address as the caller sees it. */
  origin: string;
  /** What the browser calls itself. */
  device: string | null;
  log: FastifyBaseLogger;
}

/**
 * Returns the network that limits count: an IPv4 address, or the /64 of an IPv6 address. A household or office has a whole /64, and could
 * use a new address for each attempt.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...right];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Returns the bearer token of a request. */
export function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? '')?.[1];
}
