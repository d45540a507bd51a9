import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { button, introduce, test, typePhone, uploadPicture } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', hasTouch: true });

async function touchBoth(page: Page, targets: readonly Locator[]) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number; id: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const boxes = await Promise.all(targets.map((target) => target.boundingBox()));
  const [first, second] = boxes.map((box, id) => ({ id, x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 }));
  if (!first || !second) throw new Error('Two fingers touch two things.');
  await touch('touchStart', [first]);
  await touch('touchStart', [first, second]);
  await touch('touchEnd', [second]);
  await touch('touchEnd', []);
}

async function spread(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [-apart, apart].map((x, id) => ({ id, x: 640 + x, y: 400 })),
    });
  await touch('touchStart', 40);
  for (let apart = 60; apart <= 300; apart += 20) await touch('touchMove', apart);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function touchTwice(page: Page, target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to touch.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  // The test is about this gap.
  await wait(120);
  await page.touchscreen.tap(x, y);
}

test('a double touch or a held Enter counts once', async ({ page, enroll }) => {
  // Some tablets report each touch as the first.
  await page.addInitScript(() => {
    const detail = Object.getOwnPropertyDescriptor(UIEvent.prototype, 'detail');
    Object.defineProperty(UIEvent.prototype, 'detail', {
      get(this: UIEvent) {
        const count = Number(detail?.get?.call(this));
        return this instanceof PointerEvent && this.pointerType === 'touch' ? Math.min(1, count) : count;
      },
    });
  });
  // The next screen's keys appear under the finger on a portrait tablet.
  await page.setViewportSize({ width: 800, height: 1280 });
  await enroll({ isScanerOn: true, languages: ['en', 'de'] });
  await touchTwice(page, button(page, 'Check in'));
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await button(page, 'Start over').click();
  await button(page, 'Check in').dblclick();
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Start over').click();
  await touchTwice(page, button(page, 'Check out'));
  await touchTwice(page, button(page, 'Start over'));
  await touchTwice(page, button(page, 'Check in'));
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await touchBoth(page, [button(page, '7'), button(page, '9')]);
  await expect(page.getByLabel('Phone number')).toHaveValue(/^(79|97)$/);
  for (const _ of '79') await button(page, 'Erase').tap();
  await touchTwice(page, button(page, '4'));
  await expect(page.getByLabel('Phone number')).toHaveValue('44');
  for (const _ of '44') await button(page, 'Erase').click();
  await button(page, '4').dblclick();
  await expect(page.getByLabel('Phone number')).toHaveValue('44');
  await button(page, 'Start over').click();

  await button(page, 'Language: English').focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('dialog', { name: 'Choose a language' })).toBeVisible();
});

test('two fingers do not zoom, and the back button of the tablet returns to the previous question', async ({
  page,
  manager,
  building,
  enroll,
}) => {
  const logoImageId = await uploadPicture(manager, building, 'logo');
  await enroll({ password: '4711', logoImageId });
  await button(page, 'Check in').click();
  await typePhone(page, '40012346');
  await page.getByLabel('Name').fill('Kari Nordmann');
  await spread(page);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const isTaken = page
    .getByRole('img', { name: building.company.name })
    .evaluate(
      (sign) =>
        new Promise((resolve) =>
          sign.addEventListener('dragstart', (event) => setTimeout(() => resolve(!event.defaultPrevented))),
        ),
    );
  await page.getByRole('img', { name: building.company.name }).dragTo(page.getByLabel('Name'));
  expect(await isTaken).toBe(false);

  await button(page, 'Next').click();
  await page.getByLabel('Company').fill('Havila Logistics');
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Kari Nordmann');
  await page.goBack();
  await expect(page.getByLabel('Phone number')).toHaveValue('+47 40 01 23 46');
  await page.goBack();
  await expect(button(page, 'Check in')).toBeVisible();
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Settings password')).toBeVisible();
  // Keeps browsers from offering typed passwords.
  await expect(page.getByLabel('Settings password')).toHaveAttribute('autocomplete', 'new-password');
  await page.goBack();
  await expect(button(page, 'Check in')).toBeVisible();
});

