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

/**
 * The cache of what the server said. Reads survive a lost network or an overloaded server with a few repeats; what was
 * refused is not asked again. Nothing waits silently for the network: offline, a read fails and a change fails at once.
 */
export function createQueryClient(): QueryClient {
  // A button knows that its call is under way before the browser takes the next press, however slow the machine is.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        // Long enough that the parts of one screen share an answer; the live channel tells what changes meanwhile.
        staleTime: 5_000,
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Whether a read that failed so may succeed in a while. */
export function mayPass(error: Error): boolean {
  return error instanceof CallFailed && (error.status === null || error.status === 502 || error.status === 503);
}

type ParamsOf<E extends Endpoint> = CallInput<E> extends { params: infer Params } ? { params: Params } : object;

/**
 * The key under which an endpoint's answers are kept: its path, then the ids in it, then the query. The answers for
 * the same ids and any query are found by `keyOf(endpoint, { params })`, those for any ids by `keyOf(endpoint)`.
 */
export function keyOf<E extends Endpoint>(endpoint: E, input?: ParamsOf<E> | CallInput<E>): QueryKey;
export function keyOf(endpoint: Endpoint, input: { params?: object; query?: object } = {}): QueryKey {
  const { params, query } = input;
  if (query) return [endpoint.path, asText(params), query];
  return params ? [endpoint.path, asText(params)] : [endpoint.path];
}

/** A read of an endpoint for `useQuery`, `prefetchQuery` and the like: its key and the call. */
export function queryOf<E extends Endpoint>(endpoint: E, ...[input]: ReadArguments<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => read(endpoint, input, signal),
  });
}

/**
 * A read of one page of a list. While another page or another search of the same list is on its way, its rows stay in
 * sight; those of another company, tenant or tab do not.
 */
export function pageOf<E extends Endpoint & { paged: true }>(endpoint: E, ...[input]: ReadArguments<E>) {
  const key = keyOf(endpoint, input);
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => read(endpoint, input, signal),
    placeholderData: (rows, before) => (isSameList(key, before?.queryKey) ? rows : undefined),
  });
}

/** How often what no live channel tells of is asked for again while it is in sight, in milliseconds. */
export const pauseBetweenPolls = 30_000;

/** The same of a list that no live channel tells of, and that is not on record as read: what others change shows in a while. */
export function polledPageOf<E extends Endpoint & { paged: true }>(endpoint: E, ...input: ReadArguments<E>) {
  return { ...pageOf(endpoint, ...input), refetchInterval: pauseBetweenPolls };
}

/** A read of a paged endpoint for `useInfiniteQuery`: page after page, `limit` of the query rows in each. */
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

/**
 * What a change does to the reads that show it: they are asked for again when it is made, and also when it is refused
 * because somebody else was first. The change itself does not wait for that.
 */
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
