import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import {
  changeTenantSettings,
  getSettingsOfTenant,
  getTenantSettings,
  type TenantSettings,
} from '@vestibule/contract/building/settings.ts';
import { type GdprHandling, gdprHandlings } from '@vestibule/contract/building/retention.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { countryCodes } from '@vestibule/contract/platform/country.ts';
import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { newSettings } from '../../testing/settings.ts';

const ofCompany = async ({ as, company }: Building) =>
  (await as('company').call(getTenantSettings, { query: { companyId: company.id } })).data;
const ofTenant = async ({ as, tenant }: Building) =>
  (await as('company').call(getTenantSettings, { query: { tenantId: tenant.id } })).data;
const save = ({ as }: Building, settings: TenantSettings, changes: object, role: 'company' | 'tenant' = 'company') =>
  as(role).call(changeTenantSettings, { params: { settingsId: settings.id }, body: { ...settings, ...changes } });

async function ownSettings(site: Building): Promise<TenantSettings> {
  await switchOwn(site, true);
  return ofTenant(site);
}

const switchOwn = ({ as, tenant }: Building, enableCustomSettings: boolean) =>
  as('company').call(setCustomSettings, { params: { tenantId: tenant.id }, body: { enableCustomSettings } });

const everything = {
  countryCode: 'SE',
  smsLanguageToEmployee: 'no',
  enableEmailToEmployee: false,
  emailLanguage: 'dk',
  enablePrintBadgeOption: true,
  enablePrintParkingBadgeOption: true,
  parkingLabelInfo: 'Park at P2',
  enableSmsConfirmation: true,
  smsConfirmationLanguage: 'sv',
  enableWifiInfoSms: true,
  wifiInfo: 'Network: Guest\nPassword: on the wall',
  deliverySmsLanguage: 'pl',
  enableGdpr: false,
  gdprHandling: 'deletedAfter1week',
  customAdditionalInfo: 'Welcome.\n\nThe stairs are on the left.',
  enableInvitations: false,
  enableInvitationReminder: true,
  answerWithinSeconds: null,
  enableStillHere: true,
};

test('a new company keeps data for a month and notifies employees by e-mail only', async () => {
  const site = await building();
  const { id, ...settings } = await ofCompany(site);
  expect(id).toEqual(expect.any(Number));
  expect(settings).toEqual({ companyId: site.company.id, tenantId: null, ...newSettings });
  const query = { companyId: site.company.id };
  expect((await site.as('superAdmin').call(getTenantSettings, { query })).data.id).toBe(id);
});

test('saves and returns every setting', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const { data } = await save(site, before, everything);
  expect(data).toEqual({ ...before, ...everything });
  expect(await ofCompany(site)).toEqual(data);
});

test('answers a tenant the settings in force, while custom settings are off, on and off again', async () => {
  const site = await building();
  const { as, tenant } = site;
  const company = await ofCompany(site);
  const inForce = async () => (await as('tenant').call(getSettingsOfTenant, { params: { tenantId: tenant.id } })).data;
  expect(await inForce()).toEqual(company);
  const own = await ownSettings(site);
  expect(own).toEqual({ ...company, id: own.id, tenantId: tenant.id });
  const { data: changed } = await save(site, own, everything);
  expect(await inForce()).toEqual(changed);
  expect(await ofCompany(site)).toEqual(company);
  await switchOwn(site, false);
  expect(await inForce()).toEqual(company);
  await switchOwn(site, true);
  expect(await inForce()).toEqual(changed);
});

test('accepts read-only values and does not change them', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const body = { ...before, id: 1, companyId: site.elsewhere.company.id, tenantId: site.tenant.id };
  const { data } = await site.as('company').call(changeTenantSettings, { params: { settingsId: before.id }, body });
  expect(data).toEqual(before);
});

test.for([
  { countryCode: 'ZZ', key: 'invalidValue' },
  { countryCode: 'no', key: 'invalidValue' },
  { countryCode: '47', key: 'invalidValue' },
  { countryCode: null, key: 'invalidValue' },
  { smsLanguageToEmployee: 'nb', key: 'invalidValue' },
  { smsLanguageToEmployee: '', key: 'invalidValue' },
  { enableEmailToEmployee: 'yes', key: 'invalidValue' },
  { emailLanguage: null, key: 'invalidValue' },
  { emailLanguage: 'xx', key: 'invalidValue' },
  { enablePrintBadgeOption: 1, key: 'invalidValue' },
  { enablePrintParkingBadgeOption: null, key: 'invalidValue' },
  { parkingLabelInfo: 'x'.repeat(201), key: 'max200chars' },
  { parkingLabelInfo: 'two\nlines', key: 'invalidText' },
  { enableSmsConfirmation: 'on', key: 'invalidValue' },
  { smsConfirmationLanguage: null, key: 'invalidValue' },
  { enableWifiInfoSms: null, key: 'invalidValue' },
  { wifiInfo: 'x'.repeat(201), key: 'max200chars' },
  { wifiInfo: 'a\u0007b', key: 'invalidText' },
  { deliverySmsLanguage: 'english', key: 'invalidValue' },
  { enableGdpr: undefined, key: 'invalidValue' },
  { gdprHandling: 'deletedAfter2weeks', key: 'invalidValue' },
  { gdprHandling: null, key: 'invalidValue' },
  { customAdditionalInfo: 'x'.repeat(501), key: 'max500chars' },
  { customAdditionalInfo: 7, key: 'invalidValue' },
  { answerWithinSeconds: 59, key: 'invalidValue' },
  { answerWithinSeconds: 601, key: 'invalidValue' },
  { enableInvitations: null, key: 'invalidValue' },
  { sendFax: true, key: 'unknownProperty' },
])('refuses settings with %j and saves nothing', async ({ key, ...wrong }) => {
  const site = await building();
  const before = await ofCompany(site);
  const fields = Object.fromEntries(Object.keys(wrong).map((name) => [name, key]));
  expect(await save(site, before, wrong)).toBeRefused(400, 'validation', { fields });
  expect(await ofCompany(site)).toEqual(before);
});

