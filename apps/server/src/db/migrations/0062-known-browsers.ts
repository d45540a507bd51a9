import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table known_browser (
        browser_hash bytea not null,
        user_id int not null references user_account (id) on delete cascade,
        signed_in_at timestamptz not null default now(),
        primary key (browser_hash, user_id)
      );
      comment on table known_browser is 'Browsers that completed a sign-in to an account within 90 days';
      create index known_browser_of_user on known_browser (user_id, signed_in_at);
      create table sign_in_attempt (
        id uuid not null,
        account bytea not null,
        network text not null,
        expires_at timestamptz not null,
        primary key (account, network, id)
      );
      comment on table sign_in_attempt is
        'Guesses without an outcome yet, a row for each counter of sign_in_failure. The lease ends what a killed process left';
    `)
    .execute(db);
}
