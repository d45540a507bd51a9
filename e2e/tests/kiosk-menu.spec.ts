import type { Page } from '@playwright/test';
import { deleteKiosk, rebootKiosk, upgradeKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { call } from '../harness/call.ts';
import { button, countPrints, expectAccessible, hoursFarFromNow, keptBy, test } from '../harness/kiosk-app.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

test('the menu opens by the settings password and removes the kiosk', async ({
  page,
  desk,
  building,
  enroll,
  watch,
}) => {
  watch.allowRefusals(403);
  const prints = await countPrints(page);
  await enroll({ password: '4711' });
  const list = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await expect(row(list, 'Main entrance')).toBeVisible();

  // A long press keeps visitors out.
  const door = button(page, 'Settings of this kiosk');
  await door.click();
  await expect(button(page, 'Check in')).toBeVisible();
  const box = await door.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(page.getByLabel('Settings password')).toBeVisible();
  await page.mouse.up();
  await expectAccessible(page, 'the password');
  await button(page, 'Back').click();
  await door.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Settings password').fill('4712');
  await button(page, 'Open').click();
  await expect(page.getByText('This is not the settings password.')).toBeVisible();
  await expect(page.getByLabel('Settings password')).toHaveValue('4712');
  await page.getByLabel('Settings password').fill('4711');
  await button(page, 'Open').click();
  await expect(page.getByRole('heading', { name: 'This kiosk' })).toBeVisible();
  await expect(page.getByText('Visits waiting to be sent')).toBeVisible();
  await button(page, 'Test the connection').click();
  await expect(page.getByText(/The server answered in \d+ ms\./)).toBeVisible();
  await button(page, 'Print a test page').click();
  await expect.poll(prints).toBe(1);
  await expect(page.getByText(/^No page\?/)).toBeVisible();
  await expectAccessible(page, 'the menu');

  await button(page, 'Remove this kiosk').click();
  await page.getByLabel('Settings password').fill('0000');
  await button(page, 'Remove').click();
  await expect(page.getByText('This is not the settings password.')).toBeVisible();
  await expectAccessible(page, 'removing the kiosk');
  await page.getByLabel('Settings password').fill('4711');
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route('**/device/deprovision', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await button(page, 'Remove').click();
  await asked.promise;
  await expect(button(page, 'Close')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Remove this kiosk' })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Set up this kiosk' })).toBeVisible();
  await expect(row(list, 'Main entrance')).toBeHidden();
});

test('the menu warns before it closes, and explains a missing network', async ({ page, enroll, watch }) => {
  watch.allowNetworkLoss();
  watch.allowRefusals(502);
  await page.clock.install();
  await enroll({ password: '4711' });
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Settings password');
  await password.fill('4711');
  await page.context().setOffline(true);
  await button(page, 'Open').click();
  await expect(page.getByText(/Check the network of this kiosk\.$/)).toBeVisible();
  await page.context().setOffline(false);
  // A gateway's error page is not an answer.
  await page.route('**/api/v1/device/unlock', (route) => route.fulfill({ status: 502 }));
  await button(page, 'Open').click();
  await expect(page.getByText(/^We cannot reach the server right now\./)).toBeVisible();
  await page.clock.fastForward(31_000);

  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await button(page, 'I am still here').click();
  await expect(password).toHaveValue('4711');
  await page.clock.fastForward(51_000);
  await expect(button(page, 'Check in')).toBeVisible();
});

