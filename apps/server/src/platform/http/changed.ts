import { isDeepStrictEqual } from 'node:util';
import { Refusal } from './refusal.ts';

export function isChanged<Value>(current: Value, previous: Value | undefined): boolean {
  return previous !== undefined && !isDeepStrictEqual(current, previous);
}

/** Refuses with the current values. Accepts current values that equal `wanted`: most often a repeat after a lost answer. */
export function refuseChanged<Value>(current: Value, previous: Value | undefined, wanted?: Value): void {
  if (!isChanged(current, previous)) return;
  if (wanted !== undefined && isDeepStrictEqual(current, wanted)) return;
  throw new Refusal('changedMeanwhile', { current });
}
