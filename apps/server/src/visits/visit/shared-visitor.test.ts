import { eraseDataOfPhone, exportDataOfPhone } from '@vestibule/contract/visits/data-request.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import {
  deleteVisitor,
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  updateVisitor,
} from '@vestibule/contract/visits/visitor.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purgeVisits } from '../retention/retention.ts';
import { building, type Building, seedUser, signedIn, visitTo } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';

interface House extends Building {
  neighborUser: ReturnType<typeof signedIn>;
  phone: string;
}

async function house(): Promise<House> {
  const site = await building();
  const place = { role: 'tenant', companyId: site.company.id, tenantId: site.neighbor.id } as const;
  const { id } = await seedUser(site.db, place);
  return { ...site, neighborUser: signedIn(site.server, id), phone: freshPhone() };
}

type Caller = House['neighborUser'];

async function arrive(
  caller: Caller,
  tenant: { id: number },
  { phone, ...given }: { phone: string; name: string; companyName?: string; shouldSaveData?: boolean },
): Promise<number> {
  const { data } = await caller.call(registerVisit, visitTo(tenant, { phone, ...given }));
  return data.visitor.id;
}

const leave = (caller: Caller, visitorId: number) => caller.call(checkOutVisitor, { params: { visitorId } });

async function neighborsPastVisit({ as, neighbor, phone }: House, shouldSaveData = false): Promise<number> {
  const id = await arrive(as('reception'), neighbor, {
    phone,
    name: 'Liv Hauge',
    companyName: 'Havila',
    shouldSaveData,
  });
  await leave(as('reception'), id);
  return id;
}

async function historyOf({ as, company }: House, caller: Caller = as('reception')) {
  const { data } = await caller.call(listPastVisits, { params: { companyId: company.id }, query: {} });
  return data.map(({ visitor, tenant }) => ({ ...visitor, at: tenant.id }));
}

const lookUp = async ({ company, phone }: House, caller: Caller) =>
  (await caller.call(lookUpPhone, { params: { companyId: company.id }, query: { phone } })).data;

async function importAs(caller: Caller, tenant: { id: number }, line: string) {
  const query = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;
  return (await caller.call(importVisitors, { params: { tenantId: tenant.id }, query, file: csv(line) })).data;
}

const expectedBy = async (caller: Caller, tenant: { id: number }) =>
  (await caller.call(listTenantVisitors, { params: { tenantId: tenant.id }, query: { scope: 'imported' } })).data;

test.for([true, false])(
  'an opt-out at one tenant leaves the visits to another tenant with their names (remembered: %s)',
  async (isRemembered) => {
    const site = await house();
    const id = await neighborsPastVisit(site, isRemembered);
    const attacker = site.as('tenant');
    const again = await arrive(attacker, site.tenant, { phone: site.phone, name: 'Nobody', shouldSaveData: false });
    expect(again).toBe(id);
    const { status, data } = await leave(attacker, id);
    expect(status).toBe(200);
    expect(data === null).toBe(isRemembered);

    const kept = { name: 'Liv Hauge', companyName: 'Havila', phone: site.phone, at: site.neighbor.id };
    expect(await historyOf(site, site.neighborUser)).toEqual([{ ...kept, id }]);
    const own = { name: 'Nobody', at: site.tenant.id };
    expect(await historyOf(site)).toMatchObject(isRemembered ? [kept] : [own, kept]);
    const { visitor } = await lookUp(site, site.as('reception'));
    expect(visitor?.name).toBe('Liv Hauge');
  },
);

