import { listEmployees } from '@vestibule/contract/building/employee.ts';
import {
  createEmployee,
  deleteEmployee,
  setEmployeePhoto,
  updateEmployee,
} from '@vestibule/contract/building/employee-edit.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import { seedImage } from '../../testing/images.ts';

const freshEmail = () => `somebody-${fresh()}@test.example`;

const create = ({ as, tenant }: Building, body: { name: string; email?: string | null; phone?: string | null }) =>
  as('reception').call(createEmployee, { params: { tenantId: tenant.id }, body });

const synchronized = async ({ db, company, tenant }: Building) =>
  db
    .insertInto('employee')
    .values({
      company_id: company.id,
      tenant_id: tenant.id,
      name: 'From the directory',
      email: freshEmail(),
      id_from_service: 'abc-1',
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();

const stored = ({ db, tenant }: Building) =>
  db.selectFrom('employee').selectAll().where('tenant_id', '=', tenant.id).orderBy('id').execute();

test('adds an employee with name, e-mail and phone', async () => {
  const site = await building();
  const email = freshEmail();
  const { status, data } = await create(site, {
    name: ' Kari Nordmann ',
    email: email.toUpperCase(),
    phone: '90 12 34 56',
  });
  expect(status).toBe(201);
  expect(data).toEqual({
    id: data.id,
    tenantId: site.tenant.id,
    name: 'Kari Nordmann',
    email,
    phone: '+4790123456',
    photoId: null,
    photo: null,
    idFromService: null,
  });
  const { data: employees } = await site.as('tenant').call(listEmployees, { params: { tenantId: site.tenant.id } });
  expect(employees).toContainEqual(data);
});

test.for([
  { email: freshEmail(), phone: '' },
  { email: freshEmail(), phone: '   ' },
  { email: freshEmail(), phone: null },
  { email: '', phone: '90111111' },
  { email: null, phone: '90222222' },
])('stores only the other of e-mail $email and phone "$phone" when one is blank', async ({ email, phone }) => {
  const { data } = await create(await building(), { name: 'Kari', email, phone });
  expect(data.email).toBe(email === '' ? null : email);
  expect(data.phone).toBe(phone?.trim() ? `+47${phone}` : null);
});

test.for([{}, { email: null, phone: null }, { email: ' ', phone: '' }])(
  'marks both e-mail and phone if neither is given: %j',
  async (reached) => {
    const answer = await create(await building(), { name: 'Kari', ...reached });
    expect(answer).toBeRefused(400, 'validation', {
      fields: { email: 'emailOrPhoneRequired', phone: 'emailOrPhoneRequired' },
    });
  },
);

test.for([
  {
    body: { name: '' },
    fields: { name: 'nameRequired', email: 'emailOrPhoneRequired', phone: 'emailOrPhoneRequired' },
  },
  {
    body: { name: ' ', email: 'kari', phone: '12' },
    fields: { name: 'nameRequired', email: 'incorrectEmail', phone: 'invalidPhone' },
  },
  { body: { name: '', phone: 'none' }, fields: { name: 'nameRequired', phone: 'invalidPhone' } },
])('reports all problems of $body at once', async ({ body, fields }) => {
  expect(await create(await building(), body)).toBeRefused(400, 'validation', { fields });
});

test('requires a name, a valid e-mail and a readable phone', async () => {
  const site = await building();
  const email = freshEmail();
  expect(await create(site, { name: ' ', email })).toBeRefused(400, 'validation', { fields: { name: 'nameRequired' } });
  expect(await create(site, { name: 'x'.repeat(121), email })).toBeRefused(400, 'validation', {
    fields: { name: 'max120chars' },
  });
  expect(await create(site, { name: 'Kari', email: 'kari' })).toBeRefused(400, 'validation', {
    fields: { email: 'incorrectEmail' },
  });
  expect(await create(site, { name: 'Kari', phone: '123' })).toBeRefused(400, 'invalidPhone', {
    fields: { phone: 'invalidPhone' },
  });
  expect(await stored(site)).toHaveLength(1);
});

test('refuses an e-mail or phone of another employee of the tenant, and names the field', async () => {
  const site = await building();
  const { email, phone } = site.employee;
  const key = 'AlreadyInUseForOtherEmployee';
  expect(await create(site, { name: 'Kari', email: email.toUpperCase() })).toBeRefused(409, key, {
    reasons: ['email'],
    fields: { email: key },
  });
  expect(await create(site, { name: 'Kari', phone: phone.replace('+47', '') })).toBeRefused(409, key, {
    reasons: ['phone'],
    fields: { phone: key },
  });
  const both = await create(site, { name: 'Kari', email, phone });
  expect(both).toBeRefused(409, key, { reasons: ['email', 'phone'], fields: { email: key, phone: key } });
});

test('marks both e-mail and phone if two employees have them', async () => {
  const site = await building();
  const { data: other } = await create(site, { name: 'Ola', phone: freshPhone() });
  const answer = await create(site, { name: 'Kari', email: site.employee.email, phone: other.phone });
  expect(answer).toBeRefused(409, 'AlreadyInUseForOtherEmployee', { reasons: ['email', 'phone'] });
});

test('two tenants can have employees with the same e-mail and phone', async () => {
  const site = await building();
  const { email, phone } = site.neighborEmployee;
  expect(await create(site, { name: 'Kari', email, phone })).toMatchObject({ status: 201 });
});

test('keeps one of many equal employees added at the same time', async () => {
  const site = await building();
  const email = freshEmail();
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(site, { name: 'Kari', email })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toBeRefused(409, 'AlreadyInUseForOtherEmployee', { reasons: ['email'] });
  }
  expect((await stored(site)).filter((row) => row.email === email)).toHaveLength(1);
});

test('refuses an edit that began with an outdated value, with the current one', async () => {
  const site = await building();
  const { name, email, phone } = site.employee;
  const edit = (typed: { name: string; email: string }, previous: object) =>
    site.as('reception').call(updateEmployee, {
      params: { employeeId: site.employee.id },
      body: { ...typed, previous: { name, email, phone, ...previous } },
    });
  const first = { name: 'First', email: freshEmail() };
  expect((await edit(first, {})).status).toBe(200);
  const current = { ...first, phone: null };
  expect(await edit({ name: 'Second', email: freshEmail() }, {})).toBeRefused(409, 'changedMeanwhile', { current });
  expect((await edit(first, {})).status, 'tried again').toBe(200);
  expect((await edit({ name: 'Second', email: freshEmail() }, current)).data.name).toBe('Second');
});

test('an edit changes name, e-mail and phone, also sent as a whole or in part', async () => {
  const site = await building();
  const { data: before } = await create(site, { name: 'Kari', email: freshEmail(), phone: freshPhone() });
  const edit = (body: object) =>
    site.as('tenant').call(updateEmployee, { params: { employeeId: before.id }, body: { ...before, ...body } });
  expect((await edit({})).data).toEqual(before);
  const { data } = await edit({
    name: 'Kari Hansen',
    email: '',
    phone: '90 33 33 33',
    tenantId: site.neighbor.id,
    idFromService: 'x',
    photoId: 7,
  });
  expect(data).toEqual({ ...before, name: 'Kari Hansen', email: null, phone: '+4790333333' });
});

test.for(['id', 'tenantId', 'photoId', 'photo', 'idFromService'])(
  'refuses %s when a new employee is added',
  async (name) => {
    const { as, tenant } = await building();
    const payload = { name: 'Kari', email: freshEmail(), [name]: 1 };
    const response = await as('reception').send({
      method: 'POST',
      url: `/api/v1/employee/tenant/${tenant.id}/manual`,
      payload,
    });
    expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { [name]: 'unknownProperty' } });
  },
);

