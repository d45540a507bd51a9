-- Visits: visitors, their visits, messages about them, live connections, and the roll call of an evacuation.

-- Visitors -------------------------------------------------------------------

create table visitor (
  id int generated always as identity primary key,
  company_id int not null references company on delete cascade,
  name text not null,
  company_name text not null,
  phone text not null,
  should_save_data boolean not null default false,
  storage_stopped_at timestamptz,
  saved_until timestamptz,
  preregistered_tenant_id int,
  preregistered_at timestamptz,
  expected_name text,
  expected_company_name text,
  expected_should_save_data boolean,
  current_name text,
  current_company_name text,
  folded_name text collate "C" not null generated always as (fold(coalesce(current_name, expected_name, name))) stored,
  search text not null generated always as (
    fold(coalesce(current_name, expected_name, name)) || E'\n'
      || fold(coalesce(current_company_name, expected_company_name, company_name)) || E'\n' || phone
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint visitor_phone unique (company_id, phone),
  foreign key (company_id, preregistered_tenant_id) references tenant (company_id, id)
    on delete set null (preregistered_tenant_id),
  constraint expected_data_is_whole check ((expected_name is null) = (expected_company_name is null)),
  constraint expected_data_is_of_an_expectation check (expected_name is null or preregistered_tenant_id is not null),
  constraint current_data_is_whole check ((current_name is null) = (current_company_name is null))
);
comment on table visitor is
  'A person who visits, visited or is expected in the building of a company, identified by the phone, with the data for the next visit.';
comment on column visitor.phone is 'E.164.';
comment on column visitor.should_save_data is 'The visitor agreed to be remembered for the next visit.';
comment on column visitor.storage_stopped_at is
  'When the visitor withdrew that agreement. Null if it was never withdrawn or was given again.';
comment on column visitor.saved_until is 'A visitor who agreed is remembered until then. It is set when retention removes a visit.';
comment on column visitor.preregistered_tenant_id is 'The tenant that expects the visitor. Null if no tenant does.';
comment on column visitor.preregistered_at is 'When that tenant was set. An expected visitor who does not come is removed later.';
comment on column visitor.expected_name is 'The name that was given for the expectation. Null where it is the remembered one.';
comment on column visitor.expected_should_save_data is 'Whether the visitor agreed to be remembered, as far as the expecting tenant has asked.';
comment on column visitor.current_name is 'The name that was given for the open visit, if it differs from both others.';
comment on column visitor.folded_name is 'Lists are ordered by the name that they show.';
create index visitor_by_name on visitor (company_id, folded_name, id);
create index visitor_preregistered on visitor (company_id, folded_name, id) where preregistered_tenant_id is not null;
create index visitor_of_tenant on visitor (preregistered_tenant_id) where preregistered_tenant_id is not null;
-- The text precedes the company, so that the long list of a large company's rows is read for matching rows only. The first letter is left
-- out: visitor_by_name finds names by their beginning, and can count thousands of equal ones without reading each row.
create index visitor_search on visitor using gin (substr(search, 2) gin_trgm_ops, company_id) with (fastupdate = off);
-- From this larger sample the program estimates whether a search has many results.
alter table visitor alter column search set statistics 300;

create function note_preregistration() returns trigger language plpgsql as $$
begin
  new.preregistered_at := now();
  return new;
end $$;
comment on function note_preregistration is 'Sets visitor.preregistered_at, from which retention counts.';
create trigger visitor_is_expected before insert or update of preregistered_tenant_id on visitor
  for each row when (new.preregistered_tenant_id is not null) execute function note_preregistration();

create function forget_expected_data() returns trigger language plpgsql as $$
begin
  new.expected_name := null;
  new.expected_company_name := null;
  new.expected_should_save_data := null;
  return new;
end $$;
comment on function forget_expected_data is 'Clears the data of an expectation that ends.';
create trigger visitor_is_expected_no_more before update of preregistered_tenant_id on visitor
  for each row when (new.preregistered_tenant_id is null) execute function forget_expected_data();

-- Visits ---------------------------------------------------------------------

create table visit (
  id int generated always as identity primary key,
  company_id int not null,
  visitor_id int,
  name text not null,
  company_name text not null,
  phone text not null,
  should_save_data boolean not null default false,
  tenant_id int not null,
  employee_id int,
  former_host text,
  checked_in_at timestamptz(3) not null default now(),
  checked_out_at timestamptz(3),
  opt_out text check (opt_out in ('visit', 'tenantVisits', 'tenant')),
  search text generated always as (
    case when checked_out_at is not null then fold(name) || E'\n' || fold(company_name) || E'\n' || phone end
  ) stored,
  foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  foreign key (tenant_id, employee_id) references employee (tenant_id, id) on delete set null (employee_id),
  constraint out_after_in check (checked_out_at >= checked_in_at),
  constraint open_visit_has_a_visitor check (visitor_id is not null or checked_out_at is not null)
);
comment on table visit is 'A stay of a visitor at a tenant, from check-in to check-out, with the data that was given for it.';
comment on column visit.visitor_id is 'Null once the visitor row is gone. The visit stays until the retention of its tenant ends.';
comment on column visit.phone is 'E.164.';
comment on column visit.opt_out is
  'Removed at check-out at the wish of the visitor: this visit ("visit"), all visits to the tenant ("tenantVisits"), or these and the remembered data ("tenant").';
comment on column visit.should_save_data is 'The choice that was given for this visit. The visitor row holds the one that applies.';
comment on column visit.search is 'Null while the visitor is inside: only past visits are searched, and a check-in does not pay for the index.';
comment on column visit.employee_id is 'The host. Null if the visitor named none, or the host was deleted since.';
comment on column visit.former_host is 'Name of a host who was deleted after the visit.';
comment on column visit.checked_out_at is 'Null while the visitor is inside.';
create unique index one_open_visit_per_visitor on visit (visitor_id) where checked_out_at is null;
create unique index one_open_visit_per_phone on visit (company_id, phone) where checked_out_at is null;
create index visit_open on visit (company_id, checked_in_at desc, id desc) where checked_out_at is null;
create index visit_open_at_tenant on visit (tenant_id) where checked_out_at is null;
-- The order of the history, newest first.
create index visit_past on visit (company_id, checked_in_at desc, id desc) where checked_out_at is not null;
create index visit_past_by_phone on visit (company_id, phone) where checked_out_at is not null;
create index visit_search on visit using gin (search gin_trgm_ops, company_id) with (fastupdate = off)
  where checked_out_at is not null;
-- Retention reads the visits of a tenant by their end.
create index visit_by_end on visit (tenant_id, checked_out_at) where checked_out_at is not null;
create index visit_of_visitor on visit (visitor_id);
create index visit_of_employee on visit (tenant_id, employee_id);

-- PostgreSQL inlines each of the next three functions into the statement that calls it.
create function visit_destination(of_tenant int, of_employee int)
  returns table (company_id int, tenant_id int, tenant_name text, employee_id int, employee_name text, employee_phone text)
  language sql stable parallel safe
  as $$
    select t.company_id, t.id, t.name, e.id, e.name, e.phone
    from public.tenant t left join public.employee e on e.tenant_id = t.id and e.id = of_employee
    where t.id = of_tenant and (of_employee is null or e.id is not null)
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
  visit_id int primary key references visit on delete cascade,
  tenant_id int not null references tenant on delete cascade,
  employee_id int not null
);
comment on table former_visit is
  'A visit whose host the directory no longer lists. If the host returns (former_employee), the visit gets its host back.';
