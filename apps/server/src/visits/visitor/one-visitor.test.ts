import type { Role } from '@vestibule/contract/platform/access.ts';
import { listTenantVisitors, listVisitors, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

async function ofCompany({ as, company }: Building, query: object, role: Role = 'reception') {
  const { data, page } = await as(role).call(listVisitors, { params: { companyId: company.id }, query });
  return { found: names(data), total: page?.total };
}

const ofTenant = async ({ as, tenant }: Building, query: object) =>
  names((await as('tenant').call(listTenantVisitors, { params: { tenantId: tenant.id }, query })).data);

test('an id narrows each list of a company to that visitor', async () => {
  const site = await building();
  const { db, tenant } = site;
  const inside = await seedVisitor(db, site, { name: 'Anne', inside: tenant });
  const expected = await seedVisitor(db, site, { name: 'Bo', expectedBy: tenant });
  await seedVisitor(db, site, { name: 'Cecilie', inside: tenant });
  expect(await ofCompany(site, { id: inside.id, limit: 10 })).toEqual({ found: ['Anne'], total: 1 });
  expect(await ofCompany(site, { id: expected.id, search: 'bo', limit: 10 })).toEqual({ found: ['Bo'], total: 1 });
  expect((await ofCompany(site, { id: expected.id, search: 'anne' })).found).toEqual([]);
  for (const sort of ['name', 'company', 'time']) {
    expect((await ofCompany(site, { id: inside.id, scope: 'current', sort })).found).toEqual(['Anne']);
    expect((await ofCompany(site, { id: expected.id, scope: 'current', sort })).found).toEqual([]);
  }
  expect((await ofCompany(site, { id: expected.id, scope: 'imported' })).found).toEqual(['Bo']);
});

test('a foreign or unknown id gives an empty list', async () => {
  const site = await building();
  const { db, elsewhere } = site;
  await seedVisitor(db, site, { name: 'Anne', inside: site.tenant });
  const foreign = await seedVisitor(db, elsewhere, { name: 'Else', inside: elsewhere.tenant });
  for (const id of [foreign.id, 2_000_000_000]) {
    for (const scope of visitorScopes) expect((await ofCompany(site, { id, scope })).found).toEqual([]);
    expect(await ofTenant(site, { id })).toEqual([]);
  }
  expect((await ofCompany(site, { id: foreign.id }, 'superAdmin')).found).toEqual([]);
});

test('a tenant finds only its own visitors by id', async () => {
  const site = await building();
  const { db, as, company, tenant, neighbor } = site;
  const own = await seedVisitor(db, site, { name: 'Anne', expectedBy: tenant });
  await seedVisitor(db, site, { name: 'Bo', inside: tenant });
  const ofNeighbor = await seedVisitor(db, site, { name: 'Else', inside: neighbor, expectedBy: neighbor });
  const known = await seedVisitor(db, site, { name: 'Finn' });
  expect(await ofTenant(site, { id: own.id })).toEqual(['Anne']);
  for (const { id } of [ofNeighbor, known]) expect(await ofTenant(site, { id })).toEqual([]);
  const refused = await as('tenant').call(listVisitors, {
    params: { companyId: company.id },
    query: { id: own.id },
  });
  expect(refused).toBeRefused(403, 'notAllowed');
});
