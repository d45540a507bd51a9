import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { updateEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { changeTenantSettings, getSettingsOfTenant } from '@vestibule/contract/building/settings.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { textWithoutLinks } from '../../platform/values/without-links.ts';

const ofCompany = 'Rules: https://fjord.example/rules';
const ofTenant = 'Pay here: https://evil.example/pay and come in.';

async function ownTexts(): Promise<Building> {
  const site = await building();
  await notifyEverything(site, { wifi_info: ofCompany, custom_additional_info: ofCompany });
  const params = { tenantId: site.tenant.id };
  await site.as('company').call(setCustomSettings, { params, body: { enableCustomSettings: true } });
  return site;
}

type Texts = { wifiInfo?: string; customAdditionalInfo?: string; parkingLabelInfo?: string };

async function change(site: Building, role: 'tenant' | 'company', texts: Texts) {
  const params = { tenantId: site.tenant.id };
  const { data } = await site.as(role).call(getSettingsOfTenant, { params });
  const body = { ...data, ...texts };
  return site.as(role).call(changeTenantSettings, { params: { settingsId: data.id }, body });
}

async function save(site: Building, role: 'tenant' | 'company', texts: Texts) {
  expect((await change(site, role, texts)).status).toBe(200);
}

/** As a version before the refusal could. */
async function storeOfTenant(site: Building, wifi = ofCompany) {
  await site.db
    .updateTable('tenant_settings')
    .set({ wifi_info: wifi, tenant_wrote_wifi_info: wifi === ofTenant })
    .set({ custom_additional_info: ofTenant, tenant_wrote_additional_info: true })
    .where('company_id', '=', site.company.id)
    .where('tenant_id', '=', site.tenant.id)
    .execute();
}

async function sentTexts(site: Building): Promise<string> {
  const { sms } = await startMessaging(site.server);
  const phone = freshPhone();
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone, employeeId: site.employee.id }));
  const received = () => sms.received.filter(({ to }) => to === phone);
  await expect.poll(() => received().length).toBe(2);
  return received()
    .map(({ text }) => text)
    .join('\n');
}

test('a text that a tenant inherits from its company keeps its links', async () => {
  expect((await sentTexts(await ownTexts())).split('https://fjord.example/rules')).toHaveLength(4);
});

test('refuses an address that a tenant writes, and keeps the settings', async () => {
  const site = await ownTexts();
  const fields = { wifiInfo: 'addressInText', customAdditionalInfo: 'addressInText' };
  const both = await change(site, 'tenant', { wifiInfo: ofTenant, customAdditionalInfo: 'Mail pay@evil.example' });
  expect(both).toBeRefused(400, 'validation', { fields });
  const one = await change(site, 'tenant', { wifiInfo: 'Password: hei@fjord.no', parkingLabelInfo: 'P3' });
  expect(one).toBeRefused(400, 'validation', { fields: { wifiInfo: 'addressInText' } });
  await save(site, 'tenant', { parkingLabelInfo: 'P2' });
  const { data } = await site.as('tenant').call(getSettingsOfTenant, { params: { tenantId: site.tenant.id } });
  expect(data).toMatchObject({ wifiInfo: ofCompany, customAdditionalInfo: ofCompany, parkingLabelInfo: 'P2' });
});

test('sends passwords and phone numbers as a tenant wrote them', async () => {
  const site = await ownTexts();
  await save(site, 'tenant', { wifiInfo: 'pw: kaffe//kopp  Sol.Skinn99', customAdditionalInfo: 'Tel:22334455' });
  const text = await sentTexts(site);
  expect(text).toContain('pw: kaffe//kopp  Sol.Skinn99');
  expect(text).toContain('Tel:22334455');
  const writers = site.db
    .selectFrom('tenant_settings')
    .select(['tenant_wrote_wifi_info', 'tenant_wrote_additional_info'])
    .where('company_id', '=', site.company.id)
    .where('tenant_id', '=', site.tenant.id);
  expect(await writers.executeTakeFirst()).toEqual({
    tenant_wrote_wifi_info: true,
    tenant_wrote_additional_info: true,
  });
});

test('sends a text of a tenant without links', async () => {
  const site = await ownTexts();
  await storeOfTenant(site, ofTenant);
  const text = await sentTexts(site);
  expect(text).not.toMatch(/evil|https/);
  expect(text.split('Pay here: and come in.')).toHaveLength(4);
});

