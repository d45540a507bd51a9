import type { Call } from './connection.ts';
import { startWorker, type Worker } from './worker.ts';

export interface Load {
  port: number;
  connections: number;
  calls: Call[];
  firstNumber?: number;
  seconds?: number;
  count?: number;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  calls: number;
}

export type LoadGenerator = Worker<Load, LoadResult>;

export function startLoadGenerator(): LoadGenerator {
  return startWorker(new URL('load-process.ts', import.meta.url).pathname);
}
