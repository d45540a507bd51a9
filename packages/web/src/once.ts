import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { CallFailed, mayHaveHappened } from './call.ts';

export type Once = ReturnType<typeof createOnce>;

/** An attempt with an unknown outcome and its repeat with the same content share a key. */
export function createOnce() {
  let pending: { contents: string; key: string } | null = null;
  return {
    async run<Result>(contents: unknown, create: (idempotencyKey: string) => Promise<Result>): Promise<Result> {
      const text = JSON.stringify(contents);
      if (pending?.contents !== text) pending = { contents: text, key: newKey() };
      try {
        const result = await create(pending.key);
        pending = null;
        return result;
      } catch (error) {
        if (!mayHaveHappened(error)) pending = null;
        throw error;
      }
    },
    forget(): void {
      pending = null;
    },
  };
}

/**
 * For acts without a key. Returns null instead of a refusal for one of `reasons` on a repeat, because the first attempt most likely
 * succeeded.
 */
export function createRepeat(...reasons: Reason[]) {
  const inDoubt = new Set<string>();
  return async <Result>(contents: unknown, act: () => Promise<Result>): Promise<Result | null> => {
    const text = JSON.stringify(contents);
    const isRepeat = inDoubt.delete(text);
    try {
      return await act();
    } catch (error) {
      if (mayHaveHappened(error)) inDoubt.add(text);
      const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
      if (isRepeat && reason && reasons.includes(reason)) return null;
      throw error;
    }
  };
}

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
