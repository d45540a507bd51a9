-- Accounts: companies, partners, users, and how users sign in.
-- Every row of a company carries company_id, which leads its indexes. Foreign keys between rows of a company include it, so that no row
-- can refer to another company.

-- Companies and partners -----------------------------------------------------

create table partner (
  id int generated always as identity primary key,
  name text not null,
  code text not null unique,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now()
);
comment on table partner is 'A firm that sells the product and manages the companies of its customers.';
comment on column partner.code is 'Code by which a company attaches the partner.';
create index partner_by_name on partner (folded_name, id);
create index partner_search on partner using gin (folded_name gin_trgm_ops) with (fastupdate = off);

create table company (
  id int generated always as identity primary key,
  name text not null,
  partner_id int references partner on delete set null,
  notification_emails text[] not null default '{}',
  time_zone text not null,
  badge_paper text not null default 'label62mm' check (badge_paper in ('label62mm', 'label4x6', 'a6')),
  auto_check_out_at time,
  first_steps_dismissed_at timestamptz,
  has_reception boolean not null default true,
  reception_phone text check (reception_phone ~ '^\+[0-9]+$'),
  address text,
  directions text,
  deleted_at timestamptz,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now()
);
comment on table company is 'A building with its reception. All data of visitors belongs to exactly one company.';
comment on column company.partner_id is 'The partner that created the company. company_partner holds the access.';
comment on column company.notification_emails is 'Addresses that receive mails about kiosk outages and failed directory synchronizations.';
comment on column company.time_zone is 'IANA name, for example "Europe/Oslo".';
comment on column company.auto_check_out_at is 'Local time at which open visits end each day. Null: never.';
comment on column company.first_steps_dismissed_at is 'Since then managers do not see the checklist of a new company.';
comment on column company.has_reception is 'Kiosks send visitors to a reception only if there is one.';
comment on column company.directions is 'How guests find the building, and where they park.';
comment on column company.reception_phone is 'Shown at kiosks when no message reaches a host.';
comment on column company.deleted_at is 'Since then the company is hidden. A job removes its rows and finally this one.';
create index company_by_name on company (folded_name, id);
create index company_search on company using gin (folded_name gin_trgm_ops) with (fastupdate = off);
create index company_deleted on company (id) where deleted_at is not null;

create table company_partner (
  company_id int not null references company on delete cascade,
  partner_id int not null references partner on delete cascade,
  created_at timestamptz not null default now(),
  primary key (company_id, partner_id)
);
comment on table company_partner is 'Gives the users of a partner access to a company.';
create index company_partner_by_partner on company_partner (partner_id, company_id);

-- Users ----------------------------------------------------------------------

-- building.sql adds the foreign key to the tenant.
create table user_account (
  id int generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('superAdmin', 'partner', 'company', 'reception', 'tenant')),
  company_id int references company on delete cascade,
  partner_id int references partner,
  tenant_id int,
  name text,
  password_hash text,
  created_at timestamptz not null default now(),
  constraint role_has_its_scope check (
    case role
      when 'superAdmin' then num_nonnulls(company_id, partner_id, tenant_id) = 0
      when 'partner' then partner_id is not null and num_nonnulls(company_id, tenant_id) = 0
      when 'tenant' then tenant_id is not null and company_id is not null and partner_id is null
      else company_id is not null and num_nonnulls(partner_id, tenant_id) = 0
    end
  )
);
comment on table user_account is 'A person who signs in to the console.';
comment on column user_account.name is 'Null until the user or the inviting admin enters one.';
comment on column user_account.password_hash is 'Null while the user is only invited, and for users who sign in with a work account.';
create index user_of_company on user_account (company_id, tenant_id);
create index user_of_partner on user_account (partner_id) where partner_id is not null;
create index user_by_email on user_account (email, id);

create table password_link (
  id_hash bytea primary key,
  user_id int not null references user_account on delete cascade,
  expires_at timestamptz not null
);
comment on table password_link is 'A mailed link to set a password. It is deleted when the link is used or replaced.';
comment on column password_link.id_hash is 'Hash of the secret in the link.';
create unique index password_link_of_user on password_link (user_id);

