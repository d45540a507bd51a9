import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import {
  createLicenses,
  deleteLicenses,
  describeLicense,
  detachLicense,
  exportLicenses,
  listLicenseFolders,
  listLicenses,
} from '@vestibule/contract/kiosks/license.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { building } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { seedFolder, seedLicense } from '../../testing/licenses.ts';
import { newLicenseKey, readLicenseKey } from './key.ts';
import { addLicenses } from './license.ts';

const withAnyBody = { ...createLicenses, body: z.looseObject({}) };

async function folderWithRoom(db: Db, room: number) {
  const folder = await seedFolder(db);
  const keys = Array.from({ length: 10_000 - room }, newLicenseKey);
  await sql`insert into license (folder_id, key) select ${folder.id}, unnest(${keys}::text[])`.execute(db);
  return folder;
}

async function countIn(db: Db, folder: { id: number }) {
  const { count } = await db
    .selectFrom('license')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('folder_id', '=', folder.id)
    .executeTakeFirstOrThrow();
  return count;
}

test('new licenses have their own keys, no device and no description', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const { status, data } = await superAdmin.call(createLicenses, { body: { amount: 3, folderId: folder.id } });
  expect(status).toBe(201);
  expect(data.unsuccessfulAmount).toBe(0);
  expect(data.licenses).toHaveLength(3);
  expect(new Set(data.licenses.map(({ key }) => key)).size).toBe(3);
  for (const license of data.licenses) {
    expect(readLicenseKey(license.key)).toBe(license.key);
    expect(license).toMatchObject({ folderId: folder.id, description: null, activationDate: null, mac: null });
  }
  const { data: listed } = await superAdmin.call(listLicenses, { params: { folderId: folder.id } });
  expect(listed.map(({ id }) => id)).toEqual(data.licenses.map(({ id }) => id).toReversed());
});

test.for([
  [undefined, 'numberRequired'],
  [null, 'numberRequired'],
  [0, 'valueMustBeMoreThan1'],
  [-5, 'valueMustBeMoreThan1'],
  [1_001, 'max1000keys'],
  [1.5, 'invalidValue'],
  ['2', 'invalidValue'],
] as const)('refuses an amount of %s', async ([amount, key]) => {
  const { as, db } = await building();
  const folder = await seedFolder(db);
  const body = { amount, folderId: folder.id };
  expect(await as('superAdmin').call(withAnyBody, { body })).toBeRefused(400, 'validation', {
    fields: { amount: key },
  });
  expect(await countIn(db, folder)).toBe(0);
});

test.for([
  [undefined, 'folderRequired'],
  [null, 'folderRequired'],
  ['1', 'invalidValue'],
  [0, 'invalidValue'],
] as const)('refuses a folder of %s', async ([folderId, key]) => {
  const { as } = await building();
  const body = { amount: 1, folderId };
  expect(await as('superAdmin').call(withAnyBody, { body })).toBeRefused(400, 'validation', {
    fields: { folderId: key },
  });
});

test('adds a thousand at once, with an audit entry each', async () => {
  const { as, db, users } = await building();
  const folder = await seedFolder(db);
  const { data } = await as('superAdmin').call(createLicenses, { body: { amount: 1_000, folderId: folder.id } });
  expect(data.licenses).toHaveLength(1_000);
  const entries = await db
    .selectFrom('system_audit_entry')
    .select(['action', 'subject', 'subject_id'])
    .where('user_id', '=', users.superAdmin.id)
    .orderBy('subject_id')
    .execute();
  const ids = data.licenses.map(({ id }) => id).toSorted((one, other) => one - other);
  expect(entries).toEqual(ids.map((id) => ({ action: 'license.created', subject: 'license', subject_id: id })));
});

test('a folder takes 10,000 licenses, and the answer counts those beyond', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await folderWithRoom(db, 4);
  const add = () => superAdmin.call(createLicenses, { body: { amount: 10, folderId: folder.id } });
  expect((await add()).data).toMatchObject({ licenses: { length: 4 }, unsuccessfulAmount: 6 });
  expect((await add()).data).toEqual({ licenses: [], unsuccessfulAmount: 10 });
  expect(await countIn(db, folder)).toBe(10_000);
});

test('simultaneous additions do not exceed the limit of a folder', async () => {
  const { as, db } = await building();
  const folder = await folderWithRoom(db, 20);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      as('superAdmin').call(createLicenses, { body: { amount: 5, folderId: folder.id } }),
    ),
  );
  expect(answers.reduce((sum, { data }) => sum + data.unsuccessfulAmount, 0)).toBe(10);
  expect(await countIn(db, folder)).toBe(10_000);
});

test('never gives out a key in use again', async () => {
  const { db, users } = await building();
  const actor = {
    userId: users.superAdmin.id,
    role: 'superAdmin',
    companyIds: 'all',
    partnerId: null,
    tenantId: null,
  } as const;
  const folder = await seedFolder(db);
  const { key } = await seedLicense(db, folder);
  const drawn = [key, newLicenseKey(), key];
  const { licenses, unsuccessfulAmount } = await addLicenses(
    db,
    actor,
    { amount: 3, folderId: folder.id },
    () => drawn.shift() ?? '',
  );
  expect(licenses).toHaveLength(1);
  expect(unsuccessfulAmount).toBe(2);
});

