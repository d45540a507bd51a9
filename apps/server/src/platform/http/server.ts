import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyWebsocket from '@fastify/websocket';
import buildSerializer from 'fast-json-stringify';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import { z } from 'zod';
import type { CallEnvironment } from './call.ts';
import { answerProblem, answerUnreadable } from './problem.ts';
import { Refusal } from './refusal.ts';
import { basePath } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { longest, paceOfBodies, refuseSlowBodies } from './slow-body.ts';
import { createTurns } from './turns.ts';

const bodyLimit = 64 * 1024;
const largestFile = 1_200_000;

interface ServerOptions {
  calls: CallEnvironment;
  log: FastifyBaseLogger;
  trustedProxies: string[];
}

export async function createServer({ calls, log, trustedProxies }: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit,
    requestTimeout: longest(paceOfBodies, largestFile),
    // Node checks timeouts only twice a minute by default.
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, log),
  });
  app.decorate('calls', calls);
  const turns = createTurns();
  app.decorate('turns', turns);
  app.addHook('preClose', (done) => {
    turns.close();
    done();
  });
  endConnections(app);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(new Refusal('notFound'), request, reply));
  // route() parses input after the permission; these schemas serve the OpenAPI document.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(serializer);
  readJsonOnly(app);
  logRequests(app);
  refuseSlowBodies(app);
  answerInTurn(app);

  setSecurityHeaders(app);
  await app.register(fastifyCookie);
  await app.register(fastifyWebsocket, {
    // Compressing many small frames costs five times the processor and fifty times the memory.
    options: { perMessageDeflate: false, maxPayload: 64 * 1024 },
    errorHandler: (error, socket, request) => {
      request.log.warn({ error }, 'closed a socket after an error');
      socket.terminate();
    },
  });
  refuseOtherSockets(app);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(basePath)) reply.header('cache-control', 'no-store');
    done();
  });
  return app;
}

/** JSON is the only body, because forms of other sites could send other types. */
function readJsonOnly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}

/** Without a handler a socket would be opened and its URL logged before it closes. */
function refuseOtherSockets(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.websocket) route.config = { ...route.config, isChannel: true };
  });
  app.addHook('onRequest', ({ ws, routeOptions }, _reply, done) =>
    done(ws && !routeOptions.config.isChannel ? new Refusal('notFound') : undefined),
  );
}

/** Logs the route's template, because a query can contain a phone. */
function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isChannel?: boolean;
  }
}

/** Answers requests in progress. Destroys all other connections, because Node would wait for idle ones. */
function endConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (isClosing) socket.destroy();
  });
  app.server.on('request', ({ socket }, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (isClosing) socket.end();
    });
  });
  app.server.on('upgrade', ({ socket }) => connections.delete(socket));

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    const busy = new Set([...underWay].map(({ req }) => req.socket));
    for (const socket of connections.difference(busy)) socket.destroy();
    done();
  });
}

/** Pipelined requests that may wait on a connection. Browsers send none. */
const maxWaiting = 8;

/** Destroys a connection with too many requests. Otherwise one client could take every connection to the database. */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', ({ raw: { socket }, ws }, reply, done) => {
    if (ws || !(socket instanceof Socket)) return done();
    const begin = () => {
      reply.raw.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (!next) waiting.delete(socket);
        else if (socket.writable) next();
      });
      done();
    };
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      return begin();
    }
    if (line.length < maxWaiting) line.push(begin);
    else socket.destroy();
  });
}

/**
 * Writes only properties of the schema, so an extra column never leaves the server. Compiles at the first answer, because all 222 schemas
 * take 150 ms of the start.
 */
export const serializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let write: ReturnType<typeof compile> | undefined;
  return (data) => (write ??= compile(schema))(data);
};

function compile(schema: z.ZodType) {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', override: simplify });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- draft 7 as it asks for; the two libraries type it apart
  return buildSerializer(jsonSchema as Parameters<typeof buildSerializer>[0]);
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** A union with null would validate each value. Formats and bounds matter only for input. */
const simplify: Override = ({ jsonSchema }) => {
  delete jsonSchema.format;
  delete jsonSchema.pattern;
  delete jsonSchema.additionalProperties;
  const [some, none, ...others] = jsonSchema.anyOf ?? [];
  if (
    !some ||
    typeof some !== 'object' ||
    !none ||
    typeof none !== 'object' ||
    none.type !== 'null' ||
    others.length > 0
  )
    return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, some, { nullable: true });
};
