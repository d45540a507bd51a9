import type { Agent } from '@vestibule/contract/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow } from '../db/database.ts';
import type { SmsRules } from '../integrations/sms/limits.ts';

/** Who causes messages, and what limits them. */
export interface Announcing {
  sender: Agent;
  rules: SmsRules;
}

/**
 * Counts the SMS among queued messages against the limits, and holds those above one. It is for the statement or the transaction that queues
 * them. Returns how many it has held. `tenantId` is for messages that are about no visit.
 */
export function holdAboveLimits(
  ids: RawBuilder<number[]>,
  { sender, rules: { limits, secret } }: Announcing,
  tenantId: number | null = null,
): RawBuilder<number> {
  const numbers = [limits.phone, limits.sender, limits.tenant, limits.company, limits.installation].flatMap(
    ({ hour, day }) => [hour, day],
  );
  return sql`hold_messages(${subjectOf(sender)}, ${ids}, ${tenantId}::int, ${numbers}::int[], ${secret})`;
}

/** The same in a statement of its own. */
export async function holdMessages(
  db: Db,
  ids: readonly number[],
  announcing: Announcing,
  tenantId: number | null = null,
): Promise<number> {
  if (ids.length === 0) return 0;
  const held = holdAboveLimits(sql`${[...ids]}::int[]`, announcing, tenantId);
  const { rows } = await sql<{ held: number }>`select ${held} as held`.execute(db);
  return onlyRow(rows).held;
}

function subjectOf({ role, userId }: Agent): string {
  return role === 'kiosk' ? `kiosk:${userId}` : `user:${userId}`;
}