test('refuses an edit to an e-mail in use, and marks the field', async () => {
  const site = await building();
  const { data } = await create(site, { name: 'Kari', email: freshEmail() });
  const body = { name: 'Kari', email: site.employee.email };
  const answer = await site.as('reception').call(updateEmployee, { params: { employeeId: data.id }, body });
  expect(answer).toBeRefused(409, 'AlreadyInUseForOtherEmployee', { reasons: ['email'] });
});

test('deletes an employee; past visits still name the host', async () => {
  const site = await building();
  const { data } = await site
    .as('reception')
    .call(registerVisit, visitTo(site.tenant, { employeeId: site.employee.id }));
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  const answer = await site.as('tenant').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  expect(answer).toMatchObject({ status: 200, data: null });
  expect(await stored(site)).toEqual([]);
  const visits = await site.db.selectFrom('visit').selectAll().where('company_id', '=', site.company.id).execute();
  expect(visits).toMatchObject([{ employee_id: null, former_host: site.employee.name, tenant_id: site.tenant.id }]);
});

test('refuses to delete an employee with an open visit', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { inside: site.tenant, host: site.employee });
  const answer = await site.as('reception').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  expect(answer).toBeRefused(409, 'currentVisitRecords', { reasons: ['currentVisitRecords'] });
  expect(await stored(site)).toHaveLength(1);
});

