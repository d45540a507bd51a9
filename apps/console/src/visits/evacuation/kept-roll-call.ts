import { RollCall } from '@vestibule/contract/visits/roll-call.ts';
import { z } from 'zod';
import { listKey } from './left-list.ts';
import type { PendingTick } from './pending-ticks.ts';

/** Session storage, which survives a reload without a network. See `forgetLeftList`. */
const ticksKey = ({ userId, rollCallId }: TicksOf) => `roll-call-ticks ${userId} ${rollCallId}`;

const Ticks = z.array(z.object({ visitId: z.int(), isSafe: z.boolean(), at: z.number() }));

export function readKept(companyId: number): RollCall | undefined {
  return RollCall.safeParse(parsed(sessionStorage.getItem(listKey(companyId)))).data;
}

/** The list contains names. Null forgets it. */
export function keep(companyId: number, rollCall: RollCall | null): void {
  write(listKey(companyId), rollCall);
}

/** A device sends the ticks of its own user only. */
interface TicksOf {
  userId: number;
  rollCallId: number;
}

export function readTicks(of: TicksOf): PendingTick[] {
  return Ticks.safeParse(parsed(sessionStorage.getItem(ticksKey(of)))).data ?? [];
}

export function keepTicks(of: TicksOf, ticks: readonly PendingTick[]): void {
  write(ticksKey(of), ticks.length > 0 ? ticks : null);
}

function write(key: string, value: unknown): void {
  if (value === null) return sessionStorage.removeItem(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full. The earlier list stays, and the open screen continues without it.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
