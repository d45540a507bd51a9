import { RollCall } from '@vestibule/contract/visits/roll-call.ts';
import { z } from 'zod';
import { listKey } from './left-list.ts';
import type { PendingTick } from './pending-ticks.ts';

/** This tab's memory, which outlives a reload without a network and nothing else: see `forgetLeftList`. */
const ticksKey = ({ userId, rollCallId }: TicksOf) => `roll-call-ticks ${userId} ${rollCallId}`;

const Ticks = z.array(z.object({ visitId: z.int(), isSafe: z.boolean(), at: z.number() }));

/** The list as it was last seen, while its screen was open. */
export function readKept(companyId: number): RollCall | undefined {
  return RollCall.safeParse(parsed(sessionStorage.getItem(listKey(companyId)))).data;
}

/** Keeps the list, in which people's names stand; null forgets it. */
export function keep(companyId: number, rollCall: RollCall | null): void {
  write(listKey(companyId), rollCall);
}

/** Whose ticks: nobody sends those of another. */
interface TicksOf {
  userId: number;
  rollCallId: number;
}

/** Ticks that were never sent. */
export function readTicks(of: TicksOf): PendingTick[] {
  return Ticks.safeParse(parsed(sessionStorage.getItem(ticksKey(of)))).data ?? [];
}

/** Keeps the ticks that the server does not know of yet, in place of those before. */
export function keepTicks(of: TicksOf, ticks: readonly PendingTick[]): void {
  write(ticksKey(of), ticks.length > 0 ? ticks : null);
}

function write(key: string, value: unknown): void {
  if (value === null) return sessionStorage.removeItem(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is no room for so many people. What was kept before stays, and the screen goes on for as long as it is open.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