create table work_account (
  issuer text not null,
  subject text not null,
  user_id int not null references user_account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
comment on table work_account is 'Links an account at an identity provider to a user.';
comment on column work_account.subject is
  'Id of the account at the provider. The e-mail address is not used after the first sign-in, because it can change hands there.';
create unique index work_account_of_user on work_account (user_id, issuer);

-- Sessions -------------------------------------------------------------------

create table session (
  id int generated always as identity unique,
  id_hash bytea primary key,
  user_id int not null references user_account on delete cascade,
  device text,
  is_vouched_for boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
comment on table session is 'A browser in which a user is signed in.';
comment on column session.id is 'Public number, by which the user ends one session of the list.';
comment on column session.id_hash is 'Hash of the secret in the session cookie.';
comment on column session.device is 'Browser and system, as the browser named them at sign-in.';
comment on column session.is_vouched_for is 'The identity provider checked a second factor, so none is required here.';
create index session_of_user on session (user_id);

create table second_factor (
  user_id int primary key references user_account on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step int
);
comment on table second_factor is 'The authenticator app (TOTP) of a user.';
comment on column second_factor.secret is 'Sealed with the key of the program.';
comment on column second_factor.confirmed_at is 'Null until the user has entered a first code. Until then no code is required.';
comment on column second_factor.last_step is 'Newest time step of an accepted code. A code is never accepted twice.';

create table recovery_code (
  user_id int not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_code is 'An unused recovery code for a lost authenticator app.';

create table sign_in_step (
  id_hash bytea primary key,
  user_id int not null references user_account on delete cascade,
  expires_at timestamptz not null
);
comment on table sign_in_step is 'A sign-in with a correct password that waits for the code of the second factor.';
comment on column sign_in_step.id_hash is 'Hash of the secret that the browser holds for the second step.';
create index sign_in_step_of_user on sign_in_step (user_id);

create table sign_in_failure (
  account bytea not null,
  network text not null,
  failures int not null,
  first_at timestamptz not null,
  blocked_until timestamptz,
  primary key (account, network)
);
comment on table sign_in_failure is 'Failed sign-ins to one e-mail address from one network.';
comment on column sign_in_failure.account is 'SHA-256 of the e-mail address in lower case. The address need not belong to a user.';
comment on column sign_in_failure.network is '"*" counts the failures from all networks together.';

create table sign_in_attempt (
  id uuid not null,
  account bytea not null,
  network text not null,
  expires_at timestamptz not null,
  primary key (account, network, id)
);
comment on table sign_in_attempt is 'A guess that has no outcome yet, once for each counter in sign_in_failure that it may raise.';
comment on column sign_in_attempt.expires_at is 'Ends the lease of a guess whose process was killed.';

create table known_browser (
  browser_hash bytea not null,
  user_id int not null references user_account (id) on delete cascade,
  signed_in_at timestamptz not null default now(),
  primary key (browser_hash, user_id)
);
comment on table known_browser is 'A browser that completed a sign-in to an account within 90 days.';
comment on column known_browser.browser_hash is 'SHA-256 of the random id in the cookie.';
create index known_browser_of_user on known_browser (user_id, signed_in_at);

create table used_return (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table used_return is
  'A redirect from an identity or directory provider that was used. It cannot be used again before it expires.';

-- Idempotency ----------------------------------------------------------------

create table idempotent_reply (
  user_id int not null references user_account on delete cascade,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  visitor_id int generated always as ((reply -> 'visitor' ->> 'id')::int) stored,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table idempotent_reply is 'The first reply to a request with an Idempotency-Key. Repeats within 24 hours get the same reply.';
comment on column idempotent_reply.request_hash is 'A repeat with another request is refused.';
comment on column idempotent_reply.reply is 'Null while the first request still runs in its transaction.';
comment on column idempotent_reply.visitor_id is 'The visitor whom the reply names, so that the reply is deleted with the visitor.';
create index idempotent_reply_by_age on idempotent_reply (created_at);
create index idempotent_reply_of_visitor on idempotent_reply (visitor_id) where visitor_id is not null;

-- The cost makes the planner use the index instead of computing the function: such a reply can be long, because it contains badges.
create function people_named(reply jsonb) returns text[]
  language sql immutable strict parallel safe cost 100000
  as $$
    select array(
      select person #>> '{}' from jsonb_path_query(reply, '$.visitors[*].id') as person
      union all
      select 'guest:' || (id #>> '{}') from jsonb_path_query(reply, '$.guests[*].id') as id
      union all
      select person #>> '{}' from jsonb_path_query(reply, '$.conflicts[*].phone') as person
    )
  $$;
comment on function people_named is 'Returns the people in a reply: visitors by id, conflicts by phone, and guests.';
-- Finds all replies that name any of a thousand removed people in one scan.
create index idempotent_reply_by_people on idempotent_reply using gin (people_named(reply)) where reply ? 'visitors';
create index idempotent_reply_by_guests on idempotent_reply using gin (people_named(reply)) where reply ? 'guests';
