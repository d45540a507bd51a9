import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const panel = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });
const name = (page: Page, visitor: string) => page.getByRole('button', { name: visitor, exact: true });

test('a row opens the visitor beside the list, in the address, by mouse and keyboard', async ({ desk, building }) => {
  const { visitor, aurora } = building;
  await visitor({ name: 'Liv Hauge', companyName: 'Bergen Kommune', inside: aurora, host: aurora.kari, minutesAgo: 2 });
  const { id } = await visitor({ name: 'Wei Chen', inside: aurora, minutesAgo: 5 });
  const page = await desk('company', { viewport: { width: 1440, height: 900 } });
  await row(page, 'Wei Chen').getByText('Aurora Shipping').click();
  await expect(panel(page, 'Wei Chen').getByRole('heading', { name: 'Wei Chen' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`visitor=${id}$`));
  await page.goBack();
  await expect(panel(page, 'Wei Chen')).toBeHidden();

  await name(page, 'Liv Hauge').press('Enter');
  const details = panel(page, 'Liv Hauge');
  await expect(details).toContainText('Bergen Kommune');
  await expect(details).toContainText(/Inside since \d\d:\d\d/);
  await expect(details.getByRole('link', { name: '450' })).toHaveAttribute('href', 'tel:+4745011101');
  await expect(details).toContainText('Earlier visits');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Employee', 'Host', 'Since', 'Actions']);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Wei Chen')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(name(page, 'Liv Hauge')).toBeFocused();

  await page.goto(`/company/${building.company.id}/visitors?visitor=${id}`);
  await expect(panel(page, 'Wei Chen')).toBeVisible();
  await panel(page, 'Wei Chen').getByRole('button', { name: 'Check out', exact: true }).click();
  await expect(panel(page, 'Wei Chen').getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('the panel edits, exports and erases, and shows the visits that the settings keep', async ({
  desk,
  building,
  watch,
}) => {
  // The panel may read the messages of the visit once more while it is erased.
  watch.allowRefusals(404);
  const { visitor, aurora, company, db } = building;
  const { id, phone } = await visitor({ name: 'Liv Hauge', inside: aurora });
  const before = new Date(Date.now() - 72 * 3_600_000);
  await db
    .insertInto('visit')
    .values({
      company_id: company.id,
      visitor_id: id,
      name: 'Liv Hauge',
      company_name: 'Havila',
      phone,
      tenant_id: aurora.id,
      employee_id: aurora.ola.id,
      checked_in_at: before.toISOString(),
      checked_out_at: before.toISOString(),
    })
    .execute();
  const page = await desk('company', { path: `/company/${company.id}/visitors?visitor=${id}` });
  const details = panel(page, 'Liv Hauge');
  await expect(details).toContainText(/Earlier visits\s*1.*Ola Hansen/);
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(dialogOf(page, 'Edit visitor').getByLabel('Name', { exact: true })).toHaveValue('Liv Hauge');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Edit visitor')).toBeHidden();
  await expect(details).toBeVisible();
  const downloading = page.waitForEvent('download');
  await details.getByRole('button', { name: 'Export data' }).click();
  expect((await downloading).suggestedFilename()).toBe(`visitor-${id}.json`);
  await details.getByRole('button', { name: 'Erase data' }).click();
  const dialog = dialogOf(page, 'Data of Liv Hauge');
  await dialog.getByLabel('remove').fill('remove');
  await dialog.getByRole('button', { name: 'Erase at once' }).click();
  await expect(details).toBeHidden();
});

test('in a narrow window the panel covers the list and traps the focus', async ({ desk, building }) => {
  await building.visitor({ name: 'Liv Hauge', inside: building.aurora, host: building.aurora.kari });
  await building.visitor({ name: 'Wei Chen', inside: building.aurora });
  const page = await desk('reception', { viewport: { width: 390, height: 844 } });
  await name(page, 'Liv Hauge').press('Enter');
  const dialog = dialogOf(page, 'Liv Hauge');
  await expect(dialog).toContainText('This visit');
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: 'Next visitor' })
    .or(dialog.getByRole('button', { name: 'Previous visitor' }))
    .and(page.locator(':enabled'))
    .click();
  await expect(dialogOf(page, 'Wei Chen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
});

test('a link opens a visitor of another page, also for a tenant, and reports an unknown visitor', async ({
  desk,
  building,
}) => {
  const { company, aurora, bryggen, visitor } = building;
  for (let index = 0; index < 10; index++)
    await visitor({ name: `Guest ${index}`, inside: bryggen, minutesAgo: index });
  for (let index = 0; index < 10; index++) await visitor({ name: `Guest ${index}`, expectedBy: aurora });
  const { id } = await visitor({ name: 'Wei Chen', inside: aurora, host: aurora.kari, minutesAgo: 50 });
  const unlisted = await visitor({ name: 'Zoe Late', inside: bryggen, minutesAgo: 500 });
  const page = await desk('company', { path: `/company/${company.id}/visitors?visitor=${id}` });
  await expect(panel(page, 'Wei Chen')).toContainText(/Kari Nordmann.*Inside since/s);
  await expect(row(page, 'Wei Chen')).toBeHidden();
  const [table, aside] = [await page.getByRole('table').boundingBox(), await panel(page, 'Wei Chen').boundingBox()];
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThan(aside?.x ?? 0);
  await panel(page, 'Wei Chen').getByRole('button', { name: 'Check out', exact: true }).click();
  await expect(panel(page, 'Wei Chen').getByRole('button', { name: 'Undo' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await dialogOf(page, 'Find').getByRole('combobox').fill('zoe');
  await dialogOf(page, 'Find')
    .getByRole('option', { name: /Zoe Late/ })
    .click();
  await expect(panel(page, 'Zoe Late')).toContainText('Bryggen Architects');
  await expect(page).toHaveURL(new RegExp(`tab=all&visitor=${unlisted.id}$`));

  await page.goto(`/company/${company.id}/visitors?visitor=7654321`);
  await expect(page.getByText('This was not found. It may have been removed.')).toBeVisible();
  await expect(page).toHaveURL(/visitors$/);

  const own = await desk('tenant', { path: `/tenants/${aurora.id}/visitors?visitor=${unlisted.id}` });
  await expect(own.getByText('This was not found. It may have been removed.')).toBeVisible();
  const last = await visitor({ name: 'Zara Last', expectedBy: aurora });
  await own.goto(`/tenants/${aurora.id}/visitors?visitor=${last.id}`);
  await expect(panel(own, 'Zara Last')).toContainText('Expected');
  await expect(row(own, 'Zara Last')).toBeHidden();
});
