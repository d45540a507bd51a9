import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { setKioskCustomSettings } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import {
  changeKioskSettings,
  getKioskSettings,
  type KioskSettings,
} from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { deleteImage } from '@vestibule/contract/building/image-storage.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import type { CallInput } from '../../testing/caller.ts';
import { seedImage } from '../../testing/images.ts';
import { companySettingsId, seedKiosk, newKioskSettings } from '../../testing/kiosks.ts';

type Body = CallInput<typeof changeKioskSettings>['body'];

const ofCompany = async ({ as, company }: Building) =>
  (await as('company').call(getKioskSettings, { query: { companyId: company.id } })).data;
const ofKiosk = async ({ as }: Building, kioskId: number) =>
  (await as('company').call(getKioskSettings, { query: { kioskId } })).data;
const change = ({ as }: Building, settingsId: number, changed: Partial<Body> = {}) =>
  as('company').call(changeKioskSettings, { params: { settingsId }, body: { ...newKioskSettings, ...changed } });
const switchTo = ({ as }: Building, kioskId: number, enableCustomSettings: boolean) =>
  as('company').call(setKioskCustomSettings, { params: { kioskId }, body: { enableCustomSettings } });

test('kiosks of a new company are open all day, in English, with no options on', async () => {
  const site = await building();
  const settings = await ofCompany(site);
  expect(settings).toEqual({
    id: await companySettingsId(site.db, site.company.id),
    type: 'company',
    companyId: site.company.id,
    kioskId: null,
    languages: ['en'],
    defaultLanguage: 'en',
    hasPassword: false,
    background: 'none',
    sinageUrl: null,
    logoImageId: null,
    backgroundImageId: null,
    enableEmployeePicture: false,
    enableDeliveryButton: false,
    enableSaveVisitor: false,
    isPrinterOn: false,
    isScanerOn: false,
    accentColor: null,
    welcomeTexts: {},
    workingHoursStart: '00:00',
    workingHoursEnd: '23:59',
    version: settings.version,
    createdAt: settings.createdAt,
    updatedAt: settings.updatedAt,
  });
});

test('an edit changes all settings under a new version', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const { data } = await change(site, before.id, {
    background: 'signage',
    sinageUrl: ' Https://signage.example/hall ',
    workingHoursStart: '07:30:15',
    workingHoursEnd: '18:00:00',
    languages: ['no', 'en', 'no'],
  });
  expect(data).toMatchObject({
    ...newKioskSettings,
    background: 'signage',
    sinageUrl: 'https://signage.example/hall',
    workingHoursStart: '07:30',
    workingHoursEnd: '18:00',
    languages: ['no', 'en'],
  });
  expect(data.version).not.toBe(before.version);
  expect(await ofCompany(site)).toEqual(data);
});

test('accepts a whole row that a client sends back unchanged', async () => {
  const site = await building();
  const before = await ofCompany(site);
  const { data } = await change(site, before.id, { ...before, previous: before });
  expect({ ...data, version: 0, updatedAt: '' }).toEqual({ ...before, version: 0, updatedAt: '' });
});

test.for<{ what: string; changed: Record<string, unknown>; fields: Record<string, string> }>([
  {
    what: 'hours that end as they begin',
    changed: { workingHoursStart: '08:00', workingHoursEnd: '08:00:30' },
    fields: { workingHoursStart: 'incorrectTimeRange', workingHoursEnd: 'incorrectTimeRange' },
  },
  {
    what: 'hours that end before they begin',
    changed: { workingHoursStart: '18:00', workingHoursEnd: '07:00' },
    fields: { workingHoursStart: 'incorrectTimeRange', workingHoursEnd: 'incorrectTimeRange' },
  },
  { what: 'no time', changed: { workingHoursStart: '24:00' }, fields: { workingHoursStart: 'invalidValue' } },
  { what: 'a short color', changed: { accentColor: '#5B3' }, fields: { accentColor: 'invalidColor' } },
  { what: 'a color with a name', changed: { accentColor: 'violet' }, fields: { accentColor: 'invalidColor' } },
  {
    what: 'a welcome text that is too long',
    changed: { welcomeTexts: { en: 'x'.repeat(81) } },
    fields: { 'welcomeTexts.en': 'max80chars' },
  },
  {
    what: 'a welcome text with a control character',
    changed: { welcomeTexts: { no: 'Velkommen\u202E' } },
    fields: { 'welcomeTexts.no': 'invalidText' },
  },
  {
    what: 'a welcome text in an unknown language',
    changed: { welcomeTexts: { xx: 'Welcome' } },
    fields: { 'welcomeTexts.xx': 'unknownProperty' },
  },
  { what: 'no languages', changed: { languages: [] }, fields: { languages: 'languageRequired' } },
  {
    what: 'a default language that is not chosen',
    changed: { defaultLanguage: 'pl' },
    fields: { defaultLanguage: 'defaultLanguageNotListed' },
  },
  { what: 'a short password', changed: { password: 'abc' }, fields: { password: 'min4chars' } },
  {
    what: 'a picture that is none',
    changed: { background: 'image' },
    fields: { backgroundImageId: 'pleaseSelectPic' },
  },
  { what: 'signage that is nowhere', changed: { background: 'signage' }, fields: { sinageUrl: 'invalidUrl' } },
  {
    what: 'signage over plain http',
    changed: { background: 'signage', sinageUrl: 'http://signage.example' },
    fields: { sinageUrl: 'invalidUrl' },
  },
  { what: 'a kept address that is none', changed: { sinageUrl: 'signage' }, fields: { sinageUrl: 'invalidUrl' } },
  {
    what: 'an address without its slashes',
    changed: { background: 'signage', sinageUrl: 'https:signage.example' },
    fields: { sinageUrl: 'invalidUrl' },
  },
  {
    what: 'an address with a script',
    changed: { background: 'signage', sinageUrl: 'javascript:alert(1)' },
    fields: { sinageUrl: 'invalidUrl' },
  },
  { what: 'a name of its own', changed: { isScannerOn: true }, fields: { isScannerOn: 'unknownProperty' } },
])('refuses settings with $what', async ({ changed, fields }) => {
  const site = await building();
  const { id } = await ofCompany(site);
  const payload = { ...newKioskSettings, ...changed };
  const response = await site.as('company').send({ method: 'PUT', url: `/api/v1/kiosk_settings/${id}`, payload });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields });
});

