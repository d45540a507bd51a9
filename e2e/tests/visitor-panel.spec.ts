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
