import { HistoryFilter as Filter } from '@vestibule/contract/visits/history.ts';
import type { z } from 'zod';

/** `from` and `to` are days of the building, both included. */
export type HistoryFilter = z.output<typeof historyFilter.schema>;

export const historyFilter = {
  schema: Filter.omit({ visitorId: true }),
  names: { from: 'since', to: 'until', tenantId: 'tenant', employeeId: 'host' },
} as const;

/** The server counts at most this many days. */
const maxDays = 400;

/** The range ends before it begins, or it is too long. Null if arrivals can be counted. */
export function whyUncounted({ from, to }: Pick<HistoryFilter, 'from' | 'to'>, now = Date.now()) {
  if (from === undefined) return null;
  const days = ((to === undefined ? now : Date.parse(to)) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) return 'reversed';
  return days > maxDays ? 'tooLong' : null;
}
