import type { Locator, Page } from '@playwright/test';
import { login } from '@vestibule/contract/accounts/session.ts';
import { password } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, fillRegisterDialog, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

function ground(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

const white = 'rgb(255, 255, 255)';
const dark = 'rgb(20, 20, 27)';

test('the color scheme follows the system until the user chooses one, survives a reload without a flash, and supports high contrast', async ({
  desk,
  watch,
}) => {
  watch.allowNetworkLoss();
  const page = await desk('reception', { colorScheme: 'light' });
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await expect.poll(() => ground(page)).toBe(white);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).toBe(dark);
  await userMenu(page).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(() => ground(page)).toBe(white);
  const lower = page.getByRole('tab', { name: 'Expected' });
  await expect(lower).toHaveCSS('color', 'rgb(95, 96, 112)');
  await page.emulateMedia({ contrast: 'more' });
  await expect(lower).toHaveCSS('color', 'rgb(63, 64, 80)');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  expect(await ground(page)).toBe(white);
  await userMenu(page).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => ground(page)).toBe(dark);
  await page.emulateMedia({ media: 'print' });
  expect(await ground(page), 'paper is white').toBe(white);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
    .toContain('dark');
  await expect
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.querySelector('#root') ?? document.body, '::before').width),
    )
    .toBe('100px');
  await page.unrouteAll();
});

