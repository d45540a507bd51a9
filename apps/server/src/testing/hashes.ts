import { createHook } from 'node:async_hooks';
import { onTestFinished } from 'vitest';

export function countHashes(): () => number {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  });
  hook.enable();
  onTestFinished(() => void hook.disable());
  return () => hashes;
}
