import { type Kysely, sql } from 'kysely';

/** Links for setting a password. Of each only a hash is kept; it is removed when it is used, and by a newer one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table password_link (
        id_hash bytea primary key,
        user_id int not null references user_account on delete cascade,
        expires_at timestamptz not null
      );
      create unique index password_link_of_user on password_link (user_id);
      create index user_by_email on user_account (email, id);
    `)
    .execute(db);
}
