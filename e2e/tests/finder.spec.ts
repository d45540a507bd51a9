import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { seedKiosk } from '../harness/kiosks.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('the finder scrolls to the chosen result in a low window, Enter waits for the search, and a failed search shows its error', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(403);
  const page = await desk('company', { viewport: { width: 640, height: 400 } });
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+k');
  const dialog = dialogOf(page, 'Find');
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const last = dialog.getByRole('option').last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(field).toBeInViewport({ ratio: 1 });
  // In forced colors all backgrounds are equal.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(last).toHaveCSS('outline-style', 'solid');

  await page.keyboard.type('aurora');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/tenants/${building.aurora.id}`);
  await expect(dialog).toBeHidden();
  await page.route(`**/api/v1/company/${building.company.id}/destinations?*`, (route) =>
    route.fulfill({ status: 403 }),
  );
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nowhere');
  await expect(dialog.getByRole('alert')).toHaveText('You don’t have permission.');
  await expect(dialog.getByText('Nothing found')).toBeHidden();
});

test('finds visitors with their state, employees with their tenant, and kiosks and settings by name', async ({
  desk,
  building,
}) => {
  const { aurora, bryggen, visitor } = building;
  await visitor({ name: 'Nora Inside', inside: aurora, host: aurora.kari });
  await visitor({ name: 'Nora Expected', expectedBy: bryggen });
  await visitor({ name: 'Nora Unknown' });
  await building.employee(bryggen, { name: 'Nora Vik', email: 'nora@bryggen.test' });
  await seedKiosk(building, { name: 'Nora’s door', isOnline: true });
  const page = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await expect(page.getByRole('heading', { name: 'Kiosks' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = dialogOf(page, 'Find');
  const group = (name: string) => dialog.getByRole('group', { name, exact: true });
  await dialog.getByRole('combobox').fill('nora');
  const state = (name: string) => group('Visitors').getByRole('option').filter({ hasText: name });
  await expect(state('Nora Inside')).toContainText(/visiting Kari Nordmann.*Inside since \d\d:\d\d/);
  await expect(state('Nora Expected')).toContainText('Expected');
  await expect(state('Nora Unknown')).not.toContainText(/Inside|Expected|Left/);
  await expect(group('Employees').getByRole('option')).toHaveText('Nora VikBryggen Architects');
  await expect(group('Kiosks').getByRole('option')).toContainText('Online');
  await expect(group('Actions').getByRole('option')).toHaveText('Register “nora”');
  await expectAccessible(page, 'the finder');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'the finder on a phone');
  await dialog.getByRole('combobox').fill('time zone');
  await expect(group('Settings').getByRole('option')).toHaveText('Time zoneSettings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/company/${building.company.id}/settings`);
});

test('runs an action once from any screen, and offers only actions that the role may take', async ({
  desk,
  building,
}) => {
  const { company, aurora, visitor } = building;
  await visitor({ name: 'Åse Ødegård', inside: aurora });
  const page = await desk('company', { path: `/company/${company.id}/audit` });
  const dialog = dialogOf(page, 'Find');
  const run = async (on: Page, action: string) => {
    await on.keyboard.press('Control+k');
    await dialogOf(on, 'Find').getByRole('combobox').fill(action);
    await expect(dialogOf(on, 'Find').getByRole('option', { selected: true })).toContainText(action);
    await on.keyboard.press('Enter');
  };
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await run(page, 'Register visitor');
  const form = dialogOf(page, 'Register visitor');
  await expect(form).toBeVisible();
  await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.reload();
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await expect(form).toHaveCount(0);
  await run(page, 'Add tenant');
  await expect(dialogOf(page, 'Add tenant')).toBeVisible();
  await page.keyboard.press('Escape');
  const printed = page.waitForResponse('**/print_current');
  await run(page, 'Print current');
  await printed;
  await run(page, 'Start a roll call');
  await expect(page).toHaveURL(`/company/${company.id}/evacuation`);

  const reception = await desk('reception', { path: `/company/${company.id}/history` });
  await expect(reception.getByRole('heading', { name: 'History' })).toBeVisible();
  await reception.keyboard.press('Control+k');
  const options = dialogOf(reception, 'Find').getByRole('option');
  await expect(options.filter({ hasText: 'Register visitor' })).toHaveCount(1);
  for (const action of ['Add tenant', 'Kiosks', 'Audit log']) {
    await expect(options.filter({ hasText: action })).toHaveCount(0);
  }
  await expect(dialog).toHaveCount(0);
});
