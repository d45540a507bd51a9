import { readFile, utimes, writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { choose, chooseFile, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const fileOf = (contents: string, name = 'people.csv', mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(contents),
});

/** Scripted files have no file system entries, so the API is removed. */
async function drop(zone: Locator, files: { name: string; contents: string; type: string }[]) {
  const transfer = await zone.page().evaluateHandle((files) => {
    Reflect.deleteProperty(DataTransferItem.prototype, 'webkitGetAsEntry');
    const transfer = new DataTransfer();
    for (const { name, contents, type } of files) transfer.items.add(new File([contents], name, { type }));
    return transfer;
  }, files);
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
}

test('imports visitors for a tenant, and sends refused rows again after their correction in place', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const dialog = dialogOf(page, 'Import visitors');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Tenant' })).toHaveAccessibleDescription('Please choose a tenant.');
  await expect(dialog.getByText('Please choose a file.')).toBeVisible();
  await choose(dialog, 'Tenant', 'Aurora Shipping');
  const contents =
    '40012345;Åse Ødegård;Fjord AS\n40012348;Liv Berg;Fjord AS\n40012346;;Havila\n123;Ola Dahl;Baltic Freight\n40012345;Wei Chen;Bergen\n';
  await drop(dialog.getByText('Drop a CSV file here'), [
    { name: 'people.csv', contents, type: 'application/vnd.ms-excel' },
  ]);
  await expect(dialog.getByText('Chosen: people.csv')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows to import: 2')).toBeVisible();
  await expect(dialog.getByText('Rows that cannot be imported yet: 3')).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: 'Åse Ødegård' })).toBeVisible();
  await expectAccessible(page);
  const held = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  await page.route('**/import?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await held.promise;
    await (keys.length === 1 ? route.abort('connectionreset') : route.fallback());
  });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(await page.evaluate(isAsked), 'leaving asks, because the user would miss refused rows').toBe(true);
  held.resolve();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import' }).click();

  const failed = dialogOf(page, 'Unsuccessful Visitors Import');
  await expect(failed.getByRole('row').nth(1)).toContainText('Please enter a name.');
  await expect(failed.getByRole('row').nth(2)).toContainText('This is not a valid phone number.');
  await expect(row(page, 'Åse Ødegård')).toContainText('Aurora Shipping');
  expect(keys, 'both requests have the same idempotency key').toEqual([expect.any(String), keys[0]]);
  await expectAccessible(page);
  await failed.getByLabel('Name, row 3').fill('Å'.repeat(300));
  await expect(failed.getByLabel('Name, row 3')).toHaveValue('Å'.repeat(300));
  await expect(failed.getByLabel('Name, row 3')).toHaveAccessibleDescription('At most 120 characters.');
  await failed.getByLabel('Name, row 3').fill('Kari Vik');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expect(failed.getByRole('row')).toHaveCount(3);
  await expect(failed.getByRole('row').nth(1)).toContainText('This is not a valid phone number.');
  await failed.getByLabel('Phone, row 4').fill('+47 40 01 23 47');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expect(failed.getByRole('row')).toHaveCount(2);
  await expect(failed.getByLabel('Name, row 5')).toHaveValue('Wei Chen');
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await expect(failed).toBeHidden();
  for (const name of ['Åse Ødegård', 'Kari Vik', 'Ola Dahl']) await expect(row(page, name)).toBeVisible();

  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  await expect(dialog.getByText('Drop a CSV file here')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Tenant' })).toHaveValue('');
});

test('imports employees by keyboard, and downloads the refused rows with their reasons', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
  await page.getByRole('button', { name: 'Import from CSV' }).first().press('Enter');
  const dialog = dialogOf(page, 'Import employees of Bryggen Architects');
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  const file = fileOf('Phone,Name,E-mail\n,Nora Vik,nora@test.example\n+4740012345,=1+1,wrong\n');
  await chooseFile(page, () => page.keyboard.press('Enter'), file);
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter');
  await expect(dialog.getByText('Rows to import')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Name, row 3'), 'the focus is lost with the button').toBeFocused();
  await dialog.getByRole('button', { name: 'Import' }).press('Enter');
  const failed = dialogOf(page, 'Unsuccessful Employees Import');
  await expect(failed.getByLabel('Phone, row 3')).toHaveValue('+4740012345');
  const download = page.waitForEvent('download');
  await failed.getByRole('button', { name: 'Download as CSV' }).press('Enter');
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toBe(
    '\uFEFF"Name";"E-mail";"Phone";"Reason"\r\n"\'=1+1";"wrong";"+4740012345";"Please enter a correct e-mail address."\r\n',
  );
  await failed.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect(page.getByRole('table', { name: 'Employees of Bryggen Architects' })).toContainText('Nora Vik');
});