test('a deletion and a check-in at the same time never leave a visit without its employee', async () => {
  const site = await building();
  for (let round = 0; round < 10; round += 1) {
    const { data: host } = await create(site, { name: 'Host', email: freshEmail() });
    const [deletion, arrival] = await Promise.all([
      site.as('reception').call(deleteEmployee, { params: { employeeId: host.id } }),
      site.as('reception').call(registerVisit, visitTo(site.tenant, { employeeId: host.id })),
    ]);
    expect(['200 404', '409 201']).toContain(`${deletion.status} ${arrival.status}`);
  }
});

test('an employee of a directory cannot be edited or deleted by hand', async () => {
  const site = await building();
  const { id } = await synchronized(site);
  const params = { employeeId: id };
  const edit = await site
    .as('company')
    .call(updateEmployee, { params, body: { name: 'Renamed', email: freshEmail() } });
  expect(edit).toBeRefused(403, 'employeeIsSynchronised');
  expect(await site.as('company').call(deleteEmployee, { params })).toBeRefused(403, 'employeeIsSynchronised');
  expect(await stored(site)).toContainEqual(expect.objectContaining({ id, name: 'From the directory' }));
});

test('deletes a photo with its employee or tenant, unless another row uses it', async () => {
  const site = await building();
  const { as, db, company, tenant, employee, neighborEmployee } = site;
  const ofCompany = { companyId: company.id, tenantId: null };
  const photos = [
    await seedImage(db, { companyId: company.id, tenantId: tenant.id }, 'photo'),
    await seedImage(db, ofCompany, 'photo'),
    await seedImage(db, ofCompany, 'photo'),
  ] as const;
  const logo = await seedImage(db, ofCompany, 'logo');
  const { data: leaving } = await create(site, { name: 'Kari', phone: freshPhone() });
  const { data: sharing } = await create(site, { name: 'Ola', phone: freshPhone() });
  const show = (employeeId: number, photoId: number) =>
    as('company').call(setEmployeePhoto, { params: { employeeId }, body: { photoId } });
  await show(leaving.id, photos[0]);
  await show(sharing.id, photos[1]);
  await show(neighborEmployee.id, photos[1]);
  await show(employee.id, photos[2]);
  const left = async () => {
    const rows = await db.selectFrom('image').select('id').where('company_id', '=', company.id).orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  for (const { id } of [leaving, sharing]) {
    expect(await as('company').call(deleteEmployee, { params: { employeeId: id } })).toMatchObject({ status: 200 });
  }
  expect(await left()).toEqual([photos[1], photos[2], logo]);
  await as('company').call(deleteTenant, { params: { tenantId: tenant.id } });
  expect(await left()).toEqual([photos[1], logo]);
});
