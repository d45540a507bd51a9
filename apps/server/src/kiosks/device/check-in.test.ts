import { expect, test } from 'vitest';
import { happenedAt } from './check-in.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
const day = 86_400;

test.for([
  { what: 'an hour ago', at: before(3_600), isBelieved: true },
  { what: 'seven days ago', at: before(7 * day), isBelieved: true },
  { what: 'a little more', at: before(7 * day + 1), isBelieved: false },
  { what: 'in four minutes', at: before(-240), isBelieved: false },
  { what: 'in two days', at: before(-2 * day), isBelieved: false },
])('trusts a device time of “$what”: $isBelieved', ({ at, isBelieved }) => {
  expect(happenedAt(at, now)?.toISOString()).toBe(isBelieved ? at : undefined);
});
