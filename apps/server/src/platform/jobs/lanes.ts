import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../db/database.ts';
import type { Bus, Topic } from '../live/bus.ts';

const sweepMs = 5_000;

interface LanesOptions {
  lanes: number;
  what: string;
  topic: Topic;
  take: (free: number, stopping: AbortSignal) => Promise<{ begun: readonly Promise<void>[]; isMore: boolean }>;
  bus: Bus;
  log: FastifyBaseLogger;
}

interface Lanes {
  wake(): void;
  stop(): Promise<void>;
}

export function startLanes({ lanes, what, topic, take, bus, log }: LanesOptions): Lanes {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let taking: Promise<void> | undefined;
  let isWanted = false;

  async function takeUp() {
    while (isWanted && !stopping.signal.aborted && underWay.size < lanes) {
      isWanted = false;
      try {
        const { begun, isMore } = await take(lanes - underWay.size, stopping.signal);
        begun.forEach(follow);
        isWanted ||= isMore;
      } catch (error) {
        if (!isUnavailable(error)) log.error({ error }, `leasing ${what} failed`);
      }
    }
    taking = undefined;
  }

  function wake() {
    isWanted = true;
    if (!stopping.signal.aborted && underWay.size < lanes) taking ??= takeUp();
  }

  function follow(work: Promise<void>) {
    const followed = work.finally(() => {
      underWay.delete(followed);
      wake();
    });
    underWay.add(followed);
  }

  bus.on(topic, wake);
  bus.onResumed(wake);
  const sweep = setInterval(wake, sweepMs);
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(sweep);
      await taking;
      await Promise.all(underWay);
    },
  };
}