test('an opt-out removes all visits to its tenant, also those before the visitor was last deleted', async () => {
  const site = await house();
  const reception = site.as('reception');
  const first = await arrive(reception, site.tenant, { phone: site.phone, name: 'Liv', shouldSaveData: true });
  await leave(reception, first);
  const second = await arrive(reception, site.neighbor, { phone: site.phone, name: 'Liv', shouldSaveData: false });
  await leave(reception, second);
  expect(await historyOf(site)).toMatchObject([{ id: null, at: site.tenant.id }]);

  const third = await arrive(reception, site.tenant, { phone: site.phone, name: 'Liv', shouldSaveData: true });
  await leave(reception, third);
  const fourth = await arrive(reception, site.tenant, { phone: site.phone, name: 'Liv', shouldSaveData: false });
  expect((await leave(reception, fourth)).data).toBeNull();
  expect(await historyOf(site)).toEqual([]);
});

test('a visit keeps its data when the visitor comes with other data or is edited later', async () => {
  const site = await house();
  const id = await neighborsPastVisit(site);
  const reception = site.as('reception');
  await arrive(reception, site.tenant, { phone: site.phone, name: 'Liv Berg', companyName: 'Bergen Kommune' });
  const phone = freshPhone();
  const body = { name: 'Liv B. Berg', companyName: 'Bergen', phone };
  expect((await reception.call(updateVisitor, { params: { visitorId: id }, body })).data).toMatchObject(body);
  await leave(reception, id);
  expect(await historyOf(site)).toEqual([
    { ...body, id, at: site.tenant.id },
    { id, name: 'Liv Hauge', companyName: 'Havila', phone: site.phone, at: site.neighbor.id },
  ]);
});

test('while a visitor is inside, lists and searches show and find the data of the visit', async () => {
  const site = await house();
  const id = await neighborsPastVisit(site);
  await arrive(site.as('tenant'), site.tenant, { phone: site.phone, name: 'Zacharias', companyName: 'Zenith' });
  const find = async (search: string, scope: 'current' | 'all') => {
    const query = { search, scope, limit: 10 };
    const { data } = await site.as('reception').call(listVisitors, { params: { companyId: site.company.id }, query });
    return data.map((visitor) => [visitor.id, visitor.name]);
  };
  for (const scope of ['current', 'all'] as const) {
    expect(await find('zenith', scope)).toEqual([[id, 'Zacharias']]);
    expect(await find('Hauge', scope)).toEqual([]);
  }
  const { data } = await site.as('reception').call(printCurrentVisitors, { params: { companyId: site.company.id } });
  expect(data.html).toContain('Zacharias');
  await leave(site.as('tenant'), id);
  expect(await find('zenith', 'all')).toEqual([]);
  expect(await find('Hauge', 'all')).toEqual([[id, 'Liv Hauge']]);
});

test('searches and the order of lists never reveal the name that another tenant entered', async () => {
  const site = await house();
  const given = [`${site.phone};Anna;Havila`, `${freshPhone()};Berit;Havila`].join('\n');
  await importAs(site.neighborUser, site.neighbor, given);
  const id = await arrive(site.as('tenant'), site.tenant, {
    phone: site.phone,
    name: 'Zacharias',
    companyName: 'Zenith',
  });
  const names = async (query: { search?: string; limit?: number; cursor?: string }) => {
    const params = { tenantId: site.neighbor.id };
    const answer = await site.neighborUser.call(listTenantVisitors, { params, query });
    return { names: answer.data.map(({ name }) => name), next: answer.page?.next };
  };
  expect(await names({})).toMatchObject({ names: ['Anna', 'Berit'] });
  const first = await names({ limit: 1 });
  expect(first.names).toEqual(['Anna']);
  expect(await names({ limit: 1, cursor: first.next ?? '' })).toMatchObject({ names: ['Berit'] });
  for (const search of ['Zach', 'enith', 'Zenith']) expect(await names({ search })).toMatchObject({ names: [] });
  for (const search of ['Anna', 'nna']) expect(await names({ search, limit: 5 })).toMatchObject({ names: ['Anna'] });
  await leave(site.as('tenant'), id);
  expect(await names({ search: 'Anna' })).toMatchObject({ names: ['Anna'] });
});