test('prints the list and its filters, and no buttons', async ({ desk, building }) => {
  await building.visitor({ name: 'Frida Nilsen', inside: building.aurora });
  const page = await desk('company');
  const name = page.getByText('Frida Nilsen');
  const search = page.getByRole('searchbox');
  await expect(name).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(name).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Current 1']);
  // Titles and names of the table are content.
  await expect(page.getByRole('button').and(page.locator(':not(th button)'))).toHaveCount(0);
  for (const pressed of ['link', 'navigation', 'complementary', 'searchbox'] as const) {
    await expect(page.getByRole(pressed)).toHaveCount(0);
  }
  await page.emulateMedia({ media: 'screen' });
  await search.fill('frida');
  await expect(page).toHaveURL(/search=frida/);
  await page.emulateMedia({ media: 'print' });
  await expect(search).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Register visitor' }).click();
  await expect(dialogOf(page, 'Register visitor').getByLabel('Phone')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(name, 'behind the dialog').toBeHidden();
  await expect(dialogOf(page, 'Register visitor').getByLabel('Phone')).toBeVisible();
});

test('a dialog is 340 px wide, at least 200 px high, with corners of 16 px, and fades in unless reduced motion is requested', async ({
  desk,
}) => {
  const page = await desk('reception');
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  const dialog = dialogOf(page, 'Register visitor');
  const size = await dialog.evaluate((element: HTMLElement) => ({
    width: element.offsetWidth,
    height: element.offsetHeight,
    radius: getComputedStyle(element).borderTopLeftRadius,
  }));
  expect(size).toMatchObject({ width: 340, radius: '16px' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  const small = dialogOf(page, 'Keyboard shortcuts');
  await expect(small).toBeVisible();
  expect(await small.evaluate((element: HTMLElement) => element.offsetHeight)).toBeGreaterThanOrEqual(200);
  await page.keyboard.press('Escape');
  await expect(small).toBeHidden();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  await expect(dialog).toBeVisible();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(moving).toBe(0);
});

test('buttons are 32, 40 or 48 px high, and each kind of them looks different', async ({ building, page }) => {
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  await page.goto('/login');
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  expect(await lookOf(signIn)).toMatchObject({ variant: 'primary', size: 'large', height: 48 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  await expect(signIn).toHaveCSS('font-size', '32px');
  expect(await lookOf(signIn)).toMatchObject({ height: 96 });
  await call(page.request, login, { body: { email: building.users.company, password } });
  await page.goto('/');
  const register = await lookOf(page.getByRole('button', { name: 'Register visitor' }).first());
  expect(register).toMatchObject({ variant: 'primary', size: 'medium', height: 40 });
  const print = await lookOf(page.getByRole('button', { name: 'Print current' }));
  expect(print).toMatchObject({ variant: 'flat', height: 40 });
  const checkOut = await lookOf(page.getByRole('button', { name: 'Check out Åse Ødegård' }));
  expect(checkOut).toMatchObject({ variant: 'secondary', size: 'small', height: 32 });
  await page.getByRole('link', { name: 'Tenants' }).click();
  await page.getByRole('button', { name: 'Employees of Aurora Shipping' }).click();
  const add = await lookOf(page.getByRole('button', { name: 'Add employee' }));
  expect(add).toMatchObject({ variant: 'flat', size: 'small', height: 32 });
  const edit = page.getByRole('button', { name: 'Edit Kari Nordmann' });
  expect(await edit.evaluate((button) => getComputedStyle(button, '::after').outlineStyle)).toBe('solid');
  await page.getByRole('button', { name: 'Delete Kari Nordmann' }).click();
  const remove = await lookOf(dialogOf(page).getByRole('button', { name: 'Delete' }));
  expect(remove).toMatchObject({ variant: 'danger', height: 40 });
  const colors = [register, checkOut, add, remove].map(({ ground, text }) => `${text} on ${ground}`);
  expect(new Set(colors).size).toBe(4);
});

function lookOf(button: Locator) {
  return button.evaluate((element: HTMLElement) => {
    const { variant, size } = element.dataset;
    const { backgroundColor: ground, color: text } = getComputedStyle(element);
    return { variant, size, height: element.offsetHeight, ground, text };
  });
}

test('a slow start shows a dark blue spinner of 100 by 100 px', async ({ desk }) => {
  const page = await desk('reception', { colorScheme: 'light' });
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/me', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.reload();
  const ring = page.getByRole('status', { name: 'Loading' }).locator('div');
  await expect(ring).toHaveCSS('border-top-color', 'rgb(20, 34, 77)');
  const size = await ring.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight]);
  expect(size).toEqual([100, 100]);
  arrival.resolve();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

test('a toast appears at the top right for three seconds', async ({ desk }) => {
  const page = await desk('reception');
  const times = await page.evaluateHandle(() => {
    const times: { shown?: number; gone?: number } = {};
    new MutationObserver(() => {
      const isThere = [...document.querySelectorAll('[role="status"]')].some((status) =>
        status.textContent.includes('is checked in.'),
      );
      if (isThere) times.shown ??= performance.now();
      else if (times.shown !== undefined) times.gone ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return times;
  });
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila',
    tenant: 'Aurora Shipping',
  });
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await page.mouse.move(0, 0);
  const toast = page.getByText('Åse Ødegård is checked in.');
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box?.y).toBeLessThan(100);
  expect(box?.x).toBeGreaterThan(800);
  await page.getByRole('button', { name: 'Register visitor' }).click({ trial: true, timeout: 1500 });
  await expect(toast).toBeHidden();
  const { shown = 0, gone = 0 } = await times.jsonValue();
  expect(gone - shown).toBeGreaterThan(2900);
  expect(gone - shown).toBeLessThan(4000);
});

test('breaks no name inside a word on a small desktop screen', async ({ desk, building }) => {
  const host = await building.employee(building.bryggen, { name: 'Alexandra Sørensen', phone: '+4745011199' });
  for (const name of ['Γιώργος Παπαδόπουλος', 'Tomasz Wiśniewski']) {
    const companyName = 'Svenska Brandskydd Consulting';
    await building.visitor({ name, companyName, inside: building.bryggen, host });
  }
  const { db, company, users } = building;
  const name = 'Zarząd Nieruchomości Śródmieście i Wohnungsbaugesellschaft Hafencity mbH';
  await db.updateTable('company').set({ name }).where('id', '=', company.id).execute();
  const page = await desk('reception', { viewport: { width: 1280, height: 800 } });
  const menu = await page.getByRole('button', { name: users.reception }).boundingBox();
  expect(menu?.height).toBeLessThan(96);
  for (const width of [1241, 1240, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    for (const word of ['Παπαδόπουλος', 'Wiśniewski']) {
      await expect.poll(() => linesOf(page, word)).toBe(1);
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
  }
});

function linesOf(page: Page, word: string) {
  return page.evaluate((word) => {
    const texts = document.createTreeWalker(document.querySelector('table') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const start = text.textContent?.indexOf(word) ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }
    return 0;
  }, word);
}
