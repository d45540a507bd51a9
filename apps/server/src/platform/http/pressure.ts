import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from './refusal.ts';
import { callsOfOne, refuseLater } from './turns.ts';

/** How many calls of strangers may be under way at once; whoever calls beside them waits for as many at most. */
const mostStrangers = 128;
/** How many calls of one session may be under way: as many as run and wait in turn, and as many that send a body or read an answer. */
const mostOfOne = 2 * (callsOfOne.running + callsOfOne.waiting);
/** How many callers with a session or token are looked up at once, and how many more of each wait: all kiosks can come back in one moment. */
const mostLookUps = 64;
const mostInLine = 5_000;
/** While there is no place for another stranger, one who was refused something keeps theirs for so long, in milliseconds. */
const lingering = 500;
/** After how many milliseconds a stranger who is waited for, and not the server, makes room for the next one. */
const mostDawdling = 1_000;

/** How to tell who makes a call. */
export interface Callers {
  /** What tells who calls from others, where that is known without asking the database. */
  knownAs: (request: FastifyRequest, reply: FastifyReply) => string | undefined;
  /** Whether a call brings a session, which is looked up in turn with the tokens of kiosks and not behind them all. */
  bringsSession: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** Asks the database. Undefined where the call brings nothing to look up. */
  isSomebody: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined;
}

/** A stranger's call that is under way. */
interface Place {
  request: FastifyRequest;
  reply: FastifyReply;
  since: number;
}

/**
 * Under a flood of calls the server goes on answering desks and kiosks, and tells strangers beyond so many to come back later, and
 * anybody who alone asks for too much at once. They hear of it late, so that calling again at once does not take the processor. Who
 * strangers are is only looked up when there are so many; until then whoever is not known is counted with them. A stranger who sends a
 * body slowly, or does not read the answer, is ended once the place is wanted: with a few such connections one could lock out everybody.
 */
export function shedLoad(app: FastifyInstance, { knownAs, bringsSession, isSomebody }: Callers): void {
  const underWay = new Map<string, number>();
  const strangers = new Set<Place>();
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
    if (count >= mostOfOne) return false;
    underWay.set(name, count + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(name) ?? 1) - 1;
      if (left > 0) underWay.set(name, left);
      else underWay.delete(name);
    });
    return true;
  }

  /** Ends the call of the stranger who has been waited for the longest. Answers whether there was one. */
  function makeRoom(): boolean {
    const longest = performance.now() - mostDawdling;
    const dawdler = strangers.values().find((place) => place.since < longest && isWaitedFor(place));
    if (!dawdler) return false;
    strangers.delete(dawdler);
    dawdler.request.raw.destroy();
    return true;
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isApart(request)) return done();
    const name = knownAs(request, reply);
    if (name !== undefined) return begin(name, reply) ? done() : refuse(done);
    if (strangers.size < mostStrangers || makeRoom()) {
      const place: Place = { request, reply, since: performance.now() };
      strangers.add(place);
      reply.raw.once('close', () => {
        if (strangers.size < mostStrangers || reply.statusCode < 400) strangers.delete(place);
        else setTimeout(() => strangers.delete(place), lingering);
      });
      return done();
    }
    const line = bringsSession(request, reply) ? desks : kiosks;
    if (line.length >= mostInLine) return refuse(done);
    line.push(() => {
      const lookUp = reply.raw.destroyed ? undefined : isSomebody(request, reply);
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
    while (lookUps < mostLookUps) {
      [first, second] = [second, first];
      const next = first.shift() ?? second.shift();
      if (!next) return;
      next();
    }
  }
}

/** Whether a call is held up by whoever made it: the body has not come, or what was answered is not taken. */
function isWaitedFor({ request, reply }: Place): boolean {
  return !request.raw.complete || reply.raw.writableLength > 0;
}

/**
 * A socket stays, and was let in by a ticket. A process that does not say that it is alive would be ended, and its load would go to
 * the next one.
 */
function isApart({ ws, url }: FastifyRequest): boolean {
  return ws || url.startsWith('/health/');
}
