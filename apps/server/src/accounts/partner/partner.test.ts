import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { getPartner, listAllPartners, listCompanyPartners } from '@vestibule/contract/accounts/partner.ts';
import {
  attachPartner,
  createPartner,
  deletePartner,
  detachPartner,
  renamePartner,
} from '@vestibule/contract/accounts/partner-edit.ts';
import { getSession } from '@vestibule/contract/accounts/session.ts';
import { expect, test } from 'vitest';
import { building, type Site } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { openLive } from '../../testing/live.ts';
import { about } from '../../testing/refused.ts';
import { startServer } from '../../testing/server.ts';

test.for(['superAdmin', 'partner', 'company'] as const)(
  'a %s sees a partner with those of its companies that are in scope',
  async (role) => {
    const { as, partner, company, elsewhere, db } = await building();
    await db
      .insertInto('company_partner')
      .values({ company_id: elsewhere.company.id, partner_id: partner.id })
      .execute();
    const { data } = await as(role).call(getPartner, { params: { partnerId: partner.id } });
    expect(data).toMatchObject({ id: partner.id, name: partner.name });
    const companies = role === 'company' ? [company.id] : [company.id, elsewhere.company.id];
    expect(data.companies?.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(companies.toSorted((a, b) => a - b));
  },
);

const attachTo = ({ as, company }: Pick<Site, 'as' | 'company'>, partnerCode: string, from = freshNetwork()) =>
  as('company').call(attachPartner, { body: { companyId: company.id, partnerCode } }, { from });

const freshNetwork = () => `203.0.${fresh()}.7`;

test('a partner attached by its code has the company at once, and is in its list', async () => {
  const { as, company, elsewhere } = await building();
  const { partner } = elsewhere;
  const caller = elsewhere.as('partner');
  const params = { companyId: company.id };
  expect(await caller.call(getCompany, { params })).toBeRefused(404, 'notFound');
  const { data } = await attachTo({ as, company }, partner.code);
  expect(data).toMatchObject({ id: partner.id, name: partner.name });
  expect(await caller.call(getCompany, { params })).toMatchObject({ status: 200 });
  const own = await as('company').call(listCompanyPartners, { params });
  expect(own.data.map(({ id }) => id)).toContain(partner.id);
});

test.for([
  ['in lower case', (code: string) => code.toLowerCase()],
  ['with spaces', (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)} `],
  ['with dashes', (code: string) => [...code].join('-')],
  ['with letters for digits', (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'I')],
  ['with small letters for digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
] as const)('accepts a partner code %s', async ([, typed]) => {
  const site = await building();
  const { partner } = site.elsewhere;
  const code = `01AB${String(fresh()).padStart(4, '0')}`;
  await site.db.updateTable('partner').set({ code }).where('id', '=', partner.id).execute();
  expect((await attachTo(site, typed(code))).data.id).toBe(partner.id);
});

test('attaches a partner once', async () => {
  const site = await building();
  const details = { fields: { partnerCode: 'partnerIsAlreadyAssignedToCompany' } };
  const again = await attachTo(site, site.partner.code);
  expect(again).toBeRefused(403, 'partnerIsAlreadyAssignedToCompany', details);
});

test('refuses the second of two attachments of one partner', async () => {
  const site = await building();
  const { code } = site.elsewhere.partner;
  const answers = await Promise.all([attachTo(site, code), attachTo(site, code)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test.for([
  { code: '', key: 'codeRequired' },
  { code: '  ', key: 'codeRequired' },
  { code: 'x'.repeat(33), key: 'max32chars' },
])('marks the partner code $code as $key', async ({ code, key }) => {
  const site = await building();
  expect(await attachTo(site, code)).toBeRefused(400, 'validation', { fields: { partnerCode: key } });
});

test('refuses a network for an hour after ten unknown codes', async () => {
  const site = await building();
  const from = freshNetwork();
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await attachTo(site, `ZZZZ${1000 + tried}`, from)).toBeRefused(404, 'partnerWithCodeNotFound', {
      fields: { partnerCode: 'partnerWithCodeNotFound' },
    });
  }
  const { code } = site.elsewhere.partner;
  expect(await attachTo(site, code, from)).toBeRefused(429, 'tooManyRequests', { secondsLeft: about(3600) });
  expect(await attachTo(site, code)).toMatchObject({ status: 200 });
});

test('a network can try ten codes, even at the same time', async () => {
  const site = await building();
  const from = freshNetwork();
  const wrong = Array.from({ length: 30 }, (_, tried) => attachTo(site, `ZZZZ${2000 + tried}`, from));
  const right = attachTo(site, site.elsewhere.partner.code, from);
  const answers = await Promise.all(wrong);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(await right).toBeRefused(429, 'tooManyRequests');
});

test('a detached partner loses the company and its live channel at once', async () => {
  const server = await startServer();
  await server.listen();
  const { as, company, partner } = await building(server);
  const caller = as('partner');
  const live = await openLive(caller, { companyId: company.id });
  const input = { params: { partnerId: partner.id }, query: { companyId: company.id } };
  expect(await as('company').call(detachPartner, input)).toMatchObject({ status: 200 });
  expect(await caller.call(getCompany, { params: { companyId: company.id } })).toBeRefused(404, 'notFound');
  expect(await live.closed()).toBeGreaterThan(1000);
  expect(await as('company').call(detachPartner, input)).toBeRefused(404, 'notFound');
});

test('a new partner has a code of eight unambiguous characters', async () => {
  const { as } = await building();
  const { data } = await as('superAdmin').call(createPartner, { body: { name: ' Nordic Doors ' } });
  expect(data.name).toBe('Nordic Doors');
  expect(data.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});

test('the second of two renames of a partner gets the current name', async () => {
  const { as, partner } = await building();
  const rename = (name: string) =>
    as('superAdmin').call(renamePartner, {
      params: { partnerId: partner.id },
      body: { name, previous: partner.name },
    });
  expect(await rename('One')).toMatchObject({ status: 200 });
  expect(await rename('Two')).toBeRefused(409, 'changedMeanwhile', { current: 'One' });
  expect(await rename('One'), 'tried again').toMatchObject({ status: 200 });
});

test('deletes a partner with its users, and logs in its companies that it left', async () => {
  const { as, partner, company, users } = await building();
  const caller = as('partner');
  await caller.call(getSession);
  await as('superAdmin').call(deletePartner, { params: { partnerId: partner.id } });
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
  const { data } = await as('company').call(getCompany, { params: { companyId: company.id } });
  expect(data.partnerId).toBeNull();
  const { data: partners } = await as('company').call(listCompanyPartners, { params: { companyId: company.id } });
  expect(partners).toEqual([]);
  const query = { companyId: company.id, action: 'partner.detached' } as const;
  expect((await as('company').call(listAuditEntries, { query })).data).toMatchObject([
    { userId: users.superAdmin.id, subject: 'partner', subjectId: partner.id },
  ]);
});

test('finds partners by name and by code', async () => {
  const { as, partner } = await building();
  const find = async (search: string) =>
    (await as('superAdmin').call(listAllPartners, { query: { search, limit: 200 } })).data.map(({ id }) => id);
  expect(await find(partner.name.toUpperCase())).toContain(partner.id);
  expect(await find(partner.code.toLowerCase())).toContain(partner.id);
  expect(await find('no such partner')).toEqual([]);
});
