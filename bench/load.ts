import type { Call } from './connection.ts';
import { startWorker, type Worker } from './worker.ts';

export interface Load {
  port: number;
  connections: number;
  /** Sent in turn, again and again. `{n}` in a body becomes a number that no call of this load had. */
  calls: Call[];
  firstNumber?: number;
  /** It ends after this time, or after this many calls. */
  seconds?: number;
  count?: number;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds of one call. */
  p50: number;
  p99: number;
  calls: number;
}

export type LoadGenerator = Worker<Load, LoadResult>;

/** The process that makes the calls. */
export function startLoadGenerator(): LoadGenerator {
  return startWorker(new URL('load-process.ts', import.meta.url).pathname);
}