test('an expected visitor keeps the name for that tenant when another tenant enters a different one', async () => {
  const site = await house();
  const attacker = site.as('tenant');
  await importAs(site.neighborUser, site.neighbor, `${site.phone};Liv Hauge;Havila`);
  const stolen = await importAs(attacker, site.tenant, `${site.phone};Nobody;None`);
  expect(stolen.conflicts).toMatchObject([{ reason: 'visitorIsExpectedByAnotherTenant' }]);
  const id = await arrive(attacker, site.tenant, { phone: site.phone, name: 'Nobody', companyName: 'None' });
  const body = { name: 'Still nobody', companyName: 'None', phone: site.phone, shouldSaveData: false };
  expect((await attacker.call(updateVisitor, { params: { visitorId: id }, body })).data.name).toBe('Still nobody');

  const theirs = { id, name: 'Liv Hauge', companyName: 'Havila', currentVisitRecord: null };
  expect(await expectedBy(site.neighborUser, site.neighbor)).toMatchObject([theirs]);
  await leave(attacker, id);
  expect(await expectedBy(site.neighborUser, site.neighbor)).toMatchObject([theirs]);
  const { data } = await site.neighborUser.call(checkInExpected, { body: { ids: [id] } });
  expect(data.visitors).toMatchObject([{ ...theirs, currentVisitRecord: { tenant: { id: site.neighbor.id } } }]);
});

test('an opt-out at the desk keeps only the expectation of another tenant', async () => {
  const site = await house();
  const reception = site.as('reception');
  const id = await arrive(reception, site.tenant, {
    phone: site.phone,
    name: 'Liv',
    companyName: 'Old',
    shouldSaveData: true,
  });
  await leave(reception, id);
  await importAs(site.neighborUser, site.neighbor, `${site.phone};Liv Hauge;Havila`);
  await arrive(reception, site.tenant, { phone: site.phone, name: 'Liv', shouldSaveData: false });
  expect((await leave(reception, id)).data).toMatchObject({ id });
  expect(await expectedBy(site.neighborUser, site.neighbor)).toMatchObject([{ id, name: 'Liv Hauge' }]);
  expect(await lookUp(site, reception)).toMatchObject({
    visitor: { name: 'Liv Hauge', companyName: 'Havila', shouldSaveData: false },
    storageStopped: false,
  });
  expect(await historyOf(site)).toEqual([]);
});

test('after an edit by one tenant, a visit to another tenant is no opt-out', async () => {
  const site = await house();
  const id = await neighborsPastVisit(site, true);
  const attacker = site.as('tenant');
  await importAs(attacker, site.tenant, `${site.phone};Liv;Havila`);
  const body = { name: 'Liv', companyName: 'Havila', phone: site.phone, shouldSaveData: false };
  expect((await attacker.call(updateVisitor, { params: { visitorId: id }, body })).status).toBe(200);
  await importAs(site.as('reception'), site.neighbor, `${site.phone};Liv Hauge;Havila`);
  await site.neighborUser.call(checkInExpected, { body: { ids: [id] } });
  await leave(site.neighborUser, id);
  expect(await historyOf(site, site.neighborUser)).toHaveLength(2);
});

test.for(['inside', 'expected'] as const)(
  'a new phone that a tenant user enters for a shared visitor who is %s creates a separate visitor',
  async (how) => {
    const site = await house();
    const id = await neighborsPastVisit(site, true);
    const attacker = site.as('tenant');
    if (how === 'inside')
      await arrive(attacker, site.tenant, { phone: site.phone, name: 'Wrong', shouldSaveData: false });
    else await importAs(attacker, site.tenant, `${site.phone};Wrong;None`);
    const body = { name: 'Right', companyName: 'None', phone: freshPhone() };
    const { data } = await attacker.call(updateVisitor, { params: { visitorId: id }, body });
    expect(data).toMatchObject(body);
    expect(data.id).not.toBe(id);
    const { data: listed } = await attacker.call(listTenantVisitors, {
      params: { tenantId: site.tenant.id },
      query: { scope: 'all' },
    });
    expect(listed).toEqual([data]);
    expect(await lookUp(site, site.neighborUser)).toMatchObject({
      visitor: { id, name: 'Liv Hauge', phone: site.phone, shouldSaveData: true },
      isCheckedIn: false,
    });
    if (how === 'inside') await leave(attacker, data.id);
    expect(await historyOf(site, site.neighborUser)).toMatchObject([{ id, name: 'Liv Hauge', phone: site.phone }]);
  },
);

