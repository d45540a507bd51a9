import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('repeats work once if it was requested any number of times while it ran', async () => {
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
