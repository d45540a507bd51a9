-- Visits: invitations, their guests and passes.

create table meeting (
  id int generated always as identity,
  company_id int not null,
  tenant_id int not null,
  notify_guests boolean not null,
  repeat jsonb,
  sequence int not null default 0,
  created_by text not null check (created_by in ('host', 'staff')),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
);
comment on table meeting is 'The dates of one invitation have the meeting and its guests in common.';
comment on column meeting.repeat is 'Rule of a series, as the contract describes it. Null for a single date.';
comment on column meeting.sequence is 'SEQUENCE of the calendar part of mails. Each change increases it.';
create index meeting_of_tenant on meeting (company_id, tenant_id);

create table invitation (
  id int generated always as identity,
  company_id int not null,
  meeting_id int not null,
  tenant_id int not null,
  employee_id int,
  title text check (length(title) <= 120),
  folded_title text generated always as (fold(title)) stored,
  note text check (length(note) <= 500),
  language text not null,
  is_language_chosen boolean not null default false,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  canceled_at timestamptz(3),
  canceled_by text check (canceled_by in ('host', 'staff')),
  host_left_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, meeting_id) references meeting (company_id, id) on delete cascade,
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  foreign key (company_id, tenant_id, employee_id) references employee (company_id, tenant_id, id) on delete set null (employee_id),
  constraint meeting_ends_after_its_start check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours')
);
comment on table invitation is 'One date of a meeting. Each date of a series may differ from the others.';
comment on column invitation.employee_id is 'The host. Null: the tenant itself.';
comment on column invitation.is_language_chosen is 'False: the language was the default of the tenant.';
comment on column invitation.host_left_at is 'When the former host was removed. Null again after reception or the tenant chose a host.';
create index invitation_by_start on invitation (company_id, starts_at, id);
create index invitation_of_tenant on invitation (company_id, tenant_id, starts_at, id);
create index invitation_of_meeting on invitation (company_id, meeting_id, starts_at);
create index invitation_of_host on invitation (company_id, tenant_id, employee_id, ends_at) where employee_id is not null;
create index invitation_host_left on invitation (company_id, meeting_id) where host_left_at is not null and canceled_at is null;
create index invitation_by_end on invitation (ends_at);
create index invitation_search on invitation using gin (company_id, folded_title gin_trgm_ops) with (fastupdate = off);
create index invitation_canceled on invitation (canceled_at) where canceled_at is not null;

create table guest (
  id int generated always as identity,
  company_id int not null,
  meeting_id int not null,
  visitor_id int,
  name text not null,
  company_name text,
  email text,
  phone text,
  language text not null,
  is_language_chosen boolean not null default false,
  should_save_data boolean,
  is_phone_unverified boolean not null default false,
  is_phone_taken boolean not null default false,
  search text not null generated always as (
    fold(name) || E'\n' || fold(coalesce(company_name, '')) || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '')
  ) stored,
  primary key (company_id, id),
  foreign key (company_id, meeting_id) references meeting (company_id, id) on delete cascade,
  foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id),
  constraint guest_visitor unique (company_id, meeting_id, visitor_id),
  constraint taken_phone_has_no_visitor check (not is_phone_taken or (phone is not null and visitor_id is null))
);
comment on table guest is 'A person named on an invitation.';
comment on column guest.visitor_id is
  'The visitor with the phone. Null without a phone, with is_phone_taken, and after a desk deleted the visitor: then the guest does not become expected again.';
comment on column guest.phone is 'E.164. Unless it is unverified, that of the visitor, also after a correction.';
comment on column guest.is_language_chosen is
  'For the guest or for the invitation. False: the language is a default, and the one chosen at a kiosk wins.';
comment on column guest.is_phone_unverified is
  'The phone was typed on the pass or at a kiosk, and others know the visitor: the visitor does not become expected.';
comment on column guest.is_phone_taken is
  'The phone was typed on the pass, and a visitor or another guest of the meeting has it. The guest is expected without a visitor until a check-in.';
comment on column guest.should_save_data is 'The choice on the pass to be remembered. Null if the guest made none.';
create index guest_of_meeting on guest (company_id, meeting_id);
create index guest_of_visitor on guest (company_id, visitor_id) where visitor_id is not null;
create index guest_by_phone on guest (company_id, phone) where phone is not null;
create index guest_search on guest using gin (company_id, search gin_trgm_ops) with (fastupdate = off);

