import { expectAccessible } from '../harness/accessible.ts';
import { choose, dialogOf, row, userMenu } from '../harness/screen.ts';
import { withServices } from '../harness/services.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

test('the checklist of a new company ticks steps of all users, links to their screens, and is dismissed for all', async ({
  desk,
  building,
}) => {
  const { company, db } = building;
  await db.updateTable('company').set({ first_steps_dismissed_at: null }).where('id', '=', company.id).execute();
  const page = await desk('company');
  const list = page.getByRole('region', { name: 'Get your building ready' });
  await expect(list.getByText('2 of 7 done')).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: 'Add the first tenant' })).toContainText('An occupant');
  await expectAccessible(page);
  await db
    .insertInto('user_account')
    .values({ email: `second-${company.id}@e2e.test`, role: 'company', company_id: company.id, password_hash: 'x' })
    .execute();
  await expect(list.getByText('3 of 7 done')).toBeVisible();
  for (const [name, screen] of [
    ['Add employees', 'tenants'],
    ['Invite a second company admin', 'users'],
    ['Send the first SMS', 'settings'],
    ['Enroll the first kiosk', 'kiosks'],
  ]) {
    await list.getByRole('link', { name }).press('Enter');
    await expect(page).toHaveURL(`/company/${company.id}/${screen}`);
    await page.goBack();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  // On a phone it is folded, so that the visitors are on the first screen.
  await expect(list.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Current/ })).toBeInViewport();
  const fold = list.getByRole('button', { name: 'Get your building ready' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'the checklist on a phone in the dark');

  const other = await desk('superAdmin', { path: `/company/${company.id}/visitors` });
  await expect(other.getByRole('region', { name: 'Get your building ready' })).toBeVisible();
  const reception = await desk('reception');
  await expect(reception.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await expect(reception.getByRole('region', { name: 'Get your building ready' })).toHaveCount(0);
  await list.getByRole('button', { name: 'Hide this list' }).click();
  await expect(list).toHaveCount(0);
  await expect(other.getByRole('region', { name: 'Get your building ready' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('adds a user with a name for the reception, and explains both roles', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  const email = `named-${building.company.id}@e2e.test`;
  const page = await desk('company', { path: `/company/${building.company.id}/users` });
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = dialogOf(page, 'Add user');
  const reception = dialog.getByRole('checkbox', { name: 'Reception' });
  await expect(reception).toBeChecked();
  await expect(reception).toHaveAccessibleDescription(/Reception checks visitors in and out.*company admin/);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name').fill('Å'.repeat(121));
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/At most 120 characters/);
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Åse Ødegård');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Åse Ødegård')).toContainText(email);
  await expect(row(page, 'Åse Ødegård')).toContainText('Reception');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('odeg');
  await expect(row(page, email)).toBeVisible();
  // Until the search answers, the former rows stay and are dimmed.
  await expect(row(page, building.users.company)).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'users on a phone');
});

test('a receptionist changes their own name, and the audit log shows it', async ({ desk, building }) => {
  const page = await desk('reception');
  await userMenu(page).first().click();
  await page.getByRole('menuitem', { name: 'Account', exact: true }).press('Enter');
  const account = dialogOf(page, 'Account');
  await expect(account.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Marte Lie');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your name is saved.')).toBeVisible();
  await expect(account).toBeHidden();
  const admin = await desk('company', { path: `/company/${building.company.id}/audit` });
  await expect(row(admin, 'Changed their own name')).toContainText('Marte Lie');
  await expect(row(admin, 'Changed their own name')).toContainText(building.users.reception);
  await expectAccessible(admin);
});

test('without an application of the installation, the directory dialog asks for the tenant’s own', async ({
  desk,
  building,
}) => {
  const page = await desk('company', {
    path: `/company/${building.company.id}/tenants`,
    prepare: withServices({ directories: ['google'] }),
  });
  await page.getByRole('button', { name: 'Actions for Bryggen Architects' }).click();
  await page.getByRole('menuitem', { name: 'Integration' }).click();
  const dialog = dialogOf(page, 'Integration of Bryggen Architects');
  await expect(dialog.getByText('No Microsoft 365 application is set up here.')).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Group id').fill('group');
  await dialog.getByRole('button', { name: 'Go to Microsoft 365' }).click();
  await expect(dialog.getByLabel('Client id')).toHaveAccessibleDescription(/Please enter the client id\./);
  await expect(dialog.getByLabel('Client secret')).toHaveAccessibleDescription(/Please enter the client secret\./);
  await expectAccessible(page);
  await choose(dialog, 'Directory', 'Google Workspace');
  await expect(dialog.getByText('application is set up here')).toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { name: 'Self-configured app' })).toBeVisible();
});

test('shows an error after a return with an unreadable state, signed in and signed out', async ({
  desk,
  page,
  building,
}) => {
  const unreadable = 'The answer of the provider could not be read.';
  const admin = await desk('company', { path: '/tenant-redirect?code=abc&state=nothing' });
  await expect(admin.getByRole('heading', { name: 'The tenant was not connected' })).toBeVisible();
  await expect(admin.getByText(unreadable)).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Back' }).click();
  await expect(admin).toHaveURL(`/company/${building.company.id}/tenants`);
  await page.goto('/tenant-redirect');
  await expect(page.getByText(unreadable)).toBeVisible();
  await expectAccessible(page);
});
