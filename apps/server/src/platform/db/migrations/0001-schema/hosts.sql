-- Visits: how hosts sign in. A host is an employee without an account.

create table host_link (
  employee_id int primary key,
  company_id int not null,
  address text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade
);
comment on table host_link is
  'A mailed link that signs a host in once. Employees with the same address share it, and a new link replaces it.';
comment on column host_link.address is 'The address that the link proves, in lower case. The link counts only while the employee has it.';
comment on column host_link.token_hash is 'Hash of the secret in the link.';
create index host_link_by_token on host_link (token_hash);
create index host_link_by_company on host_link (company_id, employee_id);

create table host_session (
  id int generated always as identity unique,
  id_hash bytea primary key,
  company_id int not null,
  employee_id int not null,
  address text not null,
  device text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade
);
comment on table host_session is 'A browser in which a host is signed in. It ends after 30 days without use.';
comment on column host_session.id is 'Public number, by which the host ends one session of the list.';
comment on column host_session.id_hash is 'Hash of the secret in the cookie of the host.';
comment on column host_session.address is
  'The proven address, in lower case. The session counts only while the employee has it, and a program that changes the address deletes it.';
comment on column host_session.device is 'Browser and system, as the browser named them at sign-in.';
create index host_session_of_employee on host_session (company_id, employee_id);

create index employee_by_address on employee (lower(email)) where email is not null;

alter table session add column host_employee_id int references employee on delete set null;
comment on column session.host_employee_id is
  'The employee that the user chose as host. It counts only while the employee has the address of the user.';
create index session_of_host on session (host_employee_id) where host_employee_id is not null;

alter table idempotent_reply drop constraint idempotent_reply_pkey;
alter table idempotent_reply alter column user_id drop not null;
alter table idempotent_reply add column employee_id int references employee on delete cascade;
alter table idempotent_reply add constraint reply_of_user unique (user_id, key);
alter table idempotent_reply add constraint reply_of_host unique (employee_id, key);
alter table idempotent_reply add constraint reply_has_one_caller check (num_nonnulls(user_id, employee_id) = 1);
comment on column idempotent_reply.employee_id is 'The host who sent the request, or null for a user.';
