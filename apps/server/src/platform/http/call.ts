import { isIPv6 } from 'node:net';
import type { Actor, Agent, DeviceActor, HostActor } from '@vestibule/contract/platform/access.ts';
import type { Endpoint, Parsed } from '@vestibule/contract/platform/endpoint.ts';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Db, Reach } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import type { SmsRules } from '../integrations/sms/limits.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import type { BrowserCookie, DeviceCookie, KnownBrowserCookie, SessionCookie, StepCookie } from './cookie.ts';
import type { UploadedFile } from './upload.ts';

export interface CallEnvironment {
  reach: Reach;
  /** For kiosks, so that reconnecting kiosks do not delay others. */
  devices: Reach;
  /** For one call that a standby may answer. Null without a standby. */
  openRead: ((companyIds: Agent['companyIds']) => Db) | null;
  vault: Vault;
  /** Channels without a provider. */
  unserved: ReadonlySet<'email' | 'sms'>;
  /** Those of them whose messages no worker takes. The demo takes mails, and shows them. */
  untaken: ReadonlySet<'email' | 'sms'>;
  smsRules: SmsRules;
  storage: Storage;
  publicUrl: URL | null;
  fileHost: string | null;
  findSession: (id: string, isUse: boolean) => Promise<SignedIn | undefined>;
  /** Marks the session as used if `isUse`. */
  findHost: (id: string, isUse: boolean) => Promise<SignedInHost | undefined>;
  /**
   * The employee with the address of the user.
   * @throws {Refusal} `notFound` without one; `chooseEmployee` for several
   */
  findHostOfUser: (session: SignedIn) => Promise<HostActor>;
  findDevice: (token: string) => Promise<DeviceActor | undefined>;
  changed: () => void;
}

/** Whether the demo shows its mails, which it does not send. */
export function showsMailsOf({ unserved, untaken }: Pick<CallEnvironment, 'unserved' | 'untaken'>): boolean {
  return unserved.has('email') && !untaken.has('email');
}

export interface SignedIn {
  actor: Actor;
  hash: Buffer;
}

export interface SignedInHost {
  actor: HostActor;
  hash: Buffer;
}

/** A superAdmin reaches all companies. */
export function dbOf({ acrossCompanies, within }: Reach, { companyIds }: Pick<Agent, 'companyIds'>): Db {
  return companyIds === 'all' ? acrossCompanies : within(companyIds);
}

/** Applies row-level security to companies in scope. Sign-in has no scope yet, and creating a company reaches beyond it. */
export function dbFor(
  { reach, devices, openRead }: CallEnvironment,
  { access, standby }: Endpoint,
  actor: Actor | DeviceActor | HostActor | undefined,
): Db {
  const ofCaller = actor?.role === 'kiosk' ? devices : reach;
  if (!actor || isOpenAccess(access) || access === 'company.create') return ofCaller.acrossCompanies;
  return standby && openRead ? openRead(actor.companyIds) : dbOf(ofCaller, actor);
}

type OpenAccess = 'public' | 'session.start' | 'session.end' | 'device.announce' | 'pass.act';

const openAccesses: readonly OpenAccess[] = ['public', 'session.start', 'session.end', 'device.announce', 'pass.act'];

export function isOpenAccess(access: Endpoint['access']): access is OpenAccess {
  return openAccesses.some((one) => one === access);
}

type ActorOf<Access> = Access extends OpenAccess
  ? Actor | null
  : Access extends 'device.act'
    ? DeviceActor
    : Access extends 'host.act'
      ? HostActor
      : Actor;

/** Stores the answer for the `Idempotency-Key` in the same transaction. A repeat gets the first answer. */
export type Once = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

export interface Call<E extends Endpoint> {
  /** Null for guests, because only their token names the company. They get `reach`. */
  db: E['access'] extends 'pass.act' ? null : Db;
  reach: E['access'] extends 'pass.act' ? Reach : null;
  vault: Vault;
  storage: Storage;
  actor: ActorOf<E['access']>;
  session: E['access'] extends OpenAccess | 'device.act' | 'host.act' ? SignedIn | null : SignedIn;
  /** Hash of the session of a host. Null for staff, who need none. */
  hostSession: Buffer | null;
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  file: E extends { file: object } ? UploadedFile : undefined;
  once: E extends { file: object } | { countsFirst: true } ? Once : undefined;
  cookie: SessionCookie;
  hostCookie: SessionCookie;
  browser: BrowserCookie;
  step: StepCookie;
  knownBrowser: KnownBrowserCookie;
  deviceCookie: DeviceCookie;
  network: string;
  origin: string;
  device: string | null;
  log: FastifyBaseLogger;
}

/** An IPv4 address, or the /64 of an IPv6 address, because a household has a whole /64. */
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

export function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? '')?.[1];
}