test('a repeat with the same idempotency key adds nothing more', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const add = () =>
    superAdmin.call(
      createLicenses,
      { body: { amount: 2, folderId: folder.id } },
      { idempotencyKey: `add-${folder.id}` },
    );
  expect((await add()).data).toEqual((await add()).data);
  expect(await countIn(db, folder)).toBe(2);
});

test('lists licenses in pages, newest first, filtered by a search', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const ids = [];
  for (const description of ['Lobby', 'Gate', 'Lobby west', 'Ramp', 'Lobby east']) {
    ids.unshift((await seedLicense(db, folder, { description })).id);
  }
  const params = { folderId: folder.id };
  const first = await superAdmin.call(listLicenses, { params, query: { limit: 2 } });
  expect(first.page).toMatchObject({ total: 5, totalIsExact: true });
  const second = await superAdmin.call(listLicenses, { params, query: { limit: 3, cursor: first.page?.next ?? '' } });
  expect(second.page?.next).toBeNull();
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);

  const narrowed = await superAdmin.call(listLicenses, { params, query: { limit: 2, search: 'LOBBY' } });
  expect(narrowed.page?.total).toBe(3);
  expect(narrowed.data.map(({ description }) => description)).toEqual(['Lobby east', 'Lobby west']);
});

test('deletes licenses together, answers the list of folders, and logs each', async () => {
  const { as, db, users } = await building();
  const superAdmin = as('superAdmin');
  const [folder, other] = [await seedFolder(db), await seedFolder(db)];
  const [one, two, kept] = [await seedLicense(db, folder), await seedLicense(db, other), await seedLicense(db, folder)];
  const { data } = await superAdmin.call(deleteLicenses, { query: { ids: `${one.id},${two.id},${one.id}` } });
  expect(data).toEqual((await superAdmin.call(listLicenseFolders)).data);
  const shown = data.filter(({ id }) => id === folder.id || id === other.id);
  expect(shown.map(({ licenseCount, licenses }) => [licenseCount, licenses?.map(({ id }) => id)])).toEqual([
    [1, [kept.id]],
    [0, []],
  ]);
  const query = { userId: users.superAdmin.id, action: 'license.deleted' } as const;
  const { data: entries } = await superAdmin.call(listAuditEntries, { query });
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([two.id, one.id]);
});

test('a deletion answers a page on request', async () => {
  const { as, db } = await building();
  const folder = await seedFolder(db);
  const { id } = await seedLicense(db, folder);
  const mark = `mark${fresh()}x`;
  await seedLicense(db, folder, { description: mark });
  const { data, page } = await as('superAdmin').call(deleteLicenses, { query: { ids: id, limit: 1, search: mark } });
  expect(page?.total).toBe(1);
  expect(data.map((each) => [each.id, each.licenseCount, 'licenses' in each])).toEqual([[folder.id, 1, false]]);
});

test('a repeat with the same idempotency key accepts that the licenses are already deleted', async () => {
  const { as, db } = await building();
  const { id } = await seedLicense(db, await seedFolder(db));
  const superAdmin = as('superAdmin');
  const remove = () =>
    superAdmin.call(deleteLicenses, { query: { ids: `${id}`, limit: 1 } }, { idempotencyKey: `deleted-${id}` });
  const first = await remove();
  expect(await remove()).toMatchObject({ status: 200, data: first.data, page: first.page });
});

test('deletes nothing if one of the licenses is bound to a device or does not exist', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const free = await seedLicense(db, folder);
  const bound = await seedLicense(db, folder, { mac: '02:00:00:00:00:02' });
  const remove = (...ids: number[]) => superAdmin.call(deleteLicenses, { query: { ids: ids.join(',') } });

  expect(await remove(free.id, bound.id)).toBeRefused(409, 'licenseIsActive');
  expect(await remove(free.id, 2_000_000_000)).toBeRefused(404, 'notFound', {
    fields: { 'ids.1': 'invalidValue' },
  });
  expect(await countIn(db, folder)).toBe(2);

  await superAdmin.call(detachLicense, { params: { licenseId: bound.id } });
  expect((await remove(free.id, bound.id)).status).toBe(200);
  expect(await countIn(db, folder)).toBe(0);
});

test.for([
  ['', 'invalidValue'],
  ['1,', 'invalidValue'],
  ['1;2', 'invalidValue'],
  ['1, 2', 'invalidValue'],
  ['x', 'invalidValue'],
  ['-1', 'invalidValue'],
  [Array.from({ length: 501 }, (_, index) => index + 1).join(','), 'max500keys'],
] as const)('refuses ids like %.10s', async ([ids, key]) => {
  const { as } = await building();
  expect(await as('superAdmin').call(deleteLicenses, { query: { ids } })).toBeRefused(400, 'validation', {
    fields: { ids: key },
  });
});