test('the client refuses invalid files before it sends them', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors` });
  await page.getByRole('button', { name: 'Import from CSV' }).click();
  const dialog = dialogOf(page, 'Import visitors');
  const zone = dialog.getByText('Drop a CSV file here');
  const file = { name: 'people.csv', contents: 'a;b;c', type: 'text/csv' };
  await drop(zone, [file, file]);
  await expect(dialog.getByText('Too many files')).toBeVisible();
  await drop(zone, [{ ...file, name: 'people.xlsx' }]);
  await expect(dialog.getByText('File type must be .csv')).toBeVisible();
  await drop(zone, [{ ...file, contents: 'x'.repeat(1_048_577) }]);
  await expect(dialog.getByText('File is larger than 1048576 bytes')).toBeVisible();
  const isRefused = page.evaluate(
    () =>
      new Promise((resolve) => addEventListener('drop', (event) => resolve(event.defaultPrevented), { once: true })),
  );
  await drop(dialog.getByRole('heading'), [file]);
  expect(await isRefused, 'a file dropped beside the zone does not replace the page').toBe(true);
  await choose(dialog, 'Tenant', 'Aurora Shipping');
  await drop(zone, [{ ...file, contents: 'no columns' }]);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('The columns are not the expected ones.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(fileOf('1;a;b\n2;"c;d\n3;e;f\n'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('In row 2 a quotation mark (") opens and is never closed.')).toBeVisible();

  const saved = test.info().outputPath('people.csv');
  await writeFile(saved, '40012345;Åse Ødegård;Fjord AS\n');
  await dialog.locator('input[type=file]').setInputFiles(saved);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Rows to import: 1')).toBeVisible();
  await utimes(saved, new Date(), new Date(Date.now() + 10_000));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Please choose a file.')).toBeVisible();
});

test('an import of more than 50 visitors asks before it sends SMS, unless the choice was made', async ({
  desk,
  building,
}) => {
  const { db, company } = building;
  await db
    .updateTable('tenant_settings')
    .set({ enable_sms_confirmation: true })
    .where('company_id', '=', company.id)
    .execute();
  const count = async (state: 'held' | 'all') => {
    const messages = db.selectFrom('message').select('id').where('company_id', '=', company.id);
    return (await (state === 'held' ? messages.where('state', '=', 'held') : messages).execute()).length;
  };
  const rowsFrom = (first: number) =>
    Array.from({ length: 51 }, (_, index) => `+47${first + index};Åse Ødegård ${index};Fjord AS`).join('\n');
  const page = await desk('reception', { path: `/company/${company.id}/visitors?tab=imported` });
  const begin = async (contents: string, messages?: string) => {
    await page.getByRole('button', { name: 'Import from CSV' }).first().click();
    const dialog = dialogOf(page, 'Import visitors');
    await choose(dialog, 'Tenant', 'Aurora Shipping');
    if (messages !== undefined) await choose(dialog, 'SMS to the visitors', messages);
    await dialog.locator('input[type=file]').setInputFiles(fileOf(contents));
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Import' }).click();
    return dialog;
  };

  const dialog = await begin(rowsFrom(46_100_000));
  await expect(dialog.getByText('51 messages to visitors are held. Do you want to send them?')).toBeVisible();
  await expectAccessible(page);
  expect(await count('held')).toBe(51);
  await dialog.getByRole('button', { name: 'Send 51 messages' }).click();
  await expect(page.getByText('51 messages are on their way.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await count('held')).toBe(0);
  expect(await count('all')).toBe(51);

  const another = await begin(rowsFrom(46_200_000));
  await another.getByRole('button', { name: 'Keep held' }).click();
  await expect(another).toBeHidden();
  expect(await count('held')).toBe(51);

  const silent = await begin(rowsFrom(46_300_000), 'Send none');
  await expect(silent).toBeHidden();
  expect(await count('all')).toBe(102);
});
