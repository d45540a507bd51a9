-- Kiosks: licenses, kiosks with their settings, and what their devices exchange with the server.

-- Licenses -------------------------------------------------------------------

create table license_folder (
  id int generated always as identity primary key,
  name text not null,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now()
);
comment on table license_folder is 'A folder of license keys. It belongs to the operator of the system and not to a company.';
create index license_folder_by_name on license_folder (folded_name, id);

create table license (
  id int generated always as identity primary key,
  folder_id int not null references license_folder on delete cascade,
  key text not null check (key ~ '^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$'),
  description text,
  mac text,
  activation_date timestamptz,
  search text not null generated always as (
    lower(key) || E'\n' || lower(replace(key, '-', '')) || E'\n' || fold(coalesce(description, ''))
      || E'\n' || lower(coalesce(mac, '')) || E'\n' || lower(translate(coalesce(mac, ''), ':-.', ''))
  ) stored,
  created_at timestamptz not null default now(),
  constraint license_key unique (key),
  constraint bound_license_was_activated check (mac is null or activation_date is not null)
);
comment on table license is 'A license key, which one kiosk can use.';
comment on column license.key is 'Five groups of five letters in Crockford''s base 32.';
comment on column license.mac is 'The device that the license is bound to. Null: none yet.';
comment on column license.search is 'Contains the key with and without dashes, and the MAC with and without colons.';
create index license_of_folder on license (folder_id, id);
-- Keys are created by the thousand and rarely searched: collecting new entries makes that six times faster.
create index license_search on license using gin (folder_id, search gin_trgm_ops) with (fastupdate = on);

-- Kiosks ---------------------------------------------------------------------

-- Heartbeats update a few columns all the time. The free space lets these updates stay on the page of the row.
create table kiosk (
  id int generated always as identity,
  company_id int not null references company on delete cascade,
  name text not null,
  hash text not null constraint kiosk_hash unique check (hash ~ '^[A-Z0-9]{8}$'),
  comment text,
  license_id int constraint kiosk_license unique references license on delete set null,
  enable_custom_settings boolean not null default false,
  own_settings_of int generated always as (case when enable_custom_settings then id end) stored,
  mac text,
  ip text,
  app_version text,
  android_version text,
  applied_settings_version int,
  queue_length int,
  is_online boolean not null default false,
  channel_id uuid,
  last_seen_at timestamptz(3),
  offline_since timestamptz(3),
  offline_mailed_at timestamptz,
  code_expires_at timestamptz(3),
  device_secret_hash bytea,
  token_hash bytea,
  token_is_used boolean not null default false,
  next_token_hash bytea,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  search text not null generated always as (
    fold(name) || E'\n' || lower(hash) || E'\n' || fold(coalesce(comment, '')) || E'\n' || lower(coalesce(mac, ''))
      || E'\n' || lower(translate(coalesce(mac, ''), ':-', '')) || E'\n' || lower(coalesce(ip, ''))
      || E'\n' || fold(coalesce(app_version, '')) || E'\n' || fold(coalesce(android_version, ''))
  ) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint online_is_an_open_channel check (is_online = (channel_id is not null)),
  constraint a_code_without_a_device_expires check ((device_secret_hash is null) = (code_expires_at is not null)),
  constraint a_token_is_a_device_s check (device_secret_hash is not null or num_nonnulls(token_hash, next_token_hash) = 0)
) with (fillfactor = 70);
comment on table kiosk is 'A tablet at which visitors check in and out by themselves.';
comment on column kiosk.hash is 'Code that the device shows until an administrator enters it.';
comment on column kiosk.own_settings_of is 'The id while custom settings are on. Its foreign key proves that the settings exist.';
comment on column kiosk.applied_settings_version is 'Version of the settings that the device has applied (kiosk_settings.version).';
comment on column kiosk.queue_length is 'Check-ins and check-outs that the device keeps until it is online.';
comment on column kiosk.channel_id is 'The open connection of the device. A newer connection replaces it, also at another process.';
comment on column kiosk.offline_since is 'Null while online, and before the first connection.';
comment on column kiosk.offline_mailed_at is
  'When the current outage was mailed. It prevents a second mail and asks for one when the kiosk is back.';
comment on column kiosk.code_expires_at is 'When a code expires that was entered before its device. Null once the kiosk has a device.';
comment on column kiosk.device_secret_hash is 'Hash of the secret of the device that the kiosk is bound to. Null: no device yet.';
comment on column kiosk.token_is_used is 'The device has used its token, so it cannot be issued again.';
comment on column kiosk.next_token_hash is 'A rotated token. The old one is valid until the device uses the new one.';
create index kiosk_by_token on kiosk (token_hash);
create index kiosk_by_next_token on kiosk (next_token_hash);
create index kiosk_by_name on kiosk (company_id, folded_name, id);
create index kiosk_search on kiosk using gin (company_id, search gin_trgm_ops) with (fastupdate = off);

