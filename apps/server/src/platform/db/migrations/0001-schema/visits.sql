-- Visits: visitors, their visits, and retention.

-- Visitors -------------------------------------------------------------------

create table visitor (
  id int generated always as identity,
  company_id int not null references company on delete cascade,
  name text not null,
  company_name text not null,
  phone text not null,
  should_save_data boolean not null default false,
  storage_stopped_at timestamptz,
  saved_until timestamptz,
  preregistered_tenant_id int,
  preregistered_at timestamptz not null default now(),
  expected_name text,
  expected_company_name text,
  expected_should_save_data boolean,
  expected_at timestamptz(3),
  expected_employee_id int,
  expected_invitation_id int,
  current_name text,
  current_company_name text,
  folded_name text collate "C" not null generated always as (fold(coalesce(current_name, expected_name, name))) stored,
  search text not null generated always as (
    fold(coalesce(current_name, expected_name, name)) || E'\n'
      || fold(coalesce(current_company_name, expected_company_name, company_name)) || E'\n' || phone
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint visitor_phone unique (company_id, phone),
  constraint expecting_tenant foreign key (company_id, preregistered_tenant_id) references tenant (company_id, id),
  foreign key (company_id, preregistered_tenant_id, expected_employee_id) references employee (company_id, tenant_id, id)
    on delete set null (expected_employee_id),
  constraint expected_data_is_whole check ((expected_name is null) = (expected_company_name is null)),
  constraint expected_data_is_of_an_expectation check (
    num_nonnulls(expected_name, expected_should_save_data, expected_at, expected_employee_id, expected_invitation_id) = 0
      or preregistered_tenant_id is not null
  ),
  constraint current_data_is_whole check ((current_name is null) = (current_company_name is null))
);
comment on table visitor is
  'A person who visits, visited or is expected in the building of a company, identified by the phone, with the data for the next visit.';
comment on column visitor.phone is 'E.164.';
comment on column visitor.should_save_data is 'The visitor agreed to be remembered for the next visit.';
comment on column visitor.storage_stopped_at is
  'When the visitor withdrew that agreement. Null if it was never withdrawn or was given again.';
comment on column visitor.saved_until is 'A visitor who agreed is remembered until then. It is set when retention removes a visit.';
comment on column visitor.preregistered_tenant_id is 'The tenant that expects the visitor. Null if no tenant does. Expectations end before their tenant is deleted.';
comment on column visitor.preregistered_at is 'When the expectation was last made. An expected visitor who does not come is removed later.';
comment on column visitor.expected_name is 'The name that was given for the expectation. Null where it is the remembered one.';
comment on column visitor.expected_should_save_data is 'Whether the visitor agreed to be remembered, as far as the expecting tenant has asked.';
comment on column visitor.expected_at is 'When the visitor is expected. Null: at any time.';
comment on column visitor.expected_employee_id is 'The host of the expectation, an employee of the expecting tenant. Null if none was named.';
comment on column visitor.expected_invitation_id is 'The invitation that the expectation follows. Null for other expectations.';
comment on column visitor.current_name is 'The name that was given for the open visit, if it differs from both others.';
comment on column visitor.folded_name is 'Lists are ordered by the name that they show.';
create index visitor_by_name on visitor (company_id, folded_name, id);
create index visitor_preregistered on visitor (company_id, folded_name, id) where preregistered_tenant_id is not null;
create index visitor_of_tenant on visitor (company_id, preregistered_tenant_id) where preregistered_tenant_id is not null;
create index visitor_of_host on visitor (company_id, preregistered_tenant_id, expected_employee_id)
  where expected_employee_id is not null;
-- The text precedes the company, so that the long list of a large company's rows is read for matching rows only. The first letter is left
-- out: visitor_by_name finds names by their beginning, and can count thousands of equal ones without reading each row.
create index visitor_search on visitor using gin (substr(search, 2) gin_trgm_ops, company_id) with (fastupdate = off);
-- From this larger sample the program estimates whether a search has many results.
alter table visitor alter column search set statistics 300;

-- Visits ---------------------------------------------------------------------

create table visit (
  id int generated always as identity,
  company_id int not null,
  visitor_id int,
  name text not null,
  company_name text not null,
  phone text not null,
  should_save_data boolean not null default false,
  tenant_id int not null,
  employee_id int,
  former_host text,
  invitation_id int,
  checked_in_at timestamptz(3) not null default now(),
  checked_out_at timestamptz(3),
  language text check (
    language in ('en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl')
  ),
  opt_out text check (opt_out in ('visit', 'tenantVisits', 'tenant')),
  answer_kind text check (answer_kind in ('coming', 'wait', 'colleague', 'unavailable')),
  answer_minutes int check (answer_minutes in (0, 2, 5, 10)),
  answer_text text check (length(answer_text) <= 120),
  answer_employee_id int,
  answered_at timestamptz(3),
  asked_at timestamptz(3),
  stays_until timestamptz(3),
  search text generated always as (
    case when checked_out_at is not null then fold(name) || E'\n' || fold(company_name) || E'\n' || phone end
  ) stored,
  primary key (company_id, id),
  foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  foreign key (company_id, tenant_id, employee_id) references employee (company_id, tenant_id, id) on delete set null (employee_id),
  foreign key (company_id, tenant_id, answer_employee_id) references employee (company_id, tenant_id, id)
    on delete set null (answer_employee_id),
  constraint answer_is_whole check (
    (answer_kind is null) = (answered_at is null) and (answer_kind is not null or answer_text is null)
      and (answer_minutes is not null) = (answer_kind is not distinct from 'coming')
      and (answer_kind is not null or answer_employee_id is null)
  ),
  constraint out_after_in check (checked_out_at >= checked_in_at),
  constraint open_visit_has_a_visitor check (visitor_id is not null or checked_out_at is not null)
);
comment on table visit is 'A stay of a visitor at a tenant, from check-in to check-out, with the data that was given for it.';
comment on column visit.visitor_id is 'Null once the visitor row is gone. The visit stays until the retention of its tenant ends.';
comment on column visit.phone is 'E.164.';
comment on column visit.opt_out is
  'Removed at check-out at the wish of the visitor: this visit ("visit"), all visits to the tenant ("tenantVisits"), or these and the remembered data ("tenant").';
comment on column visit.language is 'Chosen by the visitor at the kiosk. A language chosen for a guest or an invitation wins.';
comment on column visit.invitation_id is 'The invitation of the guest. Null for other visits.';
comment on column visit.should_save_data is 'The choice that was given for this visit. The visitor row holds the one that applies.';
comment on column visit.search is 'Null while the visitor is inside: only past visits are searched, and a check-in does not pay for the index.';
comment on column visit.employee_id is 'The host. Null if the visitor named none, or the host was deleted since.';
comment on column visit.answer_kind is 'The reply of the host or a colleague to the arrival. Null without one.';
comment on column visit.answer_minutes is 'In how many minutes the host is coming.';
comment on column visit.answer_employee_id is 'The colleague who is coming, or who answered in place of the host.';
comment on column visit.asked_at is 'When the visitor was last asked whether they are still here.';
comment on column visit.stays_until is 'The visitor replied that they are still here. They are asked again then.';
comment on column visit.former_host is 'Name of a host who was deleted after the visit.';
comment on column visit.checked_out_at is 'Null while the visitor is inside.';
create unique index one_open_visit_per_visitor on visit (company_id, visitor_id) where checked_out_at is null;
create unique index one_open_visit_per_phone on visit (company_id, phone) where checked_out_at is null;
create index visit_open on visit (company_id, checked_in_at desc, id desc) where checked_out_at is null;
create index visit_open_at_tenant on visit (company_id, tenant_id) where checked_out_at is null;
-- The order of the history, newest first.
create index visit_past on visit (company_id, checked_in_at desc, id desc) where checked_out_at is not null;
create index visit_past_by_phone on visit (company_id, phone) where checked_out_at is not null;
create index visit_search on visit using gin (search gin_trgm_ops, company_id) with (fastupdate = off)
  where checked_out_at is not null;
-- Retention reads the visits of a tenant by their end.
create index visit_by_end on visit (company_id, tenant_id, checked_out_at) where checked_out_at is not null;
-- The links to hosts and visitors name the visit only.
create index visit_by_id on visit (id);
create index visit_of_visitor on visit (company_id, visitor_id);
create index visit_of_employee on visit (company_id, tenant_id, employee_id);
create index visit_of_colleague on visit (company_id, tenant_id, answer_employee_id) where answer_employee_id is not null;

-- PostgreSQL inlines each of the next three functions into the statement that calls it.
create function visit_destination(of_company int, of_tenant int, of_employee int)
  returns table (
    company_id int, tenant_id int, tenant_name text, own_settings_of int,
    employee_id int, employee_name text, employee_phone text, employee_email text
  )
  language sql stable parallel safe
  as $$
    select t.company_id, t.id, t.name, t.own_settings_of, e.id, e.name, e.phone, e.email
    from public.tenant t
    left join public.employee e on e.company_id = of_company and e.tenant_id = of_tenant and e.id = of_employee
    where t.company_id = of_company and t.id = of_tenant and (of_employee is null or e.id is not null)
  $$;
comment on function visit_destination is
  'Returns a tenant with the host, if one is given. Returns no row for an employee of another tenant.';

create function opt_out_of_visit(
  agrees boolean, keeps_choice boolean, has_proof boolean, is_remembered boolean, has_withdrawn boolean
) returns text
  language sql immutable parallel safe
  as $$
    select case
      when agrees or not (has_withdrawn or (is_remembered and not keeps_choice)) then null
      when not has_proof then 'visit'
      when is_remembered then 'tenantVisits'
      else 'tenant'
    end
  $$;
comment on function opt_out_of_visit is
  'Returns visit.opt_out for a visitor who does or does not agree to be remembered. "has_proof": more than a typed phone identifies the visitor. The last two describe the visitor row after the check-in.';

create function visitor_channels(of_company int, visited_tenant int, expecting_tenant int) returns table (channel text)
  language sql immutable parallel safe
  as $$
    select c from unnest(array[
      'managers:' || of_company, 'reception:' || of_company,
      'tenant:' || visited_tenant, 'tenant:' || nullif(expecting_tenant, visited_tenant)
    ]) as c where c is not null
  $$;
comment on function visitor_channels is
  'Returns the live channels that hear about a visitor: those of the company, and of the tenants that see the visitor. A tenant is null if there is none.';

create table former_visit (
  company_id int not null,
  visit_id int not null,
  tenant_id int not null,
  employee_id int not null,
  primary key (company_id, visit_id),
  foreign key (company_id, visit_id) references visit (company_id, id) on delete cascade,
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
);
comment on table former_visit is
  'A visit whose host the directory no longer lists. If the host returns (former_employee), the visit gets its host back.';
create index former_visit_of_employee on former_visit (company_id, tenant_id, employee_id);

-- Looked up for few visits ---------------------------------------------------

-- PostgreSQL prepares each subquery of a plan at every execution, also one that no row needs. It prepares a function at the first call: with
-- these functions a check-in takes a twelfth less time.
create function name_of_employee(of_company int, of_employee int) returns text language plpgsql stable parallel safe as $$
begin
  return (select name from employee where company_id = of_company and id = of_employee);
end $$;
comment on function name_of_employee is 'Returns the name of an employee of any tenant of the company. Null without one.';

create function name_of_tenant(of_company int, of_tenant int) returns text language plpgsql stable parallel safe as $$
begin
  return (select name from tenant where company_id = of_company and id = of_tenant);
end $$;
comment on function name_of_tenant is 'Returns the name of a tenant. Null without one.';

create function title_of_invitation(of_company int, of_invitation int) returns text language plpgsql stable parallel safe as $$
begin
  return (select title from invitation where company_id = of_company and id = of_invitation);
end $$;
comment on function title_of_invitation is 'Returns the title of a date. Null without one.';

create function language_of_guest(is_chosen boolean, of_guest text, at_kiosk text) returns text
  language sql immutable parallel safe
  as $$ select case when is_chosen then of_guest else coalesce(at_kiosk, of_guest) end $$;
comment on function language_of_guest is
  'Returns the language for a guest. A language chosen for the guest wins over the choice at the kiosk, and that over the default of the invitation.';

create function language_of_invited(of_company int, of_invitation int, of_visitor int, at_kiosk text) returns text
language plpgsql stable parallel safe as $$
begin
  return (
    select language_of_guest(g.is_language_chosen, g.language, at_kiosk)
    from invitation i
    join guest g on g.company_id = i.company_id and g.meeting_id = i.meeting_id and g.visitor_id = of_visitor
    where i.company_id = of_company and i.id = of_invitation
  );
end $$;
comment on function language_of_invited is 'Returns the language for a visitor who came with an invitation. Null for another visitor.';

-- Retention ------------------------------------------------------------------

-- Days and months are those of the building's calendar, hence the time zone.
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
comment on function kept_until is 'Returns until when a visit is kept that ended at this moment, by tenant_settings.gdpr_handling.';

create table visit_count (
  company_id int not null,
  tenant_id int not null,
  hour timestamptz not null,
  visits int not null,
  primary key (company_id, tenant_id, hour),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
);
comment on table visit_count is 'How many removed visits to a tenant began in one hour. Statistics outlive the personal data.';
comment on column visit_count.hour is 'Beginning of an hour of the building''s clock.';
