import { type Kysely, sql } from 'kysely';

/**
 * The user whom a message is for, so that it is not sent once that user is deleted. It stays in the row then, which is how a worker
 * knows; a message that waits is due at once, so that it does not look as if it were still to be sent.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table message add column user_id int;
      create index message_of_user on message (user_id) where state in ('queued', 'sending');
      create function let_messages_be_dropped() returns trigger language plpgsql as $$
      begin
        update message set next_attempt_at = now() where user_id = old.id and state = 'queued';
        return null;
      end $$;
      create trigger user_takes_messages_along after delete on user_account
        for each row execute function let_messages_be_dropped();
    `)
    .execute(db);
}
