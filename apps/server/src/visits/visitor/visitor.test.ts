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

test('a list shows each visitor once, however many visits there were', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  for (let came = 0; came < 3; came += 1) {
    await seedVisit(site.db, { id }, { tenant: site.tenant, checkedInAt: new Date(0), checkedOutAt: new Date(1) });
  }
  expect((await list(site)).data.map((visitor) => visitor.id)).toEqual([id]);
});

test('a lookup finds a known visitor, however the phone is typed', async () => {
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

test('a look-up without a result succeeds', async () => {
  const site = await building();
  await seedVisitor(site.db, site.elsewhere, { phone: '+4790123456' });
  const { status, data } = await lookUp(site, '90123456');
  expect(status).toBe(200);
  expect(data).toEqual({ visitor: null, isCheckedIn: false, storageStopped: false });
});

test('a lookup tells that the visitor is inside', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  expect((await lookUp(site, phone)).data).toMatchObject({ isCheckedIn: true });
});

test('a lookup tells that the visitor was stored and has since asked not to be', async () => {
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
  'a lookup of %j is refused as no phone',
  async (phone) => {
    const answer = await lookUp(await building(), phone);
    expect(answer).toBeRefused(400, 'invalidPhone', { fields: { phone: 'invalidPhone' } });
  },
);

test('the thirty-first lookup of a user within a minute is refused, in this company and any other', async () => {
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

test('a tenant’s user finds by phone only its own visitors, without visits to others', async () => {
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

test('an edit changes name, company, phone and whether to save, and nothing else', async () => {
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

test('an edit that does not say whether to save leaves that as it was', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const reception = site.as('reception');
  await reception.call(updateVisitor, { params: { visitorId: id }, body: edited({ shouldSaveData: true }) });
  const { data } = await reception.call(updateVisitor, { params: { visitorId: id }, body: edited() });
  expect(data.shouldSaveData).toBe(true);
});

test('an edit takes the whole visitor back, and changes nothing that is not edited', async () => {
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

test('a phone that another visitor of the company has is refused, and nothing is changed', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site);
  const { id, name } = await seedVisitor(site.db, site);
  const answer = await site.as('reception').call(updateVisitor, { params: { visitorId: id }, body: edited({ phone }) });
  expect(answer).toBeRefused(409, 'visitorWithThisPhoneAlreadyExists', {
    fields: { phone: 'visitorWithThisPhoneAlreadyExists' },
  });
  expect(await stored(site, id)).toMatchObject({ name });
});

test('a tenant does not learn which phones are known elsewhere by trying one after the other', async () => {
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

test('the phone of a visitor of another company may be taken, and one’s own kept', async () => {
  const site = await building();
  const { phone } = await seedVisitor(site.db, site.elsewhere);
  const { id } = await seedVisitor(site.db, site);
  const edit = () => site.as('reception').call(updateVisitor, { params: { visitorId: id }, body: edited({ phone }) });
  expect(await edit()).toMatchObject({ status: 200 });
  expect(await edit()).toMatchObject({ status: 200 });
});

test('an edit to a phone that cannot be read is refused', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const answer = await site
    .as('reception')
    .call(updateVisitor, { params: { visitorId: id }, body: edited({ phone: '12' }) });
  expect(answer).toBeRefused(400, 'invalidPhone', { fields: { phone: 'invalidPhone' } });
});

test('name, company and phone are required of an edit', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const response = await site.as('reception').send({ method: 'PUT', url: `/api/v1/visitors/${id}`, payload: {} });
  expect(response.json()).toMatchObject({
    status: 400,
    fields: { name: 'nameRequired', companyName: 'companyNameRequired', phone: 'phoneRequired' },
  });
});

test('a visitor who is out is deleted, with the visits', async () => {
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

test('a visitor who is inside is not deleted', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  expect(await site.as('reception').call(deleteVisitor, { params: { visitorId: id } })).toBeRefused(
    409,
    'visitorIsCheckedIn',
  );
  expect(await stored(site, id)).toBeDefined();
});

test('a deletion and a check-in at once leave the visitor inside, or a new one', async () => {
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

test('a visitor is deleted once', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const remove = () => site.as('reception').call(deleteVisitor, { params: { visitorId: id } });
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '404']);
});

test('a tenant’s user edits and deletes its expected visitors and sees no visit to others', async () => {
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
  'a list of visitors that a %s reads is in the audit log if they come from outside',
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
