import type { Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../harness/accessible.ts';
import { chooseMore, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

test('exports the data of a visitor as a file, and erases it while the visitor is inside', async ({
  desk,
  building,
}) => {
  const { aurora, db } = building;
  const visitor = await building.visitor({ name: 'Åse Ødegård', inside: aurora, host: aurora.kari });
  const page = await desk('company');
  await page.getByRole('button', { name: 'More for Åse Ødegård' }).click();
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const line = await widthOf(page.getByRole('menuitem', { name: 'Export or erase data' }));
  expect(line, 'all of a line can be pressed').toBeGreaterThan((await widthOf(page.getByRole('menu'))) - 16);
  await page.keyboard.press('Escape');
  await chooseMore(page, 'Åse Ødegård', 'Export or erase data');
  const dialog = dialogOf(page, 'Data of Åse Ødegård');
  const downloading = page.waitForEvent('download');
  const erase = dialog.getByRole('button', { name: 'Erase at once' });
  const release = Promise.withResolvers<undefined>();
  await page.route('**/data', async (route) => {
    await release.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Export data' }).click();
  await dialog.getByLabel('remove').fill('remove');
  await expect(erase, 'the data cannot be erased during its export').toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  release.resolve(undefined);
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`visitor-${visitor.id}.json`);
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({ visitor: { phone: visitor.phone }, visits: [{ employee: { name: 'Kari Nordmann' } }] });

  await chooseMore(page, 'Åse Ødegård', 'Export or erase data');
  await expect(dialog.getByText('is inside: the visit ends')).toBeVisible();
  await expectAccessible(page);
  await expect(erase).toBeDisabled();
  await dialog.getByLabel('remove').fill('remove');
  await erase.click();
  await expect(page.getByText('The visitor is erased.')).toBeVisible();
  await expect(row(page, 'Åse Ødegård')).toHaveCount(0);
  expect(await db.selectFrom('visitor').select('id').where('id', '=', visitor.id).execute()).toEqual([]);
});
