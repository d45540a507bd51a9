import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { endConnections } from './closing.ts';
import { answerInTurn } from './in-turn.ts';
import { answerProblem, answerUnreadable } from './problem.ts';
import { Refusal } from './refusal.ts';
import type { CallEnvironment } from './call.ts';
import { basePath } from './route.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serializer } from './serializer.ts';
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
