import { type Actor, roles } from '@vestibule/contract/platform/access.ts';
import type { AuditEntry, AuditFilter } from '@vestibule/contract/operation/audit.ts';
import { auditActions, auditSubjects } from '@vestibule/contract/platform/audit-words.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { allEntries } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { beginningOf } from '../../platform/db/day.ts';
import { type Count, countRows } from '../../platform/db/list.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const AuditRow = z.strictObject({
  id: int,
  at: text,
  company_id: int.nullable(),
  user_id: int,
  user_name: text.nullable(),
  user_email: text.nullable(),
  role: z.enum([...roles, 'kiosk', 'host', 'pass', 'system']),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subject_id: int.nullable(),
  subject_name: text.nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** `timeZone`: of the days. */
export type LogFilter = AuditFilter & { timeZone: string };

/** Lists entries, newest first, from before `beforeId`. The log outlives companies, so a superAdmin sees all. */
export async function listEntries(
  db: Db,
  actor: Actor,
  filter: LogFilter,
  { beforeId, limit, withNames = false }: { beforeId: number | undefined; limit: number; withNames?: boolean },
): Promise<AuditRow[]> {
  const log = logOf(actor, filter);
  // The cursor has milliseconds only. Entries are never removed.
  const older = sql`and (e.at, e.id) < ((select max(at) from ${log} b where id = ${beforeId}), ${beforeId}::bigint)`;
  const { rows } = await typedSql(AuditRow)`
    select e.id, e.at, e.company_id, e.user_id, u.name as user_name, u.email as user_email, e.role, e.action, e.subject,
      e.subject_id, ${withNames ? subjectName : sql`null::text`} as subject_name
    from ${log} e left join user_account u on u.id = e.user_id and e.role not in ('kiosk', 'host', 'pass', 'system')
    where ${matching(actor, filter)} ${beforeId === undefined ? sql`` : older}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

export function countEntries(db: Db, actor: Actor, filter: LogFilter): Promise<Count> {
  return countRows(db, sql`${logOf(actor, filter)} e where ${matching(actor, filter)}`);
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

/** Only superAdmins see the entries of the system. */
function logOf({ companyIds }: Actor, { companyId }: LogFilter): RawBuilder<unknown> {
  return companyIds === 'all' && companyId === undefined ? allEntries : sql`audit_entry`;
}

function matching(
  actor: Actor,
  { companyId, userId, kioskId, action, from, to, timeZone }: LogFilter,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (actor.companyIds !== 'all') conditions.push(sql`e.company_id = any(${actor.companyIds}::int[])`);
  if (companyId !== undefined) conditions.push(sql`e.company_id = ${companyId}`);
  // Kiosks have their own ids.
  if (userId !== undefined)
    conditions.push(sql`e.user_id = ${userId} and e.role not in ('kiosk', 'host', 'pass', 'system')`);
  if (kioskId !== undefined) conditions.push(sql`e.user_id = ${kioskId} and e.role = 'kiosk'`);
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  // Row-level security allows no index for a comparison with a day.
  if (from !== undefined) conditions.push(sql`e.at >= ${beginningOf(sql`${from}::date`, timeZone)}`);
  if (to !== undefined) conditions.push(sql`e.at < ${beginningOf(sql`${to}::date + 1`, timeZone)}`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The log stores no names, so these are the current ones. A tenant's settings have the name of the tenant. */
const subjectName = sql`case e.subject
  when 'user' then (select coalesce(s.name, s.email) from user_account s where s.id = e.subject_id)
  when 'company' then (select s.name from company s where s.id = e.subject_id)
  when 'partner' then (select s.name from partner s where s.id = e.subject_id)
  when 'licenseFolder' then (select s.name from license_folder s where s.id = e.subject_id)
  when 'tenant' then (select s.name from tenant s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'tenantSettings' then (
    select t.name from tenant_settings s join tenant t on t.company_id = s.company_id and t.id = s.tenant_id
    where s.company_id = e.company_id and s.id = e.subject_id)
  when 'employee' then (select s.name from employee s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'image' then (select s.name from image s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'visitor' then (select s.name from visitor s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'visit' then (select s.name from visit s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'invitation' then (select s.title from invitation s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'kiosk' then (select s.name from kiosk s where s.company_id = e.company_id and s.id = e.subject_id)
  when 'kioskSettings' then (
    select k.name from kiosk_settings s join kiosk k on k.company_id = s.company_id and k.id = s.kiosk_id
    where s.company_id = e.company_id and s.id = e.subject_id)
end`;

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
    subjectName: row.subject_name,
  };
}
