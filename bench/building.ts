import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import { familyNames, firstNames, syllables, trades } from './names.ts';

const tenantsPerCompany = 40;
const employeesPerTenant = 10;
const usersPerCompany = 200;
const visitsPerVisitor = 3;
const openVisits = 500;
const expected = 200;

export interface Building {
  companyId: number;
  visitors: number;
  cookies: string[];
  hosts: { tenantId: number; employeeId: number }[];
}

/** Without indexes and foreign key checks, a million takes two minutes. */
export async function seedBuildings(client: pg.Client, sizes: readonly number[]): Promise<Building[]> {
  await client.query(`select setseed(0.5)`);
  const buildings: Building[] = [];
  await seedQuickly(client, async () => {
    for (const size of sizes) buildings.push(await seedBuilding(client, size));
  });
  await settle(client);
  return buildings;
}

/** Skips foreign keys. */
export async function seedQuickly(client: pg.Client, seed: () => Promise<void>): Promise<void> {
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
  );
  const rebuildIndexes = await dropIndexes(client);
  await seed();
  await rebuildIndexes();
  await client.query(`reset session_replication_role; reset maintenance_work_mem; reset work_mem`);
}

/** Autovacuum must not disturb the measurement. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('visitor'::regclass, 'visit'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}

async function seedBuilding(client: pg.Client, size: number): Promise<Building> {
  const { rows: companies } = await client.query<{ id: number }>(
    `insert into company (name, time_zone) values ($1, 'Europe/Oslo') returning id`,
    [`House of ${size}`],
  );
  const companyId = companies[0]?.id ?? 0;
  await client.query(`insert into tenant_settings (company_id, country_code) values ($1, 'NO')`, [companyId]);
  await seedTenants(client, companyId);
  await seedVisitors(client, companyId, size);
  await seedVisits(client, companyId);
  const { rows: hosts } = await client.query<{ tenantId: number; employeeId: number }>(
    `select tenant_id as "tenantId", id as "employeeId" from employee where company_id = $1 order by id`,
    [companyId],
  );
  return { companyId, visitors: size, cookies: await seedUsers(client, companyId), hosts };
}

async function seedTenants(client: pg.Client, companyId: number) {
  await client.query(
    `insert into tenant (company_id, name) select $1, ${pick('$2')} || ' ' || ${pick('$3')} from generate_series(1, $4::int)`,
    [companyId, familyNames, trades, tenantsPerCompany],
  );
  await client.query(
    `insert into employee (company_id, tenant_id, name, email)
     select company_id, id, ${pick('$2')} || ' ' || ${pick('$3')}, 'employee' || n || '@tenant' || id || '.test'
     from tenant, generate_series(1, $4::int) n where company_id = $1`,
    [companyId, firstNames, familyNames, employeesPerTenant],
  );
}

/** Seeded phones are +479 and seven digits, new ones start with +474. */
async function seedVisitors(client: pg.Client, companyId: number, size: number) {
  const rareName = `initcap(${pick('$4', 1)} || ${pick('$4', 1)} || ${pick('$4', 1)})`;
  await client.query(
    `insert into visitor (company_id, name, company_name, phone, should_save_data, created_at)
     select $1, ${pick('$2')} || ' ' || case when random() < 0.2 then ${rareName} else ${pick('$3')} end,
       ${pick('$3', 1)} || ' ' || ${pick('$5')}, '+479' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'), random() < 0.5,
       now() - random() * interval '90 days'
     from generate_series(1, $6::int) n`,
    [companyId, firstNames, familyNames, syllables, trades, size],
  );
  await client.query(
    `update visitor set preregistered_tenant_id = (select min(id) from tenant where company_id = $1)
     where id in (select id from visitor where company_id = $1 order by phone limit $2)`,
    [companyId, expected],
  );
}

async function seedVisits(client: pg.Client, companyId: number) {
  await client.query(
    `insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, employee_id, checked_in_at, checked_out_at)
     select v.company_id, v.id, v.name, v.company_name, v.phone, e.tenant_id, e.id, began, case when not is_open then began + interval '45 minutes' end
     from (
       select company_id, id, name, company_name, phone, n, n = 1 and row_number() over (order by n, phone desc) <= $2 as is_open, random() as chance
       from visitor, generate_series(1, $3::int) n where company_id = $1
     ) v
     join (select id, tenant_id, row_number() over () - 1 as place from employee where company_id = $1) e
       on e.place = floor(v.chance * $4::int)
     cross join lateral (select case when is_open then now() - chance * interval '8 hours'
       else now() - interval '1 day' - chance * interval '80 days' end as began) times`,
    [companyId, openVisits, visitsPerVisitor, tenantsPerCompany * employeesPerTenant],
  );
}

export async function seedUsers(
  client: pg.Client,
  companyId: number,
  count = usersPerCompany,
  name = 'desk',
): Promise<string[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into user_account (email, role, company_id)
     select $3 || n || '@house' || $1::int || '.test', 'reception', $1::int from generate_series(1, $2::int) n returning id`,
    [companyId, count, name],
  );
  const secrets = rows.map(() => newSecret());
  await client.query(`insert into session (id_hash, user_id) select * from unnest($1::bytea[], $2::int[])`, [
    secrets.map(hashOf),
    rows.map(({ id }) => id),
  ]);
  return secrets.map((secret) => `vestibule=${secret}`);
}

/** A `weight` above 1 favors the first words, as in real names. */
export function pick(parameter: string, weight = 1.5): string {
  const words = `${parameter}::text[]`;
  return `(${words})[1 + floor(power(random(), ${weight}) * cardinality(${words}))::int]`;
}
