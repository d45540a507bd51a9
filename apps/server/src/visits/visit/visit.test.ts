import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { changeSettings } from '../../testing/settings.ts';

const visitorsOf = ({ db, company }: Building) =>
  db.selectFrom('visitor').selectAll().where('company_id', '=', company.id).orderBy('id').execute();
const visitsOf = ({ db, company }: Building) =>
  db.selectFrom('visit').selectAll().where('company_id', '=', company.id).orderBy('id').execute();
const setRetention = (site: Building, gdprHandling: string, enableGdpr = true) =>
  changeSettings(site, { gdpr_handling: gdprHandling, enable_gdpr: enableGdpr });

test('a new visitor is registered and inside, at the chosen tenant and host', async () => {
  const site = await building();
  const { as, tenant, employee, company } = site;
  const { body } = visitTo(tenant, { employeeId: employee.id, shouldSaveData: true });
  const { status, data } = await as('reception').call(registerVisit, { body });
  expect(status).toBe(201);
  const place = { id: tenant.id, name: tenant.name };
  expect(data.visitor).toMatchObject({
    companyId: company.id,
    name: body.name,
    companyName: body.companyName,
    phone: body.phone,
    shouldSaveData: true,
    preregisteredTenantId: null,
    currentVisitRecord: {
      checkedOutAt: null,
      tenant: place,
      employee: { id: employee.id, name: employee.name, phone: employee.phone, tenant: place },
    },
  });
  expect(data.visitor.currentVisitRecordId).toBe(data.visitor.currentVisitRecord?.id);
  const { data: current } = await as('reception').call(listVisitors, {
    params: { companyId: company.id },
    query: { scope: 'current' },
  });
  expect(current).toEqual([data.visitor]);
});

test('a visitor can visit a tenant without a host', async () => {
  const { as, tenant } = await building();
  const { data } = await as('reception').call(registerVisit, visitTo(tenant));
  expect(data.visitor.currentVisitRecord).toMatchObject({ employee: null, tenant: { id: tenant.id } });
});

test('registers a visitor with a known phone as the same visitor, with the new name and company', async () => {
  const site = await building();
  const { id, phone } = await seedVisitor(site.db, site, { name: 'Liv Hauge', companyName: 'Bergen Kommune' });
  const visit = visitTo(site.tenant, { phone, name: 'Liv Hauge Moe', companyName: 'Oslo Kommune' });
  const { data } = await site.as('reception').call(registerVisit, visit);
  expect(data.visitor).toMatchObject({ id, name: 'Liv Hauge Moe', companyName: 'Oslo Kommune' });
  expect(await visitorsOf(site)).toHaveLength(1);
});

test('the same phone in another company is another visitor', async () => {
  const { as, tenant, elsewhere } = await building();
  const phone = freshPhone();
  const here = await as('reception').call(registerVisit, visitTo(tenant, { phone }));
  const there = await elsewhere.as('reception').call(registerVisit, visitTo(elsewhere.tenant, { phone }));
  expect(there.data.visitor.id).not.toBe(here.data.visitor.id);
});

test.for(['90 12 34 56', '+47 90123456', '0047 90 12 34 56', '+47 (901) 23-456', ' 90123456 '])(
  'a phone typed as %s is the same visitor',
  async (phone) => {
    const site = await building();
    const { id } = await seedVisitor(site.db, site, { phone: '+4790123456' });
    const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
    expect(data.visitor).toMatchObject({ id, phone: '+4790123456' });
  },
);

test('reads a phone with the country of the tenant’s settings', async () => {
  const { as, tenant, neighbor, db, company } = await building();
  await db
    .insertInto('tenant_settings')
    .values({ company_id: company.id, tenant_id: neighbor.id, country_code: 'SE' })
    .execute();
  await db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', neighbor.id).execute();
  const register = (at: typeof tenant, phone: string) => as('reception').call(registerVisit, visitTo(at, { phone }));
  expect((await register(neighbor, '070-123 45 67')).data.visitor.phone).toBe('+46701234567');
  expect((await register(tenant, '901 23 456')).data.visitor.phone).toBe('+4790123456');
});

