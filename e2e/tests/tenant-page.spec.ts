import type { Page, Route } from '@playwright/test';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const page360 = { width: 360, height: 740 };
const pathOf = ({ aurora }: Building) => `/tenants/${aurora.id}`;
const actionsOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });
const act = async (page: Page, name: string, entry: string) => {
  await actionsOf(page, name).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('a tenant’s user starts on the page of the tenant, with the links of the role, and edits its employees', async ({
  desk,
  building,
}) => {
  const page = await desk('tenant');
  await expect(page).toHaveURL(pathOf(building));
  await expect(page.getByRole('heading', { name: 'Tenant', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Aurora Shipping' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  await expect(links).toHaveText(['Visitors', 'Invitations', 'History', 'Tenant', 'Users']);
  await expect(row(page, 'kari@aurora.test')).toContainText('Kari Nordmann');
  await expect(page.getByText('2 employees')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Rename/ })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await actionsOf(page, 'Aurora Shipping').click();
  await expect(page.getByRole('menuitem', { name: 'Delivery phones' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = dialogOf(page, 'Add employee to Aurora Shipping');
  await dialog.getByLabel('Name').fill('Liv Strand');
  await dialog.getByLabel('E-mail').fill('liv@aurora.test');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 employees')).toBeVisible();
  await page.getByRole('searchbox').fill('liv@');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('Nothing found for “nobody”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await page.getByRole('button', { name: 'Delete Liv Strand' }).click();
  await dialogOf(page, 'Delete employee').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 employees')).toBeVisible();
  const employees = await building.db
    .selectFrom('employee')
    .select('name')
    .where('tenant_id', '=', building.aurora.id)
    .execute();
  expect(employees.map(({ name }) => name)).not.toContain('Liv Strand');
});

test('adds and removes delivery phones, marks refused ones, and reloads them at each opening', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(400);
  const page = await desk('tenant');
  await expect(page.getByText('None', { exact: true })).toBeVisible();
  const dialog = dialogOf(page, 'Delivery phones');
  const hold = async (route: Route) => {
    await expect(dialog.getByRole('status', { name: 'Loading' })).toBeVisible();
    await route.continue();
  };
  await page.route('**/delivery_phones', hold, { times: 1 });
  await page.getByRole('button', { name: 'Edit delivery phones' }).click();
  await expect(dialog.getByLabel('Phone 1')).toBeFocused();
  await page.keyboard.type('40012345');
  await dialog.getByRole('button', { name: 'Add phone' }).click();
  await expect(dialog.getByLabel('Phone 2')).toBeFocused();
  await expect(dialog.getByLabel('Phone 1')).toHaveValue('+47 400 12 345');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Phone 2')).toHaveAccessibleDescription(/This is not a valid phone number/);
  await dialog.getByLabel('Phone 2').fill('+46701234567');
  await dialog.getByRole('button', { name: 'Add phone' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('+4740012345, +46701234567')).toBeVisible();

  const elsewhere = building.db.updateTable('tenant').set({ delivery_phones: ['+4740012346'] });
  await elsewhere.where('id', '=', building.aurora.id).execute();
  await act(page, 'Aurora Shipping', 'Delivery phones');
  await expect(dialog.getByLabel('Phone 1')).toHaveValue('+4740012346');
  await dialog.getByRole('button', { name: 'Remove +4740012346' }).click();
  await expect(dialog.getByRole('button', { name: 'Add phone' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('None', { exact: true })).toBeVisible();
});

test('says that the delivery phones could not be loaded, and polls them', async ({ desk, building, watch }) => {
  watch.allowRefusals(500);
  const page = await desk('tenant');
  await page.clock.install();
  const failure = { status: 500, json: { reason: 'unexpected', requestId: 'x' } };
  await page.route('**/delivery_phones', (route) => route.fulfill(failure), { times: 1 });
  await page.goto(pathOf(building));
  await expect(page.getByText('This list could not be loaded')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByText('None', { exact: true })).toBeVisible();
  const elsewhere = building.db.updateTable('tenant').set({ delivery_phones: ['+4740012346'] });
  await elsewhere.where('id', '=', building.aurora.id).execute();
  await page.clock.runFor(31_000);
  await expect(page.getByText('+4740012346')).toBeVisible();
});

test('an edit of the delivery phones shows a concurrent edit and a deleted tenant', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409, 404);
  const page = await desk('reception', { path: pathOf(building) });
  await page.getByRole('button', { name: 'Edit delivery phones' }).click();
  const dialog = dialogOf(page, 'Delivery phones');
  await dialog.getByLabel('Phone 1').fill('40012345');
  const elsewhere = building.db.updateTable('tenant').set({ delivery_phones: ['+4740012346'] });
  await elsewhere.where('id', '=', building.aurora.id).execute();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('It now says “+4740012346”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('+4740012345')).toBeVisible();

  await page.getByRole('button', { name: 'Edit delivery phones' }).click();
  await dialog.getByLabel('Phone 1').fill('40012347');
  await call(await as('company'), deleteTenant, { params: { tenantId: `${building.aurora.id}` } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText('This was not found. It may have been removed.')).toBeVisible();
});

for (const user of ['superAdmin', 'partner', 'reception'] as const) {
  test(`the role ${user} opens the page from the list, within the company, reaches its visitors, and goes back`, async ({
    desk,
    building,
  }) => {
    await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
    const list = `/company/${building.company.id}/tenants`;
    const page = await desk(user, { path: list });
    await page.getByRole('link', { name: 'Aurora Shipping', exact: true }).click();
    await expect(page).toHaveURL(pathOf(building));
    await expect(row(page, 'kari@aurora.test')).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(sidebar.getByRole('link', { name: 'Visitors' })).toHaveAttribute(
      'href',
      `/company/${building.company.id}/visitors`,
    );
    await page.getByRole('link', { name: 'Visitors of Aurora Shipping' }).click();
    await expect(page).toHaveURL(`/tenants/${building.aurora.id}/visitors`);
    await expect(row(page, 'Åse Ødegård')).toBeVisible();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Tenants' }).click();
    await expect(page).toHaveURL(list);
  });
}

test('renames and deletes a tenant from its menu, by keyboard', async ({ desk, building }) => {
  const page = await desk('company', { path: `/tenants/${building.bryggen.id}` });
  await actionsOf(page, 'Bryggen Architects').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Rename tenant').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Bryggen Arkitekter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Bryggen Arkitekter', { exact: true })).toBeVisible();
  await actionsOf(page, 'Bryggen Arkitekter').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Delete tenant');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/company/${building.company.id}/tenants`);
  await expect(page.getByText('Bryggen Arkitekter is deleted.')).toBeVisible();
  await expect(row(page, 'Bryggen')).toHaveCount(0);
});

test('the page and its dialogs fit on a phone', async ({ desk, building }) => {
  const page = await desk('tenant', { path: pathOf(building), viewport: page360 });
  await expect(page.getByRole('listitem').filter({ hasText: 'kari@aurora.test' })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await actionsOf(page, 'Aurora Shipping').click();
  await expect(page.getByRole('menuitem', { name: 'Delivery phones' })).toBeInViewport({ ratio: 1 });
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('menuitem', { name: 'Delivery phones' }).click();
  await expect(dialogOf(page, 'Delivery phones').getByLabel('Phone 1')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 700 });
  await act(page, 'Aurora Shipping', 'Integration');
  const dialog = dialogOf(page, 'Integration of Aurora Shipping');
  await dialog.getByLabel('Self-configured app').check();
  await dialog.getByRole('button', { name: 'Go to Microsoft 365' }).click();
  const field = dialog.getByLabel('Group id');
  await expect(field).toBeFocused();
  const title = await dialog.getByRole('heading').first().boundingBox();
  const bottom = (title?.y ?? 0) + (title?.height ?? 0);
  expect((await field.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
});