test('marks an impossible id by its index', async () => {
  const { as } = await building();
  expect(await as('superAdmin').call(deleteLicenses, { query: { ids: '1,0,9999999999' } })).toBeRefused(
    400,
    'validation',
    {
      fields: { 'ids.1': 'invalidValue', 'ids.2': 'invalidValue' },
    },
  );
});

test('deletes 500 licenses at once', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const { data } = await superAdmin.call(createLicenses, { body: { amount: 500, folderId: folder.id } });
  const ids = data.licenses.map(({ id }) => id).join(',');
  expect((await superAdmin.call(deleteLicenses, { query: { ids, limit: 1 } })).status).toBe(200);
  expect(await countIn(db, folder)).toBe(0);
});

test('trims a description, stores a blank one as none, and refuses a long one', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const { id: licenseId } = await seedLicense(db, await seedFolder(db));
  const describe = (description: string | null) =>
    superAdmin.call(describeLicense, { params: { licenseId }, body: { description } });

  expect((await describe(' Lobby, ground floor ')).data.description).toBe('Lobby, ground floor');
  expect((await describe('   ')).data.description).toBeNull();
  expect((await describe('å'.repeat(200))).data.description).toHaveLength(200);
  expect(await describe('x'.repeat(201))).toBeRefused(400, 'validation', { fields: { description: 'max200chars' } });
  expect((await describe(null)).data.description).toBeNull();
  const stored = await db.selectFrom('license').select('description').where('id', '=', licenseId).executeTakeFirst();
  expect(stored).toEqual({ description: null });
});

test('refuses a description that began with an outdated one, with the current one', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const { id: licenseId } = await seedLicense(db, await seedFolder(db));
  const describe = (description: string | null, previous: string | null) =>
    superAdmin.call(describeLicense, { params: { licenseId }, body: { description, previous } });

  expect((await describe('Lobby', null)).data.description).toBe('Lobby');
  expect(await describe('Gate', null)).toBeRefused(409, 'changedMeanwhile', { current: 'Lobby' });
  expect((await describe('Lobby', null)).status, 'tried again').toBe(200);
  expect((await describe(null, 'Lobby')).data.description).toBeNull();
  expect(await describe('Gate', 'Lobby')).toBeRefused(409, 'changedMeanwhile', { current: null });
});

test('detaching frees the license and keeps its activation time', async () => {
  const { as, db, users } = await building();
  const superAdmin = as('superAdmin');
  const { id: licenseId } = await seedLicense(db, await seedFolder(db), { mac: '02:00:00:00:00:03' });
  const { data: first } = await superAdmin.call(detachLicense, { params: { licenseId } });
  expect(first).toMatchObject({ id: licenseId, mac: null });
  expect(first.activationDate).not.toBeNull();
  expect((await superAdmin.call(detachLicense, { params: { licenseId } })).data).toEqual(first);
  const entries = db.selectFrom('system_audit_entry').select(['action', 'subject_id']);
  expect(await entries.where('user_id', '=', users.superAdmin.id).execute()).toEqual([
    { action: 'license.detached', subject_id: licenseId },
  ]);
});

test('exports all licenses of the folder, newest first', async () => {
  const { as, db } = await building();
  const folder = await seedFolder(db);
  const plain = await seedLicense(db, folder, { description: 'Lobby; "west"' });
  const bound = await seedLicense(db, folder, { mac: '02:00:00:00:00:04' });
  const superAdmin = as('superAdmin');
  const { data: licenses } = await superAdmin.call(listLicenses, { params: { folderId: folder.id } });
  const { data } = await superAdmin.call(exportLicenses, { params: { folderId: folder.id } });
  expect(data.csv.split('\r\n')).toEqual([
    '\uFEFFKey;Description;Activation date;Import date;MAC address',
    `${bound.key};;${licenses[0]?.activationDate};${licenses[0]?.createdAt};02:00:00:00:00:04`,
    `${plain.key};"Lobby; ""west""";;${licenses[1]?.createdAt};`,
    '',
  ]);
});

test.for(['=1+1', '+47', '-1', '@sum', '\u{FF1D}1'])(
  'a description of %s is not exported as a formula',
  async (description) => {
    const { as, db } = await building();
    const folder = await seedFolder(db);
    const { key } = await seedLicense(db, folder, { description });
    const { data } = await as('superAdmin').call(exportLicenses, { params: { folderId: folder.id } });
    expect(data.csv).toContain(`${key};'${description};`);
  },
);

test('exports more licenses than one read returns, each once', async () => {
  const { as, db } = await building();
  const folder = await folderWithRoom(db, 7_999);
  const { data } = await as('superAdmin').call(exportLicenses, { params: { folderId: folder.id } });
  const keys = data.csv
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.slice(0, 29));
  expect(new Set(keys).size).toBe(2_001);
  expect(keys).toHaveLength(2_001);
});
