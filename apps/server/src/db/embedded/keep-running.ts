import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clearLeftover, type PostmasterOptions, startPostmaster, stopPostgres } from './postmaster.ts';

/**
 * Runs PostgreSQL until `stop`. When it dies, for want of memory or disk or by a hand, it is started again, and again
 * until it runs; only a first start that fails is the caller's.
 */
export async function keepRunning(options: PostmasterOptions, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const supervision = supervise(await startPostmaster(options));
  return {
    async stop() {
      stopping.abort();
      await stopPostgres(options.clusterDir);
      await supervision;
      // One that was just on its way up is found now.
      await stopPostgres(options.clusterDir);
    },
  };

  async function supervise(first: { ended: Promise<void> }) {
    await first.ended;
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      log.error('PostgreSQL has ended by itself: starting it again');
      try {
        await clearLeftover({ ...options, log });
        const { ended } = await startPostmaster(options);
        log.warn('PostgreSQL runs again');
        wait = 100;
        if (!stopping.signal.aborted) await ended;
      } catch (error) {
        log.error(error, 'PostgreSQL does not start');
        await sleep(wait);
      }
    }
  }
}
