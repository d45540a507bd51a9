import pg from 'pg';
import { vi } from 'vitest';

export function countStatements(): (table: string) => number {
  const { mock } = vi.spyOn(pg.Client.prototype, 'query');
  return (table) => {
    const first = mock.calls.findIndex(([query]: unknown[]) => textOf(query).includes(`insert into ${table} `));
    if (first === -1) throw new Error(`nothing was written into ${table}`);
    return mock.contexts.filter((client) => client === mock.contexts[first]).length;
  };
}

export function collectStatements(): (table: string) => string[] {
  const { mock } = vi.spyOn(pg.Client.prototype, 'query');
  return (table) =>
    [...new Set(mock.calls.map(([query]: unknown[]) => textOf(query)))].filter((text) =>
      text.replaceAll(/\s+/g, ' ').includes(`from ${table} `),
    );
}

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
}
