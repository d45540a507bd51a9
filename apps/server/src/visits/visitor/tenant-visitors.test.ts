import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor, listTenantVisitors, listVisitors, lookUpPhone } from '@vestibule/contract/visits/visitor.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';

const list = ({ as, tenant }: Building, query = {}, role: 'tenant' | 'company' = 'tenant') =>
  as(role).call(listTenantVisitors, { params: { tenantId: tenant.id }, query });
const remove = ({ as }: Building, visitorId: number) => as('tenant').call(deleteVisitor, { params: { visitorId } });
const rowOf = ({ db }: Building, id: number) =>
  db.selectFrom('visitor').selectAll().where('id', '=', id).executeTakeFirst();

async function seedThem(site: Building) {
  const { db, tenant, neighbor } = site;
  const left = await seedVisitor(db, site, { name: 'Geir', inside: tenant });
  await sql`update visit set checked_out_at = now() where visitor_id = ${left.id}`.execute(db);
  return {
    expected: await seedVisitor(db, site, { name: 'Anne', expectedBy: tenant }),
    elsewhere: await seedVisitor(db, site, { name: 'Bo', expectedBy: tenant, inside: neighbor }),
    came: await seedVisitor(db, site, { name: 'Cecilie', expectedBy: tenant, inside: tenant }),
    walkIn: await seedVisitor(db, site, { name: 'Dag', inside: tenant }),
    neighbors: await seedVisitor(db, site, { name: 'Else', expectedBy: neighbor, inside: neighbor }),
    known: await seedVisitor(db, site, { name: 'Finn' }),
  };
}

test('a tenant sees its expected and inside visitors by name, and no visit to others', async () => {
  const site = await building();
  await seedThem(site);
  const { data } = await list(site);
  expect(data.map(({ name }) => name)).toEqual(['Anne', 'Bo', 'Cecilie', 'Dag']);
  expect(data[1]).toMatchObject({
    currentVisitRecordId: null,
    currentVisitRecord: null,
    preregisteredTenant: site.tenant,
  });
  expect((await list(site, {}, 'company')).data).toEqual(data);
});

test('the scope imported has expected visitors who are not inside', async () => {
  const site = await building();
  await seedThem(site);
  const { data } = await list(site, { scope: 'imported' });
  expect(data.map(({ name }) => name)).toEqual(['Anne', 'Bo']);
});

test('the list can be searched and has pages', async () => {
  const site = await building();
  await seedThem(site);
  expect((await list(site, { search: 'cecil' })).data.map(({ name }) => name)).toEqual(['Cecilie']);
  expect((await list(site, { search: 'Else' })).data).toEqual([]);
  const first = await list(site, { limit: 3 });
  expect(first.page).toMatchObject({ total: 4, totalIsExact: true });
  const second = await list(site, { limit: 3, cursor: first.page?.next ?? '' });
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['Anne', 'Bo', 'Cecilie', 'Dag']);
});

test('a lookup does not reveal visits to others to a tenant', async () => {
  const site = await building();
  const { elsewhere, came } = await seedThem(site);
  const lookUp = (phone: string, role: 'tenant' | 'reception') =>
    site.as(role).call(lookUpPhone, { params: { companyId: site.company.id }, query: { phone } });
  expect((await lookUp(elsewhere.phone, 'tenant')).data).toMatchObject({ visitor: { name: 'Bo' }, isCheckedIn: false });
  expect((await lookUp(elsewhere.phone, 'reception')).data.isCheckedIn).toBe(true);
  expect((await lookUp(came.phone, 'tenant')).data.isCheckedIn).toBe(true);
});

test('an import makes visitors expected without revealing visits to others', async () => {
  const site = await building();
  const { walkIn } = await seedThem(site);
  const neighbors = await seedVisitor(site.db, site, { inside: site.neighbor });
  const { data } = await site.as('tenant').call(importVisitors, {
    params: { tenantId: site.tenant.id },
    query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' },
    file: csv(`${neighbors.phone};Else;Fjord\n${walkIn.phone};Dag;Fjord`),
  });
  expect(data.visitors).toMatchObject([{ id: neighbors.id, currentVisitRecord: null }]);
  expect(data.conflicts).toMatchObject([{ name: 'Dag', reason: 'visitorIsAlreadyCheckedIn' }]);
});

test('a badge of an expected visitor names only the expecting tenant', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { elsewhere } = await seedThem(site);
  const print = (role: 'tenant' | 'reception') =>
    site.as(role).call(printBadge, {
      params: { visitorId: elsewhere.id },
      query: { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'false' },
    });
  const { data } = await print('tenant');
  expect(data.html).toContain(site.tenant.name);
  expect(data.html).not.toContain(site.neighbor.name);
  expect((await print('reception')).data.html).toContain(site.neighbor.name);
});

test('a tenant that deletes a visitor inside at another tenant only removes its expectation', async () => {
  const site = await building();
  await site.server.listen();
  const { elsewhere } = await seedThem(site);
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  expect(await remove(site, elsewhere.id)).toMatchObject({ status: 200, data: null });
  expect(await remove(site, elsewhere.id)).toBeRefused(404, 'notFound');
  const { data } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { search: 'Bo' },
  });
  expect(data.find(({ id }) => id === elsewhere.id)).toMatchObject({
    preregisteredTenantId: null,
    currentVisitRecord: { tenant: site.neighbor },
  });
  expect(await desk.received(1)).toMatchObject([{ event: 'visitors_update', payload: [{ id: elsewhere.id }] }]);
  expect(await tenant.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [elsewhere.id] } }]);
});

test('a deletion by a tenant removes its own visits, and the visitor if no other data remains', async () => {
  const site = await building();
  const visited = async (...tenants: { id: number }[]) => {
    const visitor = await seedVisitor(site.db, site, { expectedBy: site.tenant });
    const now = new Date();
    for (const tenant of tenants) await seedVisit(site.db, visitor, { tenant, checkedInAt: now, checkedOutAt: now });
    return visitor;
  };
  const both = await visited(site.tenant, site.neighbor);
  const [own, other] = [await visited(site.tenant), await visited(site.tenant)];
  for (const { id } of [both, own]) expect(await remove(site, id)).toMatchObject({ status: 200, data: null });
  expect(await rowOf(site, own.id)).toBeUndefined();
  expect(await rowOf(site, both.id)).toMatchObject({ preregistered_tenant_id: null });
  const visits = await site.db.selectFrom('visit').select('tenant_id').where('visitor_id', '=', both.id).execute();
  expect(visits).toEqual([{ tenant_id: site.neighbor.id }]);
  expect(await site.db.selectFrom('visit').select('id').where('visitor_id', '=', other.id).execute()).toHaveLength(1);
});

test('a tenant can delete a visitor only after the check-out', async () => {
  const site = await building();
  const { came } = await seedThem(site);
  expect(await remove(site, came.id)).toBeRefused(409, 'visitorIsCheckedIn');
  await site.as('tenant').call(checkOutVisitor, { params: { visitorId: came.id } });
  expect(await remove(site, came.id)).toBeRefused(404, 'notFound');
});
