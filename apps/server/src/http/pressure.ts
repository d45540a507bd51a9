import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** How many calls of strangers may be under way at once; whoever calls beside them waits for as many at most. */
const mostStrangers = 128;

/**
 * Under a flood of calls the server goes on answering those who are signed in, and tells strangers beyond so many to come back later.
 * `isSignedIn` knows of whoever asks without asking the database.
 */
export function shedLoad(
  app: FastifyInstance,
  isSignedIn: (request: FastifyRequest, reply: FastifyReply) => boolean,
): void {
  let strangers = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (isApart(request) || isSignedIn(request, reply)) return done();
    if (strangers >= mostStrangers) return done(new Refusal('unavailable'));
    strangers += 1;
    reply.raw.once('close', () => (strangers -= 1));
    done();
  });
}

/**
 * A socket stays, and was let in by a ticket. A process that does not say that it is alive would be ended, and its load would go to
 * the next one.
 */
function isApart({ ws, url }: FastifyRequest): boolean {
  return ws || url.startsWith('/health/');
}
