import { updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import {
  createTenant,
  getBadgeOptions,
  getTenant,
  listTenants,
  listTenantsWithBadges,
  renameTenant,
} from '@vestibule/contract/building/tenant.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { openLive } from '../../testing/live.ts';
import { sharedServer } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';

const create = ({ as, company }: Building, name: string) =>
  as('company').call(createTenant, { params: { companyId: company.id }, body: { name } });

test('a new tenant has no employees and follows the company settings', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { status, data } = await create(site, ' Aurora Shipping ');
  expect(status).toBe(201);
  expect(data).toEqual({
    id: data.id,
    companyId: site.company.id,
    name: 'Aurora Shipping',
    type: null,
    groupId: null,
    clientId: null,
    hasClientSecret: false,
    useCustomApp: false,
    loopbookingDomain: null,
    hasLoopbookingCode: false,
    enableCustomSettings: false,
    logoImageId: null,
    logo: null,
    enablePrintBadgeOption: true,
    enablePrintParkingBadgeOption: false,
    backupEmployee: null,
    employeeCount: 0,
    lastSyncAt: null,
    timeZone: 'Europe/Oslo',
  });
});

test.for([
  { name: '', key: 'tenantNameRequired' },
  { name: '   ', key: 'tenantNameRequired' },
  { name: 'x'.repeat(121), key: 'max120chars' },
  { name: 'a\u0007b', key: 'invalidText' },
])('refuses a tenant named $name as $key, new or renamed', async ({ name, key }) => {
  const site = await building();
  expect(await create(site, name)).toBeRefused(400, 'validation', { fields: { name: key } });
  const rename = await site.as('company').call(renameTenant, { params: { tenantId: site.tenant.id }, body: { name } });
  expect(rename).toBeRefused(400, 'validation', { fields: { name: key } });
});

test('renaming a tenant changes only its name', async () => {
  const { as, tenant } = await building();
  const { employees, ...before } = (await as('company').call(getTenant, { params: { tenantId: tenant.id } })).data;
  const { data } = await as('company').call(renameTenant, {
    params: { tenantId: tenant.id },
    body: { name: 'Renamed' },
  });
  expect(data).toEqual({ ...before, name: 'Renamed' });
  const { data: after } = await as('company').call(getTenant, { params: { tenantId: tenant.id } });
  expect(after).toEqual({ ...before, name: 'Renamed', employees });
});

test('shows the employees of a tenant and their number', async () => {
  const { as, tenant, employee } = await building();
  const { data } = await as('tenant').call(getTenant, { params: { tenantId: tenant.id } });
  expect(data).toMatchObject({
    backupEmployee: null,
    employeeCount: 1,
    employees: [{ id: employee.id, name: employee.name, tenantId: tenant.id }],
  });
});

test('the whole list of tenants includes employees, a page does not', async () => {
  const { as, company, tenant, neighbor, employee, neighborEmployee } = await building();
  const list = (query: object) => as('reception').call(listTenants, { params: { companyId: company.id }, query });
  const whole = await list({});
  const employees = Object.fromEntries(whole.data.map(({ id, employees: staff }) => [id, staff?.map((one) => one.id)]));
  expect(employees).toEqual({ [tenant.id]: [employee.id], [neighbor.id]: [neighborEmployee.id] });
  const page = await list({ limit: 10 });
  expect(page.data.map((row) => ['employees' in row, row.employeeCount])).toEqual([
    [false, 1],
    [false, 1],
  ]);
});

test('omits the employees of a tenant on request', async () => {
  const { as, tenant } = await building();
  const { data } = await as('tenant').call(getTenant, {
    params: { tenantId: tenant.id },
    query: { employees: 'false' },
  });
  expect(data).toMatchObject({ id: tenant.id, employeeCount: 1 });
  expect(data).not.toHaveProperty('employees');
});

test('finds tenants by name and by employee, and shows only matching employees', async () => {
  const { as, db, company, tenant, neighbor, employee } = await building();
  const other = { company_id: company.id, tenant_id: tenant.id, name: 'Åse Ødegård', email: 'aase@fjord.example' };
  const { id: aaseId } = await db.insertInto('employee').values(other).returning('id').executeTakeFirstOrThrow();
  const find = async (search: string) => {
    const { data } = await as('company').call(listTenants, { params: { companyId: company.id }, query: { search } });
    return data.map(({ id, employeeCount, employees }) => ({
      id,
      employeeCount,
      staff: employees?.map((one) => one.id),
    }));
  };
  const found = { id: tenant.id, employeeCount: 2 };
  expect(await find('odeg')).toEqual([{ ...found, staff: [aaseId] }]);
  expect(await find('AASE@fjord')).toEqual([{ ...found, staff: [aaseId] }]);
  const [whole] = await find(tenant.name);
  expect(new Set(whole?.staff)).toEqual(new Set([employee.id, aaseId]));
  expect(await find('nobody at all')).toEqual([]);
  expect(new Set((await find('od')).map(({ id }) => id))).toEqual(new Set([tenant.id, neighbor.id]));
});

