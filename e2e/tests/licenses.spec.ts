import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { renameLicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { call } from '../harness/call.ts';
import { seedFolder } from '../harness/licenses.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { choose, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

function bind(db: Db, key: string, mac: string) {
  return db.updateTable('license').set({ mac, activation_date: new Date() }).where('key', '=', key).execute();
}

async function open(page: Page, folder: { name: string }) {
  await page.getByRole('button', { name: `Keys of ${folder.name}` }).click();
  const keys = page.getByRole('table', { name: `Keys of ${folder.name}` });
  await expect(keys).toBeVisible();
  return keys;
}

test('a superAdmin creates a folder, adds keys and describes one of them', async ({ desk }) => {
  const page = await desk('superAdmin');
  await page.getByRole('link', { name: 'Licenses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await expect(row(page, 'Fjord House 2026')).toContainText(/\d+ of 10/);

  await page.keyboard.press('n');
  const name = `A batch ${randomUUID().slice(0, 13)}`;
  const creating = dialogOf(page, 'Create folder');
  await creating.getByLabel('Name').fill('  ');
  await creating.getByRole('button', { name: 'Create' }).click();
  await expect(creating.getByLabel('Name')).toHaveAccessibleDescription('Please enter a name for the folder.');
  await creating.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} is created.`)).toBeVisible();

  await page.getByRole('button', { name: 'Add keys' }).click();
  const adding = dialogOf(page, 'Add keys');
  const amount = adding.getByLabel('Amount');
  await expect(amount).toHaveValue('1');
  await amount.fill('');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(amount).toHaveAccessibleDescription('Please enter a number.');
  await amount.fill('0');
  await amount.press('Tab');
  await expect(amount).toHaveAccessibleDescription('The number must be at least 1.');
  await amount.fill('1001');
  await amount.press('Tab');
  await expect(amount).toHaveAccessibleDescription('At most 1,000 keys at once.');
  await amount.fill('12');
  await amount.press('Tab');
  await expect(adding.getByText('Please choose a folder.')).toBeVisible();
  await choose(adding, 'Folder', name);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`Keys added to ${name}: 12.`)).toBeVisible();
  await expect(row(page, name).first()).toContainText('12');

  const keys = await open(page, { name });
  await expect(keys.getByRole('checkbox')).toHaveCount(10);
  for (const title of ['Key', 'Description', 'Activation date', 'Import date', 'MAC address'])
    await expect(keys.getByRole('columnheader', { name: title, exact: true })).toBeVisible();
  await keys
    .getByRole('button', { name: /^Edit the description of/ })
    .first()
    .click();
  const describing = dialogOf(page, 'Edit description');
  const mark = randomUUID();
  await describing.getByLabel('Description').fill(`${mark} Lobby`);
  await describing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The description is saved.')).toBeVisible();
  await expect(keys.getByRole('row').nth(1)).toContainText(`${mark} Lobby`);

  await page.getByRole('searchbox').fill(mark);
  await expect(page.getByText(`Only keys that match “${mark}” are shown.`)).toBeVisible();
  await expect(keys.getByRole('checkbox')).toHaveCount(1);
});

test('copies a key to the clipboard, and exports the keys of a folder to a file', async ({ desk, building }) => {
  const folder = await seedFolder(building.db, 2);
  const page = await desk('superAdmin', { path: folder.path, permissions: ['clipboard-read', 'clipboard-write'] });
  await open(page, folder);
  const [key = ''] = folder.keys;
  await page.getByRole('button', { name: `Copy ${key}` }).click();
  await expect(page.getByText(`${key} is copied.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${folder.name}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFKey;Description;Activation date;Import date;MAC address');
  expect(lines.slice(1, -1).map((line) => line.split(';').slice(0, 2))).toEqual(
    folder.keys.map((key) => [key, folder.mark]),
  );
});

test('deletes keys selected on several pages together, and a key in use only after it is detached', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const folder = await seedFolder(building.db, 12);
  const [first = '', second = ''] = folder.keys;
  await bind(building.db, first, '02:00:00:00:10:01');
  const page = await desk('superAdmin', { path: folder.path });
  const keys = await open(page, folder);
  await expect(keys.getByRole('checkbox', { name: first })).toBeDisabled();
  await page.getByRole('button', { name: 'Select this page' }).click();
  const selected = page.getByRole('region', { name: 'Selected keys' });
  await expect(selected).toContainText('Keys selected: 9');
  await page.getByRole('button', { name: 'Next page' }).click();
  await keys.getByRole('checkbox', { name: folder.keys[11] ?? '' }).check();
  await expect(selected).toContainText('Keys selected: 10');
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await expect(selected).toBeHidden();

  await keys.getByRole('checkbox', { name: folder.keys[11] ?? '' }).check();
  await page.getByRole('button', { name: 'First page' }).click();
  await keys.getByRole('checkbox', { name: second }).check();
  await selected.getByRole('button', { name: 'Delete selected' }).click();
  const deleting = dialogOf(page, 'Delete keys');
  await expect(deleting).toContainText('Delete 2 selected keys?');
  await loseAnswer(page, '**/license?*');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(deleting.getByRole('alert')).toContainText('No connection');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Keys deleted: 2.')).toBeVisible();
  await expect(selected).toBeHidden();
  await expect(keys.getByRole('checkbox', { name: second })).toHaveCount(0);
  await expect(row(page, folder.name).first()).toContainText('10');
  await expect(page.getByRole('button', { name: `Detach the device from ${folder.keys[2]}` })).toHaveCount(0);
  await page.getByRole('button', { name: `Detach the device from ${first}` }).click();
  const detaching = dialogOf(page, 'Detach device');
  await expect(detaching).toContainText('02:00:00:00:10:01');
  await detaching.getByRole('button', { name: 'Detach' }).click();
  await expect(page.getByText(`${first} is free for another device.`)).toBeVisible();
  await expect(keys).not.toContainText('02:00:00:00:10:01');
  await expect(keys.getByRole('checkbox', { name: first })).toBeEnabled();
});

test('deletes no key if one of the selected keys is in use or already deleted', async ({ desk, building, watch }) => {
  watch.allowRefusals(404, 409);
  const folder = await seedFolder(building.db, 4);
  const page = await desk('superAdmin', { path: folder.path });
  const keys = await open(page, folder);
  await page.getByRole('button', { name: 'Select this page' }).click();
  const [taken = '', gone = ''] = folder.keys;
  await bind(building.db, taken, '02:00:00:00:10:02');
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const deleting = dialogOf(page, 'Delete keys');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(deleting).toContainText('A device uses one of these keys. Nothing was deleted.');
  await deleting.getByRole('button', { name: 'OK' }).click();
  await expect(keys).toContainText('02:00:00:00:10:02');

  await keys.getByRole('checkbox', { name: taken }).uncheck();
  await expect(keys.getByRole('checkbox', { name: taken })).toBeDisabled();
  await building.db.deleteFrom('license').where('key', '=', gone).execute();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(deleting).toContainText('Some of these keys no longer exist');
  await deleting.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Keys deleted: 2.')).toBeVisible();
});

test('deletes a folder with keys after the typed confirmation, and deselects only its keys', async ({
  desk,
  building,
}) => {
  const kept = await seedFolder(building.db, 2);
  const gone = await seedFolder(building.db, 2);
  const page = await desk('superAdmin', { path: kept.path });
  await (await open(page, kept)).getByRole('checkbox', { name: kept.keys[0] ?? '' }).check();
  await page.getByRole('searchbox').fill(gone.mark);
  await (await open(page, gone)).getByRole('checkbox', { name: gone.keys[0] ?? '' }).check();
  const selected = page.getByRole('region', { name: 'Selected keys' });
  await expect(selected).toContainText('Keys selected: 2');
  await page.getByRole('button', { name: `Delete ${gone.name}` }).click();
  const deleting = dialogOf(page, 'Delete folder');
  await expect(deleting).toContainText('and its 2 keys?');
  const confirm = deleting.getByRole('button', { name: 'Delete' });
  await expect(confirm).toBeDisabled();
  await deleting.getByLabel('Type "remove" to confirm').fill('remove');
  await confirm.click();
  await expect(page.getByText(`${gone.name} is deleted.`)).toBeVisible();
  await expect(page.getByText(`Nothing found for “${gone.mark}”`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add keys' })).toBeVisible();
  await expect(selected).toContainText('Keys selected: 1');
  await page.getByRole('searchbox').fill(kept.mark);
  await expect((await open(page, kept)).getByRole('checkbox', { name: kept.keys[0] ?? '' })).toBeChecked();
});

test('a nearly full folder takes as many keys as fit, and shows how many did not', async ({ desk, building }) => {
  const folder = await seedFolder(building.db, 9_998);
  const page = await desk('superAdmin', { path: folder.path });
  await open(page, folder);
  await page.getByRole('button', { name: 'Add keys' }).last().click();
  const adding = dialogOf(page, 'Add keys');
  await expect(adding.getByRole('combobox', { name: 'Folder' })).toHaveValue(folder.name);
  await adding.getByLabel('Amount').fill('5');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  const warning = page.getByRole('alert');
  await expect(warning).toContainText('Keys not added: 3.');
  await expect(row(page, folder.name).first()).toContainText('10 000');
  await warning.getByRole('button', { name: 'Close' }).click();
  await expect(warning).toBeHidden();
});

test('a user who renames a folder sees another user’s change, and keeps or replaces it', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const folder = await seedFolder(building.db, 1);
  const page = await desk('superAdmin', { path: folder.path });
  const renaming = dialogOf(page, 'Rename folder');
  const begin = async (now: string, mine: string) => {
    await page.getByRole('button', { name: `Rename ${now}` }).click();
    await renaming.getByLabel('Name').fill(mine);
  };
  const elsewhere = (name: string) =>
    call(page.request, renameLicenseFolder, { params: { folderId: String(folder.id) }, body: { name } });

  await begin(folder.name, `Mine ${folder.mark}`);
  await elsewhere(`Theirs ${folder.mark}`);
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming).toContainText(`It now says “Theirs ${folder.mark}”.`);
  await renaming.getByRole('button', { name: 'Keep their change' }).click();
  await expect(renaming).toBeHidden();
  await expect(row(page, `Theirs ${folder.mark}`)).toBeVisible();

  await begin(`Theirs ${folder.mark}`, `Mine ${folder.mark}`);
  await elsewhere(`Theirs again ${folder.mark}`);
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming).toContainText(`It now says “Theirs again ${folder.mark}”.`);
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Mine ${folder.mark} is saved.`)).toBeVisible();
  await expect(row(page, `Mine ${folder.mark}`)).toBeVisible();
});

test('folders and keys are cards that fit on a phone', async ({ desk, building }) => {
  const folder = await seedFolder(building.db, 1_200);
  await bind(building.db, folder.keys[0] ?? '', '02:00:00:00:10:04');
  const page = await desk('superAdmin', {
    path: folder.path,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: `Keys of ${folder.name}` }).click();
  await page.getByRole('checkbox', { name: folder.keys[1] ?? '' }).check();
  await expect(page.getByRole('region', { name: 'Selected keys' })).toBeVisible();

  const card = await page.getByRole('listitem').filter({ hasText: folder.name }).first().boundingBox();
  const next = await page.getByRole('button', { name: 'Next page' }).boundingBox();
  expect((next?.x ?? 0) + (next?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
