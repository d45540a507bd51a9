import { type Kysely, sql } from 'kysely';

/** What a kiosk could not pass on is for the desk to look after, also when the kiosk is deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table device_refusal
        add column id int generated always as identity,
        drop constraint device_refusal_pkey,
        drop constraint device_refusal_company_id_kiosk_id_fkey,
        add primary key (id),
        alter column kiosk_id drop not null,
        add constraint device_refusal_once unique (kiosk_id, nonce),
        add constraint device_refusal_company foreign key (company_id) references company on delete cascade,
        add constraint device_refusal_kiosk foreign key (company_id, kiosk_id) references kiosk (company_id, id)
          on delete set null (kiosk_id);
      drop index device_refusal_by_age;
      create index device_refusal_of_company on device_refusal (company_id, id);
      create index device_refusal_by_age on device_refusal (created_at);
      create index device_refusal_of_tenant on device_refusal (company_id, tenant_id) where tenant_id is not null;
    `)
    .execute(db);
}
