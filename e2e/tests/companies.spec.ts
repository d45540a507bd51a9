import type { Page } from '@playwright/test';
import { createPartner, detachPartner } from '@vestibule/contract/accounts/partner-edit.ts';
import { listAllCompanies } from '@vestibule/contract/accounts/company.ts';
import { renameCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { createTenant } from '@vestibule/contract/building/tenant.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { dialogOf, row, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

async function find(page: Page, name: string) {
  await page.getByRole('searchbox').fill(name);
  await expect(row(page, name)).toBeVisible();
}

test('creates and renames a company, and deletes it after the typed confirmation', async ({ desk, building }) => {
  const page = await desk('superAdmin');
  const name = `Quay House ${building.company.id}`;
  await page.getByRole('button', { name: 'Create company' }).click();
  const creating = dialogOf(page, 'Create company');
  await expect(creating.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(creating.getByLabel('Name')).toHaveAccessibleDescription('Please enter a company name.');
  await creating.getByLabel('Name').fill('   ');
  await creating.getByRole('button', { name: 'OK' }).click();
  await expect(creating.getByLabel('Name')).toHaveAccessibleDescription('Please enter a company name.');
  await expectAccessible(page);
  await creating.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} is created.`)).toBeVisible();
  await find(page, name);

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = dialogOf(page, 'Edit company');
  await expect(editing.getByLabel('Name')).toHaveValue(name);
  await editing.getByLabel('Name').fill(`${name} North`);
  await editing.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`${name} North is saved.`)).toBeVisible();
  await expect(row(page, `${name} North`)).toBeVisible();

  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/tenants/company/*', (route) => isAsked.then(() => route.continue()));
  await page.getByRole('button', { name: `Delete ${name} North` }).click();
  const deleting = dialogOf(page, 'Delete company');
  const remove = deleting.getByRole('button', { name: 'Delete' });
  // The dialog waits until it knows what it deletes, so that it does not change while the user reads it.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(deleting).toHaveCount(0);
  answer();
  await expect(remove).toBeEnabled();
  await expect(deleting.getByLabel('Type "remove" to confirm')).toHaveCount(0);
  await expect(deleting.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deleting).toHaveCount(0);
  const [company] = await call(page.request, listAllCompanies, { query: { search: `${name} North` } });
  const params = { companyId: String(company?.id) };
  await call(page.request, createTenant, { params, body: { name: 'Aurora Shipping' } });

  await page.getByRole('button', { name: `Delete ${name} North` }).click();
  await expect(remove).toBeDisabled();
  await deleting.getByLabel('Type "remove" to confirm').fill('Remove!');
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await deleting.getByLabel('Type "remove" to confirm').fill('remove');
  await remove.click();
  await expect(page.getByText(`${name} North is deleted.`)).toBeVisible();
  await expect(page.getByText(`Nothing found for “${name}”`)).toBeVisible();
});

test('the second of two renames of a company shows the other name, and the user may keep that one', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404, 409);
  const { id, name } = building.company;
  const admin = await as('company');
  const rename = (name: string) => call(admin, renameCompany, { params: { companyId: String(id) }, body: { name } });
  const page = await desk('partner');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = dialogOf(page, 'Edit company');
  await dialog.getByLabel('Name').fill('Mine');
  await rename('Theirs');

  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog.getByText('It now says “Theirs”.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Mine');
  await expectAccessible(page);
  await page.route(`**/api/v1/company/${id}/name`, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(1);
  await expect(dialog.getByText('It now says')).toBeHidden();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog.getByText('It now says “Theirs”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Mine is saved.')).toBeVisible();
  const renamed = await page.request.get(`/api/v1/company/${id}`);
  expect(await renamed.text()).toContain('"Mine"');

  await page.getByRole('button', { name: 'Edit Mine' }).click();
  await dialog.getByLabel('Name').fill('Mine again');
  await rename('Theirs again');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByRole('button', { name: 'Keep their change' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Theirs again')).toBeVisible();
});

test('adds a partner by its code in any spelling, and unassigns it', async ({ as, desk, building, watch }) => {
  watch.allowRefusals(403, 404);
  watch.allowNetworkLoss();
  const body = { name: `Nordic Doors ${building.company.id}` };
  const data = await call(await as('superAdmin'), createPartner, { body });
  const page = await desk('company');
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByRole('button', { name: 'Add partner' }).click();
  const dialog = dialogOf(page, 'Add partner by code');
  const code = dialog.getByLabel('Partner code');
  await code.fill('ZZZZ-ZZZ0');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(code).toHaveAccessibleDescription(/No partner has this code\./);
  await expectAccessible(page);
  await code.fill(`${data.code.slice(0, 4)} - ${data.code.slice(4)}`.toLowerCase());
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText(`${data.name} now supports this company.`)).toBeVisible();
  await expect(row(page, data.name)).toContainText(data.code);
  await expect(row(page, data.name).getByRole('button')).toHaveAccessibleName(`Unassign ${data.name}`);

  await page.getByRole('button', { name: 'Add partner' }).click();
  await code.fill(data.code);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(code).toHaveAccessibleDescription(/This partner is already assigned to the company\./);
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: `Unassign ${data.name}` }).click();
  await expect(dialogOf(page, 'Unassign partner')).toBeVisible();
  await expectAccessible(page);
  await loseAnswer(page, '**/remove_from_company?*');
  await dialogOf(page, 'Unassign partner').getByRole('button', { name: 'Unassign' }).click();
  await expect(dialogOf(page, 'Unassign partner').getByRole('alert')).toContainText('No connection');
  await dialogOf(page, 'Unassign partner').getByRole('button', { name: 'Unassign' }).click();
  await expect(row(page, data.name)).toHaveCount(0);

  await page.getByRole('button', { name: 'Add partner' }).click();
  await code.fill(data.code);
  await loseAnswer(page, '**/add_to_company');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, data.name)).toBeVisible();
});

test('a superAdmin can edit and delete a partner from a company’s list, and has no company to leave', async ({
  desk,
  building: { company, partner },
}) => {
  const page = await desk('superAdmin', { path: `/company/${company.id}/partners` });
  const acts = row(page, partner.name);
  for (const name of [`Unassign ${partner.name}`, `Delete ${partner.name}`]) {
    await expect(acts.getByRole('button', { name })).toBeVisible();
  }
  await acts.getByRole('button', { name: `Edit ${partner.name}` }).click();
  const editing = dialogOf(page, 'Edit partner');
  await editing.getByLabel('Name').fill(`${partner.name} North`);
  await editing.getByRole('button', { name: 'OK' }).click();
  await row(page, `${partner.name} North`).getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL(`/partner/${partner.id}/companies`);
  await userMenu(page).first().click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Leave company' })).toHaveCount(0);
});

test('a partner that is detached while its company is open loses sight of it at once', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404);
  const { company, partner } = building;
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('partner', { path: `/company/${company.id}/visitors` });
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  const params = { partnerId: String(partner.id) };
  await call(await as('company'), detachPartner, { params, query: { companyId: String(company.id) } });
  await expect(page.getByText('404')).toBeVisible({ timeout: 10_000 });
  await expect(row(page, 'Åse Ødegård')).toHaveCount(0);
  await page.getByRole('link', { name: /homepage/ }).click();
  await expect(page.getByText('There are no companies to show')).toBeVisible();
});

test('a partner leaves a company by a dialog that stays open until the server answers', async ({ desk, building }) => {
  const { name } = building.company;
  const page = await desk('partner');
  await page.getByRole('button', { name: `Leave ${name}` }).click();
  const question = dialogOf(page, 'Leave company');
  await expect(question.getByRole('button', { name: 'Leave' })).toBeDisabled();
  await question.getByLabel('Type "remove" to confirm').fill('remove');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/leave?*', (route) => isAnswered.then(() => route.continue()));
  await question.getByRole('button', { name: 'Leave' }).click();
  for (const button of ['Leave', 'Cancel']) await expect(question.getByRole('button', { name: button })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  answer();
  await expect(page.getByText(`You have left ${name}.`)).toBeVisible();
  await expect(page.getByText('There are no companies to show')).toBeVisible();
});
