import { listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import {
  createKiosk,
  deleteKiosk,
  rebootKiosk,
  setKioskCustomSettings,
  updateKiosk,
  upgradeAllKiosks,
} from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { changeKioskSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { seedImage } from '../../testing/images.ts';
import { companySettingsId, freshHash, newKioskSettings, seedKiosk } from '../../testing/kiosks.ts';
import { openLive } from '../../testing/live.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { sharedServer } from '../../testing/server.ts';

const create = ({ as, company }: Building, body: { name: string; hash: string; comment?: string | null }) =>
  as('company').call(createKiosk, { params: { companyId: company.id }, body });
const list = (
  { as, company }: Building,
  query: { search?: string; status?: 'online' | 'offline'; limit?: number } = {},
) => as('company').call(listKiosks, { params: { companyId: company.id }, query });
const namesOf = async (site: Building, query: Parameters<typeof list>[1]) =>
  (await list(site, query)).data.map(({ name }) => name);

test('a new kiosk is offline, has not reported yet and follows the company settings', async () => {
  const site = await building();
  const hash = freshHash();
  const typed = ` ${hash.slice(0, 4).toLowerCase()}-${hash.slice(4)} `;
  const { status, data } = await create(site, { name: ' Lobby ', hash: typed, comment: ' ' });
  expect(status).toBe(201);
  expect(data).toEqual({
    id: data.id,
    companyId: site.company.id,
    name: 'Lobby',
    hash,
    comment: null,
    mac: null,
    ip: null,
    appVersion: null,
    androidVersion: null,
    status: 'offline',
    enableCustomSettings: false,
    offlineSince: null,
    settingsVersion: data.settingsVersion,
    appliedSettingsVersion: null,
    pendingDevice: null,
  });
  expect((await list(site)).data).toEqual([data]);
});

test.for([
  { body: { name: ' ', hash: 'AAAA0000' }, fields: { name: 'kioskNameRequired' } },
  { body: { name: 'x'.repeat(121), hash: 'AAAA0000' }, fields: { name: 'max120chars' } },
  { body: { name: 'Lobby', hash: ' ' }, fields: { hash: 'hashRequired' } },
  { body: { name: 'Lobby', hash: 'AAAA000' }, fields: { hash: 'hash8chars' } },
  { body: { name: 'Lobby', hash: 'AAAA00000' }, fields: { hash: 'hash8chars' } },
  { body: { name: 'Lobby', hash: 'ÅAAA0000' }, fields: { hash: 'hash8chars' } },
  { body: { name: 'Lobby', hash: 'AAAA0000', comment: 'x'.repeat(201) }, fields: { comment: 'max200chars' } },
])('refuses a kiosk of $body', async ({ body, fields }) => {
  expect(await create(await building(), body)).toBeRefused(400, 'validation', { fields });
});

test('a code is unique in the whole system, in any spelling', async () => {
  const site = await building();
  const { hash } = await seedKiosk(site.db, site.elsewhere);
  const answer = await create(site, { name: 'Lobby', hash: hash.toLowerCase() });
  expect(answer).toBeRefused(403, 'hashMustBeUnique', { fields: { hash: 'hashMustBeUnique' } });
});

test('one of many kiosks created with the same code at once succeeds', async () => {
  const site = await building();
  const hash = freshHash();
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(site, { name: 'Lobby', hash })));
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
});

test('finds a kiosk by any value of its row', async () => {
  const site = await building();
  const { id } = await seedKiosk(site.db, site, { name: 'Åpningen', comment: 'By the stairs' });
  await seedKiosk(site.db, site, { name: 'Other' });
  await site.db
    .updateTable('kiosk')
    .set({ mac: '02:AB:CD:EF:01:23', ip: '10.20.30.40', app_version: '4.5.6-beta', android_version: 'Android 15' })
    .where('id', '=', id)
    .execute();
  const { hash } = (await list(site, { search: 'stairs' })).data[0] ?? {};
  for (const search of [
    'apning',
    'STAIRS',
    hash?.toLowerCase() ?? '',
    'ab:cd',
    'abcdef',
    '20.30',
    '6-beta',
    'droid 15',
  ]) {
    expect(await namesOf(site, { search })).toEqual(['Åpningen']);
  }
  expect(await namesOf(site, { search: 'nobody' })).toEqual([]);
  expect(await namesOf(site, { search: 'ap' })).toEqual(['Åpningen', 'Other']);
});

