import type { Page } from '@playwright/test';
import { dialogOf, openRegisterDialog, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('shows that destinations are loading or failed to load, instead of "No options"', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(500);
  const page = await desk('reception');
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  const arrival = Promise.withResolvers<void>();
  await page.route(`**/api/v1/company/${building.company.id}/destinations?*`, async (route) => {
    await arrival.promise;
    await route.fulfill({ status: 500 });
  });
  await (await openRegisterDialog(page)).getByRole('combobox', { name: 'Visiting' }).click();
  const inPlace = page.getByRole('listbox', { name: 'Visiting' }).locator('..');
  await expect(inPlace).toHaveText('Loading');
  arrival.resolve();
  await expect(inPlace).toHaveText('This list could not be loaded');
});

test('the list of tenants shows five at a time, loads more at its end, and finds a tenant by its employees', async ({
  desk,
  building,
}) => {
  for (let number = 10; number < 65; number++) await building.tenant(`Office ${number}`);
  const page = await desk('reception');
  const tenant = (await openImportDialog(page)).getByRole('combobox', { name: 'Tenant' });
  await expect(tenant).toHaveAttribute('placeholder', 'Select...');
  await tenant.click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(50);
  const list = page.getByRole('listbox', { name: 'Tenant' });
  const height = (await list.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThanOrEqual(140);
  expect(height).toBeLessThanOrEqual(300);
  await options.last().scrollIntoViewIfNeeded();
  await expect(options).toHaveCount(57);

  await tenant.fill('bryg');
  await expect(options).toHaveText(['Bryggen Architects']);
  await tenant.fill('nordmann');
  await expect(options).toHaveText(['Aurora Shipping']);
  await tenant.fill('no such tenant');
  await expect(page.getByText('No options').filter({ visible: true })).toBeVisible();
  await tenant.fill('');

  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.setViewportSize({ width: 640, height: 400 });
  // Scrolling closes a list, and the first click scrolls the dialog.
  await tenant.scrollIntoViewIfNeeded();
  await tenant.click();
  await expect.poll(async () => bottomOf(await list.boundingBox())).toBeLessThanOrEqual(400);
});

async function openImportDialog(page: Page) {
  await page.getByRole('button', { name: 'Import from CSV' }).click();
  return dialogOf(page, 'Import visitors');
}

function bottomOf(box: { y: number; height: number } | null) {
  return box ? box.y + box.height : Infinity;
}

test('Enter takes the highlighted option, also after the server adds matches by employee', async ({
  desk,
  building,
}) => {
  await building.tenant('Nordlys Energy');
  const page = await desk('reception');
  const tenant = (await openImportDialog(page)).getByRole('combobox', { name: 'Tenant' });
  const options = page.getByRole('option');
  await tenant.click();
  await expect(options).toHaveCount(3);

  const answered = Promise.withResolvers<void>();
  await page.route('**/tenants/company/**search=nord**', async (route) => {
    await expect(options).toHaveText(['Nordlys Energy']);
    answered.resolve();
    await route.continue();
  });
  await tenant.fill('nord');
  await answered.promise;
  await expect(options).toHaveText(['Nordlys Energy', 'Aurora Shipping']);
  await expect(options.first()).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(tenant).toHaveValue('Nordlys Energy');

  await tenant.fill('hansen');
  await expect(options).toHaveText(['Aurora Shipping']);
  const found = await options.first().getAttribute('id');
  await expect(tenant).toHaveAttribute('aria-activedescendant', found ?? 'none');
  await page.keyboard.press('Enter');
  await expect(tenant).toHaveValue('Aurora Shipping');
});

test('Tab takes the highlighted option, and Escape leaves it', async ({ desk }) => {
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  // An open list hides other fields from screen readers.
  const visiting = dialog.getByRole('combobox', { name: 'Visiting', includeHidden: true });
  const options = page.getByRole('option').filter({ visible: true });
  await visiting.focus();
  await expect(options).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(visiting).toHaveValue('');
  await visiting.focus();
  await page.keyboard.type('aur');
  await expect(options).toHaveCount(3);
  await page.keyboard.press('Tab');
  await expect(visiting).toHaveValue('Aurora Shipping');
  await expect(dialog.getByLabel('Remember this visitor')).toBeFocused();
  // Without typed text Enter submits the form. During a search it does not.
  await visiting.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a phone number.')).toBeVisible();
  await visiting.click();
  await page.keyboard.type('nobody of that name');
  await page.keyboard.press('Enter');
  await expect(visiting).toBeFocused();
  await visiting.fill('');
  await page.keyboard.type('hansen');
  await expect(options).toHaveText(['Ola Hansen Aurora Shipping']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(visiting).toHaveValue('Aurora Shipping');
  // A click selects the text.
  await visiting.click();
  await page.keyboard.type('hansen');
  await expect(options).toHaveText(['Ola Hansen Aurora Shipping']);
  await page.keyboard.press('Tab');
  await expect(visiting).toHaveValue('Ola Hansen, Aurora Shipping');
  await expect(dialog.getByLabel('Remember this visitor')).toBeFocused();
});

test('moves through options by page keys and letters, and finds them without accents', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  const country = page.getByRole('combobox', { name: 'Country' });
  const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await country.fill('no');
  await expect(options.first()).toContainText('Norfolk Island');
  await press('PageDown', 'PageUp', 'Enter');
  await expect(country).toHaveValue(/^Norfolk Island/);
  await country.fill('');
  await country.pressSequentially('reunion');
  await expect(options).toHaveText(['Réunion, +262 (RE)']);
  await expect(country).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? 'none');
  await country.fill('nor');
  await expect(options).toHaveCount(5);
  await press('PageDown', 'Enter');
  await expect(country).toHaveValue(/^Norway/);

  const paper = page.getByRole('button', { name: 'Badge paper' });
  await paper.focus();
  await press('a');
  await expect(paper).toHaveText('A6 sheet');
  await press('ArrowUp', 'Home', 'Enter');
  await expect(paper).toHaveText('Label, 62 mm wide');
  await expect(paper).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Label, 62 mm wide' })).toBeFocused();
  await press('a');
  await expect(page.getByRole('option', { name: 'A6 sheet' })).toBeFocused();
  await press('Enter');
  await expect(paper).toHaveText('A6 sheet');
});

test('options and menus stay open while the page scrolls, and a checkbox follows the space bar', async ({
  desk,
  building,
}) => {
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  const scroll = () =>
    page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true, capture: true });
      window.scrollBy(0, window.scrollY === 0 ? 30 : -30);
      await promise;
    });
  await page.getByRole('combobox', { name: 'Country' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await scroll();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);

  await userMenu(page).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await scroll();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);

  const emails = page.getByLabel('Send e-mail to employees');
  const isChecked = await emails.isChecked();
  await emails.focus();
  await page.keyboard.press('Space');
  await expect(emails).toBeChecked({ checked: !isChecked });
});
