import { type Kysely, sql } from 'kysely';

/** Licence keys in folders. They belong to whoever runs the system, and to no company. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(licences).execute(db);
}

const licences = `
  create table licence_folder (
    id int generated always as identity primary key,
    name text not null,
    folded_name text collate "C" not null generated always as (fold(name)) stored,
    created_at timestamptz not null default now()
  );
  create index licence_folder_by_name on licence_folder (folded_name, id);

  -- A key is found with its dashes and without, and so is a MAC with its colons.
  create table licence (
    id int generated always as identity primary key,
    folder_id int not null references licence_folder on delete cascade,
    key text not null check (key ~ '^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$'),
    description text,
    mac text,
    activation_date timestamptz,
    search text not null generated always as (
      lower(key) || E'\\n' || lower(replace(key, '-', '')) || E'\\n' || fold(coalesce(description, ''))
        || E'\\n' || lower(coalesce(mac, '')) || E'\\n' || lower(translate(coalesce(mac, ''), ':-.', ''))
    ) stored,
    created_at timestamptz not null default now(),
    constraint licence_key unique (key),
    constraint bound_licence_was_activated check (mac is null or activation_date is not null)
  );
  create index licence_of_folder on licence (folder_id, id);
  -- Keys come by the thousand and are searched now and then: the index may take them in later, which is six times quicker.
  create index licence_search on licence using gin (folder_id, search gin_trgm_ops) with (fastupdate = on);
`;
