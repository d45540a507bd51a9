import { environmentManager, MutationObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { type Company, listAllCompanies } from '@vestibule/contract/accounts/company.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { CallFailed } from './call.ts';
import { createQueryClient, keyOf, pageOf, polledPageOf } from './query.ts';

// Without a window the library assumes a server and runs no timers.
environmentManager.setIsServer(() => false);

test('the key of an endpoint with ids matches the answers of all its queries, with ids as numbers or texts', () => {
  const client = new QueryClient();
  const key = keyOf(listVisitors, { params: { companyId: 1 }, query: { limit: 10 } });
  client.setQueryData(key, 'kept');
  expect(client.getQueriesData({ queryKey: keyOf(listVisitors, { params: { companyId: '1' } }) })).toHaveLength(1);
  expect(client.getQueriesData({ queryKey: keyOf(listVisitors, { params: { companyId: 2 } }) })).toHaveLength(0);
  expect(client.getQueriesData({ queryKey: keyOf(listVisitors) })).toHaveLength(1);
});

test('rows of a list stay visible while the next page loads', () => {
  expect(shownDuringLoad({ companyId: 1, scope: 'all' }, { companyId: 1, scope: 'all', cursor: 'x' })).toBe(true);
  expect(shownDuringLoad({ companyId: 1, scope: 'all' }, { companyId: 1, scope: 'all', search: 'åse' })).toBe(true);
});

test('rows of another company or tab do not', () => {
  expect(shownDuringLoad({ companyId: 1, scope: 'all' }, { companyId: 2, scope: 'all' })).toBe(false);
  expect(shownDuringLoad({ companyId: 1, scope: 'all' }, { companyId: 1, scope: 'current' })).toBe(false);
});

test('a mutation is pending before another button can be pressed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => promise });
  const states: string[] = [];
  // Like React.
  observer.subscribe(notifyManager.batchCalls(() => states.push(observer.getCurrentResult().status)));
  const made = observer.mutate();
  await new Promise<void>((_resolve) => process.nextTick(_resolve));
  expect(states).toEqual(['pending']);
  resolve();
  await made;
});

test('reloads a visible list every half minute, for changes of others', async () => {
  vi.useFakeTimers();
  const names = ['Fjord House', 'Fjord House and Quay'];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [companyOf(names.shift())], page: null })));
  const observer = new QueryObserver(createQueryClient(), polledPageOf(listAllCompanies, { query: { limit: 10 } }));
  const stop = observer.subscribe(() => {});
  const shown = () => observer.getCurrentResult().data?.rows.map(({ name }) => name);
  await vi.waitFor(() => expect(shown()).toEqual(['Fjord House']));
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.waitFor(() => expect(shown()).toEqual(['Fjord House and Quay']));
  stop();
});

test('retries after a network failure, not after a refusal', async () => {
  vi.useFakeTimers();
  expect(await attemptsAt(new CallFailed(null, null))).toBe(4);
  expect(await attemptsAt(new CallFailed(503, null))).toBe(4);
  expect(await attemptsAt(new CallFailed(404, null))).toBe(1);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function companyOf(name = ''): Company {
  return {
    id: 1,
    name,
    timeZone: 'Europe/Oslo',
    badgePaper: 'a6',
    autoCheckOutAt: null,
    createdAt: '2026-01-02T03:04:05.678Z',
  };
}

interface Place {
  companyId: number;
  scope: 'current' | 'all';
  cursor?: string;
  search?: string;
}

function shownDuringLoad(from: Place, to: Place): boolean {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  client.setQueryData(options(from).queryKey, { rows: [], page: null });
  const observer = new QueryObserver(client, options(from));
  const stop = observer.subscribe(() => {});
  observer.setOptions(options(to));
  const { data } = observer.getCurrentResult();
  stop();
  return data !== undefined;
}

function options({ companyId, ...query }: Place) {
  return pageOf(listVisitors, { params: { companyId }, query: { limit: 10, ...query } });
}

async function attemptsAt(error: Error): Promise<number> {
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(error);
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['x'], queryFn });
  const stop = observer.subscribe(() => {});
  await vi.runAllTimersAsync();
  expect(observer.getCurrentResult().status).toBe('error');
  stop();
  return queryFn.mock.calls.length;
}