create table invitation_guest (
  id int generated always as identity,
  company_id int not null,
  invitation_id int not null,
  guest_id int not null,
  confirmed_at timestamptz(3),
  declined_at timestamptz(3),
  arrived_at timestamptz(3),
  reminded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  unique (company_id, invitation_id, guest_id),
  foreign key (company_id, invitation_id) references invitation (company_id, id) on delete cascade,
  foreign key (company_id, guest_id) references guest (company_id, id) on delete cascade
);
comment on table invitation_guest is 'A guest on one date. Its id is the guest''s id in the API.';
comment on column invitation_guest.arrived_at is 'The first check-in of the guest on this date.';
comment on column invitation_guest.reminded_at is 'When a reminder of this date was queued.';
create index invitation_guest_of_guest on invitation_guest (company_id, guest_id);

create table pass (
  company_id int not null,
  guest_id int not null,
  secret_hash bytea not null,
  secret bytea not null,
  code_hash bytea not null,
  created_visitor_id int,
  phone_code bytea,
  phone_code_until timestamptz(3),
  phone_code_tries int not null default 0,
  proven_until timestamptz(3),
  proven_visitor_id int,
  primary key (company_id, guest_id),
  unique (company_id, code_hash),
  foreign key (company_id, guest_id) references guest (company_id, id) on delete cascade,
  foreign key (company_id, created_visitor_id) references visitor (company_id, id) on delete set null (created_visitor_id),
  foreign key (company_id, proven_visitor_id) references visitor (company_id, id) on delete set null (proven_visitor_id)
);
create index pass_by_secret on pass (secret_hash);
create index pass_of_created_visitor on pass (company_id, created_visitor_id) where created_visitor_id is not null;
comment on table pass is 'The pass of a guest, for all dates of the meeting.';
comment on column pass.secret is 'Sealed, so that later messages contain the same link.';
comment on column pass.created_visitor_id is
  'The visitor that was created for a phone typed on the pass, which is unverified. The pass may change and delete no other visitor.';
create index pass_of_proven_visitor on pass (company_id, proven_visitor_id) where proven_visitor_id is not null;
comment on column pass.phone_code is 'Keyed hash of the code that was sent to the phone by SMS.';
comment on column pass.phone_code_tries is 'Guesses of that code. Few are allowed.';
comment on column pass.proven_until is 'Until then the guest has proven the phone by its code.';
comment on column pass.proven_visitor_id is 'The visitor with that phone, whom the pass may change and delete until then.';
comment on column pass.code_hash is 'Keyed hash of the 8 characters below the QR code, which are derived from the secret.';

create function pass_starts(meeting_starts timestamptz) returns timestamptz
  language sql immutable parallel safe
  as $$ select meeting_starts - interval '60 minutes' $$;
comment on function pass_starts is 'Returns when a pass becomes valid.';

create function pass_ends(meeting_ends timestamptz, zone text) returns timestamptz
  language sql immutable parallel safe
  as $$ select (date_trunc('day', meeting_ends at time zone zone) + interval '1 day') at time zone zone $$;
comment on function pass_ends is 'Returns the end of the day on which the meeting ends, in the time zone of the building.';

-- What others keep of an invitation ------------------------------------------

alter table visitor add foreign key (company_id, expected_invitation_id) references invitation (company_id, id)
  on delete set null (expected_invitation_id);
create index visitor_of_invitation on visitor (company_id, expected_invitation_id) where expected_invitation_id is not null;

alter table visit add foreign key (company_id, invitation_id) references invitation (company_id, id)
  on delete set null (invitation_id);
create index visit_of_invitation on visit (company_id, invitation_id, visitor_id) where invitation_id is not null;

alter table message add foreign key (company_id, guest_id) references guest (company_id, id) on delete set null (guest_id);
create index message_of_guest on message (company_id, guest_id, id desc) where guest_id is not null;
create index message_failed_of_guest on message (company_id, guest_id)
  where guest_id is not null and state in ('failed', 'notSent') and problem is distinct from 'noProvider';

create function forget_titles(of_company int, ids int[]) returns void language plpgsql as $$
begin
  -- Of two transactions that delete the last two guests, the second sees what the first deleted.
  perform from invitation where company_id = of_company and id = any(ids) order by id for no key update;
  update invitation i set title = null, note = null
  where i.company_id = of_company and i.id = any(ids) and (i.title is not null or i.note is not null)
    and not exists (select from invitation_guest ig where ig.company_id = i.company_id and ig.invitation_id = i.id);
end $$;
comment on function forget_titles is 'Titles and notes name people, so they are deleted with the last guest of a date.';

create function forget_guests(of_company int, ids int[]) returns void language plpgsql as $$
begin
  delete from message m using guest g
  where g.company_id = of_company and g.id = any(ids) and m.company_id = of_company and m.guest_id = g.id
    and not exists (select from invitation_guest ig where ig.company_id = g.company_id and ig.guest_id = g.id);
  delete from guest g
  where g.company_id = of_company and g.id = any(ids) and not exists (
    select from invitation_guest ig where ig.company_id = g.company_id and ig.guest_id = g.id);
