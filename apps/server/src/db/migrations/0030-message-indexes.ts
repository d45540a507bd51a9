import { type Kysely, sql } from 'kysely';

/**
 * Each check-in writes messages and people search them now and then, so their search index gathers what is new and takes it in by the
 * hundred: for each message alone that took longer than the rest of the check-in. What it gathers is kept short enough for a search to
 * read through. And only messages for users are looked for by user.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter index message_search set (fastupdate = on, gin_pending_list_limit = 256);
      drop index message_of_user;
      create index message_of_user on message (user_id) where user_id is not null and state in ('queued', 'sending');
    `)
    .execute(db);
}