test('the second of two renames of a tenant gets the current name', async () => {
  const { as, tenant } = await building();
  const rename = (name: string) =>
    as('company').call(renameTenant, { params: { tenantId: tenant.id }, body: { name, previous: tenant.name } });
  expect(await rename('First')).toMatchObject({ status: 200 });
  expect(await rename('Second')).toBeRefused(409, 'changedMeanwhile', { current: 'First' });
  expect(await rename('First'), 'tried again').toMatchObject({ status: 200 });
});

test('the badge options come from the settings in force', async () => {
  const { as, tenant, company, db } = await building();
  await db
    .updateTable('tenant_settings')
    .set({ enable_print_badge_option: true })
    .where('company_id', '=', company.id)
    .execute();
  const { data } = await as('tenant').call(getBadgeOptions, { params: { tenantId: tenant.id } });
  expect(data).toEqual({ enablePrintBadgeOption: true, enablePrintParkingBadgeOption: false });
});

test('lists the tenants whose settings in force have badges, to a tenant user only their own', async () => {
  const { as, tenant, neighbor, company, elsewhere, db } = await building();
  const badgesOf = async (role: 'reception' | 'tenant') =>
    (await as(role).call(listTenantsWithBadges, { params: { companyId: company.id } })).data;
  const ids = [tenant.id, neighbor.id].toSorted((one, other) => one - other);
  expect(await badgesOf('reception')).toEqual([]);

  await db
    .updateTable('tenant_settings')
    .set({ enable_print_parking_badge_option: true })
    .where('company_id', '=', company.id)
    .execute();
  expect(await badgesOf('reception')).toEqual(ids);
  expect(await badgesOf('tenant')).toEqual([tenant.id]);

  await as('company').call(setCustomSettings, {
    params: { tenantId: neighbor.id },
    body: { enableCustomSettings: true },
  });
  await db
    .updateTable('tenant_settings')
    .set({ enable_print_parking_badge_option: false })
    .where('tenant_id', '=', neighbor.id)
    .execute();
  expect(await badgesOf('reception')).toEqual([tenant.id]);
  const abroad = await as('reception').call(listTenantsWithBadges, { params: { companyId: elsewhere.company.id } });
  expect(abroad).toBeRefused(404, 'notFound');
});

test('only desks that show visitors of a tenant get its new name', async () => {
  await (await sharedServer()).listen();
  const site = await building();
  const { as, db, company, tenant, neighbor } = site;
  const inside = await seedVisitor(db, site, { inside: tenant });
  const expected = await seedVisitor(db, site, { expectedBy: tenant });
  await seedVisitor(db, site, { inside: neighbor });
  await seedVisitor(db, site);
  const desk = await openLive(as('reception'), { companyId: company.id });
  const own = await openLive(as('tenant'), { tenantId: tenant.id });
  await as('company').call(renameTenant, { params: { tenantId: tenant.id }, body: { name: 'Renamed' } });
  for (const client of [desk, own]) {
    const [message] = await client.received(1);
    expect(message).toMatchObject({
      event: 'visitors_update',
      payload: [
        { id: inside.id, currentVisitRecord: { tenant: { name: 'Renamed' } } },
        { id: expected.id, preregisteredTenant: { name: 'Renamed' } },
      ],
    });
  }
});

test('desks that show visitors of an employee get the new name', async () => {
  await (await sharedServer()).listen();
  const site = await building();
  const { as, db, company, tenant, employee } = site;
  const visitor = await seedVisitor(db, site, { inside: tenant, host: employee });
  await seedVisitor(db, site, { inside: tenant });
  const desk = await openLive(as('reception'), { companyId: company.id });
  const { email } = employee;
  await as('tenant').call(updateEmployee, { params: { employeeId: employee.id }, body: { name: 'Kari Berg', email } });
  const [message] = await desk.received(1);
  expect(message).toMatchObject({
    event: 'visitors_update',
    payload: [{ id: visitor.id, currentVisitRecord: { employee: { name: 'Kari Berg' } } }],
  });
});

test('the badge options of a tenant come from its custom settings once they are on', async () => {
  const { as, tenant, company, db } = await building();
  const own = {
    company_id: company.id,
    tenant_id: tenant.id,
    country_code: 'NO',
    enable_print_parking_badge_option: true,
  };
  await db.insertInto('tenant_settings').values(own).execute();
  const shown = async () =>
    (await as('company').call(getTenant, { params: { tenantId: tenant.id } })).data.enablePrintParkingBadgeOption;
  expect(await shown()).toBe(false);
  await db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute();
  expect(await shown()).toBe(true);
});

test('answers show whether a directory has secrets, never the secrets', async () => {
  const { as, tenant, db } = await building();
  const secret = Buffer.from('client-secret-of-the-tenant');
  await db
    .updateTable('tenant')
    .set({ client_secret: secret, loopbooking_code: secret })
    .where('id', '=', tenant.id)
    .execute();
  const response = await as('tenant').send({ method: 'GET', url: `/api/v1/tenants/${tenant.id}` });
  expect(response.json()).toMatchObject({ data: { hasClientSecret: true, hasLoopbookingCode: true } });
  expect(response.body).not.toMatch(/client-secret|clientSecret"|loopbookingCode"/);
});
