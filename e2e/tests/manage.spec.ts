import { expect, test } from '../harness/test.ts';
import { dialogOf, row } from '../harness/screen.ts';

test('a superAdmin opens a company from the list or from its partner, and returns to the list', async ({
  desk,
  building,
}) => {
  const { id } = building.company;
  const name = `${building.company.name} Donaudampfschifffahrtselektrizitätengesellschaft`;
  await building.db.updateTable('company').set({ name }).where('id', '=', id).execute();
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('superAdmin');
  const search = page.getByRole('searchbox', { name: 'Search companies' });
  await search.fill('f');
  await expect(page.getByText('Type at least 2 characters')).toBeVisible();
  await search.fill('no such company');
  await expect(page.getByText('Nothing found for “no such company”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('link', { name: /^Manage/ }).first()).toBeVisible();
  await search.fill(name.toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: `Leave ${name}` })).toHaveCount(0);
  await page.getByRole('link', { name: `Manage ${name}` }).click();

  await expect(page).toHaveURL(`/company/${id}/visitors`);
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  for (const name of ['All companies', 'Tenants', 'Visitors']) {
    await expect(sidebar.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(sidebar.getByRole('link', { name: 'Licenses' })).toBeHidden();
  const organization = page.getByRole('paragraph').filter({ hasText: name });
  await expect(organization).toBeVisible();
  const [box, sidebarBox] = [await organization.boundingBox(), await sidebar.boundingBox()];
  expect(box?.width).toBeLessThanOrEqual(sidebarBox?.width ?? 0);

  await sidebar.getByRole('link', { name: 'Tenants' }).click();
  await expect(page.getByRole('button', { name: 'Add tenant' })).toBeVisible();
  await sidebar.getByRole('link', { name: 'All companies' }).click();
  await expect(page).toHaveURL('/admin/companies');
  await expect(sidebar.getByRole('link', { name: 'Visitors' })).toBeHidden();
  await expect(organization).toBeHidden();

  await page.goto(`/partner/${building.partner.id}/companies`);
  await expect(page.getByRole('link', { name: `Manage ${name}` })).toBeVisible();
  await expect(search).toBeHidden();
  await page.getByRole('button', { name: 'Create company' }).click();
  const creating = dialogOf(page, 'Create company');
  await creating.getByLabel('Name').fill(`Quay House ${id}`);
  await creating.getByRole('button', { name: 'OK' }).click();
  await expect(row(page, `Quay House ${id}`)).toBeVisible();
  await page.getByRole('link', { name: 'All partners' }).click();
  await expect(page).toHaveURL('/admin/partners');
  await page.goto('/partners');
  await expect(page).toHaveURL('/admin/partners');
  await expect(page.getByRole('heading', { level: 1, name: 'Partners' })).toBeVisible();
});
