import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** How many calls of strangers may be under way at once; whoever calls beside them waits for as many at most. */
const mostStrangers = 128;
/** Of how many who say that they are somebody it is looked up at once. */
const mostLookUps = 64;

interface Callers {
  /** Knows without asking the database. */
  isKnown: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** Asks the database. Undefined where the call brings nothing to look up. */
  isSomebody: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined;
}

/**
 * Under a flood of calls the server goes on answering desks and kiosks, and tells strangers beyond so many to come back later. Who they
 * are is only looked up when there are so many; until then whoever is not known is counted with the strangers.
 */
export function shedLoad(app: FastifyInstance, { isKnown, isSomebody }: Callers): void {
  let strangers = 0;
  let lookUps = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (isApart(request) || isKnown(request, reply)) return done();
    if (strangers < mostStrangers) {
      strangers += 1;
      reply.raw.once('close', () => (strangers -= 1));
      return done();
    }
    const lookUp = lookUps < mostLookUps ? isSomebody(request, reply) : undefined;
    if (!lookUp) return done(new Refusal('unavailable'));
    lookUps += 1;
    lookUp.finally(() => (lookUps -= 1)).then((is) => (is ? done() : done(new Refusal('unavailable'))), done);
  });
}

/**
 * A socket stays, and was let in by a ticket. A process that does not say that it is alive would be ended, and its load would go to
 * the next one.
 */
function isApart({ ws, url }: FastifyRequest): boolean {
  return ws || url.startsWith('/health/');
}
