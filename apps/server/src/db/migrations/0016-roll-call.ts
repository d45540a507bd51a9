import { type Kysely, sql } from 'kysely';

/**
 * The roll call of an evacuation, one for each company at most, and who was ticked. Both go when it ends. `joined_by` are the users
 * whose reading is in the audit log already.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table roll_call (
        id int generated always as identity primary key,
        company_id int not null unique references company on delete cascade,
        started_at timestamptz not null default now(),
        joined_by int[] not null default '{}',
        unique (company_id, id)
      );
      create table roll_call_tick (
        company_id int not null,
        roll_call_id int not null,
        visit_id int not null references visit on delete cascade,
        is_safe boolean not null,
        ticked_at timestamptz not null,
        primary key (roll_call_id, visit_id),
        foreign key (company_id, roll_call_id) references roll_call (company_id, id) on delete cascade
      );
      create index roll_call_tick_of_visit on roll_call_tick (visit_id);
    `)
    .execute(db);
}
