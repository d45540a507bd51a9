import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { lookUpPhone, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';

async function swedishTenant(): Promise<Building> {
  const site = await building();
  const { as, db, tenant } = site;
  await as('company').call(setCustomSettings, {
    params: { tenantId: tenant.id },
    body: { enableCustomSettings: true },
  });
  await db.updateTable('tenant_settings').set({ country_code: 'SE' }).where('tenant_id', '=', tenant.id).execute();
  return site;
}

const swede = '+46701234567';
const asTypedAtHome = '070-123 45 67';

test('a lookup reads the phone with the country of the given tenant, which must be in the company', async () => {
  const site = await swedishTenant();
  const { as, company, tenant, neighbor, elsewhere } = site;
  const { id } = await seedVisitor(site.db, site, { phone: swede });
  const lookUp = (tenantId?: number) =>
    as('reception').call(lookUpPhone, {
      params: { companyId: company.id },
      query: { phone: asTypedAtHome, tenantId },
    });
  expect((await lookUp(tenant.id)).data.visitor).toMatchObject({ id });
  expect(await lookUp(neighbor.id)).toBeRefused(400, 'invalidPhone');
  expect(await lookUp()).toBeRefused(400, 'invalidPhone');
  expect(await lookUp(elsewhere.tenant.id)).toBeRefused(404, 'notFound');
});

test('a tenant user’s lookup reads the phone with the country of the tenant', async () => {
  const site = await swedishTenant();
  const { id } = await seedVisitor(site.db, site, { phone: swede, expectedBy: site.tenant });
  const query = { phone: asTypedAtHome };
  const { data } = await site.as('tenant').call(lookUpPhone, { params: { companyId: site.company.id }, query });
  expect(data.visitor).toMatchObject({ id });
});

test('an edit reads the phone with the country of the visited tenant, else the expecting one, else the company', async () => {
  const site = await swedishTenant();
  const { as, db, tenant, neighbor } = site;
  const edit = async (known: object, phone: string) => {
    const { id: visitorId, name } = await seedVisitor(db, site, known);
    const body = { name, companyName: 'Havila', phone };
    return as('reception').call(updateVisitor, { params: { visitorId }, body });
  };
  expect((await edit({ inside: tenant, expectedBy: neighbor }, '070-123 45 61')).data.phone).toBe('+46701234561');
  expect((await edit({ expectedBy: tenant }, '070-123 45 62')).data.phone).toBe('+46701234562');
  expect((await edit({ inside: neighbor, expectedBy: tenant }, '901 23 456')).data.phone).toBe('+4790123456');
  expect((await edit({}, '901 23 457')).data.phone).toBe('+4790123457');
  expect(await edit({}, asTypedAtHome)).toBeRefused(400, 'invalidPhone');
});
