import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('what the arrows choose is in sight in a low window, Enter waits for the search, and one that failed found not nothing', async ({
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
  await expect(page).toHaveURL(/\/tenants\?search=Aurora/);
  await expect(dialog).toBeHidden();
  await page.route(`**/api/v1/tenants/company/${building.company.id}?*`, (route) => route.fulfill({ status: 403 }));
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nowhere');
  await expect(dialog.getByRole('alert')).toHaveText('You don’t have permission.');
  await expect(dialog.getByText('Nothing found')).toBeHidden();
});
