import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createQueue, type Queue, type Task } from './queue.ts';
import { Refusal } from './refusal.ts';

/** How many calls of one caller use the database at once, and how many more wait. The pool has ten connections. */
export const callsOfOne = { running: 8, waiting: 200 };
/** How many calls of all callers wait in one process. */
const mostWaiting = 5_000;
const holdBackMs = 1_000;
/** How many refusals are held back at once. Beyond that a call is refused immediately. */
const mostHeldBack = 5_000;

/** Shares the database among the callers of this process: one caller with many calls waits, and the others do not. */
export interface Turns {
  /**
   * Runs `work` when fewer than 8 calls of the caller run.
   * @throws {Refusal} `unavailable`, a second later, where 200 calls of the caller wait; at once where the server stops.
   */
  take<Result>(caller: string, reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
  /** Reads each piece of an answer in a turn of its own. A client that reads slowly keeps no place. */
  takeEach<Piece>(caller: string, reply: FastifyReply, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece>;
  /** How many calls wait for others of the same caller. */
  countWaiting(): number;
  /** Refuses the calls that wait. Those that run go on. */
  close(): void;
}

export function createTurns(): Turns {
  const queues = new Map<string, Queue>();
  let isClosed = false;
  const countWaiting = () => queues.values().reduce((sum, queue) => sum + queue.countWaiting(), 0);

  function queueOf(caller: string): Queue {
    const known = queues.get(caller);
    if (known) return known;
    const queue = createQueue(callsOfOne);
    if (isClosed) queue.close();
    queues.set(caller, queue);
    return queue;
  }

  async function run<Result>(caller: string, work: () => Promise<Result>, task: Task): Promise<Result> {
    const queue = queueOf(caller);
    try {
      return await queue.run(work, task);
    } finally {
      if (queue.isIdle()) queues.delete(caller);
    }
  }

  return {
    async take(caller, reply, work) {
      const queue = queueOf(caller);
      const isOver = queue.isFull() || (!queue.hasPlace() && countWaiting() >= mostWaiting);
      return isOver ? refuseLater() : run(caller, work, { client: reply.raw });
    },
    async *takeEach(caller, reply, pieces) {
      const iterator = pieces[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await run(caller, () => iterator.next(), { client: reply.raw, isContinued: true });
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await iterator.return?.();
      }
    },
    countWaiting,
    close() {
      isClosed = true;
      for (const queue of queues.values()) queue.close();
    },
  };
}

let heldBack = 0;

/** Holds a refusal back for a second, so that a client which calls again at once does not take the processor. */
export async function holdBack(): Promise<void> {
  if (heldBack >= mostHeldBack) return;
  heldBack += 1;
  await sleep(holdBackMs);
  heldBack -= 1;
}

/** Refuses a call after a second. @throws {Refusal} `unavailable` */
export async function refuseLater(): Promise<never> {
  await holdBack();
  throw new Refusal('unavailable');
}
