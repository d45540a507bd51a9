import type { Agent } from '@vestibule/contract/access.ts';
import type { MessageProblem } from '@vestibule/contract/message.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow } from '../db/database.ts';
import type { SmsRules } from '../integrations/sms/limits.ts';

/** SMS to count. Each has a key of its own. */
interface Batch {
  companyId: RawBuilder<number>;
  tenantId: RawBuilder<number | null>;
  keys: RawBuilder<string[]>;
  phones: RawBuilder<string[]>;
}

/** Counts SMS against the limits: an object with the problem of each key that is above a limit. */
export function countSms(
  sender: Agent,
  { limits, secret }: SmsRules,
  { companyId, tenantId, keys, phones }: Batch,
): RawBuilder<Record<string, MessageProblem>> {
  const numbers = [limits.phone, limits.sender, limits.tenant, limits.company, limits.installation].flatMap(
    ({ hour, day }) => [hour, day],
  );
  return sql`hold_sms(${subjectOf(sender)}, ${tenantId}, ${companyId}, ${keys}, ${phones}, ${numbers}::int[], ${secret})`;
}

/** Counts an SMS that is queued again. Returns the limit that it is above. */
export async function countAgain(
  db: Db,
  sender: Agent,
  rules: SmsRules,
  messageId: number,
): Promise<MessageProblem | null> {
  const held = countSms(sender, rules, {
    companyId: sql`m.company_id`,
    tenantId: sql`(select o.tenant_id from visit o where o.id = m.visit_id)`,
    keys: sql`array['again']`,
    phones: sql`array[m.recipient]`,
  });
  const { rows } = await sql<{ problem: MessageProblem | null }>`
    select ${held} ->> 'again' as problem from message m where m.id = ${messageId}`.execute(db);
  return onlyRow(rows).problem;
}

function subjectOf({ role, userId }: Agent): string {
  return role === 'kiosk' ? `kiosk:${userId}` : `user:${userId}`;
}
