import { chooseMore, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const discard = 'Discard your changes?';

test('a dialog opened from a row stays open in a narrower window and after the row is deleted', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404);
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = dialogOf(page, 'Add employee to Bryggen Architects');
  const name = dialog.getByLabel('Name');
  await name.fill('Nora Vik');
  await page.setViewportSize({ width: 480, height: 900 });
  await expect(name).toHaveValue('Nora Vik');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(name).toHaveValue('Nora Vik');

  // Another user deleted the tenant, so the refusal reloads the list.
  await building.db.deleteFrom('tenant').where('id', '=', building.bryggen.id).execute();
  await dialog.getByLabel('E-mail').fill('nora@bryggen.test');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('tr', { hasText: 'Bryggen Architects' })).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(name).toHaveValue('Nora Vik');
});

test('the conflicts of an import stay open in a narrower window, and leaving asks first', async ({
  desk,
  building,
}) => {
  const list = `/company/${building.company.id}/tenants`;
  const page = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
  await page.getByRole('button', { name: 'Import', exact: false }).click();
  const file = { name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from('Name;Email;Phone\nNora Vik;nora;\n') };
  await dialogOf(page).locator('input[type=file]').setInputFiles(file);
  await dialogOf(page).getByRole('button', { name: 'Preview' }).click();
  const conflicts = dialogOf(page, 'Unsuccessful Employees Import');
  const email = conflicts.getByRole('textbox').nth(2);
  await email.fill('nora@');
  await page.setViewportSize({ width: 480, height: 900 });
  await expect(email).toHaveValue('nora@');

  await page.goBack();
  await dialogOf(page, discard).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(list);
  await expect(email).toHaveValue('nora@');
  await expect(dialogOf(page, discard)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await dialogOf(page, discard).getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(dialogOf(page)).toHaveCount(0);
});

test('the back button asks before it discards input in a dialog, and closes a dialog without input', async ({
  desk,
  building,
}) => {
  const list = `/company/${building.company.id}/tenants`;
  const page = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await page.getByRole('button', { name: 'Add tenant' }).first().click();
  const dialog = dialogOf(page, 'Add tenant');
  const name = dialog.getByRole('textbox');
  await name.fill('Fjell');
  // The form knows of the change once it can be sent.
  await expect(dialog.locator('button[type=submit]')).toBeEnabled();
  await page.goBack();
  await expect(dialogOf(page, discard).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, discard)).toBeHidden();
  await expect(page).toHaveURL(list);
  await expect(name).toHaveValue('Fjell');

  await page.goBack();
  await dialogOf(page, discard).getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL(/visitors/);
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await page.getByRole('button', { name: 'Add tenant' }).first().click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/visitors/);
  await expect(dialogOf(page)).toHaveCount(0);
});

test('a double click counts once', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Add tenant' }).click();
  const dialog = dialogOf(page, 'Add tenant');
  await expect(dialog).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await dialog.getByRole('button', { name: 'Cancel' }).dispatchEvent('click', { detail: 2 });
  await dialog.getByLabel('Name').fill('Nora & Vik');
  // Records whether a press would reach the submit button during the fade-out.
  const reached = await dialog.evaluateHandle((element) => {
    const reached: boolean[] = [];
    new MutationObserver(() => {
      const button = element.querySelector('[type=submit]');
      const { left, top, width, height } = button?.getBoundingClientRect() ?? element.getBoundingClientRect();
      reached.push(element.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
    }).observe(element, { attributeFilter: ['data-leaving'] });
    return reached;
  });
  await dialog.getByRole('button', { name: 'Add' }).dblclick();
  await expect(row(page, 'Nora & Vik')).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  expect(await reached.jsonValue()).toEqual([false]);

  await page.getByRole('link', { name: 'Kiosks', exact: true }).dblclick();
  await expect(page.getByRole('heading', { name: 'Kiosks', exact: true })).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Nora & Vik')).toHaveCount(1);
});

test('a held Enter does not confirm the dialog that it opened', async ({ desk, building }) => {
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('reception');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await page.getByRole('button', { name: 'More for Åse Ødegård' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Check out' })).toBeFocused();
  await page.keyboard.down('Enter');
  const question = dialogOf(page, 'Check out');
  await expect(question.getByRole('button', { name: 'Check out' })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('the buttons do not cover the focused field in a low window', async ({ desk, building }) => {
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('company', { viewport: { width: 640, height: 400 } });
  await chooseMore(page, 'Åse Ødegård', 'Export or erase data');
  const dialog = dialogOf(page, 'Data of Åse Ødegård');
  const field = dialog.getByLabel('remove');
  await expect(field).toBeFocused();
  const top = (await dialog.getByRole('button', { name: 'Cancel' }).boundingBox())?.y ?? 0;
  await expect.poll(() => field.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(top);
});

test('a dialog preloaded by the first mouse move opens without a network', async ({ desk, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('reception');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  const parts = ['console-texts', 'visitor-dialogs'];
  const coming = parts.map((part) => page.waitForRequest((request) => request.url().includes(`/assets/${part}-`)));
  await page.mouse.move(300, 300);
  // An import ends when the module and all modules that it imports are loaded.
  for (const request of await Promise.all(coming)) await page.evaluate((url) => import(url), request.url());
  await page.context().setOffline(true);
  await page.keyboard.press('n');
  await expect(dialogOf(page, 'Register visitor').getByLabel('Phone')).toBeFocused();
});
