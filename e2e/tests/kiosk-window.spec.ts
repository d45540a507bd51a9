import type { Request } from '@playwright/test';
import { button } from '../harness/kiosk-app.ts';
import { seedLicense } from '../harness/kiosks.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('opens a kiosk in a second window, which fills in its code and does not use the session', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(402);
  const page = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  const calls: Request[] = [];
  page.context().on('request', (request) => request.url().includes('/api/v1/device/') && calls.push(request));
  await page.getByRole('button', { name: 'Enroll' }).first().click();
  const dialog = dialogOf(page, 'Enroll a kiosk');
  const opening = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Try it in a second window' }).click();
  const kiosk = await opening;
  await expect(kiosk.getByText(/^[A-Z0-9]{8}$/)).toBeVisible();
  await expect(dialog.getByLabel('Code')).toHaveValue((await kiosk.getByText(/^[A-Z0-9]{8}$/).textContent()) ?? '');
  await expect(dialog.getByLabel('Name')).toHaveValue('This browser');
  await dialog.getByRole('button', { name: 'Enroll' }).click();
  await expect(row(page, 'This browser')).toBeVisible();
  await kiosk.getByLabel('License key').fill((await seedLicense(building)).key);
  await expect(button(kiosk, 'Check in')).toBeVisible();
  const headers = await Promise.all(calls.map((request) => request.allHeaders()));
  expect(new Set(headers.map(({ cookie }) => cookie)), 'none of its calls carries the session').toEqual(
    new Set([undefined]),
  );
  await page.reload();
  await page.getByRole('tab', { name: 'Online' }).click();
  await expect(row(page, 'This browser')).toBeVisible();
});
