import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('combines requests made during a run into one run', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const done: number[][] = [];
  const ask = coalesce<number>(async (items) => {
    await gate;
    done.push([...items]);
  });
  const first = ask(1);
  await Promise.resolve();
  const others = [ask(2), ask(3)];
  open();
  await Promise.all([first, ...others]);
  expect(done).toEqual([[1], [2, 3]]);
});

test('reports a failure to its callers and continues with the next run', async () => {
  const ask = coalesce<boolean>(([isRight]) => (isRight ? Promise.resolve() : Promise.reject(new Error('no'))));
  await expect(ask(false)).rejects.toThrow('no');
  await expect(ask(true)).resolves.toBeUndefined();
});
