import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { AuditAction, AuditSubject } from '@vestibule/contract/platform/audit-words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What was done to what, by ids alone: the log outlives the people it speaks of, so no name or phone may enter it. */
export interface Act {
  action: AuditAction;
  /** The company whose log it belongs in; null for what concerns none. */
  companyId: number | null;
  subject: AuditSubject;
  subjectId: number | null;
}

/** Who acts where nobody asked: the program itself. */
export const program = { userId: 0, role: 'system' } as const satisfies Pick<Agent, 'userId' | 'role'>;

/** Writes an entry of the audit log into the transaction of the change that it records. */
export async function audit(db: Db, actor: Pick<Agent, 'userId' | 'role'>, act: Act): Promise<void> {
  await insertOfEntry(actor, act).execute(db);
}

/**
 * The statement that `audit` makes, for where it is a part of the very statement that makes the change: what desks do all day. Then company
 * and subject are columns of what it reads `from`, an entry for each row.
 */
export function insertOfEntry(
  { userId, role }: Pick<Agent, 'userId' | 'role'>,
  act: Pick<Act, 'action' | 'subject'> & Record<'companyId' | 'subjectId', number | null | RawBuilder<unknown>>,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into audit_entry (company_id, user_id, role, action, subject, subject_id)
    select ${act.companyId}::int, ${userId}::int, ${role}, ${act.action}, ${act.subject}, ${act.subjectId}::int ${from}`;
}

/** Writes the same entry for each of the subjects, as for what was done to many at once. */
export async function auditEach(
  db: Db,
  actor: Pick<Agent, 'userId' | 'role'>,
  act: Omit<Act, 'subjectId'>,
  subjectIds: readonly number[],
): Promise<void> {
  const each = sql`from unnest(${[...subjectIds]}::int[]) as id`;
  await insertOfEntry(actor, { ...act, subjectId: sql`id` }, each).execute(db);
}
