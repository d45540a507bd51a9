import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('work that is asked for while it is under way is done once more, however often it is asked for', async () => {
  const ends: PromiseWithResolvers<void>[] = [];
  const work = oneAtATime(() => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const first = work();
  const others = [work(), work()];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  const last = work();
  ends[1]?.reject(new Error('away'));
  await expect(Promise.all(others)).rejects.toThrow('away');
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.resolve();
  await last;
  expect(ends).toHaveLength(3);
});
