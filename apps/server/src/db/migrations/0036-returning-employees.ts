import { type Kysely, sql } from 'kysely';

/**
 * The ids of two directories of Loopbooking can be equal, and somebody who left one is not who comes from the other: what is kept of
 * theirs begins with the domain. Who was kept when a directory was removed is noted, so that connecting it again takes them back.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      update former_employee f set id_from_service = lower(t.loopbooking_domain) || ' ' || f.id_from_service
        from tenant t where t.id = f.tenant_id and t.type = 'loopbooking';

      create table released_employee (
        tenant_id int not null,
        employee_id int primary key,
        id_from_service text not null,
        unique (tenant_id, id_from_service),
        foreign key (tenant_id, employee_id) references employee (tenant_id, id) on delete cascade
      );
    `)
    .execute(db);
}
