import { type Kysely, sql } from 'kysely';

/**
 * Messages about a visit, which go with it. Nobody is told twice of one: `told_once` keeps that true when two write at once. An SMS is
 * `sent` when the provider took it over, and found by its `mail_id` when the provider reports what became of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
    alter table message
      add column visit_id int references visit on delete cascade,
      add column segments smallint,
      drop constraint message_state_check,
      add constraint message_state_check
        check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'notSent')),
      add constraint visit_is_of_a_visitor check (visit_id is null or visitor_id is not null);
    create unique index told_once on message (visit_id, kind, channel, recipient) where visit_id is not null;
    create unique index sms_by_its_id on message (mail_id) where channel = 'sms';
    create index message_due_by_channel on message (channel, next_attempt_at, id) where state in ('queued', 'sending');
    drop index message_due;
  `,
    )
    .execute(db);
}
