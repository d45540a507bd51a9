import { type Kysely, sql } from 'kysely';

/**
 * The audit log is read in the order of time, so that a page of some days long ago begins there: by id alone all that is newer was read before
 * it. A new entry stands at the end of each of these. On a log of millions, build them before with `create index concurrently`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create index if not exists audit_by_time on audit_entry (at, id);
      create index if not exists audit_of_company_by_time on audit_entry (company_id, at, id);
      create index if not exists audit_by_action_and_time on audit_entry (company_id, action, at, id);
      create index if not exists audit_by_user_and_time on audit_entry (user_id, at, id);
      drop index audit_of_company, audit_by_action, audit_by_user;
    `)
    .execute(db);
}
