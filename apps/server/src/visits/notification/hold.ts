import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { barrierOf } from '../../platform/outbox/barrier.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

export interface Announcing {
  sender: Agent;
  rules: SmsRules;
}

/** Call it in the statement or transaction that queues them. Returns how many are held. */
export function holdAboveLimits(
  companyId: RawBuilder<number>,
  ids: RawBuilder<number[]>,
  { sender, rules: { limits, secret } }: Announcing,
  tenantId: number | null = null,
): RawBuilder<number> {
  const numbers = [limits.phone, limits.sender, limits.tenant, limits.company, limits.installation].flatMap(
    ({ hour, day }) => [hour, day],
  );
  return sql`hold_messages(${subjectOf(sender)}, ${companyId}, ${ids}, ${tenantId}::int, ${numbers}::int[], ${secret})`;
}

const QueuedSmsRow = z.strictObject({ id: int, recipient: text, country: text.nullable() });

/** Messages outside any company are no SMS. */
export async function barMessages(
  db: Db,
  companyId: number | null,
  ids: readonly number[],
  { countries }: SmsRules,
): Promise<number[]> {
  if (ids.length === 0 || companyId === null) return [...ids];
  const { rows } = await typedSql(QueuedSmsRow)`
    select m.id, m.recipient, c.country_code as country
    from message m
    left join tenant_settings c on c.company_id = m.company_id and c.tenant_id is null
    where m.company_id = ${companyId} and m.id = any(${[...ids]}::int[]) and m.channel = 'sms' and m.recipient is not null`.execute(
    db,
  );
  const barred = rows.flatMap(({ id, recipient, country }) => {
    const problem = barrierOf(recipient, country, countries);
    return problem ? [{ id, problem }] : [];
  });
  if (barred.length === 0) return [...ids];
  await sql`
    update message m set state = 'notSent', problem = b.problem
    from unnest(${barred.map(({ id }) => id)}::int[], ${barred.map(({ problem }) => problem)}::text[]) as b (id, problem)
    where m.company_id = ${companyId} and m.id = b.id`.execute(db);
  const barredIds = new Set(barred.map(({ id }) => id));
  return ids.filter((id) => !barredIds.has(id));
}

/** Messages outside any company have no limit. */
export async function holdMessages(
  db: Db,
  companyId: number | null,
  ids: readonly number[],
  announcing: Announcing,
  tenantId: number | null = null,
): Promise<number> {
  if (ids.length === 0 || companyId === null) return 0;
  const held = holdAboveLimits(sql`${companyId}::int`, sql`${[...ids]}::int[]`, announcing, tenantId);
  const { rows } = await typedSql({ held: int })`select ${held} as held`.execute(db);
  return onlyRow(rows).held;
}

/** The program sends for many companies, so each of them is a sender. */
function subjectOf({ role, userId, companyIds }: Agent): string {
  if (role === 'system') return `system:${String(companyIds)}`;
  return role === 'kiosk' || role === 'host' ? `${role}:${userId}` : `user:${userId}`;
}
