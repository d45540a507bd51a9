import { expect, test } from 'vitest';
import { canBeCounted } from './history-filter.ts';

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
