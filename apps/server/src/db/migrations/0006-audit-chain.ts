import { type Kysely, sql } from 'kysely';

/**
 * The entries of a company, bound to each other: each link holds a hash of its entry and of the link before, so that an entry which
 * is changed, removed or put in later breaks the chain. Entries of no company are the chain of company 0.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table audit_link (
        company_id int not null,
        position bigint not null,
        entry_id bigint not null unique,
        hash bytea not null,
        primary key (company_id, position)
      );
      create trigger audit_link_is_append_only before update or delete or truncate on audit_link
        for each statement execute function refuse_change();
      create index audit_by_user on audit_entry (user_id, id desc);
      create index audit_by_action on audit_entry (company_id, action, id desc);

      alter table session add column id int generated always as identity unique;
      alter table session add column device text;
    `)
    .execute(db);
}
