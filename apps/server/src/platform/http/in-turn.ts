import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many requests may wait on a connection behind the one that is under way. No browser sends any. */
const mostWaiting = 8;

/**
 * Answers what comes over one connection one after the other, and ends a connection on which too much waits. Node would begin all of it
 * at once: a single client, who need not even read the answers, could take every connection to the database.
 */
export function answerInTurn(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', ({ raw: { socket }, ws }, reply, done) => {
    // What a test injects comes over none.
    if (ws || !(socket instanceof Socket)) return done();
    const begin = () => {
      reply.raw.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (!next) waiting.delete(socket);
        // Nobody would ever hear that an answer is over which has no connection any more.
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
