import type { TestProject } from 'vitest/node';
import type { Embedded } from '../platform/db/embedded.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Embedded['connection'];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await startTestPostgres();
  project.provide('postgres', connection);
  return stop;
}
