import type { RollCall } from '@vestibule/contract/visits/roll-call.ts';

/** A tick that the server does not know of yet. It names a visit by its id alone. */
export interface PendingTick {
  visitId: number;
  isSafe: boolean;
  /** When it was made, by this device's clock, in milliseconds. */
  at: number;
}

/** The roll call as this device knows it: what the server said last, and what was ticked here since. */
export function withPending(rollCall: RollCall, pending: readonly PendingTick[]): RollCall {
  const ticked = new Map(pending.map(({ visitId, isSafe }) => [visitId, isSafe]));
  return {
    ...rollCall,
    people: rollCall.people.map((person) => ({ ...person, isSafe: ticked.get(person.visitId) ?? person.isSafe })),
  };
}

/** Adds a tick, in the place of an earlier one of the same visit. */
export function addTick(pending: readonly PendingTick[], tick: PendingTick): PendingTick[] {
  return [...pending.filter(({ visitId }) => visitId !== tick.visitId), tick];
}

/** What is left after these were sent: ticks that were made meanwhile. */
export function withoutSent(pending: readonly PendingTick[], sent: readonly PendingTick[]): PendingTick[] {
  return pending.filter((tick) => !sent.includes(tick));
}
