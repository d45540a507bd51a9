import { createHash } from 'node:crypto';
import { type Actor, can, type DeviceActor, type HostActor } from '@vestibule/contract/platform/access.ts';
import {
  type Endpoint,
  type EndpointsOf,
  endpointsOf,
  unattendedHeader,
} from '@vestibule/contract/platform/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Db, isOfMissingRow } from '../db/database.ts';
import { answer, envelope, type Result } from './answer.ts';
import {
  type Call,
  type CallEnvironment,
  dbFor,
  isOpenAccess,
  networkOf,
  type Once,
  type SignedIn,
  type SignedInHost,
  tokenOf,
} from './call.ts';
import {
  browserCookie,
  deviceCookie,
  hostCookie,
  knownBrowserCookie,
  type SessionCookie,
  sessionCookie,
  stepCookie,
} from './cookie.ts';
import { openCursor } from './cursor.ts';
import { mayBeRepeated, once } from './idempotency.ts';
import { parse, refuseBody, refuseHostileInput } from './parse.ts';
import { Refusal } from './refusal.ts';
import { ownOrigin, refuseCrossSite } from './same-origin.ts';
import { holdBack, type Turns } from './turns.ts';
import { readFile, withUploads } from './upload.ts';

export const basePath = '/api/v1';

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>;

type Handlers<Module> = {
  [Name in keyof EndpointsOf<Module>]:
    | Handler<EndpointsOf<Module>[Name]>
    | { handle: Handler<EndpointsOf<Module>[Name]>; afterCommit: () => Promise<void> };
};

export function serve<Module extends object>(app: FastifyInstance, module: Module, handlers: Handlers<Module>): void {
  const endpoints = endpointsOf(module);
  for (const name in handlers) {
    const handler = handlers[name];
    if (typeof handler === 'function') route(app, endpoints[name], handler);
    else route(app, endpoints[name], handler.handle, handler.afterCommit);
  }
}

function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  afterCommit?: () => Promise<void>,
): void {
  const runsOnceItself = endpoint.file !== undefined || endpoint.countsFirst === true;
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
      const { calls: environment, turns } = app;
      if (changes) refuseCrossSite(request, environment.publicUrl);
      const browser = browserOf(request, reply, environment);
      const ownCredential = credentialOf(endpoint, browser);
      const credential = ownCredential ?? anonymousCaller(browser, request);
      const turn = turns.take(credential, reply, async () => {
        const signedIn = await identify(environment, endpoint, request, browser);
        requirePermission(endpoint, signedIn.actor);
        const caller = callerOf(signedIn) ?? (ownCredential ? anonymousCaller(browser, request) : credential);
        const work = () => perform(request, browser, signedIn);
        return { caller, result: await (caller === credential ? work() : turns.take(caller, reply, work)) };
      });
      const { caller, result } = await turn.catch(async (error: unknown) => {
        // A caller above a limit must not use the processor by repeating at once.
        if (ownCredential && isOverLimit(error)) await holdBack();
        throw error;
      });
      const inTurns = (pieces: AsyncIterable<string>) => turns.takeEach(caller, reply, pieces);
      return answer(endpoint, reply, result, { vault: environment.vault, inTurns });
    },
  };
  if (endpoint.file) withUploads(app, (app) => app.route(options));
  else app.route(options);

  async function perform(
    request: FastifyRequest,
    { token, ...cookies }: Browser,
    { kiosk, session, actor, hostSession }: Identified,
  ): Promise<Result<E>> {
    const environment = app.calls;
    const input = await readInput(endpoint, request, environment);
    const onDb = dbFor(environment, endpoint, actor);
    const isOfGuest = endpoint.access === 'pass.act';
    const runOnce = onceFor(endpoint, request, actor, onDb, input);
    const run = async (db: Db) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schemas made its parts
      handler({
        db: isOfGuest ? null : db,
        reach: isOfGuest ? environment.reach : null,
        vault: environment.vault,
        storage: environment.storage,
        actor: actor ?? null,
        session: session ?? null,
        hostSession: hostSession ?? null,
        ...input,
        once: runsOnceItself ? runOnce : undefined,
        ...cookies,
        network: networkOf(request.ip),
        origin: ownOrigin(request, environment.publicUrl),
        device: request.headers['user-agent']?.slice(0, 256) ?? null,
        log: request.log,
      } as Call<E>);

    const done = runsOnceItself ? run(onDb) : runOnce(run);
    const result = await done.catch(async (error: unknown) => {
      if (kiosk && isOfMissing(error)) await currentDevice(environment, endpoint, token);
      throw error;
    });
    await afterCommit?.();
    if (changes) environment.changed();
    return result;
  }
}

type Browser = ReturnType<typeof browserOf>;

function browserOf(request: FastifyRequest, reply: FastifyReply, environment: CallEnvironment) {
  const { publicUrl } = environment;
  const device = deviceCookie(request, reply, publicUrl);
  return {
    token: tokenOf(request) ?? device.read(),
    cookie: sessionCookie(request, reply, publicUrl),
    hostCookie: hostCookie(request, reply, publicUrl),
    browser: browserCookie(request, reply, publicUrl),
    step: stepCookie(request, reply, publicUrl),
    knownBrowser: knownBrowserCookie(request, reply, environment),
    deviceCookie: device,
  };
}