test('refuses an unreadable phone and stores nothing', async () => {
  const site = await building();
  const answer = await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone: '12345' }));
  expect(answer).toBeRefused(400, 'invalidPhone', { fields: { phone: 'invalidPhone' } });
  expect(await visitorsOf(site)).toEqual([]);
});

test('refuses to check in a visitor who is inside, and changes nothing', async () => {
  const site = await building();
  const { phone, name } = await seedVisitor(site.db, site, { inside: site.neighbor });
  const answer = await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
  expect(answer).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  expect(await visitorsOf(site)).toMatchObject([{ name }]);
  expect(await visitsOf(site)).toMatchObject([{ tenant_id: site.neighbor.id }]);
});

test('one of a hundred simultaneous registrations of a phone succeeds, and 99 answer that the visitor is inside', async () => {
  const site = await building();
  const phone = freshPhone();
  const desks = [site.as('reception'), site.as('company'), site.as('superAdmin'), site.as('partner')];
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      desks.map((desk) => desk.call(registerVisit, visitTo(site.tenant, { phone }))),
    ).flat(),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  expect(await visitorsOf(site)).toHaveLength(1);
  expect(await visitsOf(site)).toHaveLength(1);
});

test('a tenant of another company and a host of another tenant are missing', async () => {
  const { as, tenant, neighborEmployee, elsewhere } = await building();
  const reception = as('reception');
  expect(await reception.call(registerVisit, visitTo(elsewhere.tenant))).toBeRefused(404, 'notFound');
  expect(await reception.call(registerVisit, visitTo(tenant, { employeeId: neighborEmployee.id }))).toBeRefused(
    404,
    'notFound',
  );
  expect(await reception.call(registerVisit, visitTo(tenant, { employeeId: elsewhere.employee.id }))).toBeRefused(
    404,
    'notFound',
  );
});

test('a tenant user can register visitors only at their own tenant', async () => {
  const { as, tenant, neighbor } = await building();
  expect(await as('tenant').call(registerVisit, visitTo(tenant))).toMatchObject({ status: 201 });
  expect(await as('tenant').call(registerVisit, visitTo(neighbor))).toBeRefused(404, 'notFound');
});

test('a tenant user who registers a visitor does not learn that the neighbor expects them', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site, { expectedBy: site.neighbor });
  const { data } = await site.as('tenant').call(registerVisit, visitTo(site.tenant, { phone }));
  expect(data.visitor).toMatchObject({ preregisteredTenantId: null, preregisteredTenant: null });
  expect((await visitorsOf(site))[0]?.preregistered_tenant_id).toBe(site.neighbor.id);
});

test.for([
  { field: 'name', value: 'x'.repeat(121), key: 'max120chars' },
  { field: 'name', value: ' \t ', key: 'nameRequired' },
  { field: 'name', value: '\u200B\u2060 \u202E\u3164', key: 'nameRequired' },
  { field: 'name', value: '\u2800\uFFA0\u115F\uFE0F\u{E0041}\u{1D159}', key: 'nameRequired' },
  { field: 'name', value: 'Liv\nHauge', key: 'invalidText' },
  { field: 'name', value: 'Liv \u202Eegau', key: 'invalidText' },
  { field: 'companyName', value: '', key: 'companyNameRequired' },
  { field: 'companyName', value: 'x'.repeat(121), key: 'max120chars' },
  { field: 'phone', value: '', key: 'phoneRequired' },
  { field: 'phone', value: '9'.repeat(33), key: 'max32chars' },
  { field: 'tenantId', value: 0, key: 'tenantRequired' },
  { field: 'tenantId', value: undefined, key: 'tenantRequired' },
  { field: 'employeeId', value: undefined, key: 'invalidValue' },
  { field: 'shouldSaveData', value: undefined, key: 'invalidValue' },
  { field: 'shouldPrintMainBadge', value: null, key: 'invalidValue' },
  { field: 'shouldPrintParkingBadge', value: 1, key: 'invalidValue' },
])('marks the wrong $field of a registration as $key', async ({ field, value, key }) => {
  const { as, tenant } = await building();
  const payload = { ...visitTo(tenant).body, [field]: value };
  const response = await as('reception').send({ method: 'POST', url: '/api/v1/visitors/register', payload });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { [field]: key } });
});