test('lists the kiosks of one tab in pages', async () => {
  const site = await building();
  for (const name of ['C', 'a', 'B']) await seedKiosk(site.db, site, { name, isOnline: true });
  await seedKiosk(site.db, site, { name: 'D' });
  expect(await namesOf(site, { status: 'online' })).toEqual(['a', 'B', 'C']);
  expect(await namesOf(site, { status: 'offline' })).toEqual(['D']);
  const first = await list(site, { status: 'online', limit: 2 });
  expect(first.page).toEqual({ total: 3, totalIsExact: true, next: first.page?.next });
  const rest = await site.as('company').call(listKiosks, {
    params: { companyId: site.company.id },
    query: { status: 'online', limit: 2, cursor: first.page?.next ?? '' },
  });
  expect([rest.data.map(({ name }) => name), rest.page?.next]).toEqual([['C'], null]);
});

test('renaming a kiosk keeps its code and an omitted comment', async () => {
  const site = await building();
  const { id, hash } = await seedKiosk(site.db, site);
  const change = (body: object) =>
    site.as('company').send({ method: 'PATCH', url: `/api/v1/kiosks/${id}`, payload: body });
  expect((await change({ name: 'Lobby', comment: 'North' })).json()).toMatchObject({
    data: { name: 'Lobby', comment: 'North', hash },
  });
  expect((await change({ name: 'Hall' })).json()).toMatchObject({ data: { name: 'Hall', comment: 'North' } });
  expect((await change({ name: 'Lobby', hash: 'BBBB0000' })).json()).toMatchObject({
    status: 400,
    fields: { hash: 'unknownProperty' },
  });
});

test('the second of two edits of a kiosk gets its current values', async () => {
  const site = await building();
  const kiosk = await seedKiosk(site.db, site);
  const previous = { name: kiosk.name, comment: null };
  const rename = (name: string) =>
    site.as('company').call(updateKiosk, { params: { kioskId: kiosk.id }, body: { name, comment: null, previous } });
  expect((await rename('First')).status).toBe(200);
  expect(await rename('Second')).toBeRefused(409, 'changedMeanwhile', { current: { name: 'First', comment: null } });
  expect((await rename('First')).status, 'tried again').toBe(200);
});

test('deletes a kiosk with its settings, and frees its license', async () => {
  const site = await building();
  const { id } = await seedKiosk(site.db, site);
  await site
    .as('company')
    .call(setKioskCustomSettings, { params: { kioskId: id }, body: { enableCustomSettings: true } });
  expect((await site.as('company').call(deleteKiosk, { params: { kioskId: id } })).status).toBe(200);
  expect((await list(site)).data).toEqual([]);
  expect(await site.as('company').call(deleteKiosk, { params: { kioskId: id } })).toBeRefused(404, 'notFound');
});

test('an offline kiosk refuses commands, and none is stored for it', async () => {
  const site = await building();
  const { id } = await seedKiosk(site.db, site);
  expect(await site.as('company').call(rebootKiosk, { params: { kioskId: id } })).toBeRefused(409, 'kioskOffline');
  const commands = await site.db.selectFrom('kiosk_command').selectAll().where('kiosk_id', '=', id).execute();
  expect(commands).toEqual([]);
});

test('update all reaches the online kiosks of this company only', async () => {
  const site = await building();
  for (const isOnline of [true, true, false]) await seedKiosk(site.db, site, { isOnline });
  await seedKiosk(site.db, site.elsewhere, { isOnline: true });
  const { data } = await site.as('company').call(upgradeAllKiosks, { params: { companyId: site.company.id } });
  expect(data).toEqual({ sent: 2 });
});

test.for([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
])('refuses a command by GET with %o', async (headers) => {
  const site = await building();
  const { id } = await seedKiosk(site.db, site, { isOnline: true });
  for (const path of [`${id}/reboot`, `${id}/upgrade`, `company/${site.company.id}/upgrade_all`]) {
    const response = await site.as('company').send({ method: 'GET', url: `/api/v1/kiosks/${path}`, headers });
    expect(response.json()).toMatchObject({ status: 403, reason: 'crossSiteRequest' });
  }
});

async function changeOwnSettings({ as }: Building, kioskId: number): Promise<number> {
  const { data } = await as('company').call(getKioskSettings, { query: { kioskId } });
  await as('company').call(changeKioskSettings, { params: { settingsId: data.id }, body: newKioskSettings });
  return data.id;
}

