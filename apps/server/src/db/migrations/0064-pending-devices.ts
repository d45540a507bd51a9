import { type Kysely, sql } from 'kysely';

/** A code that an administrator entered before any device announced it expires, and its device waits to be confirmed. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [codes, devices]) await sql.raw(part).execute(db);
}

const codes = `
  alter table kiosk add column code_expires_at timestamptz(3);
  update kiosk set code_expires_at = now() where device_secret_hash is null;
  alter table kiosk add constraint a_code_without_a_device_expires
    check ((device_secret_hash is null) = (code_expires_at is not null));
  comment on column kiosk.code_expires_at is 'When a code expires that was entered before its device. Null once the kiosk has a device.';
`;

const devices = `
  create table pending_device (
    id int generated always as identity primary key,
    company_id int not null,
    kiosk_id int not null,
    secret_hash bytea not null,
    network text,
    mac text,
    app_version text,
    android_version text,
    announced_at timestamptz(3) not null default now(),
    is_rejected boolean not null default false,
    constraint pending_device_once unique (company_id, kiosk_id, secret_hash),
    foreign key (company_id, kiosk_id) references kiosk (company_id, id) on delete cascade,
    constraint a_pending_device_is_described check (is_rejected or num_nulls(network, app_version) = 0)
  );
  comment on table pending_device is
    'A device that announced the code of a kiosk which has no device yet. The earliest one that is not rejected is the pending device.';
  comment on column pending_device.network is 'An IPv4 address, or the /64 of an IPv6 address. Null once the device is rejected.';
  comment on column pending_device.app_version is 'Null once the device is rejected: only its secret is kept.';
`;
