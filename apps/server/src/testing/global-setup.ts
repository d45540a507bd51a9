import type { TestProject } from 'vitest/node';
import type { Embedded } from '../platform/db/embedded.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run: `inject('postgres')`. */
    postgres: Embedded['connection'];
  }
}

/** One PostgreSQL for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await startTestPostgres();
  project.provide('postgres', connection);
  return stop;
}
