import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { currentOf } from './others-changes.ts';

/** What somebody else has made of the value that a dialog edits. */
export interface Meanwhile {
  /** In words, once it is known; `current` is null where they emptied it. */
  changed: { current: string | null } | null;
  forget: () => void;
}

interface Watch<Value> extends Meanwhile {
  /** Goes with the call: what the edit began with, and once that was refused, what the value is by then, to be replaced. */
  previous: Value;
  /** Makes the call; a refusal is noted and thrown on. */
  watch: <Result>(save: () => Promise<Result>) => Promise<Result>;
}

/** Watches for somebody else's change of the value that a dialog edits, which began as `start`. */
export function useMeanwhile<Value extends string | null>(start: Value, schema: z.ZodType<Value>): Watch<Value>;
export function useMeanwhile<Value>(
  start: Value,
  schema: z.ZodType<Value>,
  inWords: (value: Value) => string | null,
): Watch<Value>;
export function useMeanwhile<Value>(
  start: Value,
  schema: z.ZodType<Value>,
  inWords: (value: Value) => string | null = asItIs,
): Watch<Value> {
  const [changed, setChanged] = useState<{ current: Value } | null>(null);
  return {
    previous: changed ? changed.current : start,
    changed: changed && { current: inWords(changed.current) },
    async watch(save) {
      try {
        return await save();
      } catch (error) {
        const current = currentOf(error, schema);
        if (current !== undefined) {
          setChanged({ current });
        } else if (error instanceof CallFailed && error.status === 404) {
          // What is gone says nothing any more.
          setChanged(null);
        }
        throw error;
      }
    },
    forget: () => setChanged(null),
  };
}

function asItIs(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
