import { type Kysely, sql } from 'kysely';

/**
 * Which account at an identity provider is whose, by the provider's own name of it. An e-mail address only makes the first
 * acquaintance: it can change hands there, a subject cannot. `used_return` holds what came back from there already.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table work_account (
        issuer text not null,
        subject text not null,
        user_id int not null references user_account on delete cascade,
        created_at timestamptz not null default now(),
        primary key (issuer, subject)
      );
      create unique index work_account_of_user on work_account (user_id, issuer);

      create table used_return (
        nonce_hash bytea primary key,
        expires_at timestamptz not null
      );
    `)
    .execute(db);
}
