import { HistoryFilter as Filter } from '@vestibule/contract/history.ts';
import type { z } from 'zod';

/** What the history is narrowed to. `from` and `to` are days of the building, both included. */
export type HistoryFilter = z.output<typeof historyFilter.schema>;

export const historyFilter = {
  schema: Filter.omit({ visitorId: true }),
  names: { from: 'since', to: 'until', tenantId: 'tenant', employeeId: 'host' },
} as const;

/** Arrivals are counted for a range of at most so many days. */
const daysAtMost = 400;

/** Whether arrivals can be counted for these days: the range begins before it ends and is not too long. */
export function canBeCounted({ from, to }: Pick<HistoryFilter, 'from' | 'to'>, now = Date.now()): boolean {
  if (from === undefined) return true;
  const days = ((to === undefined ? now : Date.parse(to)) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= daysAtMost;
}
