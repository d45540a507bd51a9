import type { Page } from '@playwright/test';
import { password } from '../harness/building.ts';
import { dialogOf, row, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('registers, finds and checks out a visitor by keyboard', async ({ page, building }) => {
  await page.goto('/');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(building.users.reception);
  await press(page, 'Tab');
  await page.keyboard.type(password);
  await press(page, 'Enter');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();

  await press(page, 'n');
  const dialog = dialogOf(page, 'Register visitor');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('40012345');
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Åse Ødegård');
  await press(page, 'Tab');
  await page.keyboard.type('Havila Logistics');
  await press(page, 'Tab');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toBeFocused();
  await page.keyboard.type('auro');
  await expect(page.getByRole('option').first()).toContainText('Aurora Shipping');
  await press(page, 'Enter');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Aurora Shipping');
  await press(page, 'Enter');
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await expect(dialog).toBeHidden();

  await press(page, '/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('havila');
  await expect(page).toHaveURL(/search=havila/);
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  const checkOut = page.getByRole('button', { name: 'Check out Åse Ødegård' });
  await tabTo(page, checkOut);
  await press(page, 'Enter');
  await expect(page.getByText('Åse Ødegård is checked out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the check-out of Åse Ødegård' })).toBeFocused();
});

async function tabTo(page: Page, element: ReturnType<Page['locator']>) {
  for (let steps = 0; steps < 15; steps++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

test('a dialog traps the focus, Escape closes it and asks before it discards input, and the focus returns', async ({
  desk,
  building,
  watch,
}) => {
  // The typed text is not a phone number yet.
  watch.allowRefusals(400);
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  for (const name of ['Cirrus', 'Delta', 'Elvebakken', 'Fjell']) await building.tenant(name);
  const page = await desk('reception');
  const opener = page.getByRole('button', { name: 'Register visitor' });
  const dialog = dialogOf(page, 'Register visitor');
  const question = dialogOf(page, 'Discard your changes?');

  await opener.focus();
  await press(page, 'Enter');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  for (let steps = 0; steps < 14; steps++) {
    await press(page, 'Tab');
    expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  }
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await press(page, 'Enter');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('4');
  await press(page, 'Backspace', 'Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await press(page, 'Enter');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('400');
  await press(page, 'Escape');
  await expect(question).toBeVisible();
  await press(page, 'Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Phone')).toHaveValue('400');
  await press(page, 'Escape');
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  const edit = page.getByRole('button', { name: 'More for Åse Ødegård' });
  await edit.focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Check out' })).toBeFocused();
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(dialogOf(page, 'Edit visitor')).toBeVisible();
  await press(page, 'Escape');
  await expect(dialogOf(page, 'Edit visitor')).toBeHidden();
  await expect(edit).toBeFocused();
});

test('moves the focus to a useful place when a row or a button disappears', async ({ desk, building }) => {
  for (let number = 0; number < 9; number++) await building.tenant(`Quay ${number}`);
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  const toggle = page.getByRole('switch', { name: 'Own settings for Aurora Shipping' });
  await toggle.focus();
  const saved = page.waitForResponse('**/custom_settings_state');
  await press(page, 'Space');
  await saved;
  await expect(toggle).toBeEnabled();
  await expect(toggle).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Actions for Bryggen Architects' }));
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await press(page, 'End', 'Enter');
  const question = dialogOf(page, 'Delete tenant');
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  // Delays the new list until the dialog has closed.
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/tenants/company/*', (route) => isAsked.then(() => route.continue()));
  await press(page, 'Enter');
  await expect(question).toHaveCount(0);
  answer();
  await expect(row(page, 'Bryggen Architects')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(row(page, 'Quay 8')).toBeVisible();

  await building.tenant('Zenith');
  await page.reload();
  await page.getByRole('button', { name: 'Next page' }).focus();
  await press(page, 'Enter');
  await expect(row(page, 'Zenith')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeFocused();
});

test('the arrow keys, Home and End choose a tab', async ({ desk, building }) => {
  await building.visitor({ name: 'Matti Virtanen' });
  const page = await desk('reception');
  // The first key lazily loads the keyboard behavior of the tabs.
  await expect(async () => {
    await page.getByRole('tab', { name: 'Current' }).focus();
    await press(page, 'ArrowLeft');
    await expect(page.getByRole('tab', { name: 'All' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(row(page, 'Matti Virtanen')).toBeVisible();
  await press(page, 'ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Expected' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No visitors are expected')).toBeVisible();
  await press(page, 'End');
  await expect(page.getByRole('tab', { name: 'All' })).toBeFocused();
  await press(page, 'Home');
  await expect(page.getByRole('tab', { name: 'Current' })).toHaveAttribute('aria-selected', 'true');
});

test('the tabs and the focus in them stay when their keyboard behavior arrives', async ({ desk }) => {
  const page = await desk('reception');
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/AriaTabs*.js', (route) => held.then(() => route.continue()));
  await page.getByRole('tab', { name: 'Current' }).focus();
  await expect(page.locator('button[role="tab"]').first()).toBeVisible();
  await press(page, 'Shift');
  const losses = await page.evaluateHandle(() => {
    const losses: number[] = [];
    const look = () => document.activeElement === document.body && losses.push(performance.now());
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return losses;
  });
  arrive();
  await expect(page.locator('button[role="tab"]')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Current' })).toBeFocused();
  expect(await losses.jsonValue()).toEqual([]);
});

test('? shows the shortcuts of the screen; in the search, letters are text and Escape clears it', async ({ desk }) => {
  const page = await desk('reception');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  await press(page, '/');
  await page.keyboard.type('nina/?');
  await expect(page.getByRole('searchbox')).toHaveValue('nina/?');
  await expect(dialogOf(page)).toBeHidden();
  await press(page, 'Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  await press(page, 'Tab', '?');
  const dialog = dialogOf(page, 'Keyboard shortcuts');
  for (const text of ['Register visitor', 'Search', 'Close a dialog']) await expect(dialog).toContainText(text);
  await press(page, 'Escape');
  await expect(dialog).toBeHidden();
});

test('skips the navigation, and opens, moves through and closes the user menu by keyboard', async ({ desk }) => {
  const page = await desk('reception');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await press(page, 'Enter', 'Tab');
  await expect(page.getByRole('main').getByRole('button').first()).toBeFocused();

  const button = userMenu(page);
  await button.focus();
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await press(page, 'End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button).toBeFocused();

  await press(page, 'ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.type('la');
  await expect(page.getByRole('menuitem', { name: 'Language' })).toBeFocused();
  await press(page, 'Escape');
  await expect(button).toBeFocused();
  await press(page, 'ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.type('li');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
});
