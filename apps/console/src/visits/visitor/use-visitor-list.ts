import { IdParam } from '@vestibule/contract/platform/values.ts';
import {
  type VisitorFilter,
  visitorFilters,
  type VisitorScope,
  visitorScopes,
  visitorSorts,
} from '@vestibule/contract/visits/visitor.ts';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { type AddressFilter, useFilter } from '../../ui/list/address-filter.ts';
import { readPlace, useAddress, writePlace } from '../../ui/list/list-place.ts';
import type { Sorting } from '../../ui/list/rows.ts';
import { useListState } from '../../ui/list/use-list-state.ts';

const orders = ['asc', 'desc'] as const;

const Filter = z.object({
  only: z.enum(visitorFilters).optional(),
  tenantId: IdParam.optional(),
  sort: z.enum(visitorSorts).optional(),
  order: z.enum(orders).optional(),
});
const kept: AddressFilter<typeof Filter> = {
  schema: Filter,
  names: { only: 'only', tenantId: 'tenant', sort: 'sort', order: 'order' },
};

/** The order without a choice. */
const usual = {
  current: { sort: 'time', order: 'desc' },
  imported: { sort: 'time', order: 'asc' },
  all: { sort: 'name', order: 'asc' },
} as const;

/** The default order of the server fits all tabs except that of expected visitors. */
const sent = { current: {}, imported: usual.imported, all: {} } as const;

export function tabOf(only: VisitorFilter): VisitorScope {
  return only === 'expectedToday' ? 'imported' : 'all';
}

export function useVisitorList() {
  const list = useListState(visitorScopes);
  const { filter, narrow } = useFilter(kept);
  const { change } = useAddress();
  const { tab } = list;
  const only = filter.only && tabOf(filter.only) === tab ? filter.only : undefined;
  const { tenantId } = filter;
  const chosen = filter.sort && { sort: filter.sort, order: filter.order ?? 'asc' };
  const { sort, order } = chosen ?? usual[tab];

  const show = (tab: VisitorScope, only?: VisitorFilter) =>
    change(
      (now) => {
        const place = { ...readPlace(now), tab: tab === 'current' ? null : tab, cursor: null, from: 0 };
        const next = writePlace(now, place);
        for (const name of ['only', 'sort', 'order']) next.delete(name);
        if (only) next.set('only', only);
        return next;
      },
      { preventScrollReset: true },
    );
  const onSort = (key: string) => {
    const next = visitorSorts.find((each) => each === key);
    if (!next) return;
    const first = next === usual[tab].sort ? usual[tab].order : 'asc';
    const opposite = order === 'asc' ? 'desc' : 'asc';
    narrow({ sort: next, order: next === sort ? opposite : first });
  };
  // The column shows the time inside, which is shorter for a later arrival.
  const rises = (order === 'asc') !== (tab === 'current' && sort === 'time');
  const sorting: Sorting = { key: sort, direction: rises ? 'ascending' : 'descending', onSort };

  return {
    ...list,
    query: {
      ...list.query,
      scope: tab,
      ...(only && { only }),
      ...(tenantId && { tenantId }),
      ...(chosen ?? sent[tab]),
    },
    only,
    tenantId: tenantId ?? null,
    isFiltered: only !== undefined || tenantId !== undefined,
    subject: only ?? (tenantId === undefined ? tab : ('atTenant' as const)),
    hasUsualOrder: sort === usual[tab].sort && order === usual[tab].order,
    show,
    setTab: (next: VisitorScope) => show(next),
    setTenant: (id: number | null) => narrow({ tenantId: id }),
    sorting,
    content: [tab, only, tenantId, list.search, list.from, sort, order].join(' '),
  };
}

export type VisitorList = ReturnType<typeof useVisitorList>;

/** The back button closes a panel that was opened here. */
export function usePanelPlace() {
  const { params, change } = useAddress();
  const location = useLocation();
  const state: unknown = location.state;
  const before = typeof state === 'object' ? state : null;
  const isOpenedHere = before !== null && 'panel' in before;
  const id = Number(params.get('visitor')) || null;
  const set = (next: number | null, options: { replace: boolean; state: object | null }) =>
    change(
      (now) => {
        if (next === null) now.delete('visitor');
        else now.set('visitor', String(next));
        return now;
      },
      { ...options, preventScrollReset: true },
    );
  return {
    id,
    open: (next: number) =>
      set(next, { replace: id !== null, state: id === null ? { ...before, panel: true } : before }),
    close: () => (isOpenedHere ? history.back() : set(null, { replace: true, state: before })),
  };
}