test('names keep every letter and sign that is not a control character', async () => {
  const { as, tenant } = await building();
  const name = `Åse "Ω" <b>O'Neil</b> ${String.fromCodePoint(0x1f469, 0x200d, 0x1f680)} שלום 株式会社 %_\\;--`;
  const { data } = await as('reception').call(registerVisit, visitTo(tenant, { name: `  ${name} ` }));
  expect(data.visitor.name).toBe(name);
});

test('checking out ends the visit and keeps the visitor', async () => {
  const site = await building();
  await seedVisitor(site.db, site);
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const { status, data } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(status).toBe(200);
  expect(data).toMatchObject({ id, currentVisitRecordId: null, currentVisitRecord: null });
  const [visit] = await visitsOf(site);
  expect(visit?.checked_out_at).not.toBeNull();
});

test('refuses to check out a visitor twice', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const reception = site.as('reception');
  await reception.call(checkOutVisitor, { params: { visitorId: id } });
  expect(await reception.call(checkOutVisitor, { params: { visitorId: id } })).toBeRefused(
    409,
    'visitorIsNotCheckedIn',
  );
});

test('of two simultaneous check-outs, one succeeds', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const checkOut = () => site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  const answers = await Promise.all([checkOut(), checkOut(), checkOut()]);
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409', '409']);
});

test('a visitor who left can check in again', async () => {
  const { as, tenant } = await building();
  const reception = as('reception');
  const visit = visitTo(tenant);
  const first = await reception.call(registerVisit, visit);
  await reception.call(checkOutVisitor, { params: { visitorId: first.data.visitor.id } });
  const second = await reception.call(registerVisit, visit);
  expect(second.data.visitor.id).toBe(first.data.visitor.id);
  expect(second.data.visitor.currentVisitRecordId).not.toBe(first.data.visitor.currentVisitRecordId);
});

test('check-out removes a visitor without consent, with the visit', async () => {
  const site = await building();
  await setRetention(site, 'noInfoSaved');
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant, { shouldSaveData: true }));
  const answer = await site.as('reception').call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  expect(answer.data).toBeNull();
  expect(await visitorsOf(site)).toEqual([]);
  expect(await visitsOf(site)).toEqual([]);
});

test('the settings of the visited tenant decide which data of a visit stays', async () => {
  const site = await building();
  const own = { company_id: site.company.id, tenant_id: site.neighbor.id, country_code: 'NO' } as const;
  await site.db
    .insertInto('tenant_settings')
    .values({ ...own, gdpr_handling: 'noInfoSaved' })
    .execute();
  await sql`update tenant set enable_custom_settings = true where id = ${site.neighbor.id}`.execute(site.db);
  const [kept, forgotten] = [
    await seedVisitor(site.db, site, { inside: site.tenant }),
    await seedVisitor(site.db, site, { inside: site.neighbor }),
  ];
  for (const { id } of [kept, forgotten])
    await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect((await visitorsOf(site)).map(({ id }) => id)).toEqual([kept.id]);
});

test('a visitor without consent is on the list of those inside until check-out', async () => {
  const site = await building();
  await setRetention(site, 'noInfoSaved');
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant));
  const { data: current } = await site
    .as('reception')
    .call(listVisitors, { params: { companyId: site.company.id }, query: { scope: 'current' } });
  expect(current.map(({ id }) => id)).toEqual([data.visitor.id]);
});

