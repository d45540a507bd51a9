import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import {
  hashKey,
  infiniteQueryOptions,
  notifyManager,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { type Answer, CallFailed, type CallInput, call } from './call.ts';

/** Retries reads after a lost network or overload, but not after a refusal. Offline, reads and changes fail at once. */
export function createQueryClient(): QueryClient {
  // A button is disabled before the browser handles the next press.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        // Parts of one screen share an answer. The live channel reports changes.
        staleTime: 5_000,
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export function mayPass(error: Error): boolean {
  return error instanceof CallFailed && (error.status === null || error.status === 502 || error.status === 503);
}

type ParamsOf<E extends Endpoint> = CallInput<E> extends { params: infer Params } ? { params: Params } : object;

/** The cache key of an endpoint: path, ids, query. `keyOf(endpoint, { params })` matches all queries, `keyOf(endpoint)` all ids. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: ParamsOf<E> | CallInput<E>): QueryKey;
export function keyOf(endpoint: Endpoint, input: { params?: object; query?: object } = {}): QueryKey {
  const { params, query } = input;
  if (query) return [endpoint.path, asText(params), query];
  return params ? [endpoint.path, asText(params)] : [endpoint.path];
}

export function queryOf<E extends Endpoint>(endpoint: E, ...[input]: ReadArguments<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => read(endpoint, input, signal),
  });
}

/** Rows stay visible while another page or search loads, but not another company, tenant or tab. */
export function pageOf<E extends Endpoint & { paged: true }>(endpoint: E, ...[input]: ReadArguments<E>) {
  const key = keyOf(endpoint, input);
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => read(endpoint, input, signal),
    placeholderData: (rows, before) => (isSameList(key, before?.queryKey) ? rows : undefined),
  });
}

export const pollMs = 30_000;

export function polledPageOf<E extends Endpoint & { paged: true }>(endpoint: E, ...input: ReadArguments<E>) {
  return { ...pageOf(endpoint, ...input), refetchInterval: pollMs };
}

export function pagesOf<E extends Endpoint & { paged: true }>(endpoint: E, ...[input]: ReadArguments<E>) {
  const key = [...keyOf(endpoint, input), 'pages'];
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(endpoint, input, signal, pageParam),
    initialPageParam: '',
    getNextPageParam: (last: Answer<Endpoint & { paged: true }>) => last.page?.next,
    placeholderData: (pages, before) => (isSameList(key, before?.queryKey) ? pages : undefined),
  });
}

/** Reloads also after a refusal by a concurrent change. The change does not wait. */
export function reloading(reload: () => unknown) {
  return {
    onSuccess: () => void reload(),
    onError: (error: Error) => {
      if (error instanceof CallFailed && (error.status === 404 || error.status === 409)) void reload();
    },
  };
}

type ReadArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

function read<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | undefined,
  signal: AbortSignal,
  cursor?: string,
): Promise<Answer<E>>;
function read(
  endpoint: Endpoint,
  { query, ...input }: { query?: object } = {},
  signal: AbortSignal,
  cursor?: string,
): Promise<unknown> {
  return call(endpoint, { ...input, query: { ...query, ...(cursor && { cursor }) } }, { signal });
}

function isSameList(key: QueryKey, other: QueryKey | undefined): boolean {
  return other !== undefined && hashKey(listKey(key)) === hashKey(listKey(other));
}

function listKey([path, params, query]: QueryKey): QueryKey {
  const filter = new Map(Object.entries(query ?? {}));
  for (const place of ['search', 'limit', 'cursor']) filter.delete(place);
  return [path, params, ...filter];
}

function asText(params: object = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
