import { getPartner } from '@vestibule/contract/partner.ts';
import { expect, test } from 'vitest';
import { building } from '../testing/building.ts';

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
