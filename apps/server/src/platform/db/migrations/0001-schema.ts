import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

/** The files of the schema, in the order of foreign keys. `visits` has three. `operation` has no tables. */
export const files = ['platform', 'accounts', 'building', 'visits', 'messages', 'evacuation', 'kiosks'].map((name) =>
  join(import.meta.dirname, '0001-schema', `${name}.sql`),
);

/** Creates the whole schema in an empty database. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const file of files) await sql.raw(await readFile(file, 'utf8')).execute(db);
}
