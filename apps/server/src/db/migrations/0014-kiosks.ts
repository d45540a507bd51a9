import { type Kysely, sql } from 'kysely';

/** Kiosks, their settings, and what their devices and the server tell each other. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [kiosks, settings, devices]) await sql.raw(part).execute(db);
}

const kiosks = `
  create table kiosk (
    id int generated always as identity primary key,
    company_id int not null references company on delete cascade,
    name text not null,
    hash text not null constraint kiosk_hash unique check (hash ~ '^[A-Z0-9]{8}$'),
    comment text,
    mac text,
    ip text,
    app_version text,
    android_version text,
    enable_custom_settings boolean not null default false,
    own_settings_of int generated always as (case when enable_custom_settings then id end) stored,
    is_online boolean not null default false,
    last_seen_at timestamptz(3),
    offline_since timestamptz(3),
    -- The connection that counts. A device that connects anew, perhaps to another process, takes it over.
    channel_id uuid,
    applied_settings_version int,
    queue_length int,
    -- Whose kiosk it is: the device that knows this secret. The first one to announce the hash.
    device_secret_hash bytea,
    token_hash bytea constraint kiosk_token unique,
    token_is_used boolean not null default false,
    next_token_hash bytea constraint kiosk_next_token unique,
    licence_id int constraint kiosk_licence unique references licence on delete set null,
    offline_mailed_at timestamptz,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    search text not null generated always as (
      fold(name) || E'\\n' || lower(hash) || E'\\n' || fold(coalesce(comment, '')) || E'\\n' || lower(coalesce(mac, ''))
        || E'\\n' || lower(translate(coalesce(mac, ''), ':-', '')) || E'\\n' || lower(coalesce(ip, ''))
        || E'\\n' || fold(coalesce(app_version, '')) || E'\\n' || fold(coalesce(android_version, ''))
    ) stored,
    created_at timestamptz not null default now(),
    unique (company_id, id),
    constraint online_is_an_open_channel check (is_online = (channel_id is not null)),
    constraint a_token_is_a_device_s check (device_secret_hash is not null or num_nonnulls(token_hash, next_token_hash) = 0)
  ) with (fillfactor = 70);
  create index kiosk_by_name on kiosk (company_id, folded_name, id);
  create index kiosk_search on kiosk using gin (company_id, search gin_trgm_ops) with (fastupdate = off);
`;

const languages = `array['en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl']`;

const settings = `
  -- Each change of any settings gets a number that none had before.
  create sequence kiosk_settings_version as int;

  -- The row without a kiosk is the company's; a kiosk's own row is in force while its custom settings are on.
  create table kiosk_settings (
    id int generated always as identity primary key,
    company_id int not null references company on delete cascade,
    kiosk_id int,
    languages text[] not null default '{en}',
    default_language text not null default 'en',
    password_hash text,
    background text not null default 'none' check (background in ('none', 'image', 'signage')),
    sinage_url text,
    logo_image_id int,
    background_image_id int,
    enable_employee_picture boolean not null default false,
    enable_delivery_button boolean not null default false,
    enable_save_visitor boolean not null default false,
    is_printer_on boolean not null default false,
    is_scaner_on boolean not null default false,
    working_hours_start time not null default '00:00',
    working_hours_end time not null default '23:59',
    version int not null default nextval('kiosk_settings_version'),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique nulls not distinct (company_id, kiosk_id),
    foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade,
    constraint kiosk_logo foreign key (company_id, logo_image_id) references image (company_id, id),
    constraint kiosk_background foreign key (company_id, background_image_id) references image (company_id, id),
    constraint kiosks_speak_our_languages check (cardinality(languages) > 0 and languages <@ ${languages}),
    constraint default_language_is_chosen check (default_language = any (languages)),
    constraint working_hours_have_an_order check (working_hours_start < working_hours_end),
    constraint signage_has_an_address check (background <> 'signage' or coalesce(sinage_url, '') like 'https://%'),
    constraint background_has_a_picture check (background <> 'image' or background_image_id is not null)
  );
  create index kiosk_settings_by_logo on kiosk_settings (company_id, logo_image_id) where logo_image_id is not null;
  create index kiosk_settings_by_background on kiosk_settings (company_id, background_image_id)
    where background_image_id is not null;
  insert into kiosk_settings (company_id) select id from company order by id;

  alter table kiosk add constraint own_kiosk_settings_exist
    foreign key (company_id, own_settings_of) references kiosk_settings (company_id, kiosk_id);

  create view kiosk_settings_in_force as
    select kiosk.id as for_kiosk_id, kiosk_settings.*
    from kiosk
    join kiosk_settings on kiosk_settings.company_id = kiosk.company_id and (
      (kiosk_settings.kiosk_id = kiosk.id and kiosk.enable_custom_settings)
      or (kiosk_settings.kiosk_id is null and not kiosk.enable_custom_settings)
    );
`;

const devices = `
  -- Devices that show a code and wait for somebody to type it.
  create table announced_device (
    hash text primary key check (hash ~ '^[A-Z0-9]{8}$'),
    secret_hash bytea not null,
    mac text,
    app_version text not null,
    android_version text,
    expires_at timestamptz(3) not null
  );

  create table device_ticket (
    id_hash bytea primary key,
    kiosk_id int not null references kiosk on delete cascade,
    expires_at timestamptz not null
  );

  -- A command is sent once, and not after it has expired.
  create table kiosk_command (
    id int generated always as identity primary key,
    company_id int not null,
    kiosk_id int not null,
    event text not null check (event in ('reboot', 'upgrade')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    sent_at timestamptz,
    acknowledged_at timestamptz,
    result text,
    foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade
  );
  create index kiosk_command_waiting on kiosk_command (kiosk_id) where sent_at is null;
  create index kiosk_command_of_kiosk on kiosk_command (company_id, kiosk_id);

  -- What a device has done, by the name that it gave the act, and the answer in ids alone.
  create table kiosk_nonce (
    kiosk_id int not null references kiosk on delete cascade,
    act text not null check (act in ('check_in', 'check_out')),
    nonce uuid not null,
    visitor_id int,
    visit_id int,
    notified text[] not null default '{}',
    created_at timestamptz not null default now(),
    primary key (kiosk_id, act, nonce)
  );
  create index kiosk_nonce_by_age on kiosk_nonce (created_at);

  -- What was refused of the acts that a device had to keep back while it was away.
  create table device_refusal (
    company_id int not null,
    kiosk_id int not null,
    nonce uuid not null,
    tenant_id int,
    reason text not null,
    occurred_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(),
    primary key (kiosk_id, nonce),
    foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade,
    foreign key (company_id, tenant_id) references tenant (company_id, id) on delete set null (tenant_id)
  );
  create index device_refusal_by_age on device_refusal (company_id, created_at);
`;
