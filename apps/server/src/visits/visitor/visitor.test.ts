import { isFromOutside, type Role, roles } from '@vestibule/contract/platform/access.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import {
  deleteVisitor,
  listVisitors,
  lookUpPhone,
  updateVisitor,
  type VisitorScope,
} from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { about } from '../../testing/refused.ts';

const list = (
  { as, company }: Building,
  query: { scope?: VisitorScope; search?: string } = {},
  role: Role = 'reception',
) => as(role).call(listVisitors, { params: { companyId: company.id }, query });

const lookUp = ({ as, company }: Building, phone: string, role: Role = 'reception') =>
  as(role).call(lookUpPhone, { params: { companyId: company.id }, query: { phone } });

const edited = (changes: object = {}) => ({
  name: 'Liv Hauge',
  companyName: 'Bergen Kommune',
  phone: freshPhone(),
  ...changes,
});

const stored = ({ db }: Building, id: number) =>
  db.selectFrom('visitor').selectAll().where('id', '=', id).executeTakeFirst();

test('the scopes are inside, expected and not inside, and all', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'a inside', inside: site.tenant });
  await seedVisitor(site.db, site, { name: 'b inside and expected', inside: site.tenant, expectedBy: site.neighbor });
  await seedVisitor(site.db, site, { name: 'd neither' });
  const { id } = await seedVisitor(site.db, site, {
    name: 'c left, expected',
    inside: site.tenant,
    expectedBy: site.tenant,
  });
  await sql`update visit set checked_out_at = now() where visitor_id = ${id}`.execute(site.db);
  const names = async (scope?: VisitorScope) =>
    (await list(site, scope && { scope })).data
      .map(({ name }) => name.charAt(0))
      .toSorted()
      .join('');
  expect(await names('current')).toBe('ab');
  expect(await names('imported')).toBe('c');
  expect(await names('all')).toBe('abcd');
  expect(await names()).toBe('abcd');
});

test('lists each visitor once, for any number of visits', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  for (let came = 0; came < 3; came += 1) {
    await seedVisit(site.db, { id }, { tenant: site.tenant, checkedInAt: new Date(0), checkedOutAt: new Date(1) });
  }
  expect((await list(site)).data.map((visitor) => visitor.id)).toEqual([id]);
});

test('a lookup finds a known visitor by any spelling of the phone', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { phone: '+4790123456' });
  for (const typed of ['90123456', '90 12 34 56', '+47 90123456', '004790123456']) {
    expect((await lookUp(site, typed)).data).toMatchObject({
      visitor: { id },
      isCheckedIn: false,
      storageStopped: false,
    });
  }
});

test('a lookup without a result succeeds', async () => {
  const site = await building();
  await seedVisitor(site.db, site.elsewhere, { phone: '+4790123456' });
  const { status, data } = await lookUp(site, '90123456');
  expect(status).toBe(200);
  expect(data).toEqual({ visitor: null, isCheckedIn: false, storageStopped: false });
});

test('a lookup answers that the visitor is inside', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  expect((await lookUp(site, phone)).data).toMatchObject({ isCheckedIn: true });
});

test('a lookup answers that a known visitor has opted out since', async () => {
  const site = await building();
  const visit = visitTo(site.tenant, { shouldSaveData: true });
  const reception = site.as('reception');
  const { data } = await reception.call(registerVisit, visit);
  await reception.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  await reception.call(registerVisit, { body: { ...visit.body, shouldSaveData: false } });
  expect((await lookUp(site, visit.body.phone)).data).toMatchObject({
    storageStopped: true,
    visitor: { name: visit.body.name },
  });
});

test.for(['123', '+47 1234', 'none', '+999 12345678', '90123456 ext. 7', '90123456789012'])(
  'a lookup refuses %j as a phone',
  async (phone) => {
    const answer = await lookUp(await building(), phone);
    expect(answer).toBeRefused(400, 'invalidPhone', { fields: { phone: 'invalidPhone' } });
  },
);

test('refuses the thirty-first lookup of a user within a minute, in any company', async () => {
  const site = await building();
  const reception = site.as('reception');
  const ask = () =>
    reception.call(lookUpPhone, { params: { companyId: site.company.id }, query: { phone: '90123456' } });
  for (let asked = 0; asked < 30; asked += 1) expect(await ask()).toMatchObject({ status: 200 });
  const answer = await ask();
  expect(answer).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(60) });
  expect(answer.headers['retry-after']).toBe(String(answer.problem?.secondsLeft));
  expect(await lookUp(site, '90123456', 'company')).toMatchObject({ status: 200 });
});

