import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from './refusal.ts';
import { callsOfOne, refuseLater } from './turns.ts';

/** Parallel anonymous calls. Others wait for at most as many. */
const maxAnonymous = 128;
const maxPerCaller = 2 * (callsOfOne.running + callsOfOne.waiting);
const maxLookUps = 64;
const maxInLine = 5_000;
/** How long a refused anonymous request keeps its place while there is no other, in ms. */
const refusalHoldMs = 500;
/** After this time a slow anonymous request loses its place to the next one, in ms. */
const slowTimeoutMs = 1_000;

export interface Callers {
  knownAs: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  bringsSession: (request: FastifyRequest, reply: FastifyReply) => boolean;
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined;
}

interface Place {
  request: FastifyRequest;
  reply: FastifyReply;
  since: number;
}

/**
 * Refuses anonymous calls beyond a limit, and too many of one caller, after a delay. Disconnects an anonymous client with a slow body or
 * unread answer when its place is needed.
 */
export function shedLoad(app: FastifyInstance, { knownAs, bringsSession, identify }: Callers): void {
  const underWay = new Map<string, number>();
  const anonymousRequests = new Set<Place>();
  let lookUps = 0;
  const desks: (() => void)[] = [];
  const kiosks: (() => void)[] = [];
  let [first, second] = [desks, kiosks];

  function refuse(done: (refusal: Refusal) => void): void {
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify ends by its callback
    void refuseLater().catch(done);
  }

  function begin(name: string, reply: FastifyReply): boolean {
    const count = underWay.get(name) ?? 0;
    if (count >= maxPerCaller) return false;
    underWay.set(name, count + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(name) ?? 1) - 1;
      if (left > 0) underWay.set(name, left);
      else underWay.delete(name);
    });
    return true;
  }

  function makeRoom(): boolean {
    const longest = performance.now() - slowTimeoutMs;
    const slowest = anonymousRequests.values().find((place) => place.since < longest && isWaitedFor(place));
    if (!slowest) return false;
    anonymousRequests.delete(slowest);
    slowest.request.raw.destroy();
    return true;
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isApart(request)) return done();
    const name = knownAs(request, reply);
    if (name !== undefined) return begin(name, reply) ? done() : refuse(done);
    if (anonymousRequests.size < maxAnonymous || makeRoom()) {
      const place: Place = { request, reply, since: performance.now() };
      anonymousRequests.add(place);
      reply.raw.once('close', () => {
        if (anonymousRequests.size < maxAnonymous || reply.statusCode < 400) anonymousRequests.delete(place);
        else setTimeout(() => anonymousRequests.delete(place), refusalHoldMs);
      });
      return done();
    }
    const line = bringsSession(request, reply) ? desks : kiosks;
    if (line.length >= maxInLine) return refuse(done);
    line.push(() => {
      const lookUp = reply.raw.destroyed ? undefined : identify(request, reply);
      if (!lookUp) return refuse(done);
      lookUps += 1;
      void settle(lookUp, done);
    });
    lookUpNext();
  });

  async function settle(lookUp: Promise<boolean>, done: (refusal?: Refusal) => void): Promise<void> {
    const found = await lookUp.catch(() => false);
    lookUps -= 1;
    lookUpNext();
    if (found) done();
    else refuse(done);
  }

  function lookUpNext(): void {
    while (lookUps < maxLookUps) {
      [first, second] = [second, first];
      const next = first.shift() ?? second.shift();
      if (!next) return;
      next();
    }
  }
}

function isWaitedFor({ request, reply }: Place): boolean {
  return !request.raw.complete || reply.raw.writableLength > 0;
}

function isApart({ ws, url }: FastifyRequest): boolean {
  return ws || url.startsWith('/health/');
}