test('a late look-up does not greet the next visitor, a long name has room, and no phone is stored', async ({
  page,
  building,
  enroll,
}) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff';
  await building.visitor({ name, phone: '+4740012345', expectedBy: building.aurora });
  await enroll();
  const late = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/phone_lookup**', async (route) => {
    await late.promise;
    // The app may have aborted the request.
    await route.continue().catch(() => undefined);
    answered.resolve();
  });
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await button(page, 'Start over').click();
  await button(page, 'Check in').click();
  late.resolve();
  await answered.promise;
  await typePhone(page, '40012346');
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible();
  await button(page, 'Start over').click();
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await page.setViewportSize({ width: 360, height: 740 });
  // A mistyped digit must not reveal an expected visitor.
  await expect(page.getByText('Aurora Shipping is expecting you.')).toBeVisible();
  await expect(button(page, `Not ${name}?`)).toBeInViewport({ ratio: 1 });
  await button(page, `Not ${name}?`).click();
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeVisible();
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(addresses.filter((address) => address.includes('phone_lookup'))).toEqual([]);
});

test('a digit in the middle of a number can be corrected, Enter in the list of countries chooses one, and the on-screen keyboard covers no result', async ({
  page,
  enroll,
}) => {
  await enroll();
  await button(page, 'Check in').click();
  const phone = page.getByLabel('Phone number');
  await phone.focus();
  await page.keyboard.type('4001294');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await expect(phone).toHaveValue('40 01 23 4');
  await button(page, 'Erase').click();
  await button(page, '7').click();
  await expect(phone).toHaveValue('40 01 27 4');

  await button(page, 'Country: Norway +47').click();
  await page.getByLabel('Search').fill('46');
  await expect(button(page, 'Sweden +46')).toBeVisible();
  await page.getByLabel('Search').fill('norrland');
  await expect(page.getByText('Nothing was found. Try another spelling.')).toBeVisible();
  await page.getByLabel('Search').fill('united states');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Country: United States +1')).toBeVisible();
  await phone.fill('201');
  await expect(phone).toHaveValue('(201)');
  // The field restores the bracket, so Backspace deletes the digit.
  await page.keyboard.press('Backspace');
  await expect(phone).toHaveValue('20');

  // A small tablet's on-screen keyboard leaves this height.
  await page.setViewportSize({ width: 1024, height: 270 });
  await button(page, 'Country: United States +1').click();
  await page.getByLabel('Search').fill('swe');
  await expect(button(page, 'Sweden +46')).toBeInViewport({ ratio: 0.8 });
  await expect(button(page, 'Close')).toBeInViewport({ ratio: 1 });
  await button(page, 'Close').click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Start over').click();
  await introduce(page, '40012346');
  await expect(page.getByRole('heading', { name: 'Who are you visiting?' })).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 270 });
  await page.getByLabel(/^Search for a person/).fill('kar');
  await expect(button(page, /Kari Nordmann/)).toBeInViewport({ ratio: 0.8 });
});

test('the last of two choices of a language counts, although the first one loads slower', async ({ page, enroll }) => {
  await enroll({ languages: ['en', 'de', 'fr'] });
  const html = page.locator('html');
  const choose = async (name: string) => {
    await button(page, /^.+: .+$/)
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  };
  await choose('Français');
  await expect(html).toHaveAttribute('lang', 'fr');
  const held: string[] = [];
  const isChosen = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    held.push(route.request().url());
    await isChosen.promise;
    await route.continue();
  });
  await choose('Deutsch');
  await expect.poll(() => held.length).toBeGreaterThan(1);
  await choose('English');
  await expect(html).toHaveAttribute('lang', 'en');
  isChosen.resolve();
  await page.evaluate((addresses) => Promise.all(addresses.map((address) => import(address))), held);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await html.getAttribute('lang')).toBe('en');
});
