import { createCompany, renameCompany, setCompanyPreferences } from '@vestibule/contract/accounts/company-edit.ts';
import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import {
  getNotificationEmails,
  putNotificationEmails,
  setNotificationEmails,
} from '@vestibule/contract/accounts/notification-emails.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import { changeSettings } from '../../testing/settings.ts';

const shared = ['address', 'autoCheckOutAt', 'badgePaper', 'createdAt', 'directions', 'hasReception', 'id', 'name'];

test.for([
  {
    role: 'superAdmin',
    shows: [...shared, 'notificationEmails', 'partnerId', 'receptionPhone', 'timeZone'],
  },
  {
    role: 'company',
    shows: [...shared, 'notificationEmails', 'partnerId', 'receptionPhone', 'timeZone'],
  },
  {
    role: 'partner',
    shows: [...shared, 'partnerId', 'receptionPhone', 'timeZone'],
  },
  {
    role: 'reception',
    shows: [...shared, 'receptionPhone', 'timeZone'],
  },
  { role: 'tenant', shows: ['id', 'name'] },
] as const)('a company shows a $role $shows', async ({ role, shows }) => {
  const { as, company } = await building();
  const { data } = await as(role).call(getCompany, { params: { companyId: company.id } });
  expect(Object.keys(data).toSorted()).toEqual(shows);
  expect(data).toMatchObject({ id: company.id, name: company.name });
});

test('answers time zone, badge paper and check-out hour of a company', async () => {
  const { as, company, partner, db } = await building();
  await db
    .updateTable('company')
    .set({ auto_check_out_at: '18:30', badge_paper: 'a6', notification_emails: ['desk@test.example'] })
    .where('id', '=', company.id)
    .execute();
  const { data } = await as('company').call(getCompany, { params: { companyId: company.id } });
  expect(data).toMatchObject({
    timeZone: 'Europe/Oslo',
    badgePaper: 'a6',
    autoCheckOutAt: '18:30',
    notificationEmails: ['desk@test.example'],
    partnerId: partner.id,
  });
});

test('a partner sees its companies, a superAdmin all', async () => {
  const { as, company, partner, elsewhere } = await building();
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const own = await as('partner').call(listPartnerCompanies, { params: { partnerId: partner.id } });
  expect(ids(own.data)).toEqual([company.id]);
  const all = await as('superAdmin').call(listAllCompanies);
  expect(ids(all.data)).toEqual(expect.arrayContaining([company.id, elsewhere.company.id]));
});

const twenty = Array.from({ length: 20 }, (_, index) => `desk${index}@test.example`);

test('stores notification e-mails in their order, in lower case', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const notificationEmails = [' Second@Test.example ', 'first@test.example'];
  const { data } = await as('company').call(setNotificationEmails, { params, body: { notificationEmails } });
  const kept = ['second@test.example', 'first@test.example'];
  expect(data.notificationEmails).toEqual(kept);
  expect((await as('company').call(getNotificationEmails, { params })).data).toEqual({ notificationEmails: kept });
  await as('company').call(putNotificationEmails, { params, body: { notificationEmails: [] } });
  expect((await as('company').call(getNotificationEmails, { params })).data).toEqual({ notificationEmails: [] });
});

test.for([
  {
    what: 'wrong addresses',
    emails: ['a@test.example', 'none', ''],
    fields: { 'notificationEmails.1': 'incorrectEmail', 'notificationEmails.2': 'emailRequired' },
  },
  {
    what: 'doubles in any case',
    emails: ['a@test.example', 'b@test.example', 'A@test.example'],
    fields: { 'notificationEmails.2': 'emailListedTwice' },
  },
  {
    what: 'a long address',
    emails: [`${'a'.repeat(250)}@test.example`],
    fields: { 'notificationEmails.0': 'max254chars' },
  },
  { what: 'more than 20', emails: [...twenty, 'more@test.example'], fields: { notificationEmails: 'max20emails' } },
])('marks notification e-mails with $what by their index', async ({ emails, fields }) => {
  const { as, company } = await building();
  const input = { params: { companyId: company.id }, body: { notificationEmails: emails } };
  expect(await as('company').call(setNotificationEmails, input)).toBeRefused(400, 'validation', { fields });
  expect(await as('company').call(putNotificationEmails, input)).toBeRefused(400, 'validation', { fields });
});

test('accepts 20 notification e-mails', async () => {
  const { as, company } = await building();
  const input = { params: { companyId: company.id }, body: { notificationEmails: twenty } };
  expect((await as('company').call(setNotificationEmails, input)).data.notificationEmails).toEqual(twenty);
});

