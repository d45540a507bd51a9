import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../db/database.ts';
import type { Bus, Topic } from '../live/bus.ts';

/** How often work is looked for that nobody told of: what is due later, and what a process that died left behind. */
const sweepMilliseconds = 5_000;

interface LanesOptions {
  /** How many pieces of work are done at once by this process. */
  lanes: number;
  /** What the log calls the work. */
  what: string;
  /** What processes tell each other when there is new work. */
  topic: Topic;
  /**
   * Takes up work for so many lanes. Answers what it began, none of which rejects, and whether more may wait. `stopping` is for work that
   * would let go of what it does.
   */
  take: (free: number, stopping: AbortSignal) => Promise<{ begun: readonly Promise<void>[]; isMore: boolean }>;
  bus: Bus;
  log: FastifyBaseLogger;
}

/** Takes up work that waits in a table, new work as soon as its transaction commits. `stop` waits for what is under way. */
export function startLanes({ lanes, what, topic, take, bus, log }: LanesOptions): { stop(): Promise<void> } {
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
        // Nothing is lost: the work stays where it is, and the next sweep takes it up.
        if (!isUnavailable(error)) log.error({ error }, `taking up ${what} failed`);
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
  const sweep = setInterval(wake, sweepMilliseconds);
  wake();
  return {
    async stop() {
      stopping.abort();
      clearInterval(sweep);
      await taking;
      await Promise.all(underWay);
    },
  };
}
