-- Visits: how hosts sign in. A host is an employee without an account.

create table host_link (
  company_id int not null,
  employee_id int not null,
  address text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade
);
comment on table host_link is
  'A mailed link that signs a host in once. Employees with the same address share it, and a new link replaces it.';
comment on column host_link.address is 'The address that the link proves, in lower case. The link counts only while the employee has it.';
comment on column host_link.token_hash is 'Hash of the secret in the link.';
create index host_link_by_token on host_link (token_hash);

create table host_session (
  id int generated always as identity,
  id_hash bytea not null,
  company_id int not null,
  employee_id int not null,
  address text not null,
  device text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade
);
comment on table host_session is 'A browser in which a host is signed in. It ends after 30 days without use.';
comment on column host_session.id is 'Public number, by which the host ends one session of the list.';
comment on column host_session.id_hash is 'Hash of the secret in the cookie of the host.';
comment on column host_session.address is
  'The proven address, in lower case. The session counts only while the employee has it, and a program that changes the address deletes it.';
comment on column host_session.device is 'Browser and system, as the browser named them at sign-in.';
create index host_session_by_secret on host_session (id_hash);
create index host_session_of_employee on host_session (company_id, employee_id);

create index employee_by_address on employee (lower(email)) where email is not null;

alter table session add column host_employee_id int;
comment on column session.host_employee_id is
  'The employee that the user chose as host. It counts only while an employee of the company has this id and the address of the user. No foreign key: sessions belong to no company.';

alter table idempotent_reply drop constraint idempotent_reply_pkey;
alter table idempotent_reply alter column user_id drop not null;
alter table idempotent_reply add column company_id int;
alter table idempotent_reply add column employee_id int;
alter table idempotent_reply add foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade;
alter table idempotent_reply add constraint reply_of_user unique (user_id, key);
alter table idempotent_reply add constraint reply_of_host unique (company_id, employee_id, key);
alter table idempotent_reply add constraint reply_has_one_caller check (
  num_nonnulls(user_id, employee_id) = 1 and (employee_id is null) = (company_id is null)
);
comment on column idempotent_reply.company_id is 'The company of the host. Null for a user, who may act for several companies.';
comment on column idempotent_reply.employee_id is 'The host who sent the request, or null for a user.';
