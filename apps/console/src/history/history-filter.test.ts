import { expect, test } from 'vitest';
import { canBeCounted, noFilter, readFilter, writeFilter } from './history-filter.ts';

const params = (search: string) => new URLSearchParams(search);

test('a filter is read from the address as it was written', () => {
  const filter = { from: '2026-03-01', to: '2026-03-02', tenantId: 12, employeeId: 7 };
  expect(readFilter(writeFilter(params(''), filter))).toEqual(filter);
});

test('what the address says and nobody understands is left out', () => {
  expect(readFilter(params('since=2026-02-30&until=&tenant=x&host=-1'))).toEqual({});
});

test('another filter begins at the first page and keeps what else stands in the address', () => {
  const next = writeFilter(params('search=hansen&cursor=abc&from=20&since=2026-03-01'), { tenantId: 12 });
  expect(next.toString()).toBe('search=hansen&since=2026-03-01&tenant=12');
});

test('clearing takes all of it away', () => {
  expect(writeFilter(params('since=2026-03-01&until=2026-03-02&tenant=1&host=2'), noFilter).size).toBe(0);
});

test.for([
  [{}, true],
  [{ to: '2026-03-01' }, true],
  [{ from: '2026-03-01', to: '2026-03-01' }, true],
  [{ from: '2026-03-02', to: '2026-03-01' }, false],
  [{ from: '2025-03-01', to: '2026-03-01' }, true],
  [{ from: '2025-01-01', to: '2026-03-01' }, false],
  [{ from: '2025-01-01' }, false],
] as const)('arrivals of %o can be counted: %s', ([days, can]) => {
  expect(canBeCounted(days, Date.parse('2026-03-01T12:00:00Z'))).toBe(can);
});
