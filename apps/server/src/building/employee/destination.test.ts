import { listDestinations } from '@vestibule/contract/building/destination.ts';
import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedTenant, visitTo } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';

interface Query {
  search?: string;
  limit?: number | string;
  tenantId?: number;
}

const ask = ({ as, company }: Building, query: Query, role: 'reception' | 'tenant' | 'kiosk' = 'reception') =>
  as(role).call(listDestinations, { params: { companyId: company.id }, query });

const names = async (site: Building, query: Query, role?: 'reception' | 'tenant') =>
  (await ask(site, query, role)).data.map(({ tenant, employee }) => employee?.name ?? tenant.name);

async function office(): Promise<Building & { solheim: number }> {
  const site = await building();
  const { db, company, tenant } = site;
  const solheim = await seedTenant(db, company.id, 'Solheim & Partners');
  const people = [
    ...['Ingrid Solberg', 'Marisol Vik'].map((name) => ({ name, tenant_id: tenant.id })),
    ...['Solveig Ås', 'Kari Moe-Solum', 'Emil Strand'].map((name) => ({ name, tenant_id: solheim.id })),
  ];
  const rows = people.map((person) => ({ ...person, company_id: company.id, email: `${fresh()}@test.example` }));
  await db.insertInto('employee').values(rows).execute();
  return { ...site, solheim: solheim.id };
}

test('the search finds tenants and employees, names that begin with it first, then such words, then all else', async () => {
  const site = await office();
  expect(await names(site, { search: 'SOL' })).toEqual([
    'Solheim & Partners',
    'Solveig Ås',
    'Ingrid Solberg',
    'Kari Moe-Solum',
    'Marisol Vik',
    'Emil Strand',
  ]);
  expect(await names(site, { search: 'SOL', limit: 2 })).toEqual(['Solheim & Partners', 'Solveig Ås']);
  expect(await names(site, { search: 'as' })).toContain('Solveig Ås');
  expect(await names(site, { search: 'no such person' })).toEqual([]);
});

test('an employee comes with tenant and phone, and is also found by e-mail', async () => {
  const site = await building();
  const { employee, tenant } = site;
  const found = {
    tenant: { id: tenant.id, name: tenant.name },
    employee: { id: employee.id, name: employee.name, phone: employee.phone },
  };
  expect((await ask(site, { search: employee.email })).data).toEqual([found]);
  expect((await ask(site, { search: tenant.name })).data).toEqual([{ tenant: found.tenant, employee: null }, found]);
});

test('signs of patterns are letters of the search', async () => {
  const site = await office();
  for (const search of ['%', '_', 'Sol%', '\\']) expect(await names(site, { search })).toEqual([]);
});

test('without a search the destinations of the last visits precede the tenants', async () => {
  const site = await office();
  const { employee, tenant, neighbor, neighborEmployee } = site;
  const reception = site.as('reception');
  const register = async (visit: { tenantId: number; employeeId: number | null }) =>
    (await reception.call(registerVisit, { body: { ...visitTo(site.tenant).body, ...visit } })).data.visitor;
  const toNeighbor = { tenantId: neighbor.id, employeeId: neighborEmployee.id };
  const first = await register(toNeighbor);
  await register({ tenantId: neighbor.id, employeeId: null });
  await register({ tenantId: tenant.id, employeeId: employee.id });
  await reception.call(checkOutVisitor, { params: { visitorId: first.id } });
  expect(await names(site, {})).toEqual([
    employee.name,
    neighbor.name,
    neighborEmployee.name,
    'Solheim & Partners',
    tenant.name,
  ]);
  const again = await register(toNeighbor);
  expect((await names(site, {})).slice(0, 2)).toEqual([neighborEmployee.name, employee.name]);
  await reception.call(checkOutVisitor, { params: { visitorId: again.id } });
  await reception.call(deleteEmployee, { params: { employeeId: neighborEmployee.id } });
  expect(await names(site, {})).not.toContain(neighborEmployee.name);
});

test('the filter by tenant lists the tenant with its employees', async () => {
  const site = await office();
  const people = ['Emil Strand', 'Kari Moe-Solum', 'Solveig Ås'];
  expect(await names(site, { tenantId: site.solheim })).toEqual(['Solheim & Partners', ...people]);
  expect(await names(site, { tenantId: site.solheim, search: 'sol' })).not.toContain('Ingrid Solberg');
  expect(await ask(site, { tenantId: site.elsewhere.tenant.id })).toBeRefused(404, 'notFound');
});

test('a user of a tenant finds that tenant and its employees only', async () => {
  const site = await office();
  expect(await names(site, {}, 'tenant')).toEqual([
    site.tenant.name,
    site.employee.name,
    'Ingrid Solberg',
    'Marisol Vik',
  ]);
  expect(await names(site, { search: 'sol' }, 'tenant')).toEqual(['Ingrid Solberg', 'Marisol Vik']);
  expect(await ask(site, { tenantId: site.solheim }, 'tenant')).toBeRefused(404, 'notFound');
});

test('no destination of another company is found, and a kiosk may not search', async () => {
  const site = await building();
  const { elsewhere } = site;
  expect(await names(site, { search: elsewhere.employee.name })).toEqual([]);
  expect(await names(site, { search: elsewhere.tenant.name })).toEqual([]);
  const there = await site.as('reception').call(listDestinations, { params: { companyId: elsewhere.company.id } });
  expect(there).toBeRefused(404, 'notFound');
  expect(await ask(site, {}, 'kiosk')).toBeRefused(403, 'notAllowed');
});

test.for([{ limit: 0 }, { limit: 51 }, { limit: 'many' }, { search: 'x'.repeat(201) }])(
  'refuses the query %j',
  async (query) => {
    expect(await ask(await building(), query)).toBeRefused(400, 'validation');
  },
);
