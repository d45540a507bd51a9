-- Platform: search, rate limits, audit log, live events, and the operation of the program. No table here refers to another wing.

-- Searching ------------------------------------------------------------------

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- `unaccent(text)` is only stable, because it finds its dictionary by the search path. With the dictionary named, the function can be
-- immutable, which generated columns and indexes require. PostgreSQL would parse a function in SQL again for each statement that writes a
-- generated column.
create function fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end $$;
comment on function fold is 'Returns a text in lower case and without accents. Searches and sort orders compare this form.';

-- Rate limits ----------------------------------------------------------------

create table limit_count (
  subject text primary key,
  uses int not null,
  window_ends_at timestamptz not null
);
comment on table limit_count is 'How often one rate-limited action happened in its current window.';
comment on column limit_count.subject is 'The action and its actor as plain text, for example "unknown e-mail" and a network.';

-- Audit log ------------------------------------------------------------------

-- The log of a company and the log of the system have one sequence of ids. The chains are made in its order, so ids lead the keys.
create table audit_entry (
  id bigint generated always as identity,
  company_id int not null,
  user_id int not null,
  role text not null,
  action text not null,
  subject text not null,
  subject_id int,
  at timestamptz not null default now(),
  primary key (id, company_id)
);
comment on table audit_entry is 'One action of a user or a kiosk. It holds ids only, so that no personal data outlives its retention.';
comment on column audit_entry.company_id is 'No foreign key: entries outlive what they name.';
comment on column audit_entry.user_id is 'Id of the user. For the role "kiosk" it is the id of the kiosk, for "host" that of the employee, for "pass" that of the guest.';
comment on column audit_entry.subject is 'The kind of row that changed, for example "visit".';
comment on column audit_entry.subject_id is 'Id of the row that changed. Null if the action concerns no single row.';
-- The log is read by time. The index of each filter ends in the time, so that a page of any day is found without reading newer entries.
create index audit_by_time on audit_entry (at, id);
create index audit_of_company_by_time on audit_entry (company_id, at, id);
create index audit_by_action_and_time on audit_entry (company_id, action, at, id);
create index audit_by_user_and_time on audit_entry (user_id, at, id);

create table system_audit_entry (
  id bigint primary key default nextval('audit_entry_id_seq'),
  user_id int not null,
  role text not null,
  action text not null,
  subject text not null,
  subject_id int,
  at timestamptz not null default now()
);
comment on table system_audit_entry is 'One action that concerns no company, as in audit_entry.';
create index system_audit_by_time on system_audit_entry (at, id);

create table audit_link (
  company_id int not null,
  position bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  primary key (company_id, position),
  unique (entry_id, company_id)
);
comment on table audit_link is
  'One link of the hash chain over the audit entries of a company. A changed, removed or inserted entry breaks the chain.';
comment on column audit_link.company_id is '0 for entries of system_audit_entry.';
comment on column audit_link.position is 'Counts from 1 within the company, without gaps.';
comment on column audit_link.hash is 'SHA-256 of the entry and the hash of the previous link.';

-- The owner has no right to change the log either, for a program that connects as the owner. It would have to grant itself the right again.
revoke update, delete, truncate on audit_entry, system_audit_entry, audit_link from current_user;

-- Live events ----------------------------------------------------------------

-- Each channel belongs to one company: superAdmins and partners follow channels of a company. One statement numbers the events of all
-- companies in the order of their ids, so ids lead the key.
create table live_outbox (
  company_id int not null,
  id bigint generated always as identity,
  channel text not null,
  event text not null,
  ids int[] not null,
  primary key (id, company_id)
);
comment on table live_outbox is 'A committed live event without a number. One process moves it to live_event and numbers it.';
comment on column live_outbox.ids is 'Ids of the rows that changed. Their contents are read when the event is sent.';

create table live_channel (
  company_id int not null,
  channel text not null,
  last_number bigint not null,
  timeline text not null,
  primary key (company_id, channel)
);
comment on table live_channel is 'The last event number that was assigned in a channel.';
comment on column live_channel.timeline is 'The result of wal_timeline() when it was assigned. On another timeline, the next numbers leave a gap.';

-- Without a failover, a cluster stays on the timeline 1. The control file names a new timeline only after its first checkpoint.
create function wal_timeline() returns text
  language sql volatile
  as $$ select left(pg_walfile_name(pg_current_wal_lsn()), 8) $$;
comment on function wal_timeline is 'Returns the timeline of the write-ahead log. A failover starts a new one, and may lose transactions.';

create table live_event (
  company_id int not null,
  channel text not null,
  number bigint not null,
  event text not null,
  ids int[] not null,
  at timestamptz not null default now(),
  primary key (company_id, channel, number)
);
comment on table live_event is 'A numbered live event. It is kept for a while so that a client can catch up after a reconnect.';
comment on column live_event.number is
  'Counts from 1 within the channel. It has a gap only after a failover, so that no lost number is assigned again.';
create index live_event_by_age on live_event (at);

-- Statistics -----------------------------------------------------------------

-- PostgreSQL keeps the samples of a table that became empty. From version 18 on they can be cleared.
create function renew_statistics(of_table text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- The caller may not choose a temporary view, whose functions would run with the rights of the owner.
  target constant regclass := format('public.%I', of_table)::regclass;
  is_empty boolean;
begin
  execute format('analyze %s', target);
  execute format('select not exists (select from %s)', target) into is_empty;
  if is_empty and exists (select from pg_proc where proname = 'pg_clear_attribute_stats') then
    perform pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false)
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = target or c.oid in (select indexrelid from pg_index where indrelid = target);
  end if;
end $$;
comment on function renew_statistics is
  'Samples a table again for the planner. Only the owner of a table may do that, and the program may run as a role that owns none.';

-- Operation of the program ---------------------------------------------------

create table backup (
  id int generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  bytes bigint not null,
  files int not null,
  missing_files int not null
);
comment on table backup is 'A backup that was written and read back without an error.';
comment on column backup.missing_files is 'Number of files that rows name and the storage did not have.';

create table process (
  id uuid primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null default now()
);
comment on table process is 'A running process of the program. It updates its row every 10 seconds.';
comment on column process.name is 'Host name and process id.';
comment on column process.roles is 'Any of "web" and "worker".';

create table job_run (
  job text primary key,
  done_at timestamptz not null default now()
);
comment on table job_run is 'When a scheduled job last succeeded. The job queue itself deletes its history within an hour.';

create table replication_mark (
  timeline text primary key,
  id uuid not null unique default gen_random_uuid()
);
comment on table replication_mark is
  'A mark of each primary that the database had. A standby that has the mark of the primary replays its changes, and not those of a former one.';
comment on column replication_mark.timeline is 'The first eight digits of a WAL file. A promotion begins a new timeline.';
