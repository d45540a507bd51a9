import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

export const files = [
  'platform',
  'accounts',
  'building',
  'visits',
  'messages',
  'system-messages',
  'escalation',
  'evacuation',
  'kiosks',
  'invitations',
  'hosts',
].map((name) => join(import.meta.dirname, '0001-schema', `${name}.sql`));

export async function up(db: Kysely<never>): Promise<void> {
  for (const file of files) await sql.raw(await readFile(file, 'utf8')).execute(db);
}
