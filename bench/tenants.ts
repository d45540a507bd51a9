import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import type { Bench } from './bench.ts';
import type { Call } from './connection.ts';
import type { Figure } from './report.ts';
import { measureSynchronization } from './synchronization.ts';

const tenants = 500;
const employees = 50_000;

export async function measureTenants({ client, load, vestibule: { port } }: Bench): Promise<Figure[]> {
  const { companyId, tenantId, cookie } = await seedCompany(client);
  const list = `/api/v1/tenants/company/${companyId}?limit=10`;
  const reads: [what: string, path: string][] = [
    ['first page of 500 tenants', list],
    ['tenants, search of 3 letters that many employees have', `${list}&search=ans`],
    ['tenants, search of one employee', `${list}&search=employee-31234@`],
    ['first page of the employees of a tenant', `/api/v1/employee/tenant/${tenantId}?limit=10`],
  ];
  const figures: Figure[] = [];
  for (const [what, path] of reads) {
    const calls: Call[] = [{ method: 'GET', path, cookie }];
    await load.do({ port, connections: 1, calls, count: 30 });
    const { p50, p99 } = await load.do({ port, connections: 1, calls, count: 200 });
    const target = { atMost: 100, aim: 50 };
    figures.push({ what: `${what}, p99`, measured: p99, unit: 'ms', target, from: `p50 ${p50.toFixed(1)} ms` });
  }
  figures.push(await measureSynchronization(client, port, companyId, cookie));
  return [...figures, await measureRemoval(client, port, companyId, cookie)];
}

async function seedCompany(client: pg.Client) {
  const secret = newSecret();
  const { rows } = await client.query<{ company_id: number; tenant_id: number }>(
    `with house as (insert into company (name, time_zone) values ('House of tenants', 'Europe/Oslo') returning id),
       settings as (insert into tenant_settings (company_id, country_code) select id, 'NO' from house),
       admin as (
         insert into user_account (email, role, company_id) select 'tenants@bench.test', 'company', id from house returning id
       ),
       signed_in as (insert into session (id_hash, user_id) select $1, id from admin),
       seeded as (
         insert into tenant (company_id, name)
         select id, 'Tenant ' || md5(n::text) from house, generate_series(1, $2::int) n returning company_id, id
       )
     select company_id, min(id) as tenant_id from seeded group by company_id`,
    [hashOf(secret), tenants],
  );
  const [seeded] = rows;
  if (!seeded) throw new Error('No tenants were seeded.');
  await client.query(
    `insert into employee (company_id, tenant_id, name, email)
     select $1::int, $2::int + n % $3::int,
       (array['Hansen', 'Johansen', 'Berg', 'Lie', 'Strand'])[n % 5 + 1] || ' ' || md5(n::text),
       'employee-' || n || '@bench.test'
     from generate_series(1, $4::int) n`,
    [seeded.company_id, seeded.tenant_id, tenants, employees],
  );
  await client.query('vacuum (analyze) tenant, employee');
  return { companyId: seeded.company_id, tenantId: seeded.tenant_id, cookie: `vestibule=${secret}` };
}

async function measureRemoval(client: pg.Client, port: number, companyId: number, cookie: string): Promise<Figure> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tenant (company_id, name) values ($1, 'Everybody') returning id`,
    [companyId],
  );
  const tenantId = rows[0]?.id;
  await client.query(
    `insert into employee (company_id, tenant_id, name, email)
     select $1::int, $2::int, 'Employee ' || n, 'everybody-' || n || '@bench.test' from generate_series(1, $3::int) n`,
    [companyId, tenantId, employees],
  );
  await client.query('vacuum (analyze) employee');
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tenants/${tenantId}`, {
    method: 'DELETE',
    headers: { cookie },
  });
  if (!answer.ok) throw new Error(`The tenant was not deleted: ${answer.status}.`);
  const measured = performance.now() - began;
  const target = { atMost: 2_000, aim: 1_000 };
  return { what: 'deletion of a tenant with 50,000 employees', measured, unit: 'ms', target, from: 'one call' };
}
