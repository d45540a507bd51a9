import { expect, test } from 'vitest';
import { whyUncounted } from './history-filter.ts';

test.for([
  [{}, null],
  [{ to: '2026-03-01' }, null],
  [{ from: '2026-03-01', to: '2026-03-01' }, null],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'reversed'],
  [{ from: '2026-03-03' }, 'reversed'],
  [{ from: '2025-03-01', to: '2026-03-01' }, null],
  [{ from: '2025-01-01', to: '2026-03-01' }, 'tooLong'],
  [{ from: '2025-01-01' }, 'tooLong'],
] as const)('gives the reason why arrivals of %o cannot be counted: %s', ([days, why]) => {
  expect(whyUncounted(days, Date.parse('2026-03-01T12:00:00Z'))).toBe(why);
});
