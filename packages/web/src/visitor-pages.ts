import type { QueryClient } from '@tanstack/react-query';
import type { Parsed } from '@vestibule/contract/platform/endpoint.ts';
import { readToday, readVisitorStates } from '@vestibule/contract/visits/today.ts';
import {
  listTenantVisitors,
  listVisitors,
  type Visitor,
  type VisitorScope,
} from '@vestibule/contract/visits/visitor.ts';
import type { Answer } from './call.ts';
import { keyOf } from './query.ts';

type Page = Answer<typeof listVisitors>;

/** Rows leave scopes that they no longer match. New arrivals become first on the current tab; only the server knows other places. */
export function replaceVisitors(client: QueryClient, visitors: readonly Visitor[]): void {
  const changed = new Map(visitors.map((visitor) => [visitor.id, visitor]));
  changeTenantPages(client, (page, tenantId) =>
    keepRows(page, (row) => {
      const visitor = changed.get(row.id);
      if (!visitor) return row;
      return isOfTenant(visitor, tenantId) ? visitor : undefined;
    }),
  );
  changePages(client, (page, { scope, search, cursor, limit, sort, tenantId, id }) => {
    const kept = keepRows(page, (row) => {
      const visitor = changed.get(row.id);
      if (!visitor) return row;
      return belongs(visitor, scope) ? visitor : undefined;
    });
    if (scope !== 'current' || search || cursor || sort || tenantId || id) return kept;
    return visitors.reduce((before, visitor) => withArrival(before, visitor, limit), kept);
  });
}

export function removeVisitors(client: QueryClient, ids: readonly number[]): void {
  const removed = new Set(ids);
  const keepOthers = (page: Page) => keepRows(page, (row) => (removed.has(row.id) ? undefined : row));
  changePages(client, keepOthers);
  changeTenantPages(client, keepOthers);
}

const reads = [listVisitors, listTenantVisitors, readToday, readVisitorStates];

export async function reloadVisitors(client: QueryClient): Promise<void> {
  const lists = reads.map((read) => ({ queryKey: keyOf(read) }));
  // A running read may have started before the change.
  await Promise.all(lists.map((list) => client.cancelQueries(list)));
  await Promise.all(lists.map((list) => client.invalidateQueries(list)));
}

function belongs(visitor: Visitor, scope: VisitorScope): boolean {
  if (scope === 'current') return visitor.currentVisitRecordId !== null;
  if (scope === 'imported') return visitor.preregisteredTenantId !== null && visitor.currentVisitRecordId === null;
  return true;
}

function isOfTenant({ currentVisitRecord, preregisteredTenantId }: Visitor, tenantId: number): boolean {
  return currentVisitRecord?.tenant.id === tenantId || preregisteredTenantId === tenantId;
}

function withArrival(page: Page, visitor: Visitor, limit = Infinity): Page {
  const [top] = page.rows;
  const cameAt = visitor.currentVisitRecord?.checkedInAt;
  const topCameAt = top?.currentVisitRecord?.checkedInAt;
  if (!cameAt || (topCameAt && cameAt <= topCameAt)) return page;
  return { rows: [visitor, ...page.rows].slice(0, limit), page: counted(page.page, 1) };
}

function keepRows(page: Page, keep: (row: Visitor) => Visitor | undefined): Page {
  const rows = page.rows.map(keep).filter((row) => row !== undefined);
  if (rows.length === page.rows.length && rows.every((row, index) => row === page.rows[index])) return page;
  return { rows, page: counted(page.page, rows.length - page.rows.length) };
}

function counted(page: Page['page'], more: number): Page['page'] {
  return page?.totalIsExact ? { ...page, total: Math.max(0, page.total + more) } : page;
}

type Query = Parsed<typeof listVisitors, 'query'>;

function changePages(client: QueryClient, change: (page: Page, query: Query) => Page): void {
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: keyOf(listVisitors) })) {
    const query = listVisitors.query.safeParse(key[2] ?? {}).data;
    if (!page || !query) continue;
    const next = change(page, query);
    if (next !== page) client.setQueryData<Page>(key, next);
  }
}

function changeTenantPages(client: QueryClient, change: (page: Page, tenantId: number) => Page): void {
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: keyOf(listTenantVisitors) })) {
    const params = listTenantVisitors.params.safeParse(key[1]).data;
    if (!page || !params) continue;
    const next = change(page, params.tenantId);
    if (next !== page) client.setQueryData<Page>(key, next);
  }
}