function credentialOf({ access }: Endpoint, { token, cookie, hostCookie }: Browser): string | undefined {
  if (token !== undefined) return `token ${token}`;
  const hostId = access === 'host.act' ? hostCookie.read() : undefined;
  if (hostId !== undefined) return `host session ${hostId}`;
  const id = cookie.read();
  return id === undefined ? undefined : `session ${id}`;
}

function anonymousCaller({ knownBrowser }: Browser, { ip }: FastifyRequest): string {
  const known = knownBrowser.read();
  return known === undefined ? `network ${networkOf(ip)}` : `browser ${known.toString('base64url')}`;
}

interface Identified {
  kiosk: DeviceActor | undefined;
  session: SignedIn | undefined;
  actor: Actor | DeviceActor | HostActor | undefined;
  hostSession?: Buffer;
}

async function identify(
  environment: CallEnvironment,
  endpoint: Endpoint,
  request: FastifyRequest,
  { token, cookie, hostCookie }: Browser,
): Promise<Identified> {
  // The token in the path is the credential of a pass. A session of the same browser is of another person.
  if (endpoint.access === 'pass.act') return { kiosk: undefined, session: undefined, actor: undefined };
  const kiosk = await currentDevice(environment, endpoint, token);
  if (kiosk) return { kiosk, session: undefined, actor: kiosk };
  const isOfHost = endpoint.access === 'host.act';
  const host = isOfHost ? await currentHost(environment, request, hostCookie) : undefined;
  if (host) return { kiosk, session: undefined, actor: host.actor, hostSession: host.hash };
  const session = await currentSession(environment, request, cookie);
  if (!isOfHost || !session || !can(session.actor, 'host.act')) return { kiosk, session, actor: session?.actor };
  return { kiosk, session, actor: await environment.findHostOfUser(session) };
}

function callerOf({ actor }: Identified): string | undefined {
  if (!actor) return undefined;
  if (actor.role === 'kiosk' || actor.role === 'host') return `${actor.role} ${actor.userId}`;
  return `user ${actor.userId}`;
}

const fileForm = z.object({ file: z.file() });

function currentSession(
  environment: CallEnvironment,
  request: FastifyRequest,
  cookie: SessionCookie,
): Promise<SignedIn | undefined> | undefined {
  const id = cookie.read();
  return id === undefined ? undefined : environment.findSession(id, isUse(request));
}

function currentHost(
  environment: CallEnvironment,
  request: FastifyRequest,
  cookie: SessionCookie,
): Promise<SignedInHost | undefined> | undefined {
  const id = cookie.read();
  return id === undefined ? undefined : environment.findHost(id, isUse(request));
}

function isUse({ headers }: FastifyRequest): boolean {
  return headers[unattendedHeader] === undefined;
}

async function currentDevice(
  environment: CallEnvironment,
  { access }: Endpoint,
  token: string | undefined,
): Promise<DeviceActor | undefined> {
  const kiosk = token === undefined ? undefined : await environment.findDevice(token);
  if (token !== undefined && !kiosk && access === 'device.act') throw new Refusal('deviceRevoked');
  return kiosk;
}

function isOverLimit(error: unknown): boolean {
  return error instanceof Refusal && error.reason === 'tooManyRequests';
}

function isOfMissing(error: unknown): boolean {
  const isRefused = error instanceof Refusal && (error.reason === 'notFound' || error.reason === 'licenseRequired');
  return isRefused || isOfMissingRow(error);
}

function requirePermission({ access }: Endpoint, actor: Identified['actor']) {
  if (!actor && !isOpenAccess(access)) throw new Refusal('notSignedIn');
  if (actor && access !== 'public' && !can(actor, access)) throw new Refusal('notAllowed');
}

async function readInput(endpoint: Endpoint, request: FastifyRequest, { vault }: CallEnvironment) {
  refuseHostileInput(request.body);
  refuseHostileInput(request.query);
  refuseHostileInput(request.params);
  if (!endpoint.body && !endpoint.file) refuseBody(request.body);
  const query = endpoint.query && parse(endpoint.query, request.query);
  return {
    params: endpoint.params && parse(endpoint.params, request.params),
    query: query && endpoint.paged ? openCursor(vault, query) : query,
    body: endpoint.body && parse(endpoint.body, request.body ?? {}),
    file: endpoint.file && (await readFile(request, endpoint.file)),
  };
}

function onceFor(
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Identified['actor'],
  db: Db,
  { file, ...input }: Awaited<ReturnType<typeof readInput>>,
): Once {
  const key = request.headers['idempotency-key'];
  if (!mayBeRepeated(endpoint) || typeof key !== 'string' || !actor || actor.role === 'kiosk')
    return (work) => work(db);
  const contents = file && createHash('sha256').update(file.bytes).digest('hex');
  const asked = [endpoint.path, input, ...(file ? [file.name, contents] : [])];
  const caller =
    actor.role === 'host'
      ? ({ kind: 'employee', companyId: actor.companyIds[0], id: actor.userId } as const)
      : ({ kind: 'user', id: actor.userId } as const);
  const attempt = { key, caller, request: asked };
  return (work) => once(db, attempt, work);
}

declare module 'fastify' {
  interface FastifyInstance {
    calls: CallEnvironment;
    turns: Turns;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
