import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { currentOf } from './others-changes.ts';

export interface ConcurrentChange {
  /** Null until the server reports a change. `current` is null if the other user cleared the value. */
  changed: { current: string | null } | null;
  forget: () => void;
}

interface Watch<Value> extends ConcurrentChange {
  /** Sent with the call: the value at the start, or after a conflict the value of the other user. */
  previous: Value;
  /** Stores a conflict and rethrows the error. */
  watch: <Result>(save: () => Promise<Result>) => Promise<Result>;
}

/** `start` is the value when the dialog opened. */
export function useConcurrentChange<Value extends string | null>(start: Value, schema: z.ZodType<Value>): Watch<Value>;
export function useConcurrentChange<Value>(
  start: Value,
  schema: z.ZodType<Value>,
  inWords: (value: Value) => string | null,
): Watch<Value>;
export function useConcurrentChange<Value>(
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
          // The object was deleted, so there is no other value to show.
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
