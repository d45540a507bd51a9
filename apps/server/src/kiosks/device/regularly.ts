import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable } from '../../platform/db/database.ts';

/** Does work at once and then this often, never twice at a time. Answers how to stop, which waits for what is under way. */
export function regularly(
  work: () => Promise<void>,
  milliseconds: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work()
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ error }, 'looking after devices failed');
      })
      .finally(() => (running = undefined));
  };
  run();
  const timer = setInterval(run, milliseconds);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
