import { type Kysely, sql } from 'kysely';

/** The processes that run, which say so again and again; and when each job was last done, which its queue forgets within the hour. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table process (
        id uuid primary key,
        name text not null,
        roles text[] not null,
        version text not null,
        started_at timestamptz not null,
        last_seen_at timestamptz not null default now()
      );

      create table job_run (
        job text primary key,
        done_at timestamptz not null default now()
      );
    `)
    .execute(db);
}
