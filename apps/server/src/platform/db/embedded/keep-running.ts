import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clearLeftover, type Postmaster, type PostmasterOptions, startPostmaster, stopPostgres } from './postmaster.ts';

/**
 * Runs PostgreSQL until `stop`. When it dies, for want of memory or disk or by a hand, it is started again, and again
 * until it runs; only a first start that fails is the caller's.
 */
export async function keepRunning(options: PostmasterOptions, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  let running: Postmaster = await startPostmaster(options);
  const supervision = supervise();
  return {
    async stop() {
      stopping.abort();
      await stopPostgres(options.clusterDir);
      // Where its folder was removed nothing else names it, and there is nothing left that it could save.
      running.quit();
      await supervision;
      // One that was just on its way up is found now.
      await stopPostgres(options.clusterDir);
    },
  };

  async function supervise() {
    await running.ended;
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      log.error('PostgreSQL has ended by itself: starting it again');
      try {
        await clearLeftover({ ...options, log });
        running = await startPostmaster(options);
        log.warn('PostgreSQL runs again');
        wait = 100;
        if (!stopping.signal.aborted) await running.ended;
      } catch (error) {
        log.error(error, 'PostgreSQL does not start');
        await sleep(wait);
      }
    }
  }
}