create index former_visit_of_employee on former_visit (tenant_id, employee_id);

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

-- The joins leave out visits that are removed with their tenant or company. Rows are inserted in order, so that two statements cannot
-- deadlock. Hours are those of the building: where the clock is half an hour off, an hour of UTC can begin on the day before.
create function count_removed_visits() returns trigger language plpgsql as $$
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
comment on function count_removed_visits is 'Adds removed visits to visit_count.';
create trigger removed_visits_are_counted after delete on visit
  referencing old table as gone for each statement execute function count_removed_visits();

-- Messages -------------------------------------------------------------------

create table message (
  id int generated by default as identity primary key,
  company_id int references company on delete cascade,
  visitor_id int,
  visit_id int references visit on delete cascade,
  user_id int,
  kiosk_id int,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text,
  language text not null,
  content bytea,
  mail_id uuid not null default gen_random_uuid(),
  state text not null default 'queued'
    check (state in ('queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'notSent')),
  attempts int not null default 0,
  segments smallint,
  next_attempt_at timestamptz(3) not null default now(),
  problem text,
  last_answer text,
  expires_at timestamptz not null,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  foreign key (company_id, visitor_id) references visitor (company_id, id) on delete set null (visitor_id),
  constraint visitor_is_of_a_company check (visitor_id is null or company_id is not null),
  constraint a_visit_says_itself check (visit_id is null or content is null),
  constraint on_its_way_has_content check (
    state not in ('queued', 'held', 'sending')
    or (recipient is not null and (content is not null or visit_id is not null))
  ),
  constraint delivered_keeps_no_content check (state <> 'delivered' or content is null)
);
comment on table message is 'An e-mail or SMS. It is written in the transaction of the event that it reports, and a worker sends it.';
comment on column message.company_id is 'Null for messages to users outside any company.';
comment on column message.visit_id is 'The visit that the message reports. Its text is made from the visit when it is sent.';
comment on column message.user_id is 'The user to whom it goes. No foreign key: a worker sees by the id that the user was deleted.';
comment on column message.kiosk_id is 'The kiosk that it reports. No foreign key, as for user_id.';
comment on column message.recipient is 'E-mail address, or phone in E.164. Removed after 30 days.';
comment on column message.content is 'Sealed text. Null for a message about a visit, and when the text is no longer needed.';
comment on column message.mail_id is 'Id in the Message-ID header of an e-mail, and in the delivery report of an SMS.';
comment on column message.state is '"sent": the provider has accepted it. "notSent": it was never handed to a provider.';
comment on column message.segments is 'Parts of an SMS, as the provider charges them.';
comment on column message.next_attempt_at is 'When a worker takes it. In the state "sending": when the lease of that worker ends.';
comment on column message.problem is 'Why it failed or was not sent, as a reason of the contract.';
comment on column message.last_answer is 'Last response of the provider.';
create index message_due_by_channel on message (channel, next_attempt_at, id) where state in ('queued', 'sending');
-- No recipient gets the same message about a visit twice, even if two transactions write it at once.
create unique index told_once on message (visit_id, kind, channel, recipient) where visit_id is not null;
create unique index sms_by_its_id on message (mail_id) where channel = 'sms';
create index message_held on message (company_id, id) where state = 'held';
create index message_of_company on message (company_id, id desc);
create index message_of_visitor on message (company_id, visitor_id) where visitor_id is not null;
create index message_of_user on message (user_id) where user_id is not null and state in ('queued', 'sending');
create index message_of_kiosk on message (kiosk_id) where state in ('queued', 'sending');
create index message_with_content on message (expires_at) where content is not null;
create index message_with_recipient on message (created_at) where recipient is not null;
-- Each check-in writes messages and few people search them, so new entries are collected and indexed together: one by one they took
-- longer than the rest of the check-in. The limit, in kB, keeps the list short enough to be read by a search.
create index message_search on message using gin (company_id, fold(recipient) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

create function let_messages_be_dropped() returns trigger language plpgsql as $$
begin
  update message set next_attempt_at = now() where user_id = old.id and state = 'queued';
  return null;
end $$;
comment on function let_messages_be_dropped is 'Makes the waiting messages of a deleted user due, so that a worker drops them at once.';
create trigger user_takes_messages_along after delete on user_account
  for each row execute function let_messages_be_dropped();

-- Limits of SMS --------------------------------------------------------------

-- A subject (sender, tenant, company, installation) has up to 16 rows, each with an equal share of its limits. A transaction takes a row
-- that no other transaction has locked, so check-ins do not wait for each other. See docs/decisions/0022-count-sms-in-shards.md.
create table sms_count (
  subject text not null,
  shard smallint not null default 0,
  hour_limit int not null default 0,
  day_limit int not null default 0,
  hour timestamptz not null default '-infinity',
  in_hour int not null default 0,
  day timestamptz not null default '-infinity',
  in_day int not null default 0,
  primary key (subject, shard)
) with (fillfactor = 50);
comment on table sms_count is 'SMS that were queued, by what the limits count. A phone is a hash.';
comment on column sms_count.shard is 'Rows of one subject have equal shares of its limits.';
comment on column sms_count.hour_limit is 'The limit of which the row has a share. Rows of another limit are shared out again.';

-- A transaction that began before the hour ended and is late counts in the new hour.
create function sms_in_hour(counted sms_count) returns int
  language sql stable
  as $$ select case when counted.hour >= date_trunc('hour', now()) then counted.in_hour else 0 end $$;

create function sms_in_day(counted sms_count) returns int
  language sql stable
  as $$ select case when counted.day >= date_trunc('day', now(), 'UTC') then counted.in_day else 0 end $$;

-- How many SMS a row may still count, if it has one of "shards" equal shares of the limits.
create function sms_room(counted sms_count, hour_limit int, day_limit int, shards int) returns int
  language sql stable
  as $$
    select least(
      hour_limit / shards + (counted.shard < hour_limit % shards)::int - sms_in_hour(counted),
      day_limit / shards + (counted.shard < day_limit % shards)::int - sms_in_day(counted)
    )
  $$;

-- A small limit has one row. Small shares would often need the sum of all rows, for which check-ins wait.
create function sms_shards(hour_limit int) returns int
  language sql immutable
  as $$ select greatest(1, least(16, hour_limit / 50)) $$;

create function count_sms(of_subject text, of_shard int, sent int) returns void
  language sql
  as $$
    update sms_count c set
      in_hour = sms_in_hour(c) + sent,
      hour = greatest(hour, date_trunc('hour', now())),
      in_day = sms_in_day(c) + sent,
      day = greatest(day, date_trunc('day', now(), 'UTC'))
    where subject = of_subject and shard = of_shard
  $$;

-- How many SMS of a subject the limits still allow, over all its rows. Rows may be missing: expired ones are removed.
create function sms_left(of_subject text, of_hour int, of_day int) returns int
  language sql stable
  as $$
    select greatest(0, least(of_hour - coalesce(sum(sms_in_hour(c)), 0), of_day - coalesce(sum(sms_in_day(c)), 0)))::int
    from sms_count c where c.subject = of_subject
  $$;

-- Locks all rows of a subject, counts up to "wanted" SMS, and gives each row an equal share of the sum. Returns how many it has counted.
create function share_sms(of_subject text, of_hour int, of_day int, wanted int) returns int
  language plpgsql
  as $$
    declare
      shards constant int := sms_shards(of_hour);
      granted int;
      sum_hour int;
      sum_day int;
    begin
      insert into sms_count (subject, shard)
      select of_subject, place from generate_series(0, shards - 1) as place order by place on conflict do nothing;
      perform from sms_count where subject = of_subject order by shard for update;
      granted := least(wanted, sms_left(of_subject, of_hour, of_day));
      select sum(sms_in_hour(c)) + granted, sum(sms_in_day(c)) + granted into sum_hour, sum_day
      from sms_count c where c.subject = of_subject;
      delete from sms_count where subject = of_subject and shard >= shards;
      update sms_count c set
        hour_limit = of_hour, day_limit = of_day,
        hour = greatest(hour, date_trunc('hour', now())),
        in_hour = sum_hour / shards + (shard < sum_hour % shards)::int,
        day = greatest(day, date_trunc('day', now(), 'UTC')),
        in_day = sum_day / shards + (shard < sum_day % shards)::int
      where subject = of_subject;
      return granted;
    end
  $$;

-- Counts up to "wanted" SMS of a subject within its limits. Returns how many it has counted, and a row that it has locked.
create function take_sms(of_subject text, of_hour int, of_day int, wanted int, out taken int, out of_shard int)
  language plpgsql
  as $$
    declare
      shards constant int := sms_shards(of_hour);
    begin
      taken := 0;
      of_shard := 0;
      if wanted <= 0 then return; end if;
      -- A row that filled up before it was locked stays locked until its block is rolled back. So no wait holds another row, and cannot deadlock.
      for attempt in 1..2 loop
        begin
          if attempt = 1 then
            select c.shard into of_shard from sms_count c
            where c.subject = of_subject and c.hour_limit = of_hour and c.day_limit = of_day and sms_room(c, of_hour, of_day, shards) >= wanted
            order by sms_room(c, of_hour, of_day, shards) desc, sms_in_day(c), c.shard limit 1 for update skip locked;
          else
            -- Other transactions have locked the rows with enough room. It waits for any one of them.
            select c.shard into of_shard from sms_count c
            where c.subject = of_subject and c.hour_limit = of_hour and c.day_limit = of_day and sms_room(c, of_hour, of_day, shards) >= wanted
            order by random() limit 1;
            select c.shard into of_shard from sms_count c
            where c.subject = of_subject and c.shard = of_shard and c.hour_limit = of_hour and c.day_limit = of_day and sms_room(c, of_hour, of_day, shards) >= wanted for update;
          end if;
          if not found then raise no_data_found; end if;
          perform count_sms(of_subject, of_shard, wanted);
          taken := wanted;
          return;
        exception when no_data_found then null;
        end;
      end loop;
      of_shard := 0;
      taken := share_sms(of_subject, of_hour, of_day, wanted);
    end
  $$;

-- Counts SMS, each with a key of its own. Returns the keys of those above a limit, each with the limit that holds it: an object
-- of key and problem. "limits" are an hour's and a day's of a phone, the sender, the tenant, the company and the installation. A phone
-- is kept as a hash with "secret". The phones come first and in order, so that two transactions do not wait for each other.
create function hold_sms(sender text, tenant_id int, company_id int, keys text[], phones text[], limits int[], secret text)
  returns jsonb
  language plpgsql
  as $$
    declare
      subjects text[] := array(
        select 'phone:' || encode(sha256(convert_to(secret || phone, 'UTF8')), 'base64')
        from unnest(phones) with ordinality as given (phone, place) order by place);
      problems constant text[] := array['senderLimit', 'tenantLimit', 'companyLimit', 'installationLimit'];
      shared constant text[] := array[sender, 'tenant:' || tenant_id, 'company:' || company_id, 'installation'];
      held jsonb := '{}';
      fitting int[];
      remaining int[];
      granted int;
      before int;
      level int;
      shard int;
      counted int[] := '{0, 0, 0, 0}';
      shards int[] := '{0, 0, 0, 0}';
    begin
      insert into sms_count (subject) select distinct subject from unnest(subjects) as subject order by subject on conflict do nothing;
      perform from sms_count where subject = any(subjects) order by subject for update;
      select coalesce(array_agg(place order by place) filter (where is_fitting), '{}'),
        coalesce(jsonb_object_agg(keys[place], 'phoneLimit') filter (where not is_fitting), '{}')
      into fitting, held
      from (
        select place::int, row_number() over (partition by g.subject order by place) <= sms_room(c, limits[1], limits[2], 1) as is_fitting
        from unnest(subjects) with ordinality as g (subject, place)
        join sms_count c on c.subject = g.subject
      ) as ranked;
      -- What is left of each limit, so that a message that one of them holds does not count for the others.
      select array_agg(sms_left(shared[place], limits[2 * place + 1], limits[2 * place + 2]) order by place) into remaining
      from generate_series(1, 4) as place;
      granted := cardinality(fitting);
      for step in 0..7 loop
        level := step % 4 + 1;
        continue when shared[level] is null;
        before := granted;
        if step < 4 then
          granted := least(before, remaining[level]);
        else
          select * into granted, shard from take_sms(shared[level], limits[2 * level + 1], limits[2 * level + 2], before);
          counted[level] := granted;
          shards[level] := shard;
        end if;
        if granted < before then
          held := held || (
            select jsonb_object_agg(keys[place], problems[level]) from unnest(fitting[granted + 1:before]) as place);
        end if;
      end loop;
      -- A limit that another transaction reached first holds messages that earlier limits have counted. Those get them back.
      perform count_sms(shared[place], shards[place], granted - counted[place])
      from generate_series(1, 4) as place where counted[place] > granted;
      perform count_sms(subject, 0, count(*)::int)
      from (select subjects[place] as subject from unnest(fitting[1:granted]) as place) as sent group by subject;
      return held;
    end
  $$;

-- Counts SMS that the transaction has queued, and holds those above a limit. Returns how many it has held. A plan of a function is kept, so
-- a check-in without SMS pays nothing for it.
create function hold_messages(sender text, ids int[], of_tenant int, limits int[], secret text) returns int
  language plpgsql
  as $$
    declare
      batch record;
      problems jsonb;
      held int := 0;
    begin
      for batch in
        select m.company_id, coalesce(of_tenant, o.tenant_id) as tenant_id,
          array_agg(m.id::text order by m.recipient, m.id) as keys, array_agg(m.recipient order by m.recipient, m.id) as phones
        from message m left join visit o on o.id = m.visit_id
        where m.id = any(ids) and m.channel = 'sms'
        group by 1, 2 order by 1, 2
      loop
        problems := hold_sms(sender, batch.tenant_id, batch.company_id, batch.keys, batch.phones, limits, secret);
        continue when problems = '{}';
        update message set state = 'held', problem = problems ->> id::text
        where id = any(ids) and problems ? id::text;
        held := held + (select count(*) from jsonb_object_keys(problems));
      end loop;
      return held;
    end
  $$;

-- Live connections -----------------------------------------------------------

create table live_ticket (
  id_hash bytea primary key,
  session_hash bytea not null references session on delete cascade,
  channel text not null,
  after bigint,
  expires_at timestamptz not null
);
comment on table live_ticket is 'A one-time ticket with which the browser of a session opens a live connection.';
comment on column live_ticket.after is 'Number of the last event that the browser has. Null: it has none.';

-- Evacuation -----------------------------------------------------------------

create table roll_call (
  id int generated always as identity primary key,
  company_id int not null unique references company on delete cascade,
  started_at timestamptz not null default now(),
  joined_by int[] not null default '{}',
  unique (company_id, id)
);
comment on table roll_call is 'The roll call of an evacuation. A company has at most one, and it is deleted when it ends.';
comment on column roll_call.joined_by is 'Users outside the company whose first reading is already in the audit log.';

create table roll_call_tick (
  company_id int not null,
  roll_call_id int not null,
  visit_id int not null references visit on delete cascade,
  is_safe boolean not null,
  ticked_at timestamptz not null,
  primary key (roll_call_id, visit_id),
  foreign key (company_id, roll_call_id) references roll_call (company_id, id) on delete cascade
);
comment on table roll_call_tick is 'A person of the roll call who was ticked as safe, or whose tick was taken back.';
comment on column roll_call_tick.ticked_at is 'By the clock of the device, because ticks can be made offline.';
create index roll_call_tick_of_visit on roll_call_tick (visit_id);
