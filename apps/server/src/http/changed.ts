import { isDeepStrictEqual } from 'node:util';
import { Refusal } from './refusal.ts';

/**
 * Refuses an edit that began with something else than what is there now, and says what that is. A caller who does not say what it
 * began with writes over whatever there is.
 * @throws {Refusal} `changedMeanwhile`
 */
export function refuseChanged<Value>(current: Value, previous: Value | undefined): void {
  if (previous !== undefined && !isDeepStrictEqual(current, previous))
    throw new Refusal('changedMeanwhile', { current });
}
