-- Visits: live connections, and the roll call of an evacuation.

-- Live connections -----------------------------------------------------------

create table live_ticket (
  id_hash bytea not null,
  session_hash bytea not null references session on delete cascade,
  company_id int not null,
  channel text not null,
  after bigint,
  expires_at timestamptz not null,
  primary key (company_id, id_hash)
);
create index live_ticket_by_secret on live_ticket (id_hash);
comment on table live_ticket is 'A one-time ticket with which the browser of a session opens a live connection.';
comment on column live_ticket.after is 'Number of the last event that the browser has. Null: it has none.';

-- Evacuation -----------------------------------------------------------------

create table roll_call (
  id int generated always as identity,
  company_id int not null unique references company on delete cascade,
  started_at timestamptz not null default now(),
  joined_by int[] not null default '{}',
  primary key (company_id, id)
);
comment on table roll_call is 'The roll call of an evacuation. A company has at most one, and it is deleted when it ends.';
comment on column roll_call.joined_by is 'Users outside the company whose first reading is already in the audit log.';

create table roll_call_tick (
  company_id int not null,
  roll_call_id int not null,
  visit_id int not null,
  is_safe boolean not null,
  ticked_at timestamptz not null,
  primary key (company_id, roll_call_id, visit_id),
  foreign key (company_id, visit_id) references visit (company_id, id) on delete cascade,
  foreign key (company_id, roll_call_id) references roll_call (company_id, id) on delete cascade
);
comment on table roll_call_tick is 'A person of the roll call who was ticked as safe, or whose tick was taken back.';
comment on column roll_call_tick.ticked_at is
  'Time of the request by the clock of the database, minus the age of the tick that the device reports: ticks can be made offline.';
create index roll_call_tick_of_visit on roll_call_tick (company_id, visit_id);
