import type { Actor } from '@vestibule/contract/access.ts';
import type { AuditAction, AuditSubject } from '@vestibule/contract/audit.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What was done to what, by ids alone: the log outlives the people it speaks of, so no name or phone may enter it. */
export interface Act {
  action: AuditAction;
  /** The company whose log it belongs in; null for what concerns none. */
  companyId: number | null;
  subject: AuditSubject;
  subjectId: number | null;
}

/** Writes an entry of the audit log into the transaction of the change that it records. */
export async function audit(db: Db, actor: Pick<Actor, 'userId' | 'role'>, act: Act): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      company_id: act.companyId,
      user_id: actor.userId,
      role: actor.role,
      action: act.action,
      subject: act.subject,
      subject_id: act.subjectId,
    })
    .execute();
}

/** Writes the same entry for each of the subjects, as for what was done to many at once. */
export async function auditEach(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role'>,
  { companyId, action, subject }: Omit<Act, 'subjectId'>,
  subjectIds: readonly number[],
): Promise<void> {
  await sql`
    insert into audit_entry (company_id, user_id, role, action, subject, subject_id)
    select ${companyId}::int, ${actor.userId}::int, ${actor.role}, ${action}, ${subject}, unnest(${[...subjectIds]}::int[])`.execute(
    db,
  );
}
