import { mayHaveHappened } from './call.ts';

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

/** 128 random bits. `crypto.randomUUID` is missing where the page is served over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
