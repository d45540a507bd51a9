import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createQueue, type Queue, type Task } from './queue.ts';
import { Refusal } from './refusal.ts';

/** Running and waiting calls of a caller. Seven of the pool's ten connections write. */
export const callsOfOne = { running: 5, waiting: 200 };
const maxWaiting = 5_000;
const holdBackMs = 1_000;
const maxDelayed = 5_000;

/** A caller with many calls waits, others do not. */
export interface Turns {
  /**
   * Runs `work` while fewer than 5 calls of the caller run.
   * @throws {Refusal} `unavailable` after a second if 200 calls of the caller wait; at once while the server stops.
   */
  take<Result>(caller: string, reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
  takeEach<Piece>(caller: string, reply: FastifyReply, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece>;
  countWaiting(): number;
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
      const isOver = queue.isFull() || (!queue.hasPlace() && countWaiting() >= maxWaiting);
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

/** Delays a refusal by a second, so that repeats do not use the processor. */
export async function holdBack(): Promise<void> {
  if (heldBack >= maxDelayed) return;
  heldBack += 1;
  await sleep(holdBackMs);
  heldBack -= 1;
}

export async function refuseLater(): Promise<never> {
  await holdBack();
  throw new Refusal('unavailable');
}
