import { listVisitMessages } from '@vestibule/contract/visits/message.ts';
import { expect, test, vi } from 'vitest';
import { createLiveUpdates } from './live-updates.ts';
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
