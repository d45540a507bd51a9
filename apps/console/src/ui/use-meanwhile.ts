import { CallFailed } from '@vestibule/web/call.ts';
import { useState } from 'react';
import type { z } from 'zod';

/**
 * Watches for somebody else's change of the value that a dialog edits. `previous` goes with the call: what the edit began with,
 * and once the call was refused for it, what the value is by then, so that saving again replaces that.
 */
export function useMeanwhile<Value>(start: Value, schema: z.ZodType<Value>) {
  const [changed, setChanged] = useState<{ current: Value } | null>(null);
  return {
    previous: changed ? changed.current : start,
    /** What it is now, where somebody else has changed it. */
    changed,
    /** Makes the call; a refusal is noted and thrown on. */
    async watch<Result>(save: () => Promise<Result>): Promise<Result> {
      try {
        return await save();
      } catch (error) {
        if (error instanceof CallFailed && error.problem?.reason === 'changedMeanwhile') {
          setChanged({ current: schema.parse(error.problem.current) });
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
