import { seedKiosk } from '../harness/kiosks.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('a hint stays under the pointer, and Escape hides it', async ({ desk, building }) => {
  const kiosk = await seedKiosk(building, { name: 'Lobby' });
  const page = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  const hint = row(page, kiosk.name).getByRole('tooltip');
  await expect(hint).toHaveCSS('opacity', '0');
  await hint.locator('..').hover();
  await expect(hint).toHaveCSS('opacity', '1');
  await hint.hover();
  await expect(hint).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCSS('opacity', '0');
  await page.mouse.move(0, 0);
  await hint.locator('..').hover();
  await expect(hint).toHaveCSS('opacity', '1');
});

test('the hint of an icon button shows with the focus, and Escape hides it', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  const button = page.getByRole('button', { name: 'Rename Aurora Shipping' });
  const hint = () => button.evaluate((element) => getComputedStyle(element, '::after').visibility);
  await expect(button).toBeVisible();
  expect(await hint()).toBe('hidden');
  // Only a key makes the focus visible.
  await page.keyboard.press('Tab');
  await button.focus();
  await expect.poll(hint).toBe('visible');
  await page.keyboard.press('Escape');
  await expect.poll(hint).toBe('hidden');
  await button.blur();
  await button.focus();
  await expect.poll(hint).toBe('visible');
});
