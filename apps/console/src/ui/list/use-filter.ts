import type { z } from 'zod';
import { type AddressFilter, clearFilter, type FilterChange, readFilter, writeFilter } from './address-filter.ts';
import { useAddress } from './use-address.ts';

/** What a list is narrowed to, kept in the address; `clear` is null while it is not narrowed. */
export function useFilter<Schema extends z.ZodObject>(kept: AddressFilter<Schema>) {
  const { params, change } = useAddress();
  const filter = readFilter(kept, params);
  return {
    filter,
    narrow: (wanted: FilterChange<z.output<Schema>>) =>
      change((now) => writeFilter(kept, now, wanted), { replace: true }),
    clear: Object.keys(filter).length > 0 ? () => change((now) => clearFilter(kept, now), { replace: true }) : null,
  };
}