end $$;
comment on function forget_guests is 'Deletes those of these guests who have no date left, with the messages to them.';

create function forget_replies_about_guests(ids int[]) returns void language plpgsql as $$
begin
  delete from idempotent_reply
  where reply ? 'guests' and people_named(reply) && array(select 'guest:' || id from unnest(ids) as id);
end $$;
comment on function forget_replies_about_guests is 'Deletes stored replies that name guests (invitation_guest.id), because these contain names.';

create function forget_dates_of_guests(of_company int, ids int[]) returns void language plpgsql as $$
declare
  guests int[];
begin
  with gone as (
    delete from invitation_guest where company_id = of_company and id = any(ids) returning guest_id
  )
  select coalesce(array_agg(distinct guest_id), '{}') into guests from gone;
  perform forget_replies_about_guests(ids);
  perform forget_guests(of_company, guests);
end $$;
comment on function forget_dates_of_guests is
  'Deletes guests of dates (invitation_guest) with stored replies about them, and guests who have no date left.';

-- A check-in may wait for the transaction that invites the guest. A function sees its rows, the statement of the check-in does not.
create function note_arrival(of_company int, of_invitation int, of_visitor int, at timestamptz) returns boolean language plpgsql as $$
begin
  update invitation_guest ig set arrived_at = coalesce(ig.arrived_at, at)
  from guest g
  where g.company_id = of_company and g.visitor_id = of_visitor
    and ig.company_id = of_company and ig.invitation_id = of_invitation and ig.guest_id = g.id;
  return true;
end $$;
comment on function note_arrival is 'Sets invitation_guest.arrived_at of a visitor who checked in. Returns true.';

-- Removed visits -------------------------------------------------------------

-- Counts are inserted in order, so that two transactions cannot deadlock. Hours are those of the building: where the clock is half an hour
-- off, an hour of UTC can begin on the day before.
create function remove_visits(of_company int, ids int[]) returns table (visit_id int, visitor_id int, ended_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  invitations int[];
begin
  select array_agg(distinct invitation_id) filter (where invitation_id is not null) into invitations from (
    select invitation_id from visit where company_id = of_company and id = any(ids) order by id for update
  ) as locked;
  if invitations is not null then
    perform forget_dates_of_guests(of_company, array(
      select ig.id from visit o
      join guest g on g.company_id = of_company and g.visitor_id = o.visitor_id
      join invitation_guest ig on ig.company_id = of_company and ig.invitation_id = o.invitation_id and ig.guest_id = g.id
      where o.company_id = of_company and o.id = any(ids)
    ));
    perform forget_titles(of_company, invitations);
  end if;
  return query
    with gone as (
      delete from visit where company_id = of_company and id = any(ids) returning *
    ), counted as (
      insert into visit_count (company_id, tenant_id, hour, visits)
      select gone.company_id, gone.tenant_id, date_trunc('hour', gone.checked_in_at, company.time_zone) as hour, count(*)
      from gone join company on company.id = gone.company_id
      group by gone.company_id, gone.tenant_id, hour
      order by gone.company_id, gone.tenant_id, hour
      on conflict (company_id, tenant_id, hour) do update set visits = visit_count.visits + excluded.visits
    )
    select id, visitor_id, checked_out_at from gone;
end $$;
comment on function remove_visits is
  'Deletes visits, adds them to visit_count, and deletes guests who came with these visits. Returns the deleted visits.';

-- Expectations ---------------------------------------------------------------

-- A meeting is expected from the midnight before its start until its end. Visitors inside keep their expectation until they leave.
create function guest_expectations(of_company int, visitor_ids int[])
  returns table (visitor_id int, invitation_id int, tenant_id int, employee_id int, starts_at timestamptz, name text, company_name text)
  language sql stable
  as $$
    select distinct on (g.visitor_id) g.visitor_id, i.id, i.tenant_id, i.employee_id, i.starts_at, g.name, coalesce(g.company_name, '')
    from public.guest g
    cross join public.building_day(of_company) day
    join public.invitation_guest ig on ig.company_id = of_company and ig.guest_id = g.id
    join public.invitation i on i.company_id = of_company and i.id = ig.invitation_id
    where g.company_id = of_company and g.visitor_id = any(visitor_ids) and not g.is_phone_unverified
      and ig.arrived_at is null and ig.declined_at is null and i.canceled_at is null
      and i.starts_at < day.ends_at and i.ends_at > now()
    order by g.visitor_id, i.starts_at, i.id
  $$;
comment on function guest_expectations is 'Returns which invitation of today each of these visitors is expected for: the next that is not over.';
