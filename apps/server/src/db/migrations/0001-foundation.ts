import { type Kysely, sql } from 'kysely';

/**
 * The first schema. Every row of a company carries `company_id`, which leads its indexes; foreign keys between rows of a
 * company carry it too, so that no row can point into another company.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [folding, organisations, people, sessions, building, visitors, settings, records, live]) {
    await sql.raw(part).execute(db);
  }
}

/** What is compared in searches and orders: lower case, without accents. */
const folding = `
  create extension if not exists pg_trgm;
  create extension if not exists unaccent;
  create extension if not exists btree_gin;

  create function fold(value text) returns text
    language sql immutable strict parallel safe
    as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
`;

const organisations = `
  create table partner (
    id int generated always as identity primary key,
    name text not null,
    code text not null unique,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    created_at timestamptz not null default now()
  );
  create index partner_by_name on partner (folded_name, id);

  create table company (
    id int generated always as identity primary key,
    name text not null,
    partner_id int references partner on delete set null,
    notification_emails text[] not null default '{}',
    time_zone text not null,
    badge_paper text not null default 'label62mm' check (badge_paper in ('label62mm', 'label4x6', 'a6')),
    auto_check_out_at time,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    created_at timestamptz not null default now()
  );
  create index company_by_name on company (folded_name, id);
  create index company_search on company using gin (folded_name gin_trgm_ops) with (fastupdate = off);

  create table company_partner (
    company_id int not null references company on delete cascade,
    partner_id int not null references partner on delete cascade,
    created_at timestamptz not null default now(),
    primary key (company_id, partner_id)
  );
  create index company_partner_by_partner on company_partner (partner_id, company_id);

  create table tenant (
    id int generated always as identity primary key,
    company_id int not null references company on delete cascade,
    name text not null,
    type text check (type in ('google', 'office365', 'loopbooking')),
    group_id text,
    client_id text,
    client_secret bytea,
    use_custom_app boolean not null default false,
    loopbooking_domain text,
    loopbooking_code bytea,
    enable_custom_settings boolean not null default false,
    logo_image_id int,
    last_sync_at timestamptz,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    created_at timestamptz not null default now(),
    unique (company_id, id)
  );
  create index tenant_by_name on tenant (company_id, folded_name, id);
`;

const people = `
  create table user_account (
    id int generated always as identity primary key,
    email text not null unique check (email = lower(email)),
    role text not null check (role in ('superAdmin', 'partner', 'company', 'reception', 'tenant')),
    company_id int references company on delete cascade,
    partner_id int references partner on delete cascade,
    tenant_id int,
    password_hash text,
    created_at timestamptz not null default now(),
    foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
    constraint role_has_its_scope check (
      case role
        when 'superAdmin' then num_nonnulls(company_id, partner_id, tenant_id) = 0
        when 'partner' then partner_id is not null and num_nonnulls(company_id, tenant_id) = 0
        when 'tenant' then tenant_id is not null and company_id is not null and partner_id is null
        else company_id is not null and num_nonnulls(partner_id, tenant_id) = 0
      end
    )
  );
  create index user_of_company on user_account (company_id, tenant_id);
  create index user_of_partner on user_account (partner_id) where partner_id is not null;
`;

const sessions = `
  create table session (
    id_hash bytea primary key,
    user_id int not null references user_account on delete cascade,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now()
  );
  create index session_of_user on session (user_id);

  -- Failed sign-ins, by a hash of the e-mail address and by network; network '*' counts them all.
  create table sign_in_failure (
    account bytea not null,
    network text not null,
    failures int not null,
    first_at timestamptz not null,
    blocked_until timestamptz,
    primary key (account, network)
  );

  -- How often something limited was done within a window of time.
  create table limit_count (
    subject text primary key,
    uses int not null,
    window_ends_at timestamptz not null
  );
`;

const building = `
  create table employee (
    id int generated always as identity primary key,
    company_id int not null,
    tenant_id int not null,
    name text not null,
    email text,
    phone text,
    photo_id int,
    id_from_service text,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    search text not null generated always as (fold(name) || E'\\n' || fold(coalesce(email, ''))) stored,
    created_at timestamptz not null default now(),
    foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
    unique (company_id, id),
    unique (tenant_id, id),
    constraint employee_can_be_told check (id_from_service is not null or email is not null or phone is not null)
  );
  create unique index employee_email on employee (tenant_id, lower(email));
  create unique index employee_phone on employee (tenant_id, phone);
  create index employee_by_name on employee (tenant_id, folded_name, id);
  create index employee_search on employee using gin (company_id, search gin_trgm_ops) with (fastupdate = off);
`;

