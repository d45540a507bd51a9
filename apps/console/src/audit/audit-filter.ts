import { AuditFilter as Filter } from '@vestibule/contract/audit.ts';

/** What the log is narrowed to. `from` and `to` are days in UTC, both included. */
export type AuditFilter = { [Key in 'action' | 'userId' | 'from' | 'to']?: NonNullable<Filter[Key]> };

/** What is to be different; null takes a part of the filter away. */
export type FilterChange = { [Key in keyof AuditFilter]: AuditFilter[Key] | null };

export const noFilter: FilterChange = { action: null, userId: null, from: null, to: null };

/** How each is called in the address, where `from` already says how many rows lie before the page. */
const names = { action: 'action', userId: 'user', from: 'since', to: 'until' } as const;

/** Reads the filter from the search part of an address. What is not understood is left out. */
export function readFilter(params: URLSearchParams): AuditFilter {
  const { action, userId, from, to } = Filter.shape;
  const asked = (key: keyof typeof names) => params.get(names[key]) ?? undefined;
  const read = {
    action: action.safeParse(asked('action')).data,
    userId: userId.safeParse(asked('userId')).data,
    from: from.safeParse(asked('from')).data,
    to: to.safeParse(asked('to')).data,
  };
  return {
    ...(read.action && { action: read.action }),
    ...(read.userId && { userId: read.userId }),
    ...(read.from && { from: read.from }),
    ...(read.to && { to: read.to }),
  };
}

/** Writes a change of the filter into the search part of an address, and goes back to the first page. */
export function writeFilter(params: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of [
    [names.action, change.action],
    [names.userId, change.userId],
    [names.from, change.from],
    [names.to, change.to],
  ] as const) {
    if (value) next.set(name, String(value));
    else if (value === null) next.delete(name);
  }
  next.delete('cursor');
  next.delete('from');
  return next;
}
