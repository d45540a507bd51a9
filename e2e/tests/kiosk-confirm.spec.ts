import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { button, shownCode, test } from '../harness/kiosk-app.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

/** Shows a code, then keeps the kiosk off until the server has forgotten it. */
async function forgottenCode(page: Page, { db }: Building): Promise<string> {
  await page.goto('/kiosk');
  const hash = await shownCode(page);
  await page.goto('about:blank');
  await db.deleteFrom('announced_device').where('hash', '=', hash).execute();
  return hash;
}

async function enroll(desk: Page, name: string, hash: string): Promise<void> {
  await desk.getByRole('button', { name: 'Enroll' }).first().click();
  const dialog = dialogOf(desk, 'Enroll a kiosk');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Code').fill(hash);
  await dialog.getByRole('button', { name: 'Enroll' }).click();
}

const expireCode = ({ db }: Building, hash: string) =>
  db
    .updateTable('kiosk')
    .set({ code_expires_at: new Date(Date.now() - 60_000).toISOString() })
    .where('hash', '=', hash)
    .execute();

test('a device whose code was entered first waits until an administrator confirms it in the console', async ({
  page,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(402);
  const hash = await forgottenCode(page, building);
  const list = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await enroll(list, 'North door', hash);
  await expect(list.getByText('North door is added. Start its device within 30 minutes')).toBeVisible();
  await expect(row(list, 'North door')).toContainText(`Code ${hash}: 30 min left to start the device`);

  await page.goto('/kiosk');
  expect(await shownCode(page)).toBe(hash);
  await expect(page.getByText(/^Already entered this code in the console\?/)).toBeVisible();
  await expectAccessible(page, 'the code');
  await expect(row(list, 'North door')).toContainText('A device wants to use this code');
  await list.getByRole('tab', { name: 'Online' }).click();
  await expect(list.getByText('A device is waiting for you to confirm it.')).toBeVisible();
  await expectAccessible(list, 'a device waits');
  await list.getByRole('button', { name: 'Show', exact: true }).click();

  const review = list.getByRole('button', { name: 'Review the device for North door' });
  await review.focus();
  await list.keyboard.press('Enter');
  const dialog = dialogOf(list, 'Confirm device');
  await expect(dialog.getByText('127.0.0.1')).toBeVisible();
  await expect(dialog.getByText(/^02:|^[0-9A-F]{2}:/)).toBeVisible();
  await expectAccessible(list, 'the question');
  await list.keyboard.press('Escape');
  await expect(review).toBeFocused();
  await list.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reject' }).focus();
  await list.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeFocused();
  await list.keyboard.press('Enter');
  await expect(list.getByText('Device confirmed for North door.')).toBeVisible();
  await expect(row(list, 'North door')).not.toContainText('wants to use this code');
  await expect(page.getByLabel('License key')).toBeVisible();
});

test('a rejected device shows another code, and a code that has expired is renewed', async ({
  page,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(404, 409);
  const hash = await forgottenCode(page, building);
  const list = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await enroll(list, 'North door', hash);
  await page.goto('/kiosk');
  await expect(row(list, 'North door')).toContainText('A device wants to use this code');
  await list.getByRole('button', { name: 'Review the device for North door' }).click();
  const dialog = dialogOf(list, 'Confirm device');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(list.getByText('Device rejected for North door.')).toBeVisible();
  await expect(page.getByText('The old code is no longer valid. This is a new one.')).toBeVisible();
  await expect.poll(() => shownCode(page)).not.toBe(hash);
  await expect(row(list, 'North door')).toContainText(`Code ${hash}: 30 min left to start the device`);

  await expireCode(building, hash);
  await list.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(list, 'North door')).toContainText('Its code has expired');
  await expectAccessible(list, 'a code that has expired');
  await list.getByRole('button', { name: 'Renew code of North door' }).click();
  await expect(list.getByText('The code of North door is valid for 30 more minutes.')).toBeVisible();
  await expect(row(list, 'North door')).toContainText(`Code ${hash}: 30 min left to start the device`);
});

test('confirms a device after the renewal of its expired code, and refuses a decision about another device', async ({
  page,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(402, 409);
  const hash = await forgottenCode(page, building);
  const list = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await enroll(list, 'North door', hash);
  await page.goto('/kiosk');
  const review = list.getByRole('button', { name: 'Review the device for North door' });
  await expect(review).toBeVisible();
  await expireCode(building, hash);
  await list.getByRole('button', { name: 'Refresh' }).click();
  await review.click();
  const dialog = dialogOf(list, 'Confirm device');
  await expect(dialog.getByText('The code has expired. Renew it to confirm this device.')).toBeVisible();
  await expectAccessible(list, 'an expired code in the question');
  await dialog.getByRole('button', { name: 'Renew code' }).click();
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeVisible();

  // Another device has announced itself since the question.
  const { db } = building;
  const other = { network: '203.0.113.7', announced_at: new Date().toISOString() };
  const { id } = await db
    .selectFrom('pending_device as p')
    .innerJoin('kiosk as k', 'k.id', 'p.kiosk_id')
    .select('p.id')
    .where('k.hash', '=', hash)
    .executeTakeFirstOrThrow();
  await db.updateTable('pending_device').set(other).where('id', '=', id).execute();
  await confirm.click();
  await expect(dialog.getByText(/changed this/)).toBeVisible();
  await expect(confirm).toBeHidden();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await review.click();
  await expect(dialog.getByText('203.0.113.7')).toBeVisible();
  await confirm.click();
  await expect(page.getByLabel('License key')).toBeVisible();
});

test('without a settings password, the menu cannot remove the kiosk and refers to the console', async ({
  page,
  enroll,
  change,
}) => {
  await enroll();
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This kiosk' })).toBeVisible();
  await expect(page.getByText('This kiosk has no settings password')).toBeVisible();
  await expect(button(page, 'Remove this kiosk')).toBeHidden();
  await expectAccessible(page, 'the menu without a password');
  await change({ password: '4711' });
  await expect(button(page, 'Remove this kiosk')).toBeVisible();
});
