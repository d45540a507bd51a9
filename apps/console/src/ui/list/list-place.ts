import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

export interface ListPlace {
  tab: string | null;
  search: string;
  /** Continues the list after an earlier page; null on the first. */
  cursor: string | null;
  /** The number of rows before this page. */
  from: number;
}

/** Ignores invalid parts. */
export function readPlace(params: URLSearchParams): ListPlace {
  const cursor = params.get('cursor');
  const from = Number(params.get('from'));
  const isFurther = cursor !== null && Number.isSafeInteger(from) && from > 0;
  return {
    tab: params.get('tab'),
    search: params.get('search') ?? '',
    cursor: isFurther ? cursor : null,
    from: isFurther ? from : 0,
  };
}

export function writePlace(params: URLSearchParams, { tab, search, cursor, from }: ListPlace): URLSearchParams {
  const next = new URLSearchParams(params);
  set(next, 'tab', tab);
  set(next, 'search', search);
  set(next, 'cursor', cursor);
  set(next, 'from', cursor === null ? null : String(from));
  return next;
}

/** Kept in the state of the history entry, the first page first. */
export interface EarlierPages {
  earlier: readonly Pick<ListPlace, 'cursor' | 'from'>[];
}

/** None if a link opened the entry. */
export function readEarlier(state: unknown): EarlierPages['earlier'] {
  return isEarlierPages(state) ? state.earlier : [];
}

function isEarlierPages(state: unknown): state is EarlierPages {
  return typeof state === 'object' && state !== null && 'earlier' in state && Array.isArray(state.earlier);
}

function set(params: URLSearchParams, name: string, value: string | null) {
  if (value) params.set(name, value);
  else params.delete(name);
}

/**
 * Starts from the current address, because the render follows later and a second change would undo the first. Does nothing once the address
 * belongs to another screen.
 */
export function useAddress() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const change = (next: (now: URLSearchParams) => URLSearchParams, options: NavigateOptions) => {
    if (window.location.pathname !== pathname) return;
    setParams(next(new URLSearchParams(window.location.search)), options);
  };
  return { params, change };
}
