import { type Kysely, sql } from 'kysely';

/** A visit that is over says who was visited, also when they work there no longer. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`alter table visit add column former_host text`).execute(db);
}