test('limits and trims texts, and turns empty ones into null', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const longest = {
    parkingLabelInfo: 'x'.repeat(200),
    wifiInfo: 'y'.repeat(200),
    customAdditionalInfo: 'z'.repeat(500),
  };
  expect((await save(site, before, longest)).data).toMatchObject(longest);
  const blank = { parkingLabelInfo: ' ', wifiInfo: '', customAdditionalInfo: '\n\n' };
  const none = { parkingLabelInfo: null, wifiInfo: null, customAdditionalInfo: null };
  expect((await save(site, before, blank)).data).toMatchObject(none);
  expect((await save(site, before, { wifiInfo: ' one\r\ntwo ' })).data.wifiInfo).toBe('one\ntwo');
});

test('accepts the countries whose phones the program can read, and no other', () => {
  expect(countryCodes).toEqual(getCountries().toSorted());
});

test.for([{ query: {} }, { query: { companyId: 1, tenantId: 1 } }])('refuses %j as settings', async ({ query }) => {
  const { as } = await building();
  const answer = await as('company').call(getTenantSettings, { query });
  expect(answer).toBeRefused(400, 'validation', { fields: { companyId: 'invalidValue' } });
});

test('the second of two edits of the settings gets the current values and may replace them', async () => {
  const site = await building();
  const previous = await ofCompany(site);
  const { data: current } = await save(site, previous, { wifiInfo: 'first', previous });
  const second = { wifiInfo: 'second', previous };
  expect(await save(site, previous, second)).toBeRefused(409, 'changedMeanwhile', { current });
  expect(await ofCompany(site)).toEqual(current);
  expect((await save(site, previous, { wifiInfo: 'first', previous })).data).toEqual(current);
  expect((await save(site, previous, { ...second, previous: current })).data.wifiInfo).toBe('second');
});

test('a tenant changes its own settings while they are on, and never those of the company', async () => {
  const site = await building();
  const company = await ofCompany(site);
  expect(await save(site, company, {}, 'tenant')).toBeRefused(404, 'notFound');
  const answer = await site.as('tenant').call(getTenantSettings, { query: { companyId: site.company.id } });
  expect(answer).toBeRefused(404, 'notFound');
  const own = await ownSettings(site);
  expect((await save(site, own, { wifiInfo: 'ours' }, 'tenant')).data).toEqual({ ...own, wifiInfo: 'ours' });
  await switchOwn(site, false);
  const detail: unknown = expect.stringContaining('A company admin can turn on own settings for it.');
  for (const role of ['tenant', 'company'] as const) {
    expect(await save(site, own, { wifiInfo: 'again' }, role)).toBeRefused(403, 'customSettingsAreOff', { detail });
  }
  await switchOwn(site, true);
  expect((await ofTenant(site)).wifiInfo).toBe('ours');
});

const retentions: { gdprHandling: GdprHandling; enableGdpr: boolean }[] = [
  ...gdprHandlings.map((gdprHandling) => ({ gdprHandling, enableGdpr: true })),
  { gdprHandling: 'noInfoSaved', enableGdpr: false },
];

test('a tenant can only shorten the retention, the company can also lengthen it', async () => {
  const site = await building();
  const own = await ownSettings(site);
  for (const [from, before] of retentions.entries()) {
    for (const [to, after] of retentions.entries()) {
      await save(site, own, before);
      const { status, problem } = await save(site, own, after, 'tenant');
      const field = after.enableGdpr ? 'gdprHandling' : 'enableGdpr';
      const expected = to <= from ? [200] : [403, 'retentionMayOnlyShorten', { [field]: 'retentionMayOnlyShorten' }];
      expect([status, problem?.reason, problem?.fields].slice(0, expected.length)).toEqual(expected);
    }
  }
});

test('logs a change of settings, and no refused one', async () => {
  const site = await building();
  const before = await ofCompany(site);
  await save(site, before, { gdprHandling: 'forever' });
  await save(site, before, { wifiInfo: 'Guest' });
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'subject_id', 'role'])
    .where('company_id', '=', site.company.id)
    .execute();
  expect(entries).toEqual([
    { action: 'tenantSettings.changed', subject: 'tenantSettings', subject_id: before.id, role: 'company' },
  ]);
});

test('badge options and retention follow the settings at once', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const { as, tenant } = site;
  await save(site, before, { enablePrintBadgeOption: true, gdprHandling: 'noInfoSaved' });
  const { data } = await as('reception').call(getTenant, { params: { tenantId: tenant.id } });
  expect(data).toMatchObject({ enablePrintBadgeOption: true, enablePrintParkingBadgeOption: false });
  const { visitor } = (await as('reception').call(registerVisit, visitTo(tenant, { shouldSaveData: true }))).data;
  const left = await as('reception').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  expect(left.data).toBeNull();
});

test.for([
  ['country_code', 'no', 'settings_name_a_country'],
  ['email_language', 'xx', 'settings_speak_our_languages'],
  ['delivery_sms_language', 'xx', 'settings_speak_our_languages'],
  ['wifi_info', 'x'.repeat(201), 'settings_are_short'],
] as const)('the database refuses settings whose %s is %s', async ([column, value, constraint]) => {
  const { db, company } = await building();
  const update = db.updateTable('tenant_settings').set(column, value).where('company_id', '=', company.id).execute();
  await expect(update).rejects.toMatchObject({ constraint });
});
