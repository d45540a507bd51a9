import { listVisitMessages } from '@vestibule/contract/visits/message.ts';
import { listInvitations, listTenantInvitations } from '@vestibule/contract/visits/invitation.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveUpdates, createRefresher } from './live-updates.ts';
import { createQueryClient, keyOf } from './query.ts';

test('after missed events, loads the delivery status of messages again', async () => {
  const client = createQueryClient();
  const key = keyOf(listVisitMessages, { params: { visitId: 7 } });
  client.setQueryData(key, []);
  const updates = createLiveUpdates(client);
  updates.reload();
  updates.stop();
  await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true);
});

test('a changed invitation reloads the lists of invitations, but not those of visitors', async () => {
  const client = createQueryClient();
  const keys = [
    keyOf(listInvitations, { params: { companyId: 1 } }),
    keyOf(listTenantInvitations, { params: { tenantId: 1 } }),
    keyOf(listVisitors, { params: { companyId: 1 } }),
  ];
  for (const key of keys) client.setQueryData(key, []);
  const updates = createLiveUpdates(client);
  updates.apply({ id: 1, event: 'invitations_update', payload: { ids: [7] } });
  updates.stop();
  await expect.poll(() => keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});

describe('the throttle of reloads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the first request runs at once', () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    createRefresher(refresh, 300).ask();
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('combines a hundred requests during a pause into two runs', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const refresher = createRefresher(refresh, 300);
    for (let asked = 0; asked < 100; asked++) refresher.ask();
    await vi.advanceTimersByTimeAsync(2000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('a request during a slow run causes another run after it', async () => {
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

  test('a stopped refresher does not run again', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    const refresher = createRefresher(refresh, 300);
    refresher.ask();
    refresher.ask();
    refresher.stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
