import { Day, IdParam } from '@vestibule/contract/platform/values.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clearFilter, readFilter, writeFilter } from './address-filter.ts';

const kept = {
  schema: z.object({
    kind: z.enum(['red', 'blue']).optional(),
    userId: IdParam.optional(),
    from: Day.optional(),
    to: Day.optional(),
  }),
  names: { kind: 'kind', userId: 'user', from: 'since', to: 'until' },
};
const params = (search: string) => new URLSearchParams(search);

test('reads back the filter that it wrote into the address', () => {
  const filter = { kind: 'red', userId: 12, from: '2026-03-01', to: '2026-03-02' } as const;
  expect(readFilter(kept, writeFilter(kept, params(''), filter))).toEqual(filter);
});

test('ignores unknown parts of the address', () => {
  expect(readFilter(kept, params('kind=green&user=-1&since=2026-02-30&until='))).toEqual({});
  expect(readFilter(kept, params('user=x&since=2026-03-01'))).toEqual({ from: '2026-03-01' });
});

test('a new filter starts at the first page and keeps the rest of the address', () => {
  const next = writeFilter(kept, params('search=hansen&cursor=abc&from=20&since=2026-03-01'), { userId: 12 });
  expect(next.toString()).toBe('search=hansen&since=2026-03-01&user=12');
});

test('null removes a filter and keeps the others', () => {
  const next = writeFilter(kept, params('user=12&since=2026-03-01&until=2026-03-02'), {
    userId: null,
    to: '2026-03-03',
  });
  expect(next.toString()).toBe('since=2026-03-01&until=2026-03-03');
});

test('clears the whole filter and returns to the first page', () => {
  const all = 'tab=all&cursor=abc&from=20&kind=red&user=12&since=2026-03-01&until=2026-03-02';
  expect(clearFilter(kept, params(all)).toString()).toBe('tab=all');
});
