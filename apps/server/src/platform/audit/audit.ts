import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { AuditAction, AuditSubject } from '@vestibule/contract/platform/audit-words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The log outlives people, so it has no names or phones. */
export interface Act {
  action: AuditAction;
  /** Null for the log of the system. */
  companyId: number | null;
  subject: AuditSubject;
  subjectId: number | null;
}

/** The entries of all companies and of the system. */
export const allEntries = sql`(
  select id, company_id, user_id, role, action, subject, subject_id, at from audit_entry
  union all
  select id, null, user_id, role, action, subject, subject_id, at from system_audit_entry
)`;

export const program = { userId: 0, role: 'system' } as const satisfies Pick<Agent, 'userId' | 'role'>;

export async function audit(db: Db, actor: Pick<Agent, 'userId' | 'role'>, act: Act): Promise<void> {
  await insertOfEntry(actor, act).execute(db);
}

/** Use it inside the statement of a frequent change. Company and subject are columns of `from`, with an entry per row. */
export function insertOfEntry(
  { userId, role }: Pick<Agent, 'userId' | 'role'>,
  act: Pick<Act, 'action' | 'subject'> & Record<'companyId' | 'subjectId', number | null | RawBuilder<unknown>>,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const place =
    act.companyId === null
      ? sql`system_audit_entry (user_id, role, action, subject, subject_id) select`
      : sql`audit_entry (company_id, user_id, role, action, subject, subject_id) select ${act.companyId}::int,`;
  return sql`
    insert into ${place} ${userId}::int, ${role}, ${act.action}, ${act.subject}, ${act.subjectId}::int ${from}`;
}

export async function auditEach(
  db: Db,
  actor: Pick<Agent, 'userId' | 'role'>,
  act: Omit<Act, 'subjectId'>,
  subjectIds: readonly number[],
): Promise<void> {
  const each = sql`from unnest(${[...subjectIds]}::int[]) as id`;
  await insertOfEntry(actor, { ...act, subjectId: sql`id` }, each).execute(db);
}
