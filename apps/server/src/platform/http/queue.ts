import type { EventEmitter } from 'node:events';
import { Refusal } from './refusal.ts';

interface Limits {
  running: number;
  waiting: number;
}

export interface Task {
  client?: EventEmitter & { destroyed: boolean };
  isContinued?: boolean;
}

export interface Queue {
  /**
   * Runs `work` when a place is free. A task whose `client` disconnects leaves the queue.
   * @throws {Refusal} `unavailable` if too many tasks wait, or the queue was closed
   */
  run<Result>(work: () => Promise<Result>, task?: Task): Promise<Result>;
  hasPlace(): boolean;
  isFull(): boolean;
  isIdle(): boolean;
  countWaiting(): number;
  close(): void;
}

export function createQueue(limits: Limits): Queue {
  const waiting = new Set<{ begin: () => void; leave: () => void }>();
  let running = 0;
  let isClosed = false;
  const hasPlace = () => running < limits.running;
  const isFull = () => !hasPlace() && waiting.size >= limits.waiting;

  async function enter({ client, isContinued = false }: Task): Promise<void> {
    if (hasPlace()) {
      running += 1;
      return;
    }
    if (isClosed || (isFull() && !isContinued) || client?.destroyed) throw new Refusal('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(waiter);
      reject(new Refusal('unavailable'));
    };
    const waiter = { begin: resolve, leave };
    waiting.add(waiter);
    client?.once('close', leave);
    await promise.finally(() => client?.off('close', leave));
  }

  function exit(): void {
    const [next] = waiting;
    if (!next) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next.begin();
  }

  return {
    async run(work, task = {}) {
      await enter(task);
      try {
        return await work();
      } finally {
        exit();
      }
    },
    hasPlace,
    isFull,
    isIdle: () => running === 0,
    countWaiting: () => waiting.size,
    close() {
      isClosed = true;
      for (const { leave } of waiting) leave();
    },
  };
}