test('keeps a visitor whom another tenant expects when the visited tenant stores nothing', async () => {
  const site = await building();
  await setRetention(site, 'noInfoSaved');
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.neighbor });
  const { data } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(data).toMatchObject({ id, preregisteredTenantId: site.neighbor.id, currentVisitRecord: null });
  expect(await visitsOf(site)).toEqual([]);
});

test('keeps a visitor with an earlier stored visit when this one is not stored', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  const kept = (await visitsOf(site)).map((visit) => visit.id);
  await setRetention(site, 'noInfoSaved');
  await seedVisit(site.db, { id }, { tenant: site.tenant });
  const { data } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(data).toMatchObject({ id });
  expect((await visitsOf(site)).map((visit) => visit.id)).toEqual(kept);
});

test('check-out removes nothing without retention', async () => {
  const site = await building();
  await setRetention(site, 'noInfoSaved', false);
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const { data } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(data).toMatchObject({ id });
  expect(await visitsOf(site)).toHaveLength(1);
});

test('check-out removes a known visitor who now opts out, with every visit', async () => {
  const site = await building();
  const reception = site.as('reception');
  const { data: other } = await reception.call(registerVisit, visitTo(site.tenant));
  await reception.call(checkOutVisitor, { params: { visitorId: other.visitor.id } });
  const visit = visitTo(site.tenant, { shouldSaveData: true });
  const first = await reception.call(registerVisit, visit);
  const params = { visitorId: first.data.visitor.id };
  expect((await reception.call(checkOutVisitor, { params })).data).toMatchObject({ shouldSaveData: true });
  await reception.call(registerVisit, { body: { ...visit.body, shouldSaveData: false } });
  expect((await reception.call(checkOutVisitor, { params })).data).toBeNull();
  expect((await visitorsOf(site)).map(({ id }) => id)).toEqual([other.visitor.id]);
  expect((await visitsOf(site)).map((kept) => kept.visitor_id)).toEqual([other.visitor.id]);
});

test('keeps a visitor who opted out and then consents again', async () => {
  const site = await building();
  const reception = site.as('reception');
  const visit = visitTo(site.tenant, { shouldSaveData: true });
  const { data } = await reception.call(registerVisit, visit);
  const params = { visitorId: data.visitor.id };
  await reception.call(checkOutVisitor, { params });
  await sql`update visitor set should_save_data = false, storage_stopped_at = now() where id = ${data.visitor.id}`.execute(
    site.db,
  );
  await reception.call(registerVisit, visit);
  expect((await reception.call(checkOutVisitor, { params })).data).toMatchObject({ shouldSaveData: true });
});

test('a check-in ends the expectation of the visited tenant, not that of another', async () => {
  const site = await building();
  const here = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.tenant });
  const there = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.neighbor });
  const checkOut = ({ id }: { id: number }) =>
    site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect((await checkOut(here)).data).toMatchObject({ preregisteredTenantId: null });
  expect((await checkOut(there)).data).toMatchObject({ preregisteredTenantId: site.neighbor.id });
});

test('a tenant user can check out visitors of the tenant only', async () => {
  const site = await building();
  const here = await seedVisitor(site.db, site, { inside: site.tenant });
  const expected = await seedVisitor(site.db, site, { inside: site.neighbor, expectedBy: site.tenant });
  const there = await seedVisitor(site.db, site, { inside: site.neighbor });
  const checkOut = ({ id }: { id: number }) => site.as('tenant').call(checkOutVisitor, { params: { visitorId: id } });
  expect(await checkOut(here)).toMatchObject({ status: 200 });
  expect(await checkOut(expected)).toBeRefused(409, 'visitorIsNotCheckedIn');
  expect(await checkOut(there)).toBeRefused(404, 'notFound');
  expect((await visitsOf(site)).filter((visit) => visit.checked_out_at === null)).toHaveLength(2);
});