const visitors = `
  create table visitor (
    id int generated always as identity primary key,
    company_id int not null references company on delete cascade,
    name text not null,
    company_name text not null,
    phone text not null,
    should_save_data boolean not null default false,
    storage_stopped_at timestamptz,
    preregistered_tenant_id int,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    search text not null generated always as (fold(name) || E'\\n' || fold(company_name) || E'\\n' || phone) stored,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (company_id, id),
    constraint visitor_phone unique (company_id, phone),
    foreign key (company_id, preregistered_tenant_id) references tenant (company_id, id)
      on delete set null (preregistered_tenant_id)
  );
  create index visitor_by_name on visitor (company_id, folded_name, id);
  create index visitor_preregistered on visitor (company_id, folded_name, id) where preregistered_tenant_id is not null;
  create index visitor_of_tenant on visitor (preregistered_tenant_id) where preregistered_tenant_id is not null;
  -- The text leads, so that the long list of a large company's rows is only consulted for rows that match.
  create index visitor_search on visitor using gin (search gin_trgm_ops, company_id) with (fastupdate = off);
  -- Whether a search matches many is estimated from these.
  alter table visitor alter column search set statistics 300;

  create table visit (
    id int generated always as identity primary key,
    company_id int not null,
    visitor_id int not null,
    tenant_id int not null,
    employee_id int,
    checked_in_at timestamptz(3) not null default now(),
    checked_out_at timestamptz(3),
    foreign key (company_id, visitor_id) references visitor (company_id, id) on delete cascade,
    foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
    foreign key (tenant_id, employee_id) references employee (tenant_id, id) on delete set null (employee_id),
    constraint out_after_in check (checked_out_at >= checked_in_at)
  );
  create unique index one_open_visit_per_visitor on visit (visitor_id) where checked_out_at is null;
  create index visit_open on visit (company_id, checked_in_at desc, id desc) where checked_out_at is null;
  create index visit_open_at_tenant on visit (tenant_id) where checked_out_at is null;
  create index visit_of_visitor on visit (visitor_id);
  create index visit_of_employee on visit (tenant_id, employee_id);
  create index visit_by_end on visit (company_id, checked_out_at) where checked_out_at is not null;
`;

const settings = `
  -- The row without a tenant is the company's; a tenant's own row is in force while its custom settings are on.
  create table tenant_settings (
    id int generated always as identity primary key,
    company_id int not null references company on delete cascade,
    tenant_id int,
    country_code text not null,
    sms_language_to_employee text,
    enable_email_to_employee boolean not null default true,
    email_language text not null default 'en',
    enable_print_badge_option boolean not null default false,
    enable_print_parking_badge_option boolean not null default false,
    parking_label_info text,
    enable_sms_confirmation boolean not null default false,
    sms_confirmation_language text not null default 'en',
    enable_wifi_info_sms boolean not null default false,
    wifi_info text,
    delivery_sms_language text,
    enable_gdpr boolean not null default true,
    gdpr_handling text not null default 'deletedAfter1month' check (gdpr_handling in (
      'noInfoSaved', 'deletedAfter24hours', 'deletedAfter1week', 'deletedAfter1month', 'deletedAfter3months'
    )),
    custom_additional_info text,
    unique nulls not distinct (company_id, tenant_id),
    foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
  );

  create view tenant_settings_in_force as
    select tenant.id as for_tenant_id, tenant_settings.*
    from tenant
    join tenant_settings on tenant_settings.company_id = tenant.company_id and (
      (tenant_settings.tenant_id = tenant.id and tenant.enable_custom_settings)
      or (tenant_settings.tenant_id is null and not tenant.enable_custom_settings)
    );
`;

const records = `
  -- Who did what to which row. Ids only, and nothing in it is ever changed or removed.
  create table audit_entry (
    id bigint generated always as identity primary key,
    company_id int,
    user_id int not null,
    role text not null,
    action text not null,
    subject text not null,
    subject_id int,
    at timestamptz not null default now()
  );
  create index audit_of_company on audit_entry (company_id, id desc);

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% rows are never changed or removed', tg_table_name;
  end $$;
  create trigger audit_is_append_only before update or delete or truncate on audit_entry
    for each statement execute function refuse_change();

  -- The first answer to a call that carried an Idempotency-Key, for 24 hours.
  create table idempotent_reply (
    user_id int not null references user_account on delete cascade,
    key text not null,
    request_hash bytea not null,
    reply jsonb,
    visitor_id int generated always as ((reply -> 'visitor' ->> 'id')::int) stored,
    created_at timestamptz not null default now(),
    primary key (user_id, key)
  );
  create index idempotent_reply_of_visitor on idempotent_reply (visitor_id) where visitor_id is not null;
  create index idempotent_reply_by_age on idempotent_reply (created_at);
`;

const live = `
  -- Live events as committed, not numbered yet. They name rows by id; what the rows say is read when a message is sent.
  create table live_outbox (
    id bigint generated always as identity primary key,
    channel text not null,
    event text not null,
    ids int[] not null
  );

  create table live_channel (
    channel text primary key,
    last_number bigint not null
  );

  create table live_event (
    channel text not null,
    number bigint not null,
    event text not null,
    ids int[] not null,
    at timestamptz not null default now(),
    primary key (channel, number)
  );
  create index live_event_by_age on live_event (at);

  create table live_ticket (
    id_hash bytea primary key,
    session_hash bytea not null references session on delete cascade,
    channel text not null,
    after bigint,
    expires_at timestamptz not null
  );
`;
