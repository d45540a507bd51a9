import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compareClock, now } from './clock.ts';

const day = 86_400_000;
const noon = Date.parse('2026-05-12T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => vi.useRealTimers());

test.for([-day, day])(
  'a clock that is wrong by %i ms is not followed, and one that was put right since is',
  (wrong) => {
    vi.setSystemTime(noon + wrong);
    expect(compareClock(new Date(noon).toUTCString())).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(now()).toEqual(new Date(noon + 60_000));
    vi.setSystemTime(noon + 61_000);
    expect(now()).toEqual(new Date(noon + 61_000));
    expect(compareClock(new Date(noon + 61_000).toUTCString())).toBe(false);
  },
);
