import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { expect, test } from 'vitest';
import { removeCompanies } from '../../operation/clean-up/remove-companies.ts';
import { openStorage } from '../../platform/integrations/storage/open.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { building } from '../../testing/building.ts';
import { testFolder } from '../../testing/folder.ts';
import { png } from '../../testing/images.ts';
import { startServer } from '../../testing/server.ts';
import { newFileNames } from '../../platform/pictures/file-name.ts';
import { sweepFiles } from './image.ts';

const minute = 60_000;

async function withStorage() {
  const place = { kind: 'folder', folder: await testFolder() } as const;
  const settings = { place, container: 'images', host: null };
  const site = await building(await startServer({ storage: settings }));
  return { site, storage: await openStorage(settings) };
}

async function names(storage: Storage) {
  const found = [];
  for await (const { name } of storage.list()) found.push(name);
  return found.toSorted();
}

const sweepIn = (storage: Storage, minutes: number) => sweepFiles(storage, () => Date.now() + minutes * minute);

test('removes a file without a row after an hour, because its upload may still run', async () => {
  const { site, storage } = await withStorage();
  const { file } = newFileNames({ type: 'image/png' });
  await storage.write(file, Buffer.from('half an upload'), 'image/png');
  await sweepIn(storage, 0).run(site.reach);
  expect(await names(storage)).toEqual([file]);
  await sweepIn(storage, 50).run(site.reach);
  expect(await names(storage)).toEqual([]);
});

test('keeps files of images at any age, and files that are not ours', async () => {
  const { site, storage } = await withStorage();
  await site.as('company').call(uploadImage, { query: { companyId: site.company.id, type: 'logo' }, file: png() });
  await storage.write('readme.png', Buffer.from('of somebody else'), 'image/png');
  const before = await names(storage);
  expect(before).toHaveLength(3);
  await sweepIn(storage, 500).run(site.reach);
  expect(await names(storage)).toEqual(before);
});

test('deletes the images and files of a deleted tenant or company', async () => {
  const { site, storage } = await withStorage();
  const { as, db, company, tenant, employee } = site;
  const { data: photo } = await as('company').call(uploadImage, {
    query: { tenantId: tenant.id, type: 'photo' },
    file: png(),
  });
  await as('company').call(uploadImage, { query: { companyId: company.id, type: 'logo' }, file: png() });
  await db.updateTable('employee').set({ photo_id: photo.id }).where('id', '=', employee.id).execute();
  await db.deleteFrom('tenant').where('id', '=', tenant.id).execute();
  await sweepIn(storage, 50).run(site.reach);
  expect(await names(storage)).toHaveLength(2);

  await db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', company.id).execute();
  await removeCompanies.run(site.reach);
  await sweepIn(storage, 50).run(site.reach);
  expect(await names(storage)).toEqual([]);
});
