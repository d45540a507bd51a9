import { type Kysely, sql } from 'kysely';

/**
 * The second factor of users, the hashes of their recovery codes, and the sign-ins that wait for a second step. A factor counts once it is
 * confirmed; `last_step` is the newest time step of which a code was taken, so that no code is taken twice.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table second_factor (
        user_id int primary key references user_account on delete cascade,
        secret bytea not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz,
        last_step int
      );

      create table recovery_code (
        user_id int not null references second_factor on delete cascade,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );

      create table sign_in_step (
        id_hash bytea primary key,
        user_id int not null references user_account on delete cascade,
        expires_at timestamptz not null
      );
      create index sign_in_step_of_user on sign_in_step (user_id);
    `)
    .execute(db);
}