test('a manager’s edit of another field does not approve links of the tenant', async () => {
  const site = await ownTexts();
  await storeOfTenant(site);
  await save(site, 'company', { parkingLabelInfo: 'P2' });
  await save(site, 'tenant', { parkingLabelInfo: 'P3' });
  const text = await sentTexts(site);
  expect(text).not.toContain('evil');
  expect(text).toContain(`: ${ofCompany}`);
});

test('a manager may write links into the settings of a tenant', async () => {
  const site = await ownTexts();
  await storeOfTenant(site);
  await save(site, 'company', { customAdditionalInfo: 'See https://fjord.example/map' });
  expect(await sentTexts(site)).toContain('See https://fjord.example/map');
});

test('an invitation of expected visitors has no links of the tenant either', async () => {
  const site = await ownTexts();
  await storeOfTenant(site);
  const { sms } = await startMessaging(site.server);
  await site.as('tenant').call(importVisitors, {
    params: { tenantId: site.tenant.id },
    query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' },
    file: csv(`${freshPhone()};Åse;Havila`),
  });
  await expect.poll(() => sms.received.length).toBe(1);
  expect(sms.received[0]?.text).not.toContain('evil');
  expect(sms.received[0]?.text).toMatch(/\/pass\/.*\n\nPay here: and come in\.$/s);
});

test('the name of an employee, which a tenant chooses, contains no link', async () => {
  const site = await ownTexts();
  const { id: employeeId, email, phone } = site.employee;
  const body = { name: 'www.evil.example/pay', email, phone };
  const saved = await site.as('tenant').call(updateEmployee, { params: { employeeId }, body });
  expect(saved.status).toBe(200);
  const text = await sentTexts(site);
  expect(text).toContain('www. evil. example/pay');
});

test.for([
  ['See http://evil.example.', 'See'],
  ['See HTTPS://EVIL.EXAMPLE/pay now', 'See now'],
  ['hxxps://evil.example', ''],
  ['(https://evil.example/pay)', ''],
  ['www.evil.example', ''],
  ['evil.example/pay?x=1', ''],
  ['evil.example:8080/pay', ''],
  ['evil.example', 'evil. example'],
  ['Sol.Skinn99.example', 'Sol. Skinn99. example'],
  ['evil.example\u200B99', 'evil. example\u200B99'],
  ['x//evil.example', 'x/ /evil. example'],
  ['//localhost', '/ /localhost'],
  ['\\\\evil\\pay', '\\ \\evil\\pay'],
  ['ＨＴＴＰＳ：／／evil．example', ''],
  ['ht\u200Btps://evil.example', ''],
  ['evil。example/pay', ''],
  ['еvil.рф/pay', ''],
  ['xn--evil.xn--p1ai', 'xn--evil. xn--p1ai'],
  ['tel:*21*82912345#', ''],
  ['tel:10.0.0.1', ''],
  ['telprompt:+4782912345', ''],
  ['sms:+4782912345?body=x', ''],
  ['MAILTO:pay@evil.example', ''],
  ['Write to pay@evil.example', 'Write to'],
  ['market://details?id=evil', ''],
  ['//evil.example', '/ /evil. example'],
  ['10.0.0.1/x', ''],
  ['Open 10.0.0.1:8080, please', 'Open please'],
  ['Open 10.0.0.1.', 'Open'],
  ['evil.example:80', ''],
  ['evil[.]com', ''],
  ['evil(dot)com', ''],
  ['First.\nhttps://evil.example\nLast.', 'First.\n\nLast.'],
])('sends %s as %s', ([written = '', sent]) => {
  expect(textWithoutLinks(written)).toBe(sent);
});

test.for([
  'Network: Guest\nPassword: on-the-wall_7!',
  'Password:abc123',
  'Fire exits are green. Gate 2 is open.',
  'Call 22 33 44 55, or ask at the desk.',
  'Take the lift to floor 3/4.',
  'password Sol.Skinn99',
  'pw: kaffe//kopp',
  'Passord:  two  spaces',
  'Tel:22334455 ved spørsmål, eller tel:+4722334455.',
])('sends %s unchanged', (written) => {
  expect(textWithoutLinks(written)).toBe(written);
});
