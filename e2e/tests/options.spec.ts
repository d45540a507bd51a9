import { openRegisterDialog } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('a tenant is found by its name or by somebody who works there', async ({ desk }) => {
  const page = await desk('reception');
  const tenant = (await openRegisterDialog(page)).getByRole('combobox', { name: 'Tenant' });
  await tenant.fill('bryg');
  await expect(page.getByRole('option')).toHaveText(['Bryggen Architects']);
  await tenant.fill('nordmann');
  await expect(page.getByRole('option')).toHaveText(['Aurora Shipping']);
  await tenant.fill('no such tenant');
  await expect(page.getByText('No options').filter({ visible: true })).toBeVisible();
});

test('tenants that are still on their way are not called none, nor those that do not come', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(500);
  const page = await desk('reception');
  await expect(page.getByText('Nobody is checked in')).toBeVisible();
  const tenants = `**/api/v1/tenants/company/${building.company.id}?*`;
  const arrival = Promise.withResolvers<void>();
  await page.route(tenants, async (route) => {
    await arrival.promise;
    await route.fulfill({ status: 500 });
  });
  const tenant = (await openRegisterDialog(page)).getByRole('combobox', { name: 'Tenant' });
  await tenant.click();
  const inPlace = page.getByRole('listbox', { name: 'Tenant' }).locator('..');
  await expect(inPlace).toHaveText('Loading');
  arrival.resolve();
  await expect(inPlace).toHaveText('This list could not be loaded');
});

test('the list of tenants brings more when its end is reached', async ({ desk, building }) => {
  for (let number = 10; number < 65; number++) await building.tenant(`Office ${number}`);
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await dialog.getByRole('combobox', { name: 'Tenant' }).click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(50);
  await options.last().scrollIntoViewIfNeeded();
  await expect(options).toHaveCount(57);
});
