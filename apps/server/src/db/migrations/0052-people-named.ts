import { type Kysely, sql } from 'kysely';

/**
 * Whom an answer to many at once speaks of, visitors by id and conflicts by phone, as one value. An index of it finds all answers that name any
 * of a thousand people in one look; that of the whole answer was looked at, and the answers read, once for each of them. The function is said
 * to cost much, as it does where the answer is long: badges stand in it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create function people_named(reply jsonb) returns text[]
        language sql immutable strict parallel safe cost 100000
        as $$
          select array(
            select person #>> '{}' from jsonb_path_query(reply, '$.visitors[*].id') as person
            union all
            select person #>> '{}' from jsonb_path_query(reply, '$.conflicts[*].phone') as person
          )
        $$;
      create index idempotent_reply_by_people on idempotent_reply using gin (people_named(reply)) where reply ? 'visitors';
      drop index idempotent_reply_of_visitors;
    `)
    .execute(db);
}
