import { type Kysely, sql } from 'kysely';

/** What a message says of a visit is read of the visit when it is sent, so no copy of it is kept. Such a message goes with its visit. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table message drop constraint on_its_way_has_content;
      update message set content = null where visit_id is not null and content is not null;
      alter table message
        add constraint a_visit_says_itself check (visit_id is null or content is null),
        add constraint on_its_way_has_content check (
          state not in ('queued', 'sending')
          or (recipient is not null and (content is not null or visit_id is not null))
        );
    `)
    .execute(db);
}
