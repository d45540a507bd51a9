import { type Kysely, sql } from 'kysely';

/**
 * Images of companies and of their tenants. What shows one refers to it with the company in the key, so that no image of another
 * company can be shown, and none can be removed while it is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create table image (
        id int generated always as identity primary key,
        company_id int not null references company on delete cascade,
        -- null: the company's own.
        tenant_id int,
        type text not null check (type in ('logo', 'background', 'photo')),
        name text not null,
        -- The names of its two files, where files are kept.
        file text not null unique,
        thumbnail text not null unique,
        bytes int not null,
        created_at timestamptz(3) not null default now(),
        unique (company_id, id),
        foreign key (company_id, tenant_id) references tenant (company_id, id) on delete cascade
      );
      create index image_by_age on image (company_id, tenant_id, created_at desc, id desc);

      update tenant set logo_image_id = null where logo_image_id is not null;
      update employee set photo_id = null where photo_id is not null;
      alter table tenant add constraint tenant_logo
        foreign key (company_id, logo_image_id) references image (company_id, id);
      alter table employee add constraint employee_photo
        foreign key (company_id, photo_id) references image (company_id, id);
      create index tenant_by_logo on tenant (company_id, logo_image_id) where logo_image_id is not null;
      create index employee_by_photo on employee (company_id, photo_id) where photo_id is not null;

      -- What stands before the name of a file to reach it; the web processes write it when they start.
      create table file_address (
        is_only boolean primary key default true check (is_only),
        address text not null
      );
      insert into file_address (address) values ('/files/images/');

      -- An image as a call answers it.
      create function image_shown(image_id int) returns json
        language sql stable strict parallel safe
        as $$
          select json_build_object('id', i.id, 'name', i.name, 'type', i.type,
            'storagePathThumbnail', a.address || i.thumbnail, 'storagePathOrigin', a.address || i.file)
          from public.image i, public.file_address a where i.id = image_id
        $$;
    `)
    .execute(db);
}
