import { expect, test } from 'vitest';
import { noFilter, readFilter, writeFilter } from './audit-filter.ts';

const params = (search: string) => new URLSearchParams(search);

test('a filter is read from the address as it was written', () => {
  const filter = { action: 'tenant.renamed', userId: 12, from: '2026-03-01', to: '2026-03-02' } as const;
  expect(readFilter(writeFilter(params(''), filter))).toEqual(filter);
});

test('what the address says and nobody understands is left out', () => {
  expect(readFilter(params('action=tenant.eaten&user=x&since=2026-02-30&until='))).toEqual({});
});

test('another filter begins at the first page and keeps what else stands in the address', () => {
  const next = writeFilter(params('tab=all&cursor=abc&from=20&since=2026-03-01'), { userId: 12 });
  expect(next.toString()).toBe('tab=all&since=2026-03-01&user=12');
});

test('clearing takes all of it away', () => {
  expect(writeFilter(params('action=tenant.renamed&user=12&since=2026-03-01&until=2026-03-02'), noFilter).size).toBe(0);
});
