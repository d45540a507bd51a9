import { listVisitMessages } from '@vestibule/contract/visits/message.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveUpdates, createRefresher } from './live-updates.ts';
import { createQueryClient, keyOf } from './query.ts';

test('after something was missed, what became of the messages about a visit is asked for again', async () => {
  const client = createQueryClient();
  const key = keyOf(listVisitMessages, { params: { visitId: 7 } });
  client.setQueryData(key, []);
  const updates = createLiveUpdates(client);
  updates.reload();
  updates.stop();
  await vi.waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
});

describe('the throttle of reloads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the first asking is answered at once', () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    createRefresher(refresh, 300).ask();
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('a hundred askings within a pause cost two runs', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const refresher = createRefresher(refresh, 300);
    for (let asked = 0; asked < 100; asked++) refresher.ask();
    await vi.advanceTimersByTimeAsync(2000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('an asking during a slow run is answered by another run after it', async () => {
    let finish = () => {};
    const refresh = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (finish = resolve)));
    const refresher = createRefresher(refresh, 300);
    refresher.ask();
    await vi.advanceTimersByTimeAsync(1000);
    refresher.ask();
    expect(refresh).toHaveBeenCalledTimes(1);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('continues after a failed run', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {
      throw new Error('lost');
    });
    const refresher = createRefresher(refresh, 300);
    refresher.ask();
    await vi.advanceTimersByTimeAsync(300);
    refresher.ask();
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('a refresher that was stopped runs no more', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const refresher = createRefresher(refresh, 300);
    refresher.ask();
    refresher.ask();
    refresher.stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
