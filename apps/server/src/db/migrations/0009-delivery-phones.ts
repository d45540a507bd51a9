import { type Kysely, sql } from 'kysely';

/** Who is told when something is delivered for a tenant: phones in E.164. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table tenant
        add column delivery_phones text[] not null default '{}',
        add constraint few_delivery_phones check (
          cardinality(delivery_phones) <= 20 and array_position(delivery_phones, null) is null
        );
    `)
    .execute(db);
}