test('a kiosk applies changed settings within a second, restarts on command, and shows its deletion', async ({
  page,
  desk,
  building,
  manager,
  enroll,
  change,
  watch,
}) => {
  watch.allowRefusals(401);
  const kiosk = await enroll();
  const list = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await expect(row(list, 'Main entrance')).toBeVisible();
  await expect(page.getByText('Have a code? Hold it up to the scanner.')).toBeHidden();
  await change({ isScanerOn: true });
  await expect(page.getByText('Have a code? Hold it up to the scanner.')).toBeVisible({ timeout: 1_000 });
  watch.allowHost('signage.fjord.test');
  await page.route('https://signage.fjord.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Hall</title><h1>Hall</h1>',
    }),
  );
  await change({ background: 'signage', sinageUrl: 'https://signage.fjord.test/hall' });
  await expect(page.locator('iframe')).toHaveAttribute('src', 'https://signage.fjord.test/hall');
  await expectAccessible(page, 'a page behind the welcome');
  // On a hanging network the kiosk starts from its cache, without the page.
  watch.allowNetworkLoss();
  const device = '**/api/v1/device/**';
  await page.context().route(device, () => {});
  await page.reload();
  await expect(button(page, 'Check in')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.context().unroute(device);
  await page.reload();
  await expect(page.locator('iframe')).toHaveCount(1);
  await change({ background: 'none', ...hoursFarFromNow() });
  await expect(page.getByRole('heading', { name: / is closed/ })).toBeVisible();
  await expectAccessible(page, 'closed');

  // Without a native shell the page reloads and reports that. A concurrent settings request changes nothing.
  const directory = Promise.withResolvers<void>();
  await page.context().route('**/api/v1/device/tenants', async (route) => {
    await directory.promise;
    await route.fallback();
  });
  await change({ workingHoursStart: '00:00', workingHoursEnd: '23:59' });
  const headings = await watchHeadings(page);
  const params = { kioskId: String(kiosk.id) };
  const loaded = page.waitForEvent('load');
  await call(manager, rebootKiosk, { params });
  await expect.poll(() => headings.at(-1)).toBe('This kiosk starts again');
  directory.resolve();
  await loaded;
  expect(headings.at(-1)).toBe('This kiosk starts again');
  await expect(button(page, 'Check in')).toBeVisible();
  const results = () =>
    building.db.selectFrom('kiosk_command').select('result').where('kiosk_id', '=', kiosk.id).execute();
  await expect.poll(results).toEqual([{ result: 'reload' }]);
  await page.evaluate(() => {
    Object.assign(globalThis, { fully: { restartApp: () => (document.title = 'restarted by the shell') } });
  });
  await expect(row(list, 'Main entrance')).toBeVisible();
  await call(manager, rebootKiosk, { params });
  await expect(page).toHaveTitle('restarted by the shell');
  await expect.poll(results).toContainEqual({ result: 'restartApp' });

  await page.reload();
  await expect(button(page, 'Check in')).toBeVisible();
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This kiosk' })).toBeVisible();
  await expect(row(list, 'Main entrance')).toBeVisible();
  await call(manager, rebootKiosk, { params });
  await expect.poll(results).toContainEqual({ result: 'waiting' });
  const restarted = page.waitForEvent('load');
  await button(page, 'Back').click();
  await restarted;
  await expect(button(page, 'Check in')).toBeVisible();
  // The kiosk is deleted during its own call.
  watch.allowRefusals(404);
  await call(manager, deleteKiosk, { params });
  await expect(page.getByText('This kiosk was removed from the console.')).toBeVisible();
});

test('a kiosk that is removed during the load of its settings stores none of them', async ({
  page,
  manager,
  enroll,
  change,
  watch,
}) => {
  watch.allowRefusals(401);
  const kiosk = await enroll();
  await expect.poll(() => keptBy(page)).toContain('tenants');
  const read = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.context().route('**/api/v1/device/tenants', async (route) => {
    const response = await route.fetch();
    read.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  await change({ enableDeliveryButton: true });
  await read.promise;
  await call(manager, deleteKiosk, { params: { kioskId: String(kiosk.id) } });
  await expect(page.getByText('This kiosk was removed from the console.')).toBeVisible();
  const answered = page.waitForResponse('**/api/v1/device/tenants');
  late.resolve();
  await answered;
  await page.waitForResponse('**/api/v1/device/token');
  expect(await keptBy(page)).not.toContain('tenants');
  await expect(page.getByText('This kiosk was removed from the console.')).toBeVisible();
});

test('loads a new version of the app when no visitor uses the kiosk', async ({ page, manager, enroll }) => {
  const kiosk = await enroll();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await button(page, 'Check in').click();
  await button(page, '4').click();
  // Another URL makes the worker look like a newer build.
  await page.evaluate(() => {
    Object.assign(globalThis, { isOld: true });
    ServiceWorkerRegistration.prototype.update = () =>
      navigator.serviceWorker.register('/kiosk/service-worker.js?newer', { scope: '/kiosk' });
  });
  await call(manager, upgradeKiosk, { params: { kioskId: String(kiosk.id) } });
  const isWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/kiosk'))?.waiting));
  await expect.poll(isWaiting).toBe(true);
  await expect(page.getByLabel('Phone number')).toHaveValue('4');
  await button(page, 'Start over').click();
  // During the reload the result is undefined.
  const isOld = () => page.evaluate(() => 'isOld' in globalThis).catch(() => undefined);
  await expect.poll(isOld, { timeout: 20_000 }).toBe(false);
  await expect(button(page, 'Check in')).toBeVisible();
});

/** Collects all headings until a reload, including short-lived ones. */
async function watchHeadings(page: Page): Promise<string[]> {
  const headings: string[] = [];
  await page.exposeFunction('noteHeading', (text: string) => headings.push(text));
  await page.evaluate(() => {
    const note: unknown = Reflect.get(globalThis, 'noteHeading');
    if (typeof note !== 'function') return;
    const observer = new MutationObserver(() => {
      Reflect.apply(note, undefined, [document.querySelector('h1')?.textContent ?? '']);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return headings;
}
