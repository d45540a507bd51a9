import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { expect, test } from 'vitest';
import { CallFailed } from './call.ts';
import { createOnce, createRepeat } from './once.ts';

test('a repeat after a lost answer has the same key', async () => {
  const { attempt } = desk();
  const lost = await attempt('Åse', new CallFailed(null, null));
  expect(await attempt('Åse')).toBe(lost);
});

test('a repeat after a server error has the same key', async () => {
  const { attempt } = desk();
  const failed = await attempt('Åse', new CallFailed(502, null));
  expect(await attempt('Åse')).toBe(failed);
});

test('other contents have another key', async () => {
  const { attempt } = desk();
  const lost = await attempt('Åse', new CallFailed(null, null));
  expect(await attempt('Kari')).not.toBe(lost);
});

test('the same contents after a success or a refusal have another key', async () => {
  const { attempt } = desk();
  const done = await attempt('Åse');
  const refused = await attempt('Åse', new CallFailed(409, null));
  expect(refused).not.toBe(done);
  expect(await attempt('Åse')).not.toBe(refused);
});

test('does not continue an attempt that was given up', async () => {
  const { once, attempt } = desk();
  const lost = await attempt('Åse', new CallFailed(null, null));
  once.forget();
  expect(await attempt('Åse')).not.toBe(lost);
});

test('only a refusal of a repeat after a lost answer means that the first attempt succeeded', async () => {
  const link = createRepeat('linkToResetInvalid');
  const attempt = (contents: string, failure: Error) => link(contents, () => Promise.reject(failure));
  const lost = new CallFailed(null, null);
  const refused = (reason: Reason) =>
    new CallFailed(404, { type: 'about:blank', title: reason, status: 404, detail: '', reason, requestId: 'r1' });
  const invalid = refused('linkToResetInvalid');

  await expect(attempt('A', invalid), 'the first').rejects.toBe(invalid);
  await expect(attempt('A', lost)).rejects.toBe(lost);
  expect(await attempt('A', invalid)).toBeNull();
  await expect(attempt('A', invalid), 'a third').rejects.toBe(invalid);
  await expect(attempt('A', lost)).rejects.toBe(lost);
  await expect(attempt('B', invalid), 'with other contents').rejects.toBe(invalid);
  await expect(attempt('A', lost)).rejects.toBe(lost);
  await expect(attempt('B', lost)).rejects.toBe(lost);
  expect(await attempt('A', invalid), 'after another was lost too').toBeNull();
  await expect(attempt('A', lost)).rejects.toBe(lost);
  const missing = refused('notFound');
  await expect(attempt('A', missing), 'for another reason').rejects.toBe(missing);
});

function desk() {
  const once = createOnce();
  async function attempt(contents: string, failure?: Error): Promise<string> {
    let used = '';
    const done = once.run(contents, async (key) => {
      used = key;
      if (failure) throw failure;
    });
    if (failure) await expect(done).rejects.toBe(failure);
    else await done;
    return used;
  }
  return { once, attempt };
}
