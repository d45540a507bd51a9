import { type Kysely, sql } from 'kysely';

/**
 * Removed visits are counted by the hours of the building's clock. Those of UTC begin at half past where the clock is half an hour off, so who
 * came in the first half of a day was counted in the day before. What was counted already has no minutes any more and stays as it is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create or replace function count_removed_visits() returns trigger language plpgsql as $$
      begin
        insert into visit_count (company_id, tenant_id, hour, visits)
        select gone.company_id, gone.tenant_id, date_trunc('hour', gone.checked_in_at, company.time_zone) as hour, count(*)
        from gone
        join tenant on tenant.id = gone.tenant_id
        join company on company.id = gone.company_id
        group by gone.company_id, gone.tenant_id, hour
        order by gone.company_id, gone.tenant_id, hour
        on conflict (company_id, tenant_id, hour) do update set visits = visit_count.visits + excluded.visits;
        return null;
      end $$;
    `)
    .execute(db);
}