-- Settings -------------------------------------------------------------------

create sequence kiosk_settings_version as int;
comment on sequence kiosk_settings_version is 'Numbers every change of any kiosk settings, so that a version is never used twice.';

create table kiosk_settings (
  id int generated always as identity,
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
  accent_color text check (accent_color ~ '^#[0-9A-F]{6}$'),
  welcome_texts jsonb not null default '{}' check (jsonb_typeof(welcome_texts) = 'object'),
  working_hours_start time not null default '00:00',
  working_hours_end time not null default '23:59',
  version int not null default nextval('kiosk_settings_version'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  unique nulls not distinct (company_id, kiosk_id),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade,
  constraint kiosk_logo foreign key (company_id, logo_image_id) references image (company_id, id),
  constraint kiosk_background foreign key (company_id, background_image_id) references image (company_id, id),
  constraint kiosks_speak_our_languages check (
    cardinality(languages) > 0
    and languages <@ array['en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl']
  ),
  constraint default_language_is_chosen check (default_language = any (languages)),
  constraint working_hours_have_an_order check (working_hours_start < working_hours_end),
  constraint signage_has_an_address check (background <> 'signage' or coalesce(sinage_url, '') like 'https://%'),
  constraint background_has_a_picture check (background <> 'image' or background_image_id is not null)
);
comment on table kiosk_settings is 'The settings of a company for its kiosks, or the custom settings of one kiosk.';
comment on column kiosk_settings.kiosk_id is 'Null in the one row that is the company''s.';
comment on column kiosk_settings.password_hash is 'Hash of the password for the settings menu of the kiosk. Null: no password.';
comment on column kiosk_settings.sinage_url is 'Web page that is shown while no visitor uses the kiosk. The spelling is that of the wire.';
comment on column kiosk_settings.is_scaner_on is 'The kiosk reads QR codes of badges. The spelling is that of the wire.';
comment on column kiosk_settings.accent_color is 'Kiosks derive their colors from it. Null: the color of the product.';
comment on column kiosk_settings.welcome_texts is 'The text of the welcome screen by language. A language without one shows its usual text.';
comment on column kiosk_settings.working_hours_start is 'Local time. Outages are mailed only between start and end.';
create index kiosk_settings_by_logo on kiosk_settings (company_id, logo_image_id) where logo_image_id is not null;
create index kiosk_settings_by_background on kiosk_settings (company_id, background_image_id)
  where background_image_id is not null;

alter table kiosk add constraint own_kiosk_settings_exist
  foreign key (company_id, own_settings_of) references kiosk_settings (company_id, kiosk_id);

create view kiosk_settings_in_force with (security_invoker = true) as
  select kiosk.id as for_kiosk_id, kiosk_settings.*
  from kiosk
  join kiosk_settings on kiosk_settings.company_id = kiosk.company_id
    and (kiosk_settings.kiosk_id = kiosk.own_settings_of or kiosk_settings.kiosk_id is null and kiosk.own_settings_of is null);
comment on view kiosk_settings_in_force is 'For each kiosk its custom settings if they are on, and otherwise those of the company.';

-- PostgreSQL inlines it. A day on which the clock changes has 23 or 25 hours, so its end is found on the building's calendar.
create function building_day(of_company int) returns table (starts_at timestamptz, ends_at timestamptz, closed_at timestamptz)
  language sql stable parallel safe
  as $$
    select day::timestamp at time zone zone, (day + 1)::timestamp at time zone zone,
      case when (day + closing) at time zone zone <= now() then (day + closing) at time zone zone
        else (day - 1 + closing) at time zone zone end
    from (
      select (now() at time zone c.time_zone)::date as day, c.time_zone as zone, k.working_hours_end as closing
      from public.company c left join public.kiosk_settings k on k.company_id = c.id and k.kiosk_id is null
      where c.id = of_company
    ) as building
  $$;
comment on function building_day is
  'Returns when the current day of a building begins and ends, and the last closing hour of its kiosks that has passed.';

-- Devices --------------------------------------------------------------------

create table pending_device (
  id int generated always as identity,
  company_id int not null,
  kiosk_id int not null,
  secret_hash bytea not null,
  network text,
  mac text,
  app_version text,
  android_version text,
  announced_at timestamptz(3) not null default now(),
  is_rejected boolean not null default false,
  primary key (company_id, id),
  constraint pending_device_once unique (company_id, kiosk_id, secret_hash),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade,
  constraint a_pending_device_is_described check (is_rejected or num_nulls(network, app_version) = 0)
);
comment on table pending_device is
  'A device that announced the code of a kiosk which has no device yet. The earliest one that is not rejected is the pending device.';
comment on column pending_device.network is 'An IPv4 address, or the /64 of an IPv6 address. Null once the device is rejected.';
comment on column pending_device.app_version is 'Null once the device is rejected: only its secret is kept.';

create table announced_device (
  hash text primary key check (hash ~ '^[A-Z0-9]{8}$'),
  secret_hash bytea not null,
  mac text,
  app_version text not null,
  android_version text,
  expires_at timestamptz(3) not null
);
comment on table announced_device is 'A device that shows a code and waits until an administrator enters it.';
comment on column announced_device.hash is 'The code. It becomes kiosk.hash.';
comment on column announced_device.secret_hash is 'Hash of a secret that only the device knows.';

create table device_ticket (
  company_id int not null,
  id_hash bytea not null,
  kiosk_id int not null,
  expires_at timestamptz not null,
  primary key (company_id, id_hash),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade
);
comment on table device_ticket is 'A one-time ticket with which a device opens its live connection.';
create index device_ticket_by_secret on device_ticket (id_hash);

create table kiosk_command (
  id int generated always as identity,
  company_id int not null,
  kiosk_id int not null,
  event text not null check (event in ('reboot', 'upgrade')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  result text,
  primary key (company_id, id),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade
);
comment on table kiosk_command is 'A command of a user to a kiosk. It is sent at most once, and never after it has expired.';
comment on column kiosk_command.result is 'How the device answered.';
create index kiosk_command_waiting on kiosk_command (company_id, kiosk_id) where sent_at is null;
create index kiosk_command_of_kiosk on kiosk_command (company_id, kiosk_id);

create table kiosk_event (
  id bigint generated always as identity,
  company_id int not null,
  kiosk_id int not null,
  kind text not null check (kind in ('online', 'offline', 'restarted', 'updated', 'settingsApplied', 'printerTested', 'printedAgain')),
  detail text,
  at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade
);
comment on table kiosk_event is 'An event in the last 7 days of a kiosk. It holds no personal data.';
comment on column kiosk_event.detail is 'The app version of "updated", and the version of the settings of "settingsApplied".';
create index kiosk_event_of_kiosk on kiosk_event (company_id, kiosk_id, at, id);
create index kiosk_event_by_age on kiosk_event (at);

create table kiosk_nonce (
  company_id int not null,
  kiosk_id int not null,
  act text not null check (act in ('check_in', 'check_out')),
  nonce uuid not null,
  visitor_id int,
  visit_id int,
  notified text[] not null default '{}',
  is_disclosed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, kiosk_id, act, nonce),
  foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade
);
comment on table kiosk_nonce is 'A check-in or check-out that a kiosk has made, so that a repeat gets the same reply. It holds ids only.';
comment on column kiosk_nonce.nonce is 'Id that the device chose for it.';
comment on column kiosk_nonce.notified is 'Channels by which the host was notified, as the reply named them.';
comment on column kiosk_nonce.is_disclosed is 'The reply may contain the full name and a badge, because the visitor proved the identity.';
create index kiosk_nonce_by_age on kiosk_nonce (created_at);
create index check_in_of_visit on kiosk_nonce (company_id, visit_id) where act = 'check_in';
create index check_ins_of_kiosk on kiosk_nonce (company_id, kiosk_id, created_at) where act = 'check_in';

create table device_refusal (
  id int generated always as identity,
  company_id int not null,
  kiosk_id int,
  nonce uuid not null,
  kind text check (kind in ('checkIn', 'checkOut')),
  tenant_id int,
  has_named_tenant boolean not null default false,
  reason text not null,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint device_refusal_once unique (company_id, kiosk_id, nonce),
  constraint device_refusal_company foreign key (company_id) references company on delete cascade,
  constraint device_refusal_kiosk foreign key (company_id, kiosk_id) references kiosk (company_id, id)
    on delete set null (kiosk_id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete set null (tenant_id)
);
comment on table device_refusal is 'A check-in or check-out of an offline kiosk that the server refused later. The desk has to handle it.';
comment on column device_refusal.kiosk_id is 'Null if the kiosk was deleted since.';
comment on column device_refusal.kind is 'Null if the kiosk did not report it.';
comment on column device_refusal.tenant_id is 'The tenant of the visit. Null if the kiosk named none, or with has_named_tenant if the tenant was deleted.';
comment on column device_refusal.reason is 'Reason of the refusal, as in the contract.';
comment on column device_refusal.occurred_at is 'When it happened at the kiosk, by its clock.';
create index device_refusal_of_tenant on device_refusal (company_id, tenant_id) where tenant_id is not null;
create index device_refusal_by_age on device_refusal (created_at);
