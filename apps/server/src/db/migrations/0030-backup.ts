import { type Kysely, sql } from 'kysely';

/** The backups that were made and proven, so that somebody sees when there is none of late. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table backup (
        id int generated always as identity primary key,
        started_at timestamptz not null,
        ended_at timestamptz not null default now(),
        bytes bigint not null,
        files int not null,
        missing_files int not null
      );
    `)
    .execute(db);
}
