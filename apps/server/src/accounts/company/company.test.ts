import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';

test.for([
  {
    role: 'superAdmin',
    shows: ['autoCheckOutAt', 'badgePaper', 'createdAt', 'id', 'name', 'notificationEmails', 'partnerId', 'timeZone'],
  },
  {
    role: 'company',
    shows: ['autoCheckOutAt', 'badgePaper', 'createdAt', 'id', 'name', 'notificationEmails', 'partnerId', 'timeZone'],
  },
  { role: 'partner', shows: ['autoCheckOutAt', 'badgePaper', 'createdAt', 'id', 'name', 'partnerId', 'timeZone'] },
  { role: 'reception', shows: ['autoCheckOutAt', 'badgePaper', 'createdAt', 'id', 'name', 'timeZone'] },
  { role: 'tenant', shows: ['id', 'name'] },
] as const)('a company shows a $role $shows', async ({ role, shows }) => {
  const { as, company } = await building();
  const { data } = await as(role).call(getCompany, { params: { companyId: company.id } });
  expect(Object.keys(data).toSorted()).toEqual(shows);
  expect(data).toMatchObject({ id: company.id, name: company.name });
});

test('a company shows its building’s time zone, its badge paper and when visitors are checked out', async () => {
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

test('a partner sees the companies attached to it, and a superAdmin those of everybody', async () => {
  const { as, company, partner, elsewhere } = await building();
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const own = await as('partner').call(listPartnerCompanies, { params: { partnerId: partner.id } });
  expect(ids(own.data)).toEqual([company.id]);
  const all = await as('superAdmin').call(listAllCompanies);
  expect(ids(all.data)).toEqual(expect.arrayContaining([company.id, elsewhere.company.id]));
});