test('a desk that corrects the name without changing the choice starts no opt-out', async () => {
  const site = await house();
  const reception = site.as('reception');
  const id = await neighborsPastVisit(site, true);
  await arrive(reception, site.neighbor, { phone: site.phone, name: 'Liv', shouldSaveData: true });
  // As after a check-in at a kiosk by phone, without consent to be remembered.
  await sql`update visit set opt_out = 'visit' where visitor_id = ${id} and checked_out_at is null`.execute(site.db);
  const body = { name: 'Liv Berg', companyName: 'Havila', phone: site.phone, shouldSaveData: false };
  await reception.call(updateVisitor, { params: { visitorId: id }, body });
  expect((await leave(reception, id)).data).toMatchObject({ id, name: 'Liv Berg', shouldSaveData: true });
  expect(await historyOf(site)).toMatchObject([{ id, name: 'Liv Hauge' }]);
});

test('a deletion by a tenant user or the reception keeps visits to other tenants for their retention', async () => {
  const site = await house();
  const id = await neighborsPastVisit(site);
  const attacker = site.as('tenant');
  await importAs(attacker, site.tenant, `${site.phone};Nobody;None`);
  await attacker.call(deleteVisitor, { params: { visitorId: id } });
  expect(await historyOf(site, site.neighborUser)).toMatchObject([{ id, name: 'Liv Hauge' }]);
  await site.as('reception').call(deleteVisitor, { params: { visitorId: id } });
  expect(await historyOf(site, site.neighborUser)).toMatchObject([{ id: null, name: 'Liv Hauge' }]);

  await purgeVisits(site.reach, new Date(Date.now() + 32 * 86_400_000), () => Promise.resolve());
  expect(await historyOf(site)).toEqual([]);
});

test('a data request by phone exports and removes all visits with the phone, also without a visitor', async () => {
  const site = await house();
  const id = await neighborsPastVisit(site);
  await site.as('reception').call(deleteVisitor, { params: { visitorId: id } });
  const asked = { params: { companyId: site.company.id }, body: { phone: site.phone } };
  const company = site.as('company');
  const { data } = await company.call(exportDataOfPhone, asked);
  expect(data).toMatchObject({ visitor: null, visits: [{ name: 'Liv Hauge', phone: site.phone }] });
  const next = await arrive(site.as('reception'), site.tenant, { phone: site.phone, name: 'Liv Berg' });
  expect((await company.call(exportDataOfPhone, asked)).data).toMatchObject({
    visitor: { id: next },
    visits: [{ name: 'Liv Berg' }, { name: 'Liv Hauge' }],
  });
  expect((await company.call(eraseDataOfPhone, asked)).data).toEqual({ visits: 2 });
  expect(await historyOf(site)).toEqual([]);
  expect(await lookUp(site, site.as('reception'))).toMatchObject({ visitor: null });
  expect((await company.call(eraseDataOfPhone, asked)).data).toEqual({ visits: 0 });
  const { rows } = await typedSql({ action: text, subject_id: int.nullable() })`
    select action, subject_id from audit_entry where company_id = ${site.company.id} and action = 'visitor.erased'
    order by id`.execute(site.db);
  expect(rows).toEqual([
    { action: 'visitor.erased', subject_id: next },
    { action: 'visitor.erased', subject_id: null },
  ]);
  expect(await site.as('reception').call(eraseDataOfPhone, asked)).toBeRefused(403, 'notAllowed');
});
