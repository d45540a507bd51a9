import type { Problem } from '@vestibule/contract/platform/refusal.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { expect, test } from 'vitest';
import { toFieldErrors } from './use-employees.ts';

const problem: Problem = {
  type: 'about:blank',
  title: '',
  status: 409,
  detail: '',
  reason: 'AlreadyInUseForOtherEmployee',
  requestId: 'r1',
};

test('marks each field whose value belongs to another employee', () => {
  expect(toFieldErrors(new CallFailed(409, { ...problem, reasons: ['email', 'phone'] }))).toMatchObject({
    problem: { fields: { email: 'AlreadyInUseForOtherEmployee', phone: 'AlreadyInUseForOtherEmployee' } },
  });
  expect(toFieldErrors(new CallFailed(409, { ...problem, reasons: ['phone'] }))).toMatchObject({
    problem: { fields: { phone: 'AlreadyInUseForOtherEmployee' } },
  });
});

test('returns any other failure unchanged', () => {
  const lost = new CallFailed(null, null);
  expect(toFieldErrors(lost)).toBe(lost);
  const other = new CallFailed(409, { ...problem, reason: 'currentVisitRecords', reasons: ['currentVisitRecords'] });
  expect(toFieldErrors(other)).toBe(other);
});