test('the second of two edits of the notification e-mails gets their current value', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const save = (notificationEmails: string[], previous: string[]) =>
    as('company').call(setNotificationEmails, { params, body: { notificationEmails, previous } });
  expect(await save(['a@test.example'], [])).toMatchObject({ status: 200 });
  expect(await save(['b@test.example'], [])).toBeRefused(409, 'changedMeanwhile', { current: ['a@test.example'] });
  expect(await save(['a@test.example'], []), 'tried again').toMatchObject({ status: 200 });
  expect(await save(['b@test.example'], ['a@test.example'])).toMatchObject({ status: 200 });
});

test.for(['company', 'partner', 'superAdmin'] as const)('a %s renames a company', async (role) => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const { data } = await as(role).call(renameCompany, { params, body: { name: '  Fjord House ' } });
  expect(data.name).toBe('Fjord House');
  expect((await as(role).call(getCompany, { params })).data.name).toBe('Fjord House');
});

test('the second of two renames of a company gets the current name and may replace it', async () => {
  const { as, company } = await building();
  const rename = (name: string, previous: string) =>
    as('superAdmin').call(renameCompany, { params: { companyId: company.id }, body: { name, previous } });
  const answers = await Promise.all([rename('One', company.name), rename('Two', company.name)]);
  const [first] = answers.filter(({ status }) => status === 200);
  const [second] = answers.filter(({ status }) => status !== 200);
  expect(second).toBeRefused(409, 'changedMeanwhile', { current: first?.data.name });
  expect(await rename(first?.data.name ?? '', company.name), 'tried again').toMatchObject({ status: 200 });
  expect(await rename('Three', first?.data.name ?? '')).toMatchObject({ status: 200 });
});

test.for([
  { name: '', key: 'companyNameRequired' },
  { name: '   ', key: 'companyNameRequired' },
  { name: 'x'.repeat(121), key: 'max120chars' },
  { name: 'a\u0000b', key: 'invalidText' },
])('refuses $name as the name of a company', async ({ name, key }) => {
  const { as, company } = await building();
  const refused = { fields: { name: key } };
  const renamed = await as('company').call(renameCompany, { params: { companyId: company.id }, body: { name } });
  expect(renamed).toBeRefused(400, 'validation', refused);
  expect(await as('partner').call(createCompany, { body: { name } })).toBeRefused(400, 'validation', refused);
});

test('a company created by a partner belongs to the partner and is usable at once', async () => {
  const { as, partner } = await building();
  const caller = as('partner');
  await caller.call(listPartnerCompanies, { params: { partnerId: partner.id } });
  const { data: made } = await caller.call(createCompany, { body: { name: 'Fjord House' } });
  expect(made).toMatchObject({ name: 'Fjord House', partnerId: partner.id });
  const { data } = await caller.call(listPartnerCompanies, { params: { partnerId: partner.id } });
  expect(data.map(({ id }) => id)).toContain(made.id);
  expect(await caller.call(getCompany, { params: { companyId: made.id } })).toMatchObject({ status: 200 });
});

test('a superAdmin creates a company for any partner or none, a partner only for itself', async () => {
  const { as, partner, elsewhere } = await building();
  const create = (role: 'superAdmin' | 'partner', partnerId?: number | null) =>
    as(role).call(createCompany, { body: { name: 'Fjord House', ...(partnerId !== undefined && { partnerId }) } });
  expect((await create('superAdmin')).data.partnerId).toBeNull();
  expect((await create('superAdmin', null)).data.partnerId).toBeNull();
  expect((await create('superAdmin', partner.id)).data.partnerId).toBe(partner.id);
  expect(await create('superAdmin', 2_000_000_000)).toBeRefused(404, 'notFound');
  expect(await create('partner', elsewhere.partner.id)).toBeRefused(404, 'notFound');
});

test('a repeated creation with the same key creates one company', async () => {
  const { as, partner } = await building();
  const caller = as('partner');
  const create = () => caller.call(createCompany, { body: { name: 'Fjord House' } }, { idempotencyKey: 'once-7' });
  expect((await create()).data.id).toBe((await create()).data.id);
  const { data } = await caller.call(listPartnerCompanies, { params: { partnerId: partner.id } });
  expect(data.filter(({ name }) => name === 'Fjord House')).toHaveLength(1);
});

