import { createEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { deleteTenant, getTenant } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedTenant, seedVisit, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { openLive } from '../../testing/live.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { sharedServer } from '../../testing/server.ts';

const remove = ({ as }: Building, tenant: { id: number }) =>
  as('company').call(deleteTenant, { params: { tenantId: tenant.id } });
const visitors = ({ db, company }: Building) =>
  db
    .selectFrom('visitor')
    .select(['id', 'preregistered_tenant_id'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();

async function seedPastVisit({ db }: Building, visitor: { id: number }, tenant: { id: number }) {
  const now = new Date();
  await seedVisit(db, visitor, { tenant, checkedInAt: now, checkedOutAt: now });
}

test('deletes a tenant with its employees and users, and ends their sessions', async () => {
  const site = await building();
  const user = site.as('tenant');
  expect(await user.call(getSession)).toMatchObject({ status: 200 });
  expect(await remove(site, site.tenant)).toMatchObject({ status: 200, data: null });
  expect(await user.call(getSession)).toBeRefused(401, 'notSignedIn');
  const { as, db, company, tenant, neighbor } = site;
  expect(await as('company').call(getTenant, { params: { tenantId: tenant.id } })).toBeRefused(404, 'notFound');
  const staff = await db.selectFrom('employee').select('tenant_id').where('company_id', '=', company.id).execute();
  expect(staff).toEqual([{ tenant_id: neighbor.id }]);
  const users = await db.selectFrom('user_account').select('id').where('tenant_id', '=', tenant.id).execute();
  expect(users).toEqual([]);
  const [entry] = await db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'subject_id'])
    .where('company_id', '=', company.id)
    .execute();
  expect(entry).toEqual({ action: 'tenant.deleted', subject: 'tenant', subject_id: tenant.id });
});

test('refuses to delete a tenant that gained employees in the meantime', async () => {
  const { as, db, tenant } = await building();
  const removeEmpty = () =>
    as('company').call(deleteTenant, { params: { tenantId: tenant.id }, query: { ifEmpty: 'true' } });
  const employees = db.selectFrom('employee').where('tenant_id', '=', tenant.id);
  const { count } = await employees.select((now) => now.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  expect(await removeEmpty()).toBeRefused(409, 'changedMeanwhile', { current: count });
  await db.deleteFrom('employee').where('tenant_id', '=', tenant.id).execute();
  expect(await removeEmpty()).toMatchObject({ status: 200, data: null });
});

test('refuses to delete a tenant with an open visit', async () => {
  const site = await building();
  const inside = await seedVisitor(site.db, site, { inside: site.tenant });
  expect(await remove(site, site.tenant)).toBeRefused(409, 'currentVisitRecords', { reasons: ['currentVisitRecords'] });
  expect(await visitors(site)).toHaveLength(1);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: inside.id } });
  expect(await remove(site, site.tenant)).toMatchObject({ status: 200 });
});

test('keeps a visitor of whom other data remains, and deletes one without', async () => {
  const site = await building();
  const { db, tenant, neighbor } = site;
  const [past, expected, alsoElsewhere, expectedElsewhere, insideElsewhere, remembered, stranger] = [
    await seedVisitor(db, site),
    await seedVisitor(db, site, { expectedBy: tenant }),
    await seedVisitor(db, site),
    await seedVisitor(db, site, { expectedBy: neighbor }),
    await seedVisitor(db, site, { inside: neighbor, expectedBy: tenant }),
    await seedVisitor(db, site),
    await seedVisitor(db, site),
  ];
  for (const visitor of [past, alsoElsewhere, expectedElsewhere, remembered])
    await seedPastVisit(site, visitor, tenant);
  await seedPastVisit(site, alsoElsewhere, neighbor);
  await db.updateTable('visitor').set({ should_save_data: true }).where('id', '=', remembered.id).execute();
  expect(await remove(site, tenant)).toMatchObject({ status: 200 });
  expect(await visitors(site)).toEqual([
    { id: alsoElsewhere.id, preregistered_tenant_id: null },
    { id: expectedElsewhere.id, preregistered_tenant_id: neighbor.id },
    { id: insideElsewhere.id, preregistered_tenant_id: null },
    { id: remembered.id, preregistered_tenant_id: null },
    { id: stranger.id, preregistered_tenant_id: null },
  ]);
  expect([past.id, expected.id]).not.toContain(stranger.id);
});

test('deletes the stored replies about deleted visitors', async () => {
  const site = await building();
  const { as, db, tenant } = site;
  const reception = as('reception');
  const once = () => ({ idempotencyKey: crypto.randomUUID() });
  const arrived = (await reception.call(registerVisit, visitTo(tenant), once())).data.visitor;
  const expected = await seedVisitor(db, site, { expectedBy: tenant });
  await reception.call(checkInExpected, { body: { ids: [expected.id] } }, once());
  for (const { id } of [arrived, expected]) await reception.call(checkOutVisitor, { params: { visitorId: id } });
  const phones = [arrived, expected].map(({ phone }) => `%${phone}%`);
  const kept = async () =>
    (await sql`select from idempotent_reply where reply::text like any(${phones}::text[])`.execute(db)).rows.length;
  expect(await kept()).toBe(2);
  await remove(site, tenant);
  expect(await kept()).toBe(0);
});

test('desks get the deleted visitors and those who are no longer expected', async () => {
  await (await sharedServer()).listen();
  const site = await building();
  const { db, company, tenant, neighbor } = site;
  const gone = await seedVisitor(db, site, { expectedBy: tenant });
  const left = await seedVisitor(db, site, { inside: neighbor, expectedBy: tenant });
  const desk = await openLive(site.as('reception'), { companyId: company.id });
  await remove(site, tenant);
  const [first, second] = await desk.received(2);
  expect(first).toMatchObject({ event: 'visitors_removed', payload: { ids: [gone.id] } });
  expect(second).toMatchObject({
    event: 'visitors_update',
    payload: [{ id: left.id, preregisteredTenantId: null, preregisteredTenant: null }],
  });
});

test('an employee added to a tenant during its deletion answers 404', async () => {
  const site = await building();
  const { as, db, company } = site;
  const tenant = await seedTenant(db, company.id, 'Soon gone');
  const body = { name: 'Kari', email: null, phone: freshPhone() };
  const [added] = await queuedBehind(db, sql`delete from tenant where id = ${tenant.id}`, [
    () => as('company').call(createEmployee, { params: { tenantId: tenant.id }, body }),
  ]);
  expect(added).toBeRefused(404, 'notFound');
});

test('a deletion and a check-in at the same time never lose a visit or its tenant', async () => {
  const site = await building();
  const { as, db, company, neighbor } = site;
  for (let round = 0; round < 10; round += 1) {
    const phone = freshPhone();
    const known = await seedVisitor(db, site, { phone });
    const tenant = await db
      .insertInto('tenant')
      .values({ company_id: company.id, name: `Tenant ${round}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await seedPastVisit(site, known, tenant);
    const [deletion, here, there] = await Promise.all([
      remove(site, tenant),
      as('reception').call(registerVisit, visitTo(tenant)),
      as('company').call(registerVisit, visitTo(neighbor, { phone })),
    ]);
    expect(['200 404', '409 201']).toContain(`${deletion.status} ${here.status}`);
    expect(there.status).toBe(201);
    const open = await db
      .selectFrom('visit')
      .innerJoin('visitor', 'visitor.id', 'visit.visitor_id')
      .select('visitor.phone')
      .where('visitor.company_id', '=', company.id)
      .where('visitor.phone', '=', phone)
      .where('visit.checked_out_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  }
});
