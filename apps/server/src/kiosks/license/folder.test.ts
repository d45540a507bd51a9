import {
  createLicenseFolder,
  deleteLicenseFolder,
  type LicenseFolder,
  listLicenseFolders,
  listLicenses,
  renameLicenseFolder,
} from '@vestibule/contract/kiosks/license.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { building } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import type { Caller } from '../../testing/caller.ts';
import { seedFolder, seedLicense } from '../../testing/licenses.ts';

async function findFolders(caller: Caller, search: string): Promise<LicenseFolder[]> {
  return (await caller.call(listLicenseFolders, { query: { search } })).data;
}

test('creates an empty folder with a trimmed name', async () => {
  const { as } = await building();
  const superAdmin = as('superAdmin');
  const { status, data: folder } = await superAdmin.call(createLicenseFolder, { body: { name: '  Fjord House ' } });
  expect(status).toBe(201);
  expect(folder).toEqual({
    id: folder.id,
    name: 'Fjord House',
    createdAt: folder.createdAt,
    licenseCount: 0,
    usedCount: 0,
  });
  const { data: folders } = await superAdmin.call(listLicenseFolders);
  expect(folders.find(({ id }) => id === folder.id)).toEqual({ ...folder, licenses: [] });
});

test.for([
  ['missing', {}, 'folderNameRequired'],
  ['blank', { name: '  ' }, 'folderNameRequired'],
  ['null', { name: null }, 'folderNameRequired'],
  ['too long', { name: 'x'.repeat(121) }, 'max120chars'],
  ['of two lines', { name: 'one\ntwo' }, 'invalidText'],
] as const)('refuses a name that is %s for a new folder and for an old one', async ([, body, key]) => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  expect(await superAdmin.call({ ...createLicenseFolder, body: z.looseObject({}) }, { body })).toBeRefused(
    400,
    'validation',
    {
      fields: { name: key },
    },
  );
  const renaming = { params: { folderId: folder.id }, body };
  expect(await superAdmin.call({ ...renameLicenseFolder, body: z.looseObject({}) }, renaming)).toBeRefused(
    400,
    'validation',
    {
      fields: { name: key },
    },
  );
});

test('accepts a name of 120 characters', async () => {
  const { as } = await building();
  const name = 'å'.repeat(120);
  expect((await as('superAdmin').call(createLicenseFolder, { body: { name } })).data.name).toBe(name);
});

test('a renamed folder keeps its licenses and is sorted by the new name', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const mark = `mark${fresh()}x`;
  const [anna, berit] = [await seedFolder(db, 'Ånna'), await seedFolder(db, 'Berit')];
  for (const folder of [anna, berit]) await seedLicense(db, folder, { description: mark });
  expect((await findFolders(superAdmin, mark)).map(({ name }) => name)).toEqual(['Ånna', 'Berit']);

  const renaming = { params: { folderId: anna.id }, body: { name: 'Celine' } };
  expect((await superAdmin.call(renameLicenseFolder, renaming)).data).toMatchObject({ id: anna.id, licenseCount: 1 });
  expect((await findFolders(superAdmin, mark)).map(({ name }) => name)).toEqual(['Berit', 'Celine']);
});

test('refuses a rename that began with an outdated name, and accepts one without it', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const { id: folderId, name } = await seedFolder(db);
  const rename = (next: string, previous?: string) =>
    superAdmin.call(renameLicenseFolder, { params: { folderId }, body: { name: next, ...(previous && { previous }) } });

  expect((await rename('First', name)).data.name).toBe('First');
  expect(await rename('Second', name)).toBeRefused(409, 'changedMeanwhile', { current: 'First' });
  expect((await rename('First', name)).status, 'tried again').toBe(200);
  expect((await rename('Second', 'First')).data.name).toBe('Second');
  expect((await rename('Third')).data.name).toBe('Third');
});

test('deletes a folder with its licenses, even bound ones, and no others', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const [folder, other] = [await seedFolder(db), await seedFolder(db)];
  await seedLicense(db, folder);
  await seedLicense(db, folder, { mac: '02:00:00:00:00:01' });
  const kept = await seedLicense(db, other);

  expect((await superAdmin.call(deleteLicenseFolder, { params: { folderId: folder.id } })).data).toBeNull();
  expect(await superAdmin.call(listLicenses, { params: { folderId: folder.id } })).toBeRefused(404, 'notFound');
  expect(await superAdmin.call(deleteLicenseFolder, { params: { folderId: folder.id } })).toBeRefused(404, 'notFound');
  const left = await db.selectFrom('license').select('id').where('folder_id', 'in', [folder.id, other.id]).execute();
  expect(left).toEqual([{ id: kept.id }]);
});

test('refuses to delete a folder as empty if it has licenses by now', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const { id: folderId } = await seedFolder(db);
  await seedLicense(db, { id: folderId });
  const removeEmpty = () => superAdmin.call(deleteLicenseFolder, { params: { folderId }, query: { ifEmpty: 'true' } });
  expect(await removeEmpty()).toBeRefused(409, 'changedMeanwhile', { current: 1 });
  await db.deleteFrom('license').where('folder_id', '=', folderId).execute();
  expect(await removeEmpty()).toMatchObject({ status: 200, data: null });
});

