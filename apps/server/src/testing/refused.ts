import type { Problem, Reason } from '@vestibule/contract/platform/refusal.ts';
import { expect } from 'vitest';
import type { Answer } from './caller.ts';

type Details = { [Name in keyof Omit<Problem, 'type' | 'title' | 'status' | 'reason' | 'requestId'>]?: unknown };

/** A number of seconds, minus those that the test took. */
export function about(seconds: number): unknown {
  return expect.closeTo(seconds, -1.3);
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    toBeRefused(status: number, reason: Reason, details?: Details): R;
  }
}

expect.extend({
  toBeRefused(
    { status, problem, headers }: Answer<never>,
    expectedStatus: number,
    reason: Reason,
    details: Details = {},
  ) {
    const answered = { status, type: headers['content-type'], problem };
    const expected = {
      status: expectedStatus,
      type: 'application/problem+json',
      problem: withAtLeast({ status: expectedStatus, reason, ...details }),
    };
    return {
      pass: this.equals(answered, expected),
      message: () => `the call was ${this.isNot ? '' : 'not '}refused like that`,
      actual: answered,
      expected,
    };
  },
});

function withAtLeast(properties: object): unknown {
  return expect.objectContaining(properties);
}
