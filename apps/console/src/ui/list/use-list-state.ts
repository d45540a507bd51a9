import { useLocation } from 'react-router';
import { type ListPlace, readEarlier, readPlace, useAddress, writePlace } from './list-place.ts';
import { type PageSize, usePageSize } from './use-pages.ts';

export interface PageQuery {
  limit: number;
  search?: string;
  cursor?: string;
}

export interface ListState<Tab extends string = string> {
  tab: Tab;
  search: string;
  from: number;
  pageSize: PageSize;
  query: PageQuery;
  setTab: (tab: Tab) => void;
  setSearch: (search: string) => void;
  setPageSize: (size: PageSize) => void;
  first: () => void;
  /** Null on the first page, and if the address was opened without its history. */
  previous: (() => void) | null;
  /** Opens the page after the `shown` rows of this one. */
  next: (cursor: string, shown: number) => void;
}

/** Kept in the address for reload, links and the back button. A change of tab, search or page size returns to the first page. */
export function useListState<const Tab extends string = 'all'>(
  tabs?: readonly [Tab, ...Tab[]],
): ListState<Tab | 'all'> {
  const { params, change: changeAddress } = useAddress();
  const location = useLocation();
  const [pageSize, setPageSize] = usePageSize();
  const place = readPlace(params);
  const earlier = readEarlier(location.state);
  const { search, cursor, from } = place;

  const go = (change: Partial<ListPlace>, { replace = false, before = [] as typeof earlier } = {}) =>
    changeAddress((now) => writePlace(now, { ...readPlace(now), cursor: null, from: 0, ...change }), {
      replace,
      state: { earlier: before },
      preventScrollReset: true,
    });

  const last = earlier.at(-1);
  return {
    tab: tabs?.find((tab) => tab === place.tab) ?? tabs?.[0] ?? 'all',
    search,
    from,
    pageSize,
    query: { limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) },
    setTab: (tab) => go({ tab: tab === tabs?.[0] ? null : tab }),
    setSearch: (next) => go({ search: next }, { replace: true }),
    setPageSize: (size) => {
      setPageSize(size);
      if (cursor) go({}, { replace: true });
    },
    first: () => go({}),
    previous: last ? () => go(last, { before: earlier.slice(0, -1) }) : null,
    next: (after, shown) => go({ cursor: after, from: from + shown }, { before: [...earlier, { cursor, from }] }),
  };
}
