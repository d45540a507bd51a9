import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { CallFailed, mayHaveHappened } from './call.ts';

/** The attempts to create something. */
export type Once = ReturnType<typeof createOnce>;

/**
 * Gives what is created its idempotency key. An attempt whose end is not known, as after a lost network, and a repeat
 * of it with the same contents have the same key; everything else has a new one.
 */
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
    /** What was begun is given up: the next attempt is a new one, whatever its contents. */
    forget(): void {
      pending = null;
    },
  };
}

/**
 * For what can be done once and has no key. Answers null in place of the refusal for one of `reasons`, when it meets the repeat of an
 * attempt whose end is not known: then the first has most likely done it.
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

/** 128 random bits. `crypto.randomUUID` is missing where the page is served over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
