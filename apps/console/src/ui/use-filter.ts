import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { type AddressFilter, clearFilter, type FilterChange, readFilter, writeFilter } from './address-filter.ts';

/** What a list is narrowed to, kept in the address; `clear` is null while it is not narrowed. */
export function useFilter<Schema extends z.ZodObject>(kept: AddressFilter<Schema>) {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(kept, params);
  const go = (next: URLSearchParams) => setParams(next, { replace: true });
  return {
    filter,
    narrow: (change: FilterChange<z.output<Schema>>) => go(writeFilter(kept, params, change)),
    clear: Object.keys(filter).length > 0 ? () => go(clearFilter(kept, params)) : null,
  };
}
