import { expectAccessible } from '../harness/accessible.ts';
import { seedDevice } from '../harness/device.ts';
import { newHash } from '../harness/kiosks.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('a superAdmin sees processes and problems, and their changes, also on a phone', async ({ desk, building }) => {
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
  await expect(row(page, company.name).getByRole('link', { name: '1 of 1' })).toHaveAttribute(
    'href',
    `/company/${company.id}/kiosks?tab=offline`,
  );
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

test('a partner sees the state of each of its companies, and each number links to the rows that it counts', async ({
  desk,
  building,
}) => {
  const { company, aurora, visitor } = building;
  await visitor({ name: 'Åse Ødegård', inside: aurora });
  const device = await seedDevice(building, { name: 'North door' });
  const page = await desk('partner');
  const cells = row(page, company.name).getByRole('cell');
  await expect(cells).toHaveText(['1', '1 of 1', '0', '0', '1', 'Manage', /.*/]);
  await expectAccessible(page, 'the companies of a partner');
  await page.setViewportSize({ width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  // The table becomes cards in the next frame.
  await expect.poll(width).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row(page, company.name).getByRole('link', { name: '1 of 1' }).click();
  await expect(page).toHaveURL(`/company/${company.id}/kiosks?tab=offline`);
  await expect(row(page, 'North door')).toContainText(device.mac);
});
