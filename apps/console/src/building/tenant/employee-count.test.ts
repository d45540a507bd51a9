import { expect, test } from 'vitest';
import { employeeCountKey } from './employee-count.ts';

test.each([1, 11, 21, 101])('%i ends in 1 and uses the singular', (count) => {
  expect(employeeCountKey(count)).toBe('tenants.employeeCount.one');
});

test.each([0, 2, 10, 12, 24, 100])('%i uses the plural', (count) => {
  expect(employeeCountKey(count)).toBe('tenants.employeeCount.many');
});
