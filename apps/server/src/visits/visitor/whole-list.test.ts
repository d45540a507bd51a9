import { listTenantVisitors, listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';

const many = 2_003;

async function expectMany({ company, tenant, db }: Building) {
  await sql`
    insert into visitor (company_id, preregistered_tenant_id, phone, name, company_name)
    select ${company.id}, ${tenant.id}, '+4798' || lpad(n::text, 6, '0'),
      case when n % 2 = 0 then 'Ola Nordmann' else 'Kari ' || n end, 'Havila'
    from generate_series(1, ${many}::int) n`.execute(db);
}

test('streams the whole list with each visitor once, in order', async () => {
  const site = await building();
  await expectMany(site);
  const [ofCompany, found, ofTenant] = await Promise.all([
    site.as('company').call(listVisitors, { params: { companyId: site.company.id }, query: { scope: 'all' } }),
    site.as('company').call(listVisitors, { params: { companyId: site.company.id }, query: { search: 'nordmann' } }),
    site.as('tenant').call(listTenantVisitors, { params: { tenantId: site.tenant.id }, query: {} }),
  ]);
  expect([ofCompany, found, ofTenant].map(({ data }) => data.length)).toEqual([many, (many - 1) / 2, many]);
  for (const { data, page, headers } of [ofCompany, found, ofTenant]) {
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
    const order = data.map(({ name, id }) => ({ name: name.toLowerCase(), id }));
    expect(order).toEqual(order.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.id - b.id));
    expect(page).toBeNull();
    expect(headers).not.toHaveProperty('content-length');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

test('an empty list is valid, and a list that the client cannot decode is refused', async () => {
  const { as, company } = await building();
  const ask = (query: object) => as('company').call(listVisitors, { params: { companyId: company.id }, query });
  expect((await ask({ scope: 'imported' })).data).toEqual([]);
  expect(await ask({ cursor: 'none of ours' })).toBeRefused(400, 'validation', { fields: { cursor: 'invalidValue' } });
});
