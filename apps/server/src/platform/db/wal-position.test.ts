import { expect, onTestFinished, test, vi } from 'vitest';
import { Lag } from './wal-position.ts';

test('measures the age of the oldest change that the standby lacks', () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['performance'] });
  const lag = new Lag();
  lag.note({ lsn: 100, mark: 'first' });
  vi.advanceTimersByTime(20);
  lag.note({ lsn: 200, mark: 'first' });
  vi.advanceTimersByTime(5);
  expect(lag.seconds()).toBe(0.025);
  lag.reach(100);
  expect(lag.seconds()).toBe(0.005);
  lag.reach(200);
  expect(lag.seconds()).toBe(0);
});

test('forgets changes that the former primary lost', () => {
  const lag = new Lag();
  lag.note({ lsn: 9_000, mark: 'first' });
  lag.note({ lsn: 300, mark: 'second' });
  lag.reach(300);
  expect(lag.seconds()).toBe(0);
});
