import { isDeepStrictEqual } from 'node:util';
import { Refusal } from './refusal.ts';

/** Whether an edit began with other values than the current ones. */
export function isChanged<Value>(current: Value, previous: Value | undefined): boolean {
  return previous !== undefined && !isDeepStrictEqual(current, previous);
}

/**
 * Refuses an edit that began with something else than what is there now, and says what that is. A caller who does not say what it
 * began with writes over whatever there is. What is `wanted` already is nobody else's work that would be lost: most often it is the
 * same edit, tried again because its answer was lost.
 * @throws {Refusal} `changedMeanwhile`
 */
export function refuseChanged<Value>(current: Value, previous: Value | undefined, wanted?: Value): void {
  if (!isChanged(current, previous)) return;
  if (wanted !== undefined && isDeepStrictEqual(current, wanted)) return;
  throw new Refusal('changedMeanwhile', { current });
}
