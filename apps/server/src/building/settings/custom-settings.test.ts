import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';

const switchTo = ({ as, tenant }: Building, enableCustomSettings: boolean) =>
  as('company').call(setCustomSettings, { params: { tenantId: tenant.id }, body: { enableCustomSettings } });
const settingsOf = ({ db, company }: Building) => db.selectFrom('tenant_settings').where('company_id', '=', company.id);
const ownOf = (site: Building) =>
  settingsOf(site).selectAll().where('tenant_id', '=', site.tenant.id).executeTakeFirst();
const changeCompany = (
  { db, company }: Building,
  changes: { wifi_info?: string; enable_print_badge_option?: boolean },
) =>
  db
    .updateTable('tenant_settings')
    .set(changes)
    .where('company_id', '=', company.id)
    .where('tenant_id', 'is', null)
    .execute();

test('custom settings begin as a copy of the company settings, which stay independent', async () => {
  const site = await building();
  const params = { tenantId: site.neighbor.id };
  await site.as('company').call(setCustomSettings, { params, body: { enableCustomSettings: true } });
  await changeCompany(site, { enable_print_badge_option: true, wifi_info: 'Guest, no password' });
  const { data } = await switchTo(site, true);
  expect(data).toMatchObject({ id: site.tenant.id, enableCustomSettings: true, enablePrintBadgeOption: true });
  const own = await ownOf(site);
  const company = await settingsOf(site).selectAll().where('tenant_id', 'is', null).executeTakeFirstOrThrow();
  expect(own).toEqual({ ...company, id: own?.id, tenant_id: site.tenant.id });
  await changeCompany(site, { enable_print_badge_option: false });
  const { data: tenant } = await site.as('tenant').call(getTenant, { params: { tenantId: site.tenant.id } });
  expect(tenant.enablePrintBadgeOption).toBe(true);
});

test('a tenant follows the company while off, and gets its own settings back when on again', async () => {
  const site = await building();
  await switchTo(site, true);
  const own = await ownOf(site);
  await changeCompany(site, { enable_print_badge_option: true });
  expect((await switchTo(site, false)).data).toMatchObject({
    enableCustomSettings: false,
    enablePrintBadgeOption: true,
  });
  expect(await ownOf(site)).toEqual(own);
  expect((await switchTo(site, true)).data).toMatchObject({
    enableCustomSettings: true,
    enablePrintBadgeOption: false,
  });
  expect(await ownOf(site)).toEqual(own);
});

test('logs each switch once, and none that changes nothing', async () => {
  const site = await building();
  for (const isOn of [true, true, false, false]) await switchTo(site, isOn);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'tenant.customSettingsOn', subject: 'tenant', subject_id: site.tenant.id },
    { action: 'tenant.customSettingsOff', subject: 'tenant', subject_id: site.tenant.id },
  ]);
});

test('answers many simultaneous switches and makes one copy', async () => {
  const site = await building();
  const answers = await Promise.all(Array.from({ length: 8 }, () => switchTo(site, true)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const { copies } = await settingsOf(site)
    .select(({ fn }) => fn.countAll<number>().as('copies'))
    .where('tenant_id', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(copies).toBe(1);
});

test.for([
  { what: 'nothing', body: {}, fields: { enableCustomSettings: 'invalidValue' } },
  { what: 'text', body: { enableCustomSettings: 'true' }, fields: { enableCustomSettings: 'invalidValue' } },
  { what: 'more', body: { enableCustomSettings: true, name: 'x' }, fields: { name: 'unknownProperty' } },
])('refuses $what', async ({ body, fields }) => {
  const { as, tenant } = await building();
  const url = `/api/v1/tenants/${tenant.id}/custom_settings_state`;
  const response = await as('company').send({ method: 'PATCH', url, payload: body });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields });
});

test('the database refuses custom settings that are on but missing', async () => {
  const { db, tenant } = await building();
  const switched = db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute();
  await expect(switched).rejects.toMatchObject({ constraint: 'own_settings_exist' });
});

test('deletes a tenant and a company whose custom settings are on', async () => {
  const site = await building();
  await switchTo(site, true);
  await site.as('company').call(setCustomSettings, {
    params: { tenantId: site.neighbor.id },
    body: { enableCustomSettings: true },
  });
  await site.db.deleteFrom('tenant').where('id', '=', site.tenant.id).execute();
  expect(await settingsOf(site).selectAll().execute()).toHaveLength(2);
  await site.db.deleteFrom('company').where('id', '=', site.company.id).execute();
  expect(await settingsOf(site).selectAll().execute()).toEqual([]);
});
