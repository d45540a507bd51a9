import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/** The search and the page of a list, kept in the address. */
export interface ListPlace {
  tab: string | null;
  search: string;
  /** Continues the list after an earlier page; null on the first. */
  cursor: string | null;
  /** How many rows precede this page. */
  from: number;
}

/** Reads the place from an address. Ignores invalid parts. */
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

/** The pages before this one, in the state of the history entry, the first page first. */
export interface EarlierPages {
  earlier: readonly Pick<ListPlace, 'cursor' | 'from'>[];
}

/** Reads the earlier pages; none if the entry was opened by a link. */
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
 * Changes the search part of the address. Starts from the current address, because the render follows later and a second change would
 * undo the first. Does nothing once the address belongs to another screen.
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