test('a tenant user finds by phone only visitors of the tenant, without visits to others', async () => {
  const site = await building();
  const { tenant, neighbor } = site;
  const was = await seedVisitor(site.db, site, { inside: tenant });
  await site.as('tenant').call(checkOutVisitor, { params: { visitorId: was.id } });
  await seedVisit(site.db, was, { tenant: neighbor });
  const expected = await seedVisitor(site.db, site, { expectedBy: tenant });
  const stranger = await seedVisitor(site.db, site, { inside: neighbor, expectedBy: neighbor });
  expect((await lookUp(site, was.phone, 'tenant')).data.visitor).toMatchObject({
    id: was.id,
    currentVisitRecord: null,
  });
  expect((await lookUp(site, expected.phone, 'tenant')).data.visitor).toMatchObject({ id: expected.id });
  expect((await lookUp(site, stranger.phone, 'tenant')).data.visitor).toBeNull();
});

test('an edit changes name, company, phone and consent only', async () => {
  const site = await building();
  const before = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.neighbor });
  const body = edited({ shouldSaveData: true, phone: '+47 90 99 88 77' });
  const { data } = await site.as('reception').call(updateVisitor, { params: { visitorId: before.id }, body });
  expect(data).toMatchObject({
    id: before.id,
    name: body.name,
    companyName: body.companyName,
    phone: '+4790998877',
    shouldSaveData: true,
    preregisteredTenantId: site.neighbor.id,
    currentVisitRecord: { tenant: { id: site.tenant.id } },
  });
  expect(data.updatedAt > data.createdAt).toBe(true);
  expect((await list(site)).data).toEqual([data]);
  expect(await stored(site, before.id)).toMatchObject({ storage_stopped_at: null });
  const unsaved = { ...body, shouldSaveData: false };
  await site.as('reception').call(updateVisitor, { params: { visitorId: before.id }, body: unsaved });
  expect((await stored(site, before.id))?.storage_stopped_at).not.toBeNull();
});

test('an edit without a consent field keeps the choice', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const reception = site.as('reception');
  await reception.call(updateVisitor, { params: { visitorId: id }, body: edited({ shouldSaveData: true }) });
  const { data } = await reception.call(updateVisitor, { params: { visitorId: id }, body: edited() });
  expect(data.shouldSaveData).toBe(true);
});

test('accepts the whole visitor in an edit, and changes only edited fields', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  const [visitor] = (await list(site)).data;
  const forged = {
    ...visitor,
    id: 1,
    companyId: site.elsewhere.company.id,
    currentVisitRecordId: null,
    preregisteredTenantId: 7,
    name: 'Renamed',
  };
  const { data } = await site
    .as('reception')
    .call(updateVisitor, { params: { visitorId: id }, body: { ...edited(), ...forged } });
  expect(data).toEqual({ ...visitor, name: 'Renamed', updatedAt: data.updatedAt });
});

test('refuses an edit that began with outdated data, with the current data', async () => {
  const site = await building();
  const { id, name, phone } = await seedVisitor(site.db, site);
  const { companyName } = edited();
  const params = { visitorId: id };
  const previous = { name, companyName, phone, shouldSaveData: false };
  await site.as('reception').call(updateVisitor, { params, body: { name, companyName, phone } });
  const edit = (typed: object) =>
    site.as('reception').call(updateVisitor, { params, body: { ...edited(typed), previous } });
  expect(await edit({ name: 'First', phone })).toMatchObject({ status: 200 });
  const current = { ...previous, name: 'First' };
  expect(await edit({ name: 'Second' })).toBeRefused(409, 'changedMeanwhile', { current });
  expect(await edit({ name: 'First', phone }), 'tried again').toMatchObject({ status: 200 });
  expect(await stored(site, id)).toMatchObject({ name: 'First' });
});

test('refuses the phone of another visitor of the company, and changes nothing', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site);
  const { id, name } = await seedVisitor(site.db, site);
  const answer = await site.as('reception').call(updateVisitor, { params: { visitorId: id }, body: edited({ phone }) });
  expect(answer).toBeRefused(409, 'visitorWithThisPhoneAlreadyExists', {
    fields: { phone: 'visitorWithThisPhoneAlreadyExists' },
  });
  expect(await stored(site, id)).toMatchObject({ name });
});

