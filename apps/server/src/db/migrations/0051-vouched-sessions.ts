import { type Kysely, sql } from 'kysely';

/** Whether the identity provider took a second factor of its own when the session began, so that none is needed here. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`alter table session add column is_vouched_for boolean not null default false`).execute(db);
}
