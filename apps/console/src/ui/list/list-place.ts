import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/** Where somebody is in a list: what they look for, and how far they have gone. It is kept in the address. */
export interface ListPlace {
  tab: string | null;
  search: string;
  /** Continues the list after an earlier page; null on the first. */
  cursor: string | null;
  /** How many rows lie before this page. */
  from: number;
}

/** Reads the place from the search part of an address. What is not understood is left out. */
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

/** Writes the place into the search part of an address, keeping what else stands there. */
export function writePlace(params: URLSearchParams, { tab, search, cursor, from }: ListPlace): URLSearchParams {
  const next = new URLSearchParams(params);
  set(next, 'tab', tab);
  set(next, 'search', search);
  set(next, 'cursor', cursor);
  set(next, 'from', cursor === null ? null : String(from));
  return next;
}

/** The pages before this one, in the state of the history entry: the first page, then each after it. */
export interface EarlierPages {
  earlier: readonly Pick<ListPlace, 'cursor' | 'from'>[];
}

/** Reads the earlier pages; none where the entry has another state or none, as after following a link. */
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
 * The search part of the address. A change begins with what stands there by then: the screen is drawn after the address has changed, and of
 * two changes in quick succession the second would otherwise take the first one back. Once the address is another screen's, which may still
 * be on its way, what was begun in this one changes nothing: a search that waited for another letter would be taken along.
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