test('a tenant cannot find out known phones by trying them', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site, { inside: site.neighbor });
  const { id: visitorId } = await seedVisitor(site.db, site, { inside: site.tenant });
  const user = site.as('tenant');
  const tryIt = (phone: string) => user.call(updateVisitor, { params: { visitorId }, body: edited({ phone }) });
  for (let tried = 0; tried < 15; tried += 1) {
    expect(await tryIt(phone)).toBeRefused(409, 'visitorWithThisPhoneAlreadyExists');
    expect((await tryIt(freshPhone())).status).toBe(200);
  }
  for (const another of [phone, freshPhone()]) expect(await tryIt(another)).toBeRefused(429, 'tooManyRequests');
  const { phone: own = '' } = (await stored(site, visitorId)) ?? {};
  expect((await tryIt(own)).status, 'the phone as it is').toBe(200);
});

test('accepts the phone of a visitor of another company, and the visitor’s own', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site.elsewhere);
  const { id } = await seedVisitor(site.db, site);
  const edit = () => site.as('reception').call(updateVisitor, { params: { visitorId: id }, body: edited({ phone }) });
  expect(await edit()).toMatchObject({ status: 200 });
  expect(await edit()).toMatchObject({ status: 200 });
});

test('refuses an edit to an unreadable phone', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const answer = await site
    .as('reception')
    .call(updateVisitor, { params: { visitorId: id }, body: edited({ phone: '12' }) });
  expect(answer).toBeRefused(400, 'invalidPhone', { fields: { phone: 'invalidPhone' } });
});

test('an edit requires name, company and phone', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const response = await site.as('reception').send({ method: 'PUT', url: `/api/v1/visitors/${id}`, payload: {} });
  expect(response.json()).toMatchObject({
    status: 400,
    fields: { name: 'nameRequired', companyName: 'companyNameRequired', phone: 'phoneRequired' },
  });
});

test('deletes a visitor who is out, with the visits', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(await site.as('reception').call(deleteVisitor, { params: { visitorId: id } })).toMatchObject({
    status: 200,
    data: null,
  });
  expect(await stored(site, id)).toBeUndefined();
  expect(await site.db.selectFrom('visit').select('id').where('visitor_id', '=', id).execute()).toEqual([]);
});

test('refuses to delete a visitor who is inside', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  expect(await site.as('reception').call(deleteVisitor, { params: { visitorId: id } })).toBeRefused(
    409,
    'visitorIsCheckedIn',
  );
  expect(await stored(site, id)).toBeDefined();
});

test('a deletion and a check-in at the same time leave the visitor inside, or a new one', async () => {
  const site = await building();
  for (let round = 0; round < 10; round += 1) {
    const { id, phone } = await seedVisitor(site.db, site);
    const [deletion, arrival] = await Promise.all([
      site.as('reception').call(deleteVisitor, { params: { visitorId: id } }),
      site.as('company').call(registerVisit, visitTo(site.tenant, { phone })),
    ]);
    expect(arrival.status).toBe(201);
    expect([200, 409]).toContain(deletion.status);
    const { data } = await list(site, { scope: 'current' });
    expect(data.filter((visitor) => visitor.phone === phone)).toHaveLength(1);
  }
});

test('deletes a visitor once', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const remove = () => site.as('reception').call(deleteVisitor, { params: { visitorId: id } });
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '404']);
});

test('a tenant user can edit and delete its expected visitors, without seeing visits to others', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.neighbor, expectedBy: site.tenant });
  const caller = site.as('tenant');
  const { data } = await caller.call(updateVisitor, { params: { visitorId: id }, body: edited() });
  expect(data).toMatchObject({
    currentVisitRecordId: null,
    currentVisitRecord: null,
    preregisteredTenantId: site.tenant.id,
  });
  const free = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  expect(await caller.call(deleteVisitor, { params: { visitorId: free.id } })).toMatchObject({ status: 200 });
});

test.for(roles.filter((role) => role !== 'tenant'))(
  'logs that a %s read a list of visitors, if they are no user of the company',
  async (role) => {
    const site = await building();
    await list(site, {}, role);
    const entries = await site.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('company_id', '=', site.company.id)
      .execute();
    const listed = {
      action: 'visitor.listed',
      user_id: site.users[role].id,
      role,
      subject: 'company',
      subject_id: site.company.id,
    };
    expect(entries).toMatchObject(isFromOutside({ role }) ? [listed] : []);
  },
);