test('the whole list includes the licenses, newest first, and a page only their number', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const mark = `mark${fresh()}x`;
  const folder = await seedFolder(db);
  const older = await seedLicense(db, folder, { description: mark });
  const newer = await seedLicense(db, folder, { description: mark });

  const [whole] = await findFolders(superAdmin, mark);
  expect(whole).toMatchObject({ id: folder.id, licenseCount: 2 });
  expect(whole?.licenses?.map(({ id }) => id)).toEqual([newer.id, older.id]);

  const { data, page } = await superAdmin.call(listLicenseFolders, { query: { search: mark, limit: 10 } });
  expect(data.map((each) => [each.id, each.licenseCount, 'licenses' in each])).toEqual([[folder.id, 2, false]]);
  expect(page).toEqual({ total: 1, totalIsExact: true, next: null });
});

test('a search finds folders of matching licenses, and shows only these in the whole list', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const mark = `Sjø${fresh()}`;
  const folder = await seedFolder(db, `${mark} in the name alone does not count`);
  await seedLicense(db, folder);
  expect(await findFolders(superAdmin, mark)).toEqual([]);

  const matching = await seedLicense(db, folder, { description: `${mark} Ødegård` });
  const [first] = await findFolders(superAdmin, mark.toLowerCase().replace('ø', 'o'));
  expect(first).toMatchObject({ id: folder.id, licenseCount: 2 });
  expect(first?.licenses?.map(({ id }) => id)).toEqual([matching.id]);
});

test('finds a key with and without dashes, in part, and whole in any spelling; also a MAC', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const folder = await seedFolder(db);
  const key = '01010-00000-00000-00000-00006';
  await seedLicense(db, folder, { key, mac: '0A:1B:2C:3D:4E:5F' });
  for (const search of [key, '010-00', '0101000000000', 'oioio ooooo ooooo ooooo 00006', '0a:1b:2C', '0a1b2c3d']) {
    expect(await findFolders(superAdmin, search)).toContainEqual(expect.objectContaining({ id: folder.id }));
  }
  for (const search of ['01010-0000A', '%%', '__', '\\\\', '0a-1b']) {
    expect(await findFolders(superAdmin, search)).not.toContainEqual(expect.objectContaining({ id: folder.id }));
  }
});

test('ignores a search of one character', async () => {
  const { as, db } = await building();
  const folder = await seedFolder(db);
  const folders = await findFolders(as('superAdmin'), '%');
  expect(folders.map(({ id }) => id)).toContain(folder.id);
});

test('pages of folders have no gaps or duplicates', async () => {
  const { as, db } = await building();
  const superAdmin = as('superAdmin');
  const mark = `mark${fresh()}x`;
  const seeded = [];
  for (const name of ['b', 'a', 'a', 'c', 'Å']) {
    const folder = await seedFolder(db, name);
    await seedLicense(db, folder, { description: mark });
    seeded.push(folder);
  }
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { search: mark, limit: 2, ...(cursor && { cursor }) };
    const { data, page } = await superAdmin.call(listLicenseFolders, { query });
    expect(page?.total).toBe(5);
    seen.push(...data.map(({ id }) => id));
    cursor = page?.next ?? undefined;
  } while (cursor);
  const [b, a, secondA, c, å] = seeded.map(({ id }) => id);
  expect(seen).toEqual([a, secondA, å, b, c]);
});

test('refuses an unknown cursor', async () => {
  const { as } = await building();
  const query = { limit: 2, cursor: 'nonsense' };
  expect(await as('superAdmin').call(listLicenseFolders, { query })).toBeRefused(400, 'validation', {
    fields: { cursor: 'invalidValue' },
  });
});

test('logs changes of folders by ids', async () => {
  const { as, db, users } = await building();
  const superAdmin = as('superAdmin');
  const { data: folder } = await superAdmin.call(createLicenseFolder, { body: { name: 'Secret name' } });
  const params = { folderId: folder.id };
  const license = await seedLicense(db, folder);
  await superAdmin.call(renameLicenseFolder, { params, body: { name: 'Other name' } });
  await superAdmin.call(deleteLicenseFolder, { params });

  const entries = await db
    .selectFrom('system_audit_entry')
    .select(['action', 'subject', 'subject_id', 'role'])
    .where('user_id', '=', users.superAdmin.id)
    .orderBy('id')
    .execute();
  const about = { role: 'superAdmin' };
  expect(entries).toEqual([
    { action: 'licenseFolder.created', subject: 'licenseFolder', subject_id: folder.id, ...about },
    { action: 'licenseFolder.renamed', subject: 'licenseFolder', subject_id: folder.id, ...about },
    { action: 'license.deleted', subject: 'license', subject_id: license.id, ...about },
    { action: 'licenseFolder.deleted', subject: 'licenseFolder', subject_id: folder.id, ...about },
  ]);
});
