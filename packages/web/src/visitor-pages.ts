import type { QueryClient } from '@tanstack/react-query';
import { listVisitors, type Visitor, type VisitorScope } from '@vestibule/contract/visitor.ts';
import type { Answer } from './call.ts';
import { keyOf } from './query.ts';

type Page = Answer<typeof listVisitors>;

/**
 * Puts visitors in the place of the rows with the same ids, in every page that is in the cache. A row leaves the pages
 * of a scope that it no longer belongs to; where a new one belongs only the server knows.
 */
export function replaceVisitors(client: QueryClient, visitors: readonly Visitor[]): void {
  const changed = new Map(visitors.map((visitor) => [visitor.id, visitor]));
  changePages(client, (row, scope) => {
    const visitor = changed.get(row.id);
    if (!visitor) return row;
    return belongs(visitor, scope) ? visitor : undefined;
  });
}

/** Takes visitors out of every page that is in the cache. */
export function removeVisitors(client: QueryClient, ids: readonly number[]): void {
  const removed = new Set(ids);
  changePages(client, (row) => (removed.has(row.id) ? undefined : row));
}

/** Asks for the lists of visitors again, at once for those on the screen; resolves when they are here. */
export async function reloadVisitors(client: QueryClient): Promise<void> {
  const lists = { queryKey: keyOf(listVisitors) };
  // An answer under way may have been read before the change.
  await client.cancelQueries(lists);
  await client.invalidateQueries(lists);
}

function belongs(visitor: Visitor, scope: VisitorScope): boolean {
  if (scope === 'current') return visitor.currentVisitRecordId !== null;
  if (scope === 'imported') return visitor.preregisteredTenantId !== null && visitor.currentVisitRecordId === null;
  return true;
}

function changePages(client: QueryClient, change: (row: Visitor, scope: VisitorScope) => Visitor | undefined): void {
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: keyOf(listVisitors) })) {
    if (!page) continue;
    const scope = scopeOf(key);
    const rows = page.rows.map((row) => change(row, scope)).filter((row) => row !== undefined);
    if (rows.every((row, index) => row === page.rows[index]) && rows.length === page.rows.length) continue;
    client.setQueryData<Page>(key, { rows, page: less(page.page, page.rows.length - rows.length) });
  }
}

function less(page: Page['page'], count: number): Page['page'] {
  return page?.totalIsExact ? { ...page, total: Math.max(0, page.total - count) } : page;
}

function scopeOf(key: readonly unknown[]): VisitorScope {
  const query = listVisitors.query.safeParse(key[2] ?? {});
  return query.data?.scope ?? 'all';
}
