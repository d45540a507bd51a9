import { greatestTickAge, mostTicks, type RollCall, type tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';

/** Contains the id of the visit and no name. */
export interface PendingTick {
  visitId: number;
  isSafe: boolean;
  /** When it was made, in ms of this device's clock. */
  at: number;
}

export function withPending(rollCall: RollCall, pending: readonly PendingTick[]): RollCall {
  const ticked = new Map(pending.map(({ visitId, isSafe }) => [visitId, isSafe]));
  return {
    ...rollCall,
    people: rollCall.people.map((person) => ({ ...person, isSafe: ticked.get(person.visitId) ?? person.isSafe })),
  };
}

/** Adds a tick. Replaces an earlier one of the same visit. */
export function addTick(pending: readonly PendingTick[], tick: PendingTick): PendingTick[] {
  return [...pending.filter(({ visitId }) => visitId !== tick.visitId), tick];
}

export function withoutSent(pending: readonly PendingTick[], sent: readonly PendingTick[]): PendingTick[] {
  return pending.filter((tick) => !sent.includes(tick));
}

/** Limits ages, because the server refuses all ticks with one that is too old, as after a change of this device's clock. */
export function toBody(ticks: readonly PendingTick[], now: number): Input<typeof tickRollCall>['body']['ticks'] {
  return ticks.map(({ visitId, isSafe, at }) => ({
    visitId,
    isSafe,
    age: Math.min(Math.max(0, now - at), greatestTickAge),
  }));
}

/** The oldest ticks, as many as one call takes. */
export function nextToSend(pending: readonly PendingTick[]): readonly PendingTick[] {
  return pending.slice(0, mostTicks);
}
