import { type Kysely, sql } from 'kysely';

/**
 * Where the employees of a tenant are brought from, and how that goes. A row of `directory_sync` is the tie to the directory and the job
 * that reads it: whoever works on it holds it until `held_until`, and from then on somebody else may begin anew.
 *
 * Somebody who leaves the directory is deleted. `former_employee` and `former_visit` hold ids alone, so that one who comes back is the
 * same employee, with the same visits.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table directory_sync (
        tenant_id int primary key,
        company_id int not null,
        -- What the provider granted, sealed; null for one that is opened with a code.
        granted bytea,
        -- Who connected it: what runs by itself runs in their name.
        connected_by int not null,
        connected_as text not null,
        -- The console's address, for links in mails.
        console_address text not null,
        state text not null default 'idle' check (state in ('idle', 'queued', 'running')),
        run uuid,
        run_kind text check (run_kind in ('sync', 'preview', 'photos')),
        is_confirmed boolean not null default false,
        asked_by int,
        asked_as text,
        held_by uuid,
        held_until timestamptz,
        -- How often the run was begun: more than once where a worker died over it.
        begun int not null default 0,
        done int not null default 0,
        total int,
        -- How the last run ended, for those who wait for it.
        ended_run uuid,
        outcome jsonb,
        ended_at timestamptz,
        last_failure text,
        failures int not null default 0,
        next_at timestamptz not null,
        foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
        constraint at_work_has_a_run check (state = 'idle' or (run is not null and run_kind is not null and asked_by is not null))
      );
      create index directory_sync_at_work on directory_sync (state) where state <> 'idle';
      create index directory_sync_by_time on directory_sync (next_at);

      create unique index employee_of_directory on employee (tenant_id, id_from_service);

      -- When the directory was last asked for a picture, and the pictures that it gave: they go with their employee.
      alter table employee add column photo_asked_at timestamptz;
      create table brought_photo (image_id int primary key references image on delete cascade);

      -- Employees whom the directory lists no more, and whom somebody was visiting then.
      create table leaving_employee (
        tenant_id int not null,
        employee_id int primary key,
        foreign key (tenant_id, employee_id) references employee (tenant_id, id) on delete cascade
      );

      create table former_employee (
        tenant_id int not null references tenant on delete cascade,
        id_from_service text not null,
        employee_id int not null,
        left_at timestamptz not null default now(),
        primary key (tenant_id, id_from_service)
      );
      create index former_employee_by_age on former_employee (left_at);

      create table former_visit (
        visit_id int primary key references visit on delete cascade,
        tenant_id int not null references tenant on delete cascade,
        employee_id int not null
      );
      create index former_visit_of_employee on former_visit (tenant_id, employee_id);
    `)
    .execute(db);
}
