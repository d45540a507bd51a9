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
/** A file with what stands around it in a form. */
const largestFile = 1_200_000;

interface ServerOptions {
  calls: CallEnvironment;
  log: FastifyBaseLogger;
  trustedProxies: string[];
}

/** An HTTP server with everything that holds for all calls, and no call yet. */
export async function createServer({ calls, log, trustedProxies }: ServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    // Its own lines name the whole address; ours, in logRequests, do not.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit,
    // Bodies are watched more closely, by refuseSlowBodies.
    requestTimeout: longest(paceOfBodies, largestFile),
    // Node looks for those who are late only twice a minute unless told otherwise.
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      // Whoever would rather speak HTTP/2 is answered all the same: only sockets are another protocol here.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // What fails before a route is found, such as an address that cannot be decoded.
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
  // Input is parsed in route(), after the permission; here the schemas only serve the OpenAPI document.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(serializer);
  readJsonOnly(app);
  logRequests(app);
  refuseSlowBodies(app);
  answerInTurn(app);

  setSecurityHeaders(app);
  await app.register(fastifyCookie);
  await app.register(fastifyWebsocket, {
    // Frames are small and many; compressing each costs five times the processor and fifty times the memory.
    options: { perMessageDeflate: false, maxPayload: 64 * 1024 },
    errorHandler: (error, socket, request) => {
      request.log.warn({ error }, 'a socket was ended');
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

/** JSON is the only body of a call, an empty one is none. Another type could be sent by any site's form. */
function readJsonOnly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}

/** A socket where none is served would be opened, and its whole address be in the log, before it is closed. */
function refuseOtherSockets(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.websocket) route.config = { ...route.config, isChannel: true };
  });
  app.addHook('onRequest', ({ ws, routeOptions }, _reply, done) =>
    done(ws && !routeOptions.config.isChannel ? new Refusal('notFound') : undefined),
  );
}

/** One line for each answer: the route's template and ids, never an address with its query, which can hold a phone. */
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
    /** Sockets are served there. */
    isChannel?: boolean;
  }
}

/**
 * When the server stops, requests in progress get an answer and their connections close. All other connections are destroyed. Otherwise
 * Node waits for idle keep-alive connections and for connections that a browser opened in advance.
 */
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
  // The owner of a WebSocket closes it with a reason.
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

/** How many pipelined requests may wait on a connection. Browsers send none. */
const mostWaiting = 8;

/**
 * Handles the pipelined requests of a connection one after the other, and destroys a connection with too many. Node would start all at
 * once: a single client could take every connection to the database without reading an answer.
 */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', ({ raw: { socket }, ws }, reply, done) => {
    // Requests that a test injects have no socket.
    if (ws || !(socket instanceof Socket)) return done();
    const begin = () => {
      reply.raw.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (!next) waiting.delete(socket);
        // Without a connection no `close` event would follow.
        else if (socket.writable) next();
      });
      done();
    };
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      return begin();
    }
    if (line.length < mostWaiting) line.push(begin);
    else socket.destroy();
  });
}

/**
 * Compiles the schema of a reply to a function that writes JSON. It writes only properties of the schema, so an extra column never leaves
 * the server.
 */
export const serializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', override: simplify });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- draft 7 as it asks for; the two libraries type it apart
  return buildSerializer(jsonSchema as Parameters<typeof buildSerializer>[0]);
};

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Turns a union with null into a nullable type, because a union would validate each value. Drops formats and bounds, which matter only
 * for input.
 */
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
