import { type Kysely, sql } from 'kysely';

/**
 * Which directory an id is of: the ids of two directories of Loopbooking can be equal, and somebody who left one is not who comes from
 * the other. Of those who left a directory that is no longer connected it cannot be told, so they are forgotten. Who was kept when a
 * directory was removed is noted, so that connecting it again takes them back.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      alter table former_employee add column directory text;
      update former_employee f set directory = case t.type when 'loopbooking' then 'loopbooking ' || lower(t.loopbooking_domain) else t.type end
        from tenant t where t.id = f.tenant_id;
      delete from former_employee where directory is null;
      alter table former_employee alter column directory set not null;
      alter table former_employee drop constraint former_employee_pkey, add primary key (tenant_id, directory, id_from_service);

      create table released_employee (
        tenant_id int not null,
        employee_id int primary key,
        directory text not null,
        id_from_service text not null,
        unique (tenant_id, directory, id_from_service),
        foreign key (tenant_id, employee_id) references employee (tenant_id, id) on delete cascade
      );
    `)
    .execute(db);
}
