import { expectAccessible } from '../harness/accessible.ts';
import { newHash } from '../harness/kiosks.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('a superAdmin sees what runs and where something is wrong, and sees it change, on a phone too', async ({
  desk,
  building,
}) => {
  const { company, db } = building;
  const page = await desk('superAdmin');
  await page.getByRole('link', { name: 'Status' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes.getByText('Web, Worker').first()).toBeVisible();
  await expect(page.getByText('Last backup')).toBeVisible();
  await expect(row(page, company.name)).toHaveCount(0);

  const token_hash = Buffer.from(`status ${company.id}`);
  await db
    .insertInto('kiosk')
    .values({ company_id: company.id, name: 'Lobby', hash: newHash(), device_secret_hash: token_hash, token_hash })
    .execute();
  await expect(row(page, company.name)).toContainText('1 of 1', { timeout: 15_000 });
  await expectAccessible(page, 'the status');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'the status, dark', { rules: ['color-contrast'] });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: 'Processes' })).toBeVisible();
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(seen);
  await expectAccessible(page, 'the status on a phone');
});
