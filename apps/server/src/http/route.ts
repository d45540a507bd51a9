import { createHash } from 'node:crypto';
import { type Actor, can, type DeviceActor } from '@vestibule/contract/access.ts';
import { type Endpoint, type Parsed, unattendedHeader } from '@vestibule/contract/endpoint.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { answer, envelope, type Result } from './answer.ts';
import { tokenOf } from './bearer.ts';
import {
  type BrowserCookie,
  browserCookie,
  type DeviceCookie,
  deviceCookie,
  type SessionCookie,
  type StepCookie,
  sessionCookie,
  stepCookie,
} from './cookie.ts';
import { once } from './idempotency.ts';
import { networkOf } from './network.ts';
import { parse, refuseBody, refuseHostileInput } from './parse.ts';
import { Refusal } from './refusal.ts';
import { ownOrigin, refuseCrossSite } from './same-origin.ts';
import { readFile, type UploadedFile, withUploads } from './upload.ts';

/** What the calls need from the rest of the program. */
export interface CallEnvironment {
  db: Db;
  /** The same, limited to rows of these companies; null where the database has no wall. */
  within: ((companyIds: readonly number[]) => Db) | null;
  vault: Vault;
  /** Channels of messages that have no provider, as far as this process knows. */
  unserved: ReadonlySet<'email' | 'sms'>;
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

type ActorOf<Access> = Access extends OpenAccess
  ? Actor | null
  : Access extends 'device.act'
    ? DeviceActor
    : Access extends 'image.list'
      ? Actor | DeviceActor
      : Actor;

/** What the function behind an endpoint receives, parsed and permitted. */
export interface Call<E extends Endpoint> {
  /** The pool, or the transaction of an idempotent call. */
  db: Db;
  vault: Vault;
  storage: Storage;
  actor: ActorOf<E['access']>;
  /** Null for a kiosk, and where the call can be made signed out. */
  session: E['access'] extends OpenAccess | 'device.act' | 'image.list' ? SignedIn | null : SignedIn;
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  file: E extends { file: object } ? UploadedFile : undefined;
  cookie: SessionCookie;
  browser: BrowserCookie;
  step: StepCookie;
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

/** The prefix of every call. */
export const basePath = '/api/v1';

/**
 * Serves an endpoint with `handler`, after the checks that all calls share: origin, session, permission, input. The answer
 * carries what the contract's reply names and nothing else. `afterCommit` is awaited before it is sent.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Result<E>> | Result<E>,
  afterCommit?: () => Promise<void>,
): void {
  const changes = endpoint.method !== 'GET' || endpoint.changes === true;

  const options: RouteOptions = {
    method: endpoint.method,
    exposeHeadRoute: !changes,
    url: `${basePath}${endpoint.path}`,
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.file && { body: fileForm, consumes: ['multipart/form-data'] }),
      response: { [endpoint.status ?? 200]: envelope(endpoint), ...(endpoint.pending && { 202: envelope(endpoint) }) },
    },
    config: { endpoint },
    handler: async (request, reply) => {
      const environment = app.calls;
      if (changes) refuseCrossSite(request, environment.publicUrl);
      const cookie = sessionCookie(request, reply, environment.publicUrl);
      const device = deviceCookie(request, reply, environment.publicUrl);
      const kiosk = await currentDevice(environment, endpoint, tokenOf(request) ?? device.read());
      const session = kiosk ? undefined : await currentSession(environment, request, cookie);
      const actor = kiosk ?? session?.actor;
      requirePermission(endpoint, actor);

      const input = await readInput(endpoint, request);
      const run = async (db: Db) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas made its parts
        handler({
          db,
          vault: environment.vault,
          storage: environment.storage,
          actor: actor ?? null,
          session: session ?? null,
          ...input,
          cookie,
          browser: browserCookie(request, reply, environment.publicUrl),
          step: stepCookie(request, reply, environment.publicUrl),
          deviceCookie: device,
          network: networkOf(request.ip),
          origin: ownOrigin(request, environment.publicUrl),
          device: request.headers['user-agent']?.slice(0, 256) ?? null,
          log: request.log,
        } as Call<E>);

      const result = await runOnce(endpoint, request, session, dbFor(environment, endpoint, actor), input, run);
      await afterCommit?.();
      if (changes) environment.changed();
      return answer(endpoint, reply, result);
    },
  };
  if (endpoint.file) withUploads(app, (app) => app.route(options));
  else app.route(options);
}

/**
 * What a call reads and writes: rows of the companies in scope, where the database has a wall. Who signs in has no scope yet, and who makes
 * a company reaches beyond theirs.
 */
function dbFor({ db, within }: CallEnvironment, { access }: Endpoint, actor: Actor | DeviceActor | undefined): Db {
  if (!within || !actor || actor.companyIds === 'all') return db;
  return isOpenAccess(access) || access === 'company.create' ? db : within(actor.companyIds);
}

/** How a file is described in the OpenAPI document. */
const fileForm = z.object({ file: z.file() });

function isOpenAccess(access: Endpoint['access']): access is OpenAccess {
  return access === 'public' || access === 'session.start' || access === 'session.end' || access === 'device.announce';
}

function currentSession(
  environment: CallEnvironment,
  { headers }: FastifyRequest,
  cookie: SessionCookie,
): Promise<SignedIn | undefined> | undefined {
  const id = cookie.read();
  return id === undefined ? undefined : environment.findSession(id, headers[unattendedHeader] === undefined);
}

/** Whose token it is. One that is over says so where a kiosk calls, and counts as none elsewhere. */
async function currentDevice(
  environment: CallEnvironment,
  { access }: Endpoint,
  token: string | undefined,
): Promise<DeviceActor | undefined> {
  const kiosk = token === undefined ? undefined : await environment.findDevice(token);
  if (token !== undefined && !kiosk && access === 'device.act') throw new Refusal('deviceRevoked');
  return kiosk;
}

function requirePermission({ access }: Endpoint, actor: Actor | DeviceActor | undefined) {
  if (!actor && !isOpenAccess(access)) throw new Refusal('notSignedIn');
  if (actor && access !== 'public' && !can(actor, access)) throw new Refusal('notAllowed');
}

async function readInput(endpoint: Endpoint, request: FastifyRequest) {
  refuseHostileInput(request.body);
  refuseHostileInput(request.query);
  refuseHostileInput(request.params);
  if (!endpoint.body && !endpoint.file) refuseBody(request.body);
  return {
    params: endpoint.params && parse(endpoint.params, request.params),
    query: endpoint.query && parse(endpoint.query, request.query),
    body: endpoint.body && parse(endpoint.body, request.body ?? {}),
    file: endpoint.file && (await readFile(request, endpoint.file)),
  };
}

/** A call that creates something honours an `Idempotency-Key`. */
function runOnce<Result>(
  endpoint: Endpoint,
  request: FastifyRequest,
  session: SignedIn | undefined,
  db: Db,
  { file, ...input }: Awaited<ReturnType<typeof readInput>>,
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  const key = request.headers['idempotency-key'];
  const mayRepeat = endpoint.status === 201 || endpoint.once;
  if (!mayRepeat || typeof key !== 'string' || !session) return run(db);
  const contents = file && createHash('sha256').update(file.bytes).digest('hex');
  const asked = [endpoint.path, input, ...(file ? [file.name, contents] : [])];
  const attempt = { key, userId: session.actor.userId, request: asked };
  return once(db, attempt, run);
}

declare module 'fastify' {
  interface FastifyInstance {
    calls: CallEnvironment;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
