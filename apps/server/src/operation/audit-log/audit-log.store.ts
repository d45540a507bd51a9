import { type Actor, roles } from '@vestibule/contract/platform/access.ts';
import type { AuditEntry, AuditFilter } from '@vestibule/contract/operation/audit.ts';
import { auditActions, auditSubjects } from '@vestibule/contract/platform/audit-words.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { countRows } from '../../platform/db/list.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const AuditRow = z.strictObject({
  id: int,
  at: text,
  company_id: int.nullable(),
  user_id: int,
  user_name: text.nullable(),
  user_email: text.nullable(),
  role: z.enum([...roles, 'kiosk', 'system']),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subject_id: int.nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Lists entries, newest first, from before `beforeId`. The log outlives companies, so a superAdmin sees all. */
export async function listEntries(
  db: Db,
  actor: Actor,
  filter: AuditFilter,
  beforeId: number | undefined,
  limit: number,
): Promise<AuditRow[]> {
  // The cursor has milliseconds only. Entries are never removed.
  const older = sql`and (e.at, e.id) < ((select at from audit_entry where id = ${beforeId}), ${beforeId}::bigint)`;
  const { rows } = await typedSql(AuditRow)`
    select e.id, e.at, e.company_id, e.user_id, u.name as user_name, u.email as user_email, e.role, e.action, e.subject, e.subject_id
    from audit_entry e left join user_account u on u.id = e.user_id and e.role not in ('kiosk', 'system')
    where ${matching(actor, filter)} ${beforeId === undefined ? sql`` : older}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

export function countEntries(db: Db, actor: Actor, filter: AuditFilter): Promise<number> {
  return countRows(db, sql`audit_entry e where ${matching(actor, filter)}`);
}

/** Also of a deleted company. */
export async function hasLog(db: Db, companyId: number): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

function matching(actor: Actor, { companyId, userId, kioskId, action, from, to }: AuditFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (actor.companyIds !== 'all') conditions.push(sql`e.company_id = any(${actor.companyIds}::int[])`);
  if (companyId !== undefined) conditions.push(sql`e.company_id = ${companyId}`);
  // Kiosks have their own ids.
  if (userId !== undefined) conditions.push(sql`e.user_id = ${userId} and e.role not in ('kiosk', 'system')`);
  if (kioskId !== undefined) conditions.push(sql`e.user_id = ${kioskId} and e.role = 'kiosk'`);
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  // Row-level security allows no index for a comparison with a day.
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::date::timestamptz`);
  if (to !== undefined) conditions.push(sql`e.at < (${to}::date + 1)::timestamptz`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

export function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    companyId: row.company_id,
    userId: row.user_id,
    userName: row.user_name,
    userEmail: row.user_email,
    role: row.role,
    action: row.action,
    subject: row.subject,
    subjectId: row.subject_id,
  };
}
