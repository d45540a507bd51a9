import type { Page } from '@playwright/test';
import { renameTenant } from '@vestibule/contract/building/tenant.ts';
import { call } from '../harness/call.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';
import type { Building } from '../harness/building.ts';

const path = ({ company }: Building) => `/company/${company.id}/tenants`;
const tenantNames = (page: Page) => page.getByRole('table', { name: 'Tenants' }).locator('th strong');

test('shows each tenant with its employees, and lets the reception neither add nor rename one', async ({
  desk,
  building,
}) => {
  const { tenant, employee } = building;
  const solheim = await tenant('Solheim & Partners');
  await employee(solheim, { name: 'Astrid Solheim', email: 'astrid@solheim.test' });
  const page = await desk('reception', { path: path(building) });
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen Architects', 'Solheim & Partners']);
  await expect(row(page, 'Aurora Shipping')).toContainText('2 employees');
  await expect(row(page, 'Bryggen Architects')).toContainText('0 employees');
  await expect(row(page, 'Solheim & Partners')).toContainText(/1 employee(?!s)/);

  const opener = page.getByRole('button', { name: 'Employees of Aurora Shipping' });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const employees = page.getByRole('table', { name: 'Employees of Aurora Shipping' });
  await expect(employees.getByRole('columnheader')).toHaveText(['Name', 'Phone', 'E-mail', /Actions|^$/]);
  await expect(row(page, 'kari@aurora.test').last()).toContainText('Kari Nordmann');
  await opener.click();
  await expect(employees).toBeHidden();

  await expect(page.getByRole('button', { name: 'Add tenant' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(dialogOf(page)).toBeHidden();
});

test('the search in the address finds a tenant by its name and by names or e-mails of its employees', async ({
  desk,
  building,
}) => {
  const page = await desk('reception', { path: `${path(building)}?search=bryggen` });
  const search = page.getByRole('searchbox');
  await expect(search).toHaveValue('bryggen');
  await expect(tenantNames(page)).toHaveText(['Bryggen Architects']);
  await search.fill('ao');
  await expect(page.getByText('Type at least 3 characters')).toBeVisible();
  await expect(tenantNames(page)).toHaveCount(2);
  await search.fill('ola@aur');
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping']);
  await page.getByRole('button', { name: 'Employees of Aurora Shipping' }).click();
  const employees = page.getByRole('table', { name: 'Employees of Aurora Shipping' });
  await expect(employees.getByRole('row')).toHaveCount(2);
  await expect(employees).toContainText('Ola Hansen');
  await search.fill('bryggen');
  await expect(tenantNames(page)).toHaveText(['Bryggen Architects']);
  await search.fill('nobody');
  await expect(page.getByText('Nothing found for “nobody”')).toBeVisible();
});

test('a partner cannot add a tenant, and renames one in its row; Escape keeps the old name', async ({
  desk,
  building,
}) => {
  const page = await desk('partner', { path: path(building) });
  const rename = page.getByRole('button', { name: 'Rename Bryggen Architects' });
  await expect(rename).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add tenant' })).toBeHidden();
  await rename.click();
  const field = page.getByRole('textbox', { name: 'Name of the tenant' });
  await expect(field).toBeFocused();
  await field.fill('Bryggen');
  await field.press('Escape');
  await expect(rename).toBeFocused();
  await rename.click();
  await field.fill('Å'.repeat(121));
  await expect(field).toHaveAccessibleDescription('At most 120 characters.');
  await field.fill('');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Please enter a name for the tenant.');
  await field.fill('Bryggen Arkitekter');
  await field.press('Enter');
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen Arkitekter']);
  await page.reload();
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen Arkitekter']);
});

test('a company adds a tenant, which needs a name', async ({ desk, building }) => {
  const page = await desk('company', { path: path(building) });
  await page.getByRole('button', { name: 'Add tenant' }).click();
  const dialog = dialogOf(page, 'Add tenant');
  const name = dialog.getByLabel('Name');
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(name).toHaveAccessibleDescription('Please enter a name for the tenant.');
  await name.fill(' ');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription('Please enter a name for the tenant.');
  await name.fill('Nordlys Energy');
  await name.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nordlys Energy is added.')).toBeVisible();
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen Architects', 'Nordlys Energy']);
});

test('deletes a tenant with employees after the typed confirmation, and not during a visit', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const { db, aurora, visitor } = building;
  await visitor({ name: 'Åse Ødegård', inside: aurora });
  const page = await desk('company', { path: path(building) });
  const dialog = dialogOf(page, 'Delete tenant');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Actions for Aurora Shipping' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(dialog.getByText('Delete Aurora Shipping with 2 employees?')).toBeVisible();
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill('remove');
    await confirm.click();
  };
  await ask();
  await expect(dialog.getByText('Some employees currently have a visit.')).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await db.updateTable('visit').set({ checked_out_at: new Date() }).where('tenant_id', '=', aurora.id).execute();
  await ask();
  await expect(page.getByText('Aurora Shipping is deleted.')).toBeVisible();
  await expect(tenantNames(page)).toHaveText(['Bryggen Architects']);
});

test('turns the custom settings of a tenant on and off in its row', async ({ desk, building }) => {
  const page = await desk('company', { path: path(building) });
  const toggle = page.getByRole('switch', { name: 'Own settings for Bryggen Architects' });
  const menu = page.getByRole('button', { name: 'Actions for Bryggen Architects' });
  const ownSettings = page.getByRole('menuitem', { name: 'Own settings' });
  await expect(toggle).not.toBeChecked();
  await menu.click();
  const entries = ['Rename', 'Logo', 'Integration', 'Delivery phones', 'Backup employee', 'Delete'];
  await expect(page.getByRole('menuitem')).toHaveText(entries);
  await expect(ownSettings).toHaveCount(0);
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse((response) => response.url().endsWith('/custom_settings_state'));
  await toggle.click();
  await expect(toggle).toBeChecked();
  await saved;
  await page.reload();
  await expect(toggle).toBeChecked();
  await menu.click();
  await ownSettings.click();
  await expect(page).toHaveURL(`/tenants/${building.bryggen.id}/settings`);
  await page.goBack();
  const calls: unknown[] = [];
  const slow = Promise.withResolvers<void>();
  await page.route('**/custom_settings_state', async (route) => {
    calls.push(route.request().postDataJSON());
    await slow.promise;
    await route.continue();
  });
  await toggle.evaluate((element: HTMLElement) => {
    for (let press = 0; press < 3; press++) element.click();
  });
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();
  expect(calls).toEqual([{ enableCustomSettings: false }]);
  slow.resolve();
  await expect.poll(() => calls).toEqual([{ enableCustomSettings: false }, { enableCustomSettings: true }]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(toggle).not.toBeChecked();
});

test('a rename shows another user’s change and can be repeated, and shows that the tenant is gone', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404, 409);
  const page = await desk('company', { path: path(building) });
  await page.getByRole('button', { name: 'Rename Bryggen Architects' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the tenant' });
  const elsewhere = building.db.updateTable('tenant').set({ name: 'Bryggen' });
  await elsewhere.where('id', '=', building.bryggen.id).execute();
  await field.fill('Bryggen Arkitekter');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Bryggen/);
  await field.press('Enter');
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen Arkitekter']);

  await page.getByRole('button', { name: 'Rename Bryggen Arkitekter' }).click();
  await building.db.deleteFrom('tenant').where('id', '=', building.bryggen.id).execute();
  await field.fill('Bryggen');
  await field.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(page.getByText('This was not found. It may have been removed.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('sends a new name once, and does not cancel it while it is being saved', async ({ desk, building }) => {
  const page = await desk('company', { path: path(building) });
  const answer = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/api/v1/tenants/*/name', async (route) => {
    sent.push(route.request().postData() ?? '');
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Rename Bryggen Architects' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the tenant' });
  await field.fill('Bryggen');
  await field.press('Enter');
  await expect.poll(() => sent).toHaveLength(1);
  await field.press('Enter');
  await field.press('Escape');
  await expect(field).toBeVisible();
  answer.resolve();
  await expect(tenantNames(page)).toHaveText(['Aurora Shipping', 'Bryggen']);
  expect(sent).toHaveLength(1);
});

test('an open desk shows the new name of a tenant', async ({ as, desk, building }) => {
  const { aurora, visitor } = building;
  await visitor({ name: 'Åse Ødegård', inside: aurora });
  const page = await desk('reception');
  await expect(row(page, 'Åse Ødegård')).toContainText('Aurora Shipping');
  const params = { tenantId: String(aurora.id) };
  await call(await as('company'), renameTenant, { params, body: { name: 'Aurora Lines' } });
  await expect(row(page, 'Åse Ødegård')).toContainText('Aurora Lines');
});
