import type { Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { chooseMore, dialogOf, openRegisterDialog, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

async function people({ visitor, aurora, bryggen }: Building) {
  for (let index = 0; index < 11; index++) {
    await visitor({
      name: `Visitor ${index}`,
      inside: index % 2 ? aurora : bryggen,
      host: index % 2 ? aurora.kari : undefined,
      minutesAgo: index * 50,
    });
  }
  await visitor({ name: 'Frida Nilsen', expectedBy: aurora });
  await visitor({ name: 'Matti Virtanen' });
}

test('signing in is accessible', async ({ page, building, watch }) => {
  watch.allowRefusals(401);
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expectAccessibleInBoth(page, 'sign-in');
  await page.getByLabel('E-mail').fill('reception');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter a password.')).toBeVisible();
  await expectAccessibleInBoth(page, 'sign-in with errors');
  await page.getByLabel('E-mail').fill(building.users.reception);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-7!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialogOf(page, 'Incorrect password')).toBeVisible();
  await expectAccessibleInBoth(page, 'a failed sign-in');
});

test('the lists of visitors are accessible', async ({ desk, building }) => {
  await people(building);
  const page = await desk('reception');
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessibleInBoth(page, 'current');
  await page.getByRole('tab', { name: 'Expected' }).click();
  await expect(page.getByText('Frida Nilsen').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'imported');
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
  await expectAccessibleInBoth(page, 'all');
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expectAccessibleInBoth(page, 'no match');
});

test('the dialogs of the visitors are accessible', async ({ desk, building }) => {
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: building.aurora });
  await building.visitor({ name: 'Matti Virtanen' });
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=all` });
  const register = await openRegisterDialog(page);
  await expect(register.getByText('* Required')).toBeVisible();
  await expectAccessibleInBoth(page, 'register');
  await register.getByRole('combobox', { name: 'Visiting' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'register, with the list of Visiting open');
  await page.getByRole('option').first().click();
  await register.getByLabel('Phone').fill('40012345');
  await expect(register.getByRole('alert')).toBeVisible();
  await expectAccessibleInBoth(page, 'register, with a visitor who is inside');
  await register.getByLabel('Phone').fill('40012349');
  await register.getByRole('button', { name: 'Check in' }).click();
  await expect(register.getByText('Please enter a name.')).toBeVisible();
  await expectAccessibleInBoth(page, 'register, with errors');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Discard your changes?')).toBeVisible();
  await expectAccessibleInBoth(page, 'discard');
  await page.getByRole('button', { name: 'Discard' }).click();
  for (const [name, entry, title] of [
    ['Åse Ødegård', 'Edit', 'Edit visitor'],
    ['Åse Ødegård', 'Check out', 'Check out'],
    ['Matti Virtanen', 'Delete', 'Delete visitor'],
  ] as const) {
    await chooseMore(page, name, entry);
    await expect(dialogOf(page, title)).toBeVisible();
    await expectAccessibleInBoth(page, title);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
});

test('the tenants and their employees are accessible', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Employees of Aurora Shipping' }).click();
  await expect(page.getByText('kari@aurora.test').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'the tenants');
  await page.getByRole('button', { name: 'Rename Bryggen Architects' }).click();
  await expectAccessibleInBoth(page, 'a tenant that is renamed');
  await page.keyboard.press('Escape');
  for (const [button, title] of [
    ['Add tenant', 'Add tenant'],
    ['Add employee', 'Add employee to Aurora Shipping'],
    ['Edit Kari Nordmann', 'Edit employee'],
    ['Delete Kari Nordmann', 'Delete employee'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(dialogOf(page, title)).toBeVisible();
    await expectAccessibleInBoth(page, title);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
});

test('the settings of a company and a tenant, and the question about unsaved changes, are accessible', async ({
  desk,
  building: { company, aurora },
}) => {
  const page = await desk('company', { path: `/company/${company.id}/settings` });
  const wifi = page.getByLabel('Wi-Fi information');
  await expect(wifi).toBeVisible();
  await expectAccessibleInBoth(page, 'the settings');
  await page.getByRole('combobox', { name: 'SMS to employees' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: 'Norsk' }).locator('[lang=nb]')).toHaveText('Norsk');
  await expectAccessibleInBoth(page, 'a list of languages');
  await page.keyboard.press('Escape');
  await wifi.fill('Guest');
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await expect(dialogOf(page, 'Discard your changes?')).toBeVisible();
  await expectAccessibleInBoth(page, 'unsaved changes');
  const own = await desk('tenant', { path: `/tenants/${aurora.id}/settings` });
  await expect(own.getByText('This tenant uses the settings of the company.')).toBeVisible();
  await expectAccessibleInBoth(own, 'a tenant that follows its company');
});

test('a tenant’s page, its menu and its dialogs are accessible', async ({ desk, building }) => {
  const page = await desk('company', { path: `/tenants/${building.aurora.id}` });
  const menu = page.getByRole('button', { name: 'Actions for Aurora Shipping' });
  await expect(page.getByText('kari@aurora.test').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'the tenant');
  for (const [entry, title] of [
    ['Rename', 'Rename tenant'],
    ['Delivery phones', 'Delivery phones'],
    ['Delete', 'Delete tenant'],
  ] as const) {
    await menu.click();
    await expectAccessibleInBoth(page, 'the menu of the tenant');
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(dialogOf(page, title)).toBeVisible();
    await expectAccessibleInBoth(page, title);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  }
});

test('the user menu, its dialogs and the shortcuts are accessible', async ({ desk }) => {
  const page = await desk('reception');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  await expectAccessibleInBoth(page, 'an empty list');
  await userMenu(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInBoth(page, 'the user menu');
  for (const title of ['Change password', 'Language']) {
    await page.getByRole('menuitem', { name: title }).click();
    await expect(dialogOf(page, title)).toBeVisible();
    await expectAccessibleInBoth(page, title);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await userMenu(page).click();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(dialogOf(page, 'Keyboard shortcuts')).toBeVisible();
  await expectAccessibleInBoth(page, 'the shortcuts');
});

test('the companies, the 404 screen and a lost connection are accessible', async ({ desk, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('partner');
  await expect(page.getByRole('link', { name: /^Manage/ })).toBeVisible();
  await expectAccessibleInBoth(page, 'the companies');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expectAccessibleInBoth(page, 'the 404 screen');
  const reception = await desk('reception');
  await expect(reception.getByText('No visitors are checked in')).toBeVisible();
  await reception.context().setOffline(true);
  await expect(reception.getByText('You are offline.')).toBeVisible();
  await expectAccessibleInBoth(reception, 'a lost connection');
});

function isCovered(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !focused.contains(top) && !top?.contains(focused);
  });
}

test('the screens on a phone are accessible', async ({ desk, building }) => {
  await people(building);
  const page = await desk('company', { viewport: { width: 360, height: 740 } });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'visitors as cards');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(userMenu(page)).toBeVisible();
  await expectAccessibleInBoth(page, 'the drawer');
  await page.getByRole('link', { name: 'Tenants' }).click();
  await page.getByRole('button', { name: 'Employees of Aurora Shipping' }).click();
  await expect(page.getByText('kari@aurora.test').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'tenants as cards');
  await page.setViewportSize({ width: 360, height: 400 });
  await page.getByRole('button', { name: 'Rename Bryggen Architects' }).focus();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Shift+Tab');
    expect(await isCovered(page), 'a sticky bar covers the focused element').toBe(false);
  }
});