test.for(['https://signage.example/lobby?screen=2', 'https://signage/lobby', 'https://[fd00::7]:8443/'])(
  'accepts signage at %s, inside or outside of the local network',
  async (sinageUrl) => {
    const site = await building();
    const { id } = await ofCompany(site);
    expect((await change(site, id, { background: 'signage', sinageUrl })).data.sinageUrl).toBe(sinageUrl);
  },
);

test('stores a color in upper case, and welcome texts without blank ones', async () => {
  const site = await building();
  const { id } = await ofCompany(site);
  const welcomeTexts = { en: ' Good to see you ', no: '  ', pl: 'x'.repeat(80) };
  const { data } = await change(site, id, { accentColor: '#0b7a75', welcomeTexts });
  expect(data).toMatchObject({ accentColor: '#0B7A75' });
  expect(data.welcomeTexts).toEqual({ en: 'Good to see you', pl: 'x'.repeat(80) });
  expect((await change(site, id, { accentColor: null, welcomeTexts: {} })).data).toMatchObject({
    accentColor: null,
    welcomeTexts: {},
  });
});

test('omitted color and welcome texts stay, and a repeated edit with them is accepted', async () => {
  const site = await building();
  const { accentColor, welcomeTexts, ...older } = newKioskSettings;
  const previous = await ofCompany(site);
  const edit = { ...newKioskSettings, welcomeTexts: { ...welcomeTexts, pl: ' ' }, previous };
  await change(site, previous.id, edit);
  expect((await change(site, previous.id, edit)).data).toMatchObject({ accentColor, welcomeTexts });
  const params = { settingsId: previous.id };
  const { data } = await site.as('company').call(changeKioskSettings, { params, body: older });
  expect(data).toMatchObject({ accentColor, welcomeTexts });
});

