import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compareClock, now, correctTime } from './clock.ts';

const day = 86_400_000;
const noon = Date.parse('2026-05-12T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => {
  vi.useRealTimers();
  compareClock(new Date().toUTCString());
});

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

test('corrects stored times by the monotonic clock', () => {
  const written = { page: performance.timeOrigin, steady: performance.now() };
  vi.advanceTimersByTime(3_600_000);
  vi.setSystemTime(noon - 2 * day);
  compareClock(new Date(noon).toUTCString());
  const hourAgo = new Date(noon - 3_600_000).toISOString();
  expect(correctTime(new Date(noon - 2 * day).toISOString(), written)).toBe(hourAgo);
  expect(correctTime(hourAgo, written)).toBe(hourAgo);
  expect(correctTime(new Date(noon - 5 * day).toISOString(), undefined)).toBe(new Date(noon - 5 * day).toISOString());
});

test('corrects times stored by an earlier page by the error of the clock, unless the result is in the future', () => {
  const earlier = { page: performance.timeOrigin - day, steady: 5_000 };
  vi.setSystemTime(noon - 2 * day);
  compareClock(new Date(noon).toUTCString());
  const written = (time: number) => correctTime(new Date(time).toISOString(), earlier);
  expect(written(noon - 2 * day - 3_600_000)).toBe(new Date(noon - 3_600_000).toISOString());
  expect(written(noon - day)).toBe(new Date(noon - day).toISOString());
});
