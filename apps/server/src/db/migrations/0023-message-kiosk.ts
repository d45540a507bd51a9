import { type Kysely, sql } from 'kysely';

/**
 * The kiosk that a message is about, so that it is not sent once that kiosk is deleted. It stays in the row then, which is how a worker
 * knows; a message that waits is due at once, so that it does not look as if it were still to be sent.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table message add column kiosk_id int;
      create index message_of_kiosk on message (kiosk_id) where state in ('queued', 'sending');
      create function let_kiosk_messages_be_dropped() returns trigger language plpgsql as $$
      begin
        update message set next_attempt_at = now() where kiosk_id = old.id and state = 'queued';
        return null;
      end $$;
      create trigger kiosk_takes_messages_along after delete on kiosk
        for each row execute function let_kiosk_messages_be_dropped();
      create index kiosk_with_news on kiosk (offline_since) where offline_since is not null or offline_mailed_at is not null;
    `)
    .execute(db);
}
