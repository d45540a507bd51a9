import { type Kysely, sql } from 'kysely';

/**
 * What tells when data of visitors is over. `saved_until` is set when the last visit of somebody goes who asked to be remembered.
 * Visits that are removed stay in `visit_count`, by tenant and hour, as numbers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
    alter table visitor add column saved_until timestamptz, add column preregistered_at timestamptz;
    update visitor set preregistered_at = updated_at where preregistered_tenant_id is not null;

    create function note_preregistration() returns trigger language plpgsql as $$
    begin
      new.preregistered_at := now();
      return new;
    end $$;
    create trigger visitor_is_expected before insert or update of preregistered_tenant_id on visitor
      for each row when (new.preregistered_tenant_id is not null) execute function note_preregistration();

    -- The moment up to which a visit is kept that ended at that time. Days and months are those of the building's calendar.
    create function kept_until(ended_at timestamptz, handling text, zone text) returns timestamptz
      language sql stable parallel safe
      as $$
        select case handling
          when 'noInfoSaved' then ended_at
          when 'deletedAfter24hours' then ended_at + interval '24 hours'
          when 'deletedAfter1week' then (ended_at at time zone zone + interval '7 days') at time zone zone
          when 'deletedAfter1month' then (ended_at at time zone zone + interval '1 month') at time zone zone
          when 'deletedAfter3months' then (ended_at at time zone zone + interval '3 months') at time zone zone
        end
      $$;

    drop index visit_by_end;
    create index visit_by_end on visit (tenant_id, checked_out_at) where checked_out_at is not null;

    create table visit_count (
      company_id int not null,
      tenant_id int not null,
      hour timestamptz not null,
      visits int not null,
      primary key (company_id, tenant_id, hour),
      foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
    );

    create function count_removed_visits() returns trigger language plpgsql as $$
    begin
      insert into visit_count (company_id, tenant_id, hour, visits)
      select gone.company_id, gone.tenant_id, date_trunc('hour', gone.checked_in_at, 'UTC') as hour, count(*)
      from gone
      join tenant on tenant.id = gone.tenant_id
      group by gone.company_id, gone.tenant_id, hour
      order by gone.company_id, gone.tenant_id, hour
      on conflict (company_id, tenant_id, hour) do update set visits = visit_count.visits + excluded.visits;
      return null;
    end $$;
    create trigger removed_visits_are_counted after delete on visit
      referencing old table as gone for each statement execute function count_removed_visits();

    create index idempotent_reply_of_visitors on idempotent_reply using gin (reply jsonb_path_ops) where reply ? 'visitors';
  `,
    )
    .execute(db);
}
