import { z } from 'zod';
import { useAddress } from './list-place.ts';

/** A parameter per part. The pager uses the parameter `from`. */
export interface AddressFilter<Schema extends z.ZodObject> {
  schema: Schema;
  names: { readonly [Part in keyof z.output<Schema>]-?: string };
}

/** Null removes a part of the filter. */
export type FilterChange<Filter> = { [Part in keyof Filter]?: NonNullable<Filter[Part]> | null };

/** Ignores invalid parts. */
export function readFilter<Schema extends z.ZodObject>(
  { schema, names }: AddressFilter<Schema>,
  params: URLSearchParams,
): z.output<Schema> {
  const given = Object.entries<string>(names).map(([part, name]) => [part, params.get(name)] as const);
  const valid = given.filter(([part, value]) => value !== null && z.safeParse(schema.shape[part], value).success);
  return schema.parse(Object.fromEntries(valid));
}

/** Returns to the first page. */
export function writeFilter<Schema extends z.ZodObject>(
  { names }: AddressFilter<Schema>,
  params: URLSearchParams,
  change: FilterChange<z.output<Schema>>,
): URLSearchParams {
  const next = onFirstPage(params);
  const changes = new Map(Object.entries<unknown>(change));
  for (const [part, name] of Object.entries<string>(names)) {
    const value = changes.get(part);
    if (value === null) next.delete(name);
    else if (typeof value === 'string' || typeof value === 'number') next.set(name, String(value));
  }
  return next;
}

export function clearFilter<Schema extends z.ZodObject>(
  { names }: AddressFilter<Schema>,
  params: URLSearchParams,
): URLSearchParams {
  const next = onFirstPage(params);
  for (const name of Object.values<string>(names)) next.delete(name);
  return next;
}

function onFirstPage(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('cursor');
  next.delete('from');
  return next;
}

/** `clear` is null without a filter. */
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
