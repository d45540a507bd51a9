import { createKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { detachLicense } from '@vestibule/contract/kiosks/license.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { call } from '../harness/call.ts';
import { button, confirm, expectAccessible, introduce, shownCode, test } from '../harness/kiosk-app.ts';
import { seedLicense } from '../harness/kiosks.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

const answer = (data: unknown) => ({ contentType: 'application/json', body: JSON.stringify({ data }) });

test('replaces an expired or used code, and separates a license in use from a wrong one', async ({
  page,
  building,
  manager,
  watch,
}) => {
  watch.allowRefusals(402, 403, 404, 409);
  // Simulates a server of another version.
  await page.route('**/api/v1/device/announce', (route) => route.fulfill(answer({ tablet: 2 })), { times: 1 });
  // The code stays readable without its QR image and survives a reload.
  watch.allowNetworkLoss();
  await page.route(/QrCode[^/]*\.js/, (route) => route.abort());
  await page.goto('/kiosk');
  const first = await shownCode(page);
  await page.reload();
  expect(await shownCode(page)).toBe(first);
  await building.db.deleteFrom('announced_device').where('hash', '=', first).execute();
  await expect(page.getByText('The old code is no longer valid. This is a new one.')).toBeVisible();
  expect(await shownCode(page)).not.toBe(first);

  const { key } = await seedLicense(building);
  await building.db
    .updateTable('license')
    .set({ mac: '02:00:00:00:00:01', activation_date: new Date().toISOString() })
    .where('key', '=', key)
    .execute();
  const hash = await shownCode(page);
  const params = { companyId: String(building.company.id) };
  await call(manager, createKiosk, { params, body: { name: 'Main entrance', hash } });
  await page.route('**/api/v1/device/activate', (route) => route.fulfill({ status: 403 }), { times: 1 });
  await page.getByLabel('License key').fill(key);
  await expect(page.getByText(/^We cannot reach the server right now\./)).toBeVisible();
  await button(page, 'Activate').click();
  await expect(page.getByText('Another device uses this key.')).toBeVisible();
  await expect(page.getByLabel('License key')).toHaveValue(/^\w{5}(-\w{5}){4}$/);
});

test('a used code enrolls no second kiosk, neither typed again nor announced by another device', async ({
  page,
  browser,
  manager,
  building,
  enroll,
  watch,
}) => {
  watch.allowRefusals(403, 404);
  const { hash } = await enroll();
  const params = { companyId: String(building.company.id) };
  const again = call(manager, createKiosk, { params, body: { name: 'Side entrance', hash } });
  await expect(again).rejects.toThrow('hashMustBeUnique');

  const other = await browser.newContext();
  await watch.follow(other);
  const thief = await other.newPage();
  const theirs = { hash, expiresAt: new Date(Date.now() + 900_000).toISOString(), interval: 1 };
  await thief.route('**/api/v1/device/announce', (route) => route.fulfill(answer(theirs)), { times: 1 });
  await thief.goto('/kiosk');
  await expect(thief.getByText('The old code is no longer valid. This is a new one.')).toBeVisible();
  await expect.poll(() => shownCode(thief)).not.toBe(hash);
  await other.close();
  await expect(button(page, 'Check in')).toBeVisible();
});

test('shows that the clock is wrong by days, and corrects the time of a delayed visit', async ({
  page,
  building,
  enroll,
  watch,
}) => {
  watch.allowRefusals(503);
  await page.clock.install({ time: Date.now() - 3 * 86_400_000 });
  await page.clock.resume();
  await enroll();
  await expect(page.getByText('The clock of this kiosk is wrong.')).toBeVisible();
  await expectAccessible(page, 'a wrong clock');
  await page.setViewportSize({ width: 1024, height: 600 });
  const clock = await page.getByText('The clock of this kiosk is wrong.').boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((clock?.y ?? 600) + (clock?.height ?? 600)).toBeLessThanOrEqual(title?.y ?? 0);
  await page.setViewportSize({ width: 600, height: 960 });
  await expect(page.locator('time')).toBeHidden();
  const standing = await page.getByText('The clock of this kiosk is wrong.').boundingBox();
  expect(standing?.x).toBeGreaterThanOrEqual(16);
  await introduce(page);
  // The channel stays open, so only a retry finds out that the server recovered.
  await page.route('**/api/v1/device/visits', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await button(page, 'Aurora Shipping').click();
  await button(page, 'Kari Nordmann').click();
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  const words = 'We cannot reach the server right now, so Kari may not know yet that you are here.';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('Please ask at the reception.')).toBeVisible();
  await page.clock.fastForward(15_000);
  const readVisit = () =>
    building.db
      .selectFrom('visit')
      .select('checked_in_at')
      .where('company_id', '=', building.company.id)
      .executeTakeFirst();
  await expect.poll(readVisit).toBeDefined();
  const visit = await readVisit();
  expect(Math.abs(Date.parse(visit?.checked_in_at ?? '') - Date.now())).toBeLessThan(120_000);
});

test('keeps the input for a retry with a deleted tenant, a full storage and no network', async ({
  page,
  building,
  manager,
  enroll,
  watch,
}) => {
  watch.allowRefusals(404);
  watch.allowNetworkLoss();
  await enroll();
  await introduce(page);
  const aurora = button(page, 'Aurora Shipping');
  await aurora.click();
  await button(page, 'No one in particular').click();
  await call(manager, deleteTenant, { params: { tenantId: String(building.aurora.id) } });
  await confirm(page, 'I agree');
  await expect(page.getByRole('alert')).toHaveText(/no longer here. Please choose again/);
  await expect(aurora).toBeHidden();
  await expectAccessible(page, 'a tenant that is gone');
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.context().setOffline(true);
  await button(page, 'Bryggen Architects').click();
  await confirm(page, 'I agree');
  await expect(page.getByText('Your visit cannot be sent right now, and this kiosk cannot store more')).toBeVisible();
  await expectAccessible(page, 'no room');
  await page.context().setOffline(false);
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
});

test('requests persistent storage, and explains what to do in a browser without storage', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.persist = () => {
      document.documentElement.dataset['kept'] = 'asked';
      return Promise.resolve(false);
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/kiosk');
  await expect(page.getByRole('heading', { name: 'This kiosk cannot store anything' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'asked');
  await expect(button(page, 'Start again')).toBeVisible();
  await expectAccessible(page, 'no storage');
});

test('a kiosk shows that the server has another version, works with its data, and continues after an update', async ({
  page,
  enroll,
  change,
}) => {
  // On a busy machine, storing the app would delay the update check.
  await page.addInitScript(() => {
    ServiceWorkerRegistration.prototype.update = () => new Promise(() => {});
  });
  await enroll();
  await page.context().route('**/api/v1/device/config', (route) => route.fulfill(answer({ tablet: 2 })));
  await change({ isScanerOn: true });
  await expect(page.getByText('This kiosk needs an update')).toBeVisible();
  await expectAccessible(page, 'another version');
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/The kiosk updates automatically\./)).toBeVisible();
  await button(page, 'Back').click();
  await introduce(page);
  await button(page, 'Bryggen Architects').click();
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  await button(page, 'Done').click();
  await page.context().unroute('**/api/v1/device/config');
  await change({ enableSaveVisitor: true });
  await expect(page.getByText('This kiosk needs an update')).toBeHidden();
  await expect(page.getByText('Have a code? Hold it up to the scanner.')).toBeVisible();
});

test('a kiosk whose license is detached asks for another', async ({ page, as, building, enroll, watch }) => {
  watch.allowRefusals(401);
  const { id } = await enroll();
  const read = () =>
    building.db
      .selectFrom('kiosk')
      .select(['license_id', 'is_online'])
      .where('id', '=', id)
      .where('company_id', '=', building.company.id)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).is_online).toBe(true);
  const { license_id: licenseId } = await read();
  await call(await as('superAdmin'), detachLicense, { params: { licenseId: String(licenseId) } });
  await expect(page.getByLabel('License key')).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('License key').fill((await seedLicense(building)).key);
  await expect(button(page, 'Check in')).toBeVisible();
});
