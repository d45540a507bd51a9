import { type Kysely, sql } from 'kysely';

/**
 * A kiosk that comes or goes changes no index: writing them all, with the letters of its search, cost more than the row. Whose news is to
 * be told is looked for once a minute, which takes no index.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`drop index kiosk_with_news`).execute(db);
}