test('keeps an omitted password, removes a blank one, and never returns it', async () => {
  const site = await building();
  const { id } = await ofCompany(site);
  const has = async (password: string | null | undefined) =>
    (await change(site, id, password === undefined ? {} : { password })).data.hasPassword;
  expect([await has('1234'), await has(undefined), await has(''), await has('åååå'), await has(null)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  await change(site, id, { password: 'open-sesame' });
  const { password_hash: hash } = await site.db
    .selectFrom('kiosk_settings')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(await ofCompany(site))).not.toContain('argon2');
});

test('a kiosk’s custom settings begin as a copy of the company settings, and both stay independent', async () => {
  const site = await building();
  const company = await ofCompany(site);
  const { id } = await seedKiosk(site.db, site);
  const { id: other } = await seedKiosk(site.db, site);
  await change(site, company.id, { password: 'open-sesame' });
  await switchTo(site, id, true);
  const own = await ofKiosk(site, id);
  expect(own).toMatchObject({ ...newKioskSettings, type: 'kiosk', kioskId: id, hasPassword: true });
  const last = await seedKiosk(site.db, site);
  await change(site, own.id, { isPrinterOn: false, password: null });
  await change(site, company.id);
  await switchTo(site, last.id, true);
  expect(await ofKiosk(site, last.id)).toMatchObject({ isPrinterOn: true, hasPassword: true });
  expect(await ofCompany(site)).toMatchObject({ isPrinterOn: true, hasPassword: true });
  expect(await ofKiosk(site, other)).toEqual(await ofCompany(site));
  await switchTo(site, id, false);
  expect(await ofKiosk(site, id)).toEqual(await ofCompany(site));
  expect(await change(site, own.id)).toBeRefused(403, 'kioskSettingsAreOff');
  await switchTo(site, id, true);
  expect(await ofKiosk(site, id)).toMatchObject({ isPrinterOn: false, hasPassword: false });
});

test('each change of the settings in force changes their version', async () => {
  const site = await building();
  const { id } = await seedKiosk(site.db, site);
  const version = async () =>
    (await site.as('company').call(listKiosks, { params: { companyId: site.company.id } })).data[0]?.settingsVersion;
  const company = await ofCompany(site);
  const seen = [await version()];
  const look = async () => void seen.push(await version());
  await change(site, company.id).then(look);
  await switchTo(site, id, true).then(look);
  await change(site, (await ofKiosk(site, id)).id).then(look);
  expect(new Set(seen).size).toBe(4);
  await change(site, company.id);
  expect(await version()).toBe(seen[3]);
});

test('the second of two edits of the settings gets their current values', async () => {
  const site = await building();
  const previous = await ofCompany(site);
  const { data } = await change(site, previous.id, { isPrinterOn: false, previous });
  expect(await change(site, previous.id, { previous })).toBeRefused(409, 'changedMeanwhile', { current: data });
});

test('saving the same values again succeeds, unless another password was set since', async () => {
  const site = await building();
  const previous = await ofCompany(site);
  const again = async () => await change(site, previous.id, { password: 'gangway', previous });
  await again();
  expect((await again()).data.hasPassword).toBe(true);
  await change(site, previous.id, { password: 'porthole' });
  expect(await again()).toBeRefused(409, 'changedMeanwhile');
  expect(await change(site, previous.id, { password: null, previous })).toBeRefused(409, 'changedMeanwhile');
});

test('logo and background have to be images of the company, of their type', async () => {
  const site = await building();
  const { id } = await ofCompany(site);
  const image = (companyId: number, type: 'logo' | 'background', tenantId: number | null = null) =>
    seedImage(site.db, { companyId, tenantId }, type);
  const [logo, background] = [await image(site.company.id, 'logo'), await image(site.company.id, 'background')];
  const both = { background: 'image', logoImageId: logo, backgroundImageId: background } as const;
  expect((await change(site, id, both)).data).toMatchObject(both);
  expect(await change(site, id, { logoImageId: background })).toBeRefused(400, 'validation', {
    fields: { logoImageId: 'invalidValue' },
  });
  expect(await change(site, id, { backgroundImageId: logo })).toBeRefused(400, 'validation', {
    fields: { backgroundImageId: 'invalidValue' },
  });
  for (const foreign of [
    await image(site.elsewhere.company.id, 'logo'),
    await image(site.company.id, 'logo', site.tenant.id),
  ]) {
    expect(await change(site, id, { logoImageId: foreign })).toBeRefused(404, 'notFound');
  }
});

test('refuses to delete an image that kiosks show, and names its place', async () => {
  const site = await building();
  const { id } = await ofCompany(site);
  const logo = await seedImage(site.db, { companyId: site.company.id, tenantId: null }, 'logo');
  await change(site, id, { logoImageId: logo });
  const kiosk = await seedKiosk(site.db, site);
  await switchTo(site, kiosk.id, true);
  const remove = () => site.as('company').call(deleteImage, { params: { imageId: logo } });
  expect(await remove()).toBeRefused(409, 'imageInUse', {
    usedBy: [
      { kind: 'company', id: site.company.id, name: site.company.name },
      { kind: 'kiosk', id: kiosk.id, name: kiosk.name },
    ],
  });
  await change(site, id);
  await change(site, (await ofKiosk(site, kiosk.id)).id);
  expect((await remove()).status).toBe(200);
});

test.for([{}, { companyId: 1, kioskId: 1 }])('refuses settings of %o', async (query) => {
  const { as } = await building();
  expect(await as('company').call(getKioskSettings, { query })).toBeRefused(400, 'validation');
});

test('the database refuses settings that no kiosk could follow', async () => {
  const { db, company } = await building();
  const set = (values: Partial<Record<'background' | 'default_language' | 'working_hours_end', string>>) =>
    db
      .updateTable('kiosk_settings')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose
      .set(values as Record<string, never>)
      .where('company_id', '=', company.id)
      .execute();
  await expect(set({ background: 'signage' })).rejects.toMatchObject({ constraint: 'signage_has_an_address' });
  await expect(set({ background: 'image' })).rejects.toMatchObject({ constraint: 'background_has_a_picture' });
  await expect(set({ default_language: 'pl' })).rejects.toMatchObject({ constraint: 'default_language_is_chosen' });
  await expect(set({ working_hours_end: '00:00' })).rejects.toMatchObject({
    constraint: 'working_hours_have_an_order',
  });
});

test('deletes a company with its kiosks, their settings and images', async () => {
  const site = await building();
  const settings: KioskSettings = await ofCompany(site);
  const logo = await seedImage(site.db, { companyId: site.company.id, tenantId: null }, 'logo');
  await change(site, settings.id, { logoImageId: logo });
  await switchTo(site, (await seedKiosk(site.db, site)).id, true);
  await site.db.deleteFrom('company').where('id', '=', site.company.id).execute();
  for (const table of ['kiosk', 'kiosk_settings', 'image'] as const) {
    expect(await site.db.selectFrom(table).select('id').where('company_id', '=', site.company.id).execute()).toEqual(
      [],
    );
  }
});
