import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { choose, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const fileOf = (contents: string | Buffer, name = 'people.csv', mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(contents),
});

async function openVisitorImport(page: Page) {
  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const dialog = dialogOf(page, 'Import visitors');
  await choose(dialog, 'Tenant', 'Aurora Shipping');
  return dialog;
}

const selected = (page: Page, label: string) =>
  dialogOf(page).getByLabel(label, { exact: true }).locator('option:checked');

test('maps titles that the server does not know, with a guess from the cells', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const dialog = await openVisitorImport(page);
  const contents =
    'Gjest;Kommer fra;Ring\nÅse Ødegård;Fjord AS;40012345\n\nLiv Berg;Fjord AS;40012346\nWei Chen;Baltic Freight;123\n';
  await dialog.locator('input[type=file]').setInputFiles(fileOf(contents, 'people.csv', ''));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('We do not recognize the column titles of this file.')).toBeVisible();
  await expect(selected(page, 'Name')).toHaveText('Gjest: Åse Ødegård');
  await expect(selected(page, 'Company')).toHaveText('Kommer fra: Fjord AS');
  await expect(selected(page, 'Phone')).toHaveText('Ring: 40012345');
  await expect(dialog.getByRole('checkbox', { name: 'The first row has titles' })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'the columns on a phone in the dark');
  await page.setViewportSize({ width: 1280, height: 800 });

  await dialog.getByLabel('Name', { exact: true }).selectOption({ label: 'Kommer fra: Fjord AS' });
  await expect(selected(page, 'Company')).toHaveText('Not in the file');
  await dialog.getByLabel('Name', { exact: true }).selectOption({ label: 'Gjest: Åse Ødegård' });
  await dialog.getByLabel('Company', { exact: true }).selectOption({ label: 'Kommer fra: Fjord AS' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows to import: 2')).toBeVisible();
  await expect(dialog.getByLabel('Name, row 5')).toHaveValue('Wei Chen');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(selected(page, 'Name')).toHaveText('Gjest: Åse Ødegård');
  await dialog.getByRole('button', { name: 'Preview' }).click();

  await dialog.getByLabel('Phone, row 5').fill('40012347');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toBeHidden();
  for (const name of ['Åse Ødegård', 'Liv Berg', 'Wei Chen']) await expect(row(page, name)).toBeVisible();
});

test('maps a file without titles in another order, and finds the column of e-mails for employees', async ({
  desk,
  building,
}) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const dialog = dialogOf(page, 'Import employees of Bryggen Architects');
  const contents = '40012345,nora@test.example,Nora Vik\n40012346,per@test.example,Per Vik\n';
  await dialog.locator('input[type=file]').setInputFiles(fileOf(contents));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(selected(page, 'Name')).toHaveText('Column 3: Nora Vik');
  await expect(selected(page, 'E-mail')).toHaveText('Column 2: nora@test.example');
  await expect(dialog.getByRole('checkbox', { name: 'The first row has titles' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows to import: 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('table', { name: 'Employees of Bryggen Architects' })).toContainText('Per Vik');
});

test('keeps rows that are still wrong after the import, with the typed corrections', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const dialog = await openVisitorImport(page);
  const contents = '40012345;Åse Ødegård;Fjord AS\n123;Liv Berg;Fjord AS\n124;Wei Chen;Baltic\n';
  await dialog.locator('input[type=file]').setInputFiles(fileOf(contents));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows that cannot be imported yet: 2')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Phone, row 2').fill('40012346');
  await dialog.getByLabel('Name, row 2').fill('Liv Bergseth');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByLabel('Name, row 2'), 'the input from before Back').toHaveValue('Liv Bergseth');
  let sent = 0;
  await page.route('**/import?*', (route) => {
    sent += 1;
    // The first call saves the good rows, the second one the corrected ones.
    return sent === 2 ? route.abort('connectionreset') : route.fallback();
  });
  await dialog.getByRole('button', { name: 'Import' }).click();
  const failed = dialogOf(page, 'Unsuccessful Visitors Import');
  await expect(failed.getByRole('alert')).toBeVisible();
  await expect(failed.getByLabel('Name, row 2')).toHaveValue('Liv Bergseth');
  await expect(failed.getByLabel('Phone, row 3')).toHaveValue('124');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expect(failed.getByRole('row')).toHaveCount(2);
  await expect(failed.getByLabel('Name, row 3')).toHaveValue('Wei Chen');
  await failed.getByRole('button', { name: 'Close' }).last().click();
  for (const name of ['Åse Ødegård', 'Liv Bergseth']) await expect(row(page, name)).toBeVisible();
});

test('offers a template with the titles, and refuses pictures named like a CSV file', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(400);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const dialog = await openVisitorImport(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a template' }).press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('template.csv');
  expect(await readFile(await saved.path(), 'utf8')).toBe('\uFEFF"Phone";"Name";"CompanyName";"Host";"Time"\r\n');

  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(fileOf('GIF89a', 'people.csv', 'image/gif'));
  await expect(dialog.getByText('File type must be .csv')).toBeVisible();
  const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  await input.setInputFiles(fileOf(picture, 'people.csv', 'application/octet-stream'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('This file is of a type that is not accepted here.')).toBeVisible();
  await input.setInputFiles(fileOf('40012345;Åse Ødegård;Fjord AS\n', 'people.csv', 'application/octet-stream'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows to import: 1')).toBeVisible();
});