test('managers see changes of kiosks at once, and receptions do not', async () => {
  await (await sharedServer()).listen();
  const site = await building();
  const manager = await openLive(site.as('company'));
  const reception = await openLive(site.as('reception'));
  const { data } = await create(site, { name: 'Lobby', hash: freshHash() });
  expect(await manager.received(1)).toEqual([{ id: 1, event: 'kiosk_data_change', payload: { id: data.id, data } }]);
  const params = { kioskId: data.id };
  await site.as('company').call(updateKiosk, { params, body: { name: 'Hall' } });
  await site.as('company').call(setKioskCustomSettings, { params, body: { enableCustomSettings: true } });
  await changeOwnSettings(site, data.id);
  const [, ...changes] = await manager.received(4);
  const change = { event: 'kiosk_data_change', payload: { id: data.id } };
  expect(changes).toMatchObject([change, change, change]);
  await site.as('company').call(deleteKiosk, { params });
  expect((await manager.received(5))[4]).toEqual({ id: 5, event: 'resync', payload: null });
  expect(reception.messages).toEqual([]);
});

test('logs changes of kiosks', async () => {
  const site = await building();
  const { data } = await create(site, { name: 'Lobby', hash: freshHash() });
  const params = { kioskId: data.id };
  await site.as('company').call(updateKiosk, { params, body: { name: 'Hall' } });
  const turn = (enableCustomSettings: boolean) =>
    site.as('company').call(setKioskCustomSettings, { params, body: { enableCustomSettings } });
  for (const isOn of [true, true]) await turn(isOn);
  const settingsId = await changeOwnSettings(site, data.id);
  await turn(false);
  await site.as('company').call(deleteKiosk, { params });
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .orderBy('id')
    .execute();
  const ofSettings = { action: 'kioskSettings.changed', subject_id: settingsId };
  expect(entries).toEqual([
    { action: 'kiosk.created', subject_id: data.id },
    { action: 'kiosk.changed', subject_id: data.id },
    { action: 'kiosk.customSettingsOn', subject_id: data.id },
    ofSettings,
    { action: 'kiosk.customSettingsOff', subject_id: data.id },
    { action: 'kiosk.deleted', subject_id: data.id },
  ]);
});

test('update all skips a kiosk that is deleted at the same time', async () => {
  const site = await building();
  const [goes, stays] = [
    await seedKiosk(site.db, site, { isOnline: true }),
    await seedKiosk(site.db, site, { isOnline: true }),
  ];
  const update = () => site.as('company').call(upgradeAllKiosks, { params: { companyId: site.company.id } });
  const [answer] = await queuedBehind(site.db, sql`delete from kiosk where id = ${goes.id}`, [update]);
  expect(answer?.data).toEqual({ sent: 1 });
  const commands = await site.db.selectFrom('kiosk_command').select('kiosk_id').execute();
  expect(commands.map(({ kiosk_id: id }) => id)).toContain(stays.id);
});

test.for(['added', 'made to follow the company’s settings'] as const)(
  'a kiosk that is %s during a change of the settings follows the new ones',
  async (way) => {
    const site = await building();
    const { as, db, company } = site;
    const [kiosk, logo] = [
      await seedKiosk(db, site),
      await seedImage(db, { companyId: company.id, tenantId: null }, 'logo'),
    ];
    const switchTo = (enableCustomSettings: boolean) =>
      as('company').call(setKioskCustomSettings, { params: { kioskId: kiosk.id }, body: { enableCustomSettings } });
    await switchTo(true);
    const params = { settingsId: await companySettingsId(db, company.id) };
    const body = { name: 'New', hash: freshHash() };
    const begin = () =>
      way === 'added' ? as('company').call(createKiosk, { params: { companyId: company.id }, body }) : switchTo(false);
    const image = sql`select from image where id = ${logo} for update`;
    const [changed, begun] = await queuedBehind<{ data: unknown }>(db, image, [
      () => as('company').call(changeKioskSettings, { params, body: { ...newKioskSettings, logoImageId: logo } }),
      begin,
    ]);
    const { data: now } = await as('company').call(getKioskSettings, { query: { companyId: company.id } });
    expect(changed?.data).toEqual(now);
    expect(begun?.data).toMatchObject({ settingsVersion: now.version });
  },
);
