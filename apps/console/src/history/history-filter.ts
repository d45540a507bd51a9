import { HistoryFilter as Filter } from '@vestibule/contract/history.ts';

/** What the history is narrowed to. `from` and `to` are days of the building, both included. */
export type HistoryFilter = { [Key in 'from' | 'to' | 'tenantId' | 'employeeId']?: NonNullable<Filter[Key]> };

/** What is to be different; null takes a part of the filter away. */
export type FilterChange = { [Key in keyof HistoryFilter]: HistoryFilter[Key] | null };

export const noFilter: FilterChange = { from: null, to: null, tenantId: null, employeeId: null };

/** Arrivals are counted for a range of at most so many days. */
const daysAtMost = 400;

/** Reads the filter from the search part of an address. What is not understood is left out. */
export function readFilter(params: URLSearchParams): HistoryFilter {
  const { from, to, tenantId, employeeId } = Filter.shape;
  const asked = (name: string) => params.get(name) ?? undefined;
  const read = {
    from: from.safeParse(asked('since')).data,
    to: to.safeParse(asked('until')).data,
    tenantId: tenantId.safeParse(asked('tenant')).data,
    employeeId: employeeId.safeParse(asked('host')).data,
  };
  return {
    ...(read.from && { from: read.from }),
    ...(read.to && { to: read.to }),
    ...(read.tenantId && { tenantId: read.tenantId }),
    ...(read.employeeId && { employeeId: read.employeeId }),
  };
}

/** Writes a change of the filter into the search part of an address, and goes back to the first page. */
export function writeFilter(params: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of [
    ['since', change.from],
    ['until', change.to],
    ['tenant', change.tenantId],
    ['host', change.employeeId],
  ] as const) {
    if (value) next.set(name, String(value));
    else if (value === null) next.delete(name);
  }
  next.delete('cursor');
  next.delete('from');
  return next;
}

/** Whether arrivals can be counted for these days: the range begins before it ends and is not too long. */
export function canBeCounted({ from, to }: Pick<HistoryFilter, 'from' | 'to'>, now = Date.now()): boolean {
  if (from === undefined) return true;
  const days = ((to === undefined ? now : Date.parse(to)) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= daysAtMost;
}