test('finds companies by a part of the name in any case, from two characters', async () => {
  const { as } = await building();
  const caller = as('superAdmin');
  await caller.call(createCompany, { body: { name: 'Ørsta Næringshage' } });
  const search = async (words: string) =>
    (await caller.call(listAllCompanies, { query: { search: words, limit: 50 } })).data.map(({ name }) => name);
  expect(await search('ORSTA')).toEqual(['Ørsta Næringshage']);
  expect(await search('rsta n')).toEqual(['Ørsta Næringshage']);
  expect((await search('ø')).length).toBeGreaterThan(1);
});

test.for([
  { body: { timeZone: 'Europe/Nowhere' }, fields: { timeZone: 'invalidTimeZone' } },
  { body: { timeZone: 'AET' }, fields: { timeZone: 'invalidTimeZone' } },
  { body: { timeZone: 'IST' }, fields: { timeZone: 'invalidTimeZone' } },
  { body: { autoCheckOutAt: '24:00' }, fields: { autoCheckOutAt: 'invalidValue' } },
  { body: { badgePaper: 'a4' }, fields: { badgePaper: 'invalidValue' } },
])('refuses preferences like $body', async ({ body, fields }) => {
  const { as, company } = await building();
  const response = await as('company').send({
    method: 'PATCH',
    url: `/api/v1/company/${company.id}/preferences`,
    payload: body,
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields });
});

test('omitted preferences stay unchanged', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  await as('company').call(setCompanyPreferences, { params, body: { badgePaper: 'a6', autoCheckOutAt: '19:15' } });
  const { data } = await as('company').call(setCompanyPreferences, { params, body: { timeZone: 'Europe/Riga' } });
  expect(data).toMatchObject({ badgePaper: 'a6', autoCheckOutAt: '19:15', timeZone: 'Europe/Riga' });
  const off = await as('company').call(setCompanyPreferences, { params, body: { autoCheckOutAt: null } });
  expect(off.data.autoCheckOutAt).toBeNull();
});

test('a new company has a reception, whose phone is read with the country of the company', async () => {
  const site = await building();
  const params = { companyId: site.company.id };
  const set = (body: Input<typeof setCompanyPreferences>['body']) =>
    site.as('company').call(setCompanyPreferences, { params, body });
  const { data: first } = await site.as('company').call(getCompany, { params });
  expect(first).toMatchObject({ hasReception: true, receptionPhone: null });
  const changed = await set({ hasReception: false, receptionPhone: '22 86 24 00' });
  expect(changed.data).toMatchObject({ hasReception: false, receptionPhone: '+4722862400' });
  await changeSettings(site, { country_code: 'SE' });
  expect((await set({ receptionPhone: '08-508 290 00' })).data.receptionPhone).toBe('+46850829000');
  expect(await set({ receptionPhone: '22 86' })).toBeRefused(400, 'invalidPhone', {
    fields: { receptionPhone: 'invalidPhone' },
  });
  expect((await set({ hasReception: true })).data.receptionPhone).toBe('+46850829000');
  expect((await set({ receptionPhone: '' })).data.receptionPhone).toBeNull();
  const foreign = { companyId: site.elsewhere.company.id };
  const hidden = await site
    .as('company')
    .call(setCompanyPreferences, { params: foreign, body: { receptionPhone: '1234' } });
  expect(hidden).toBeRefused(404, 'notFound');
});

test('stores a time zone in the spelling of the database', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const { data } = await as('company').call(setCompanyPreferences, {
    params,
    body: { timeZone: 'america/PORT_OF_SPAIN' },
  });
  expect(data.timeZone).toBe('America/Port_of_Spain');
});

test('concurrent changes conflict for one preference, and not for different ones', async () => {
  const { as, company } = await building();
  const params = { companyId: company.id };
  const begun = { badgePaper: 'label62mm', autoCheckOutAt: null } as const;
  const set = (body: Input<typeof setCompanyPreferences>['body']) =>
    as('company').call(setCompanyPreferences, { params, body });
  const first = { badgePaper: 'a6', previous: { badgePaper: begun.badgePaper } } as const;
  expect(await set(first)).toMatchObject({ status: 200 });
  const second = await set({ badgePaper: 'label4x6', autoCheckOutAt: '22:00', previous: begun });
  expect(second).toBeRefused(409, 'changedMeanwhile', { current: { badgePaper: 'a6', autoCheckOutAt: null } });
  expect(await set(first), 'tried again').toMatchObject({ status: 200 });
  const other = await set({ autoCheckOutAt: '22:00', previous: { autoCheckOutAt: begun.autoCheckOutAt } });
  expect(other.data).toMatchObject({ badgePaper: 'a6', autoCheckOutAt: '22:00' });
});
