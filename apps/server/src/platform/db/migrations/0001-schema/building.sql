-- Building: images, tenants with their settings, employees, and the directories that employees are read from.

-- Images ---------------------------------------------------------------------

-- The foreign key to the tenant follows the tenant, because a tenant also refers to its logo.
create table image (
  id int generated always as identity,
  company_id int not null references company on delete cascade,
  tenant_id int,
  type text not null check (type in ('logo', 'background', 'photo')),
  name text not null,
  file text not null,
  thumbnail text not null,
  bytes int not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
comment on table image is 'A picture of a company or of one of its tenants. Foreign keys keep a picture from being removed while it is shown.';
comment on column image.tenant_id is 'Null for pictures of the company itself.';
comment on column image.name is 'Name of the file that the user uploaded.';
comment on column image.file is 'Name of the picture in the storage. It is random.';
comment on column image.thumbnail is 'Name of the small version in the storage.';
create index image_by_file on image (file);
create index image_by_thumbnail on image (thumbnail);
create index image_by_age on image (company_id, tenant_id, created_at desc, id desc);

create table file_address (
  is_only boolean primary key default true check (is_only),
  address text not null
);
comment on table file_address is 'The address that precedes the names of files. It has one row, which web processes write when they start.';
insert into file_address (address) values ('/files/images/');

create function image_shown(of_company int, image_id int) returns json
  language sql stable strict parallel safe
  as $$
    select json_build_object('id', i.id, 'name', i.name, 'type', i.type,
      'storagePathThumbnail', a.address || i.thumbnail, 'storagePathOrigin', a.address || i.file)
    from public.image i, public.file_address a where i.company_id = of_company and i.id = image_id
  $$;
comment on function image_shown is 'Returns an image as replies describe it.';

-- Tenants --------------------------------------------------------------------

create table tenant (
  id int generated always as identity,
  company_id int not null references company on delete cascade,
  name text not null,
  logo_image_id int,
  delivery_phones text[] not null default '{}',
  enable_custom_settings boolean not null default false,
  own_settings_of int generated always as (case when enable_custom_settings then id end) stored,
  type text check (type in ('google', 'office365', 'loopbooking')),
  group_id text,
  use_custom_app boolean not null default false,
  client_id text,
  client_secret bytea,
  loopbooking_domain text,
  loopbooking_code bytea,
  last_sync_at timestamptz,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint tenant_logo foreign key (company_id, logo_image_id) references image (company_id, id),
  constraint few_delivery_phones check (cardinality(delivery_phones) <= 20 and array_position(delivery_phones, null) is null)
);
comment on table tenant is 'A firm in the building that receives visitors.';
comment on column tenant.delivery_phones is 'Phones in E.164 that receive an SMS when something is delivered.';
comment on column tenant.own_settings_of is 'The id while custom settings are on. Its foreign key proves that the settings exist.';
comment on column tenant.type is 'The directory that employees are read from. Null: employees are entered by hand.';
comment on column tenant.group_id is 'Group of the directory whose members are employees.';
comment on column tenant.use_custom_app is 'The directory is read with an app registration of the tenant: client_id and client_secret.';
comment on column tenant.client_secret is 'Sealed with the key of the program.';
comment on column tenant.loopbooking_code is 'Sealed with the key of the program.';
create index tenant_by_name on tenant (company_id, folded_name, id);
-- The live channel of a tenant names the tenant only.
create index tenant_by_id on tenant (id);
create index tenant_by_logo on tenant (company_id, logo_image_id) where logo_image_id is not null;

alter table image add foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade;
alter table user_account add foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade;

create table tenant_settings (
  id int generated always as identity,
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
  gdpr_handling text not null default 'deletedAfter1month' check (gdpr_handling in
    ('noInfoSaved', 'deletedAfter24hours', 'deletedAfter1week', 'deletedAfter1month', 'deletedAfter3months')),
  custom_additional_info text,
  enable_invitations boolean not null default true,
  enable_invitation_reminder boolean not null default false,
  answer_within_seconds int default 120 check (answer_within_seconds between 60 and 600),
  enable_still_here boolean not null default false,
  tenant_wrote_wifi_info boolean not null default false,
  tenant_wrote_additional_info boolean not null default false,
  primary key (company_id, id),
  unique nulls not distinct (company_id, tenant_id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  constraint settings_name_a_country check (country_code ~ '^[A-Z]{2}$'),
  constraint settings_speak_our_languages check (
    email_language in
      ('en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl')
    and sms_confirmation_language in
      ('en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl')
    and sms_language_to_employee in
      ('en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl')
    and delivery_sms_language in
      ('en', 'no', 'dk', 'se', 'sv', 'fi', 'nl', 'de', 'fr', 'it', 'es', 'pt', 'et', 'lv', 'lt', 'pl')
  ),
  constraint settings_are_short
    check (length(parking_label_info) <= 200 and length(wifi_info) <= 200 and length(custom_additional_info) <= 500),
  constraint companies_texts_are_of_managers
    check (tenant_id is not null or not (tenant_wrote_wifi_info or tenant_wrote_additional_info))
);
comment on table tenant_settings is 'The settings of a company for its tenants, or the custom settings of one tenant.';
comment on column tenant_settings.tenant_id is 'Null in the one row that is the company''s.';
comment on column tenant_settings.country_code is 'ISO 3166-1 alpha-2. Phones without a country code are read as numbers of it.';
comment on column tenant_settings.sms_language_to_employee is 'Null: employees get no SMS.';
comment on column tenant_settings.delivery_sms_language is 'Null: a delivery sends no SMS.';
comment on column tenant_settings.enable_gdpr is 'If false, data of visitors is kept until a user removes it.';
comment on column tenant_settings.gdpr_handling is 'How long a visit is kept after its end. kept_until() computes the moment.';
comment on column tenant_settings.answer_within_seconds is 'How long a host has for an answer. Null: a missing answer has no effect.';
comment on column tenant_settings.tenant_wrote_wifi_info is 'If true, wifi_info is sent without links.';
comment on column tenant_settings.tenant_wrote_additional_info is 'If true, custom_additional_info is sent without links.';

alter table tenant add constraint own_settings_exist
  foreign key (company_id, own_settings_of) references tenant_settings (company_id, tenant_id);

create view tenant_settings_in_force with (security_invoker = true) as
  select tenant.id as for_tenant_id, tenant_settings.*
  from tenant
  join tenant_settings on tenant_settings.company_id = tenant.company_id
    and tenant_settings.tenant_id is not distinct from tenant.own_settings_of;
comment on view tenant_settings_in_force is 'For each tenant its custom settings if they are on, and otherwise those of the company.';

-- Employees ------------------------------------------------------------------

create table employee (
  id int generated always as identity,
  company_id int not null,
  tenant_id int not null,
  name text not null,
  email text,
  phone text,
  photo_id int,
  photo_asked_at timestamptz,
  id_from_service text,
  stand_in_id int,
  stand_in_until date,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  search text not null generated always as (fold(name) || E'\n' || fold(coalesce(email, ''))) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, tenant_id, id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  constraint employee_photo foreign key (company_id, photo_id) references image (company_id, id),
  foreign key (company_id, tenant_id, stand_in_id) references employee (company_id, tenant_id, id) on delete set null (stand_in_id),
  constraint stand_in_is_a_colleague check (stand_in_id <> id),
  constraint stand_in_has_an_end check (stand_in_id is null or stand_in_until is not null),
  constraint employee_can_be_told check (id_from_service is not null or email is not null or phone is not null)
);
comment on table employee is 'A person who works at a tenant and can be visited.';
comment on column employee.phone is 'E.164.';
comment on column employee.photo_asked_at is 'When the directory was last asked for a picture.';
comment on column employee.id_from_service is 'Id in the directory. Null for employees who were entered by hand.';
comment on column employee.stand_in_id is 'The colleague who receives visitors of this employee through the day stand_in_until.';
comment on column employee.stand_in_until is 'The last day, in the time zone of the building.';
create index employee_by_stand_in on employee (company_id, tenant_id, stand_in_id) where stand_in_id is not null;
create unique index employee_email on employee (company_id, tenant_id, lower(email));
create unique index employee_phone on employee (company_id, tenant_id, phone);
create unique index employee_of_directory on employee (company_id, tenant_id, id_from_service);
create index employee_by_name on employee (company_id, tenant_id, folded_name, id);
create index employee_by_photo on employee (company_id, photo_id) where photo_id is not null;
create index employee_search on employee using gin (company_id, search gin_trgm_ops) with (fastupdate = off);

create function stand_in_in_force(of_company int, of_employee int) returns int
  language sql stable strict parallel safe
  as $$
    select e.stand_in_id
    from public.employee e join public.company c on c.id = e.company_id
    where e.company_id = of_company and e.id = of_employee and e.stand_in_until >= (now() at time zone c.time_zone)::date
  $$;
comment on function stand_in_in_force is 'Returns the colleague who receives visitors of the employee today. Null without one.';

create function stand_in_of_meeting(of_company int, of_employee int, starts_at timestamptz, ends_at timestamptz) returns int
  language sql stable strict parallel safe
  as $$
    select e.stand_in_id
    from public.employee e join public.company c on c.id = e.company_id
    where e.company_id = of_company and e.id = of_employee
      and (starts_at at time zone c.time_zone)::date <= e.stand_in_until
      and (now() at time zone c.time_zone)::date <= e.stand_in_until
      and (ends_at at time zone c.time_zone)::date >= (now() at time zone c.time_zone)::date
  $$;
comment on function stand_in_of_meeting is
  'Returns the colleague who receives the visitors of a meeting of the employee, from today through stand_in_until. Null without one.';

alter table tenant add column backup_employee_id int;
alter table tenant add constraint backup_is_an_employee
  foreign key (company_id, id, backup_employee_id) references employee (company_id, tenant_id, id) on delete set null (backup_employee_id);
comment on column tenant.backup_employee_id is 'The employee who is notified when neither the host nor a stand-in answers.';
create index tenant_by_backup on tenant (company_id, id, backup_employee_id) where backup_employee_id is not null;

-- Directories ----------------------------------------------------------------

create table directory_sync (
  company_id int not null,
  tenant_id int not null,
  granted bytea,
  connected_by int not null,
  connected_as text not null,
  console_address text not null,
  state text not null default 'idle' check (state in ('idle', 'queued', 'running')),
  run uuid,
  run_kind text check (run_kind in ('sync', 'preview', 'photos')),
  is_confirmed boolean not null default false,
  asked_by int,
  asked_as text,
  held_by uuid,
  held_until timestamptz,
  begun int not null default 0,
  done int not null default 0,
  total int,
  ended_run uuid,
  outcome jsonb,
  ended_at timestamptz,
  last_failure text,
  failures int not null default 0,
  next_at timestamptz not null,
  primary key (company_id, tenant_id),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade,
  constraint at_work_has_a_run check (state = 'idle' or (run is not null and run_kind is not null and asked_by is not null))
);
comment on table directory_sync is 'The connection of a tenant to its directory, and the job that synchronizes the employees.';
comment on column directory_sync.granted is 'What the provider granted, sealed. Null for a directory that is opened with a code.';
comment on column directory_sync.connected_by is 'The user who connected the directory. Nightly runs act in the name of this user.';
comment on column directory_sync.connected_as is 'The role of that user.';
comment on column directory_sync.console_address is 'Address of the console, for links in mails.';
comment on column directory_sync.run is 'Id of the current or the latest run.';
comment on column directory_sync.is_confirmed is 'A user confirmed that the run may remove many employees.';
comment on column directory_sync.asked_by is 'The user in whose name the run acts. asked_as is the role.';
comment on column directory_sync.held_by is 'Id that the worker chose for this run. It renews held_until while it works.';
comment on column directory_sync.held_until is 'From then on another worker takes over the run.';
comment on column directory_sync.begun is 'How often a worker started the run. More than 1 if a worker died.';
comment on column directory_sync.done is 'Progress: employees that are done, of total.';
comment on column directory_sync.outcome is 'Result of ended_run, for clients that wait for it.';
comment on column directory_sync.failures is 'Failed synchronizations in a row.';
create index directory_sync_at_work on directory_sync (state) where state <> 'idle';
create index directory_sync_by_time on directory_sync (next_at);

create table leaving_employee (
  company_id int not null,
  tenant_id int not null,
  employee_id int not null,
  primary key (company_id, tenant_id, employee_id),
  foreign key (company_id, tenant_id, employee_id) references employee (company_id, tenant_id, id) on delete cascade
);
comment on table leaving_employee is 'An employee whom the directory no longer lists and who is deleted after the open visits end.';

create table former_employee (
  company_id int not null,
  tenant_id int not null,
  id_from_service text not null,
  employee_id int not null,
  left_at timestamptz not null default now(),
  primary key (company_id, tenant_id, id_from_service),
  foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
);
comment on table former_employee is 'The ids of a deleted employee. If the person returns to the directory, the employee gets the same id again.';
comment on column former_employee.id_from_service is
  'Id in the directory. For Loopbooking the domain and a space precede it, because two directories can use equal ids.';
create index former_employee_by_age on former_employee (left_at);

create table released_employee (
  company_id int not null,
  tenant_id int not null,
  employee_id int not null,
  id_from_service text not null,
  primary key (company_id, tenant_id, employee_id),
  unique (company_id, tenant_id, id_from_service),
  foreign key (company_id, tenant_id, employee_id) references employee (company_id, tenant_id, id) on delete cascade
);
comment on table released_employee is
  'An employee who was kept when the directory was disconnected. Connecting it again finds the employee by this id.';
comment on column released_employee.id_from_service is 'As in former_employee.';
