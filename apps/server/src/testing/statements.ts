import pg from 'pg';
import { vi } from 'vitest';

/** Counts the statements that this process sends to PostgreSQL from now on until the test ends. */
export function countStatements(): () => number {
  const { mock } = vi.spyOn(pg.Client.prototype, 'query');
  return () => mock.calls.length;
}
