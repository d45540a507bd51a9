import { type Kysely, sql } from 'kysely';

/**
 * A visit keeps the name, company name and phone that were given for it, and outlives the visitor row. The visitor row keeps what the
 * company remembers for the next visit.
 *
 * `visitor.expected_*` is what the expecting tenant gave, where that differs from what is remembered. `visitor.current_*` is what was given
 * for the open visit, where that differs from both. Lists order and search by the data that they show.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table visitor
        drop column folded_name,
        drop column search,
        add column expected_name text,
        add column expected_company_name text,
        add column current_name text,
        add column current_company_name text,
        add constraint expected_data_is_whole check ((expected_name is null) = (expected_company_name is null)),
        add constraint expected_data_is_of_an_expectation check (expected_name is null or preregistered_tenant_id is not null),
        add constraint current_data_is_whole check ((current_name is null) = (current_company_name is null));
      alter table visitor
        add column folded_name text collate "C" not null generated always as (
          fold(coalesce(current_name, expected_name, name))
        ) stored,
        add column search text not null generated always as (
          fold(coalesce(current_name, expected_name, name)) || E'\\n' ||
          fold(coalesce(current_company_name, expected_company_name, company_name)) || E'\\n' || phone
        ) stored;
      create index visitor_by_name on visitor (company_id, folded_name, id);
      create index visitor_preregistered on visitor (company_id, folded_name, id) where preregistered_tenant_id is not null;
      create index visitor_search on visitor using gin (substr(search, 2) gin_trgm_ops, company_id) with (fastupdate = off);
      alter table visitor alter column search set statistics 300;

      create function forget_expected_data() returns trigger language plpgsql as $$
      begin
        new.expected_name := null;
        new.expected_company_name := null;
        return new;
      end $$;
      create trigger visitor_is_expected_no_more before update of preregistered_tenant_id on visitor
        for each row when (new.preregistered_tenant_id is null) execute function forget_expected_data();

      alter table visit
        drop constraint visit_company_id_visitor_id_fkey,
        alter column visitor_id drop not null,
        add foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id),
        add constraint open_visit_has_a_visitor check (visitor_id is not null or checked_out_at is not null),
        add column name text not null,
        add column company_name text not null,
        add column phone text not null,
        -- What ends with the visit at the visitor's wish: this visit alone, or all visits to the tenant and the remembered data.
        add column opt_out text check (opt_out in ('visit', 'tenant')),
        -- Only past visits are searched by text, so a check-in does not pay for the folding and its index.
        add column search text generated always as (
          case when checked_out_at is not null then fold(name) || E'\\n' || fold(company_name) || E'\\n' || phone end
        ) stored;
      create unique index one_open_visit_per_phone on visit (company_id, phone) where checked_out_at is null;
      create index visit_past_by_phone on visit (company_id, phone) where checked_out_at is not null;
      create index visit_search on visit using gin (search gin_trgm_ops, company_id) with (fastupdate = off)
        where checked_out_at is not null;

      -- A message about a visit goes with the visit. Messages to a visitor without one are removed with the visitor.
      alter table message
        drop constraint visit_is_of_a_visitor,
        drop constraint message_company_id_visitor_id_fkey,
        add foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id);

      -- Whether the answer to the act may show the visitor's whole name and badge.
      alter table kiosk_nonce add column is_disclosed boolean not null default false;
    `)
    .execute(db);
}
