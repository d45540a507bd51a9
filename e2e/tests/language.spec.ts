import type { Page } from '@playwright/test';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

/** Which language the console took. */
async function languageOf(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => localStorage.getItem('i18nextLng'));
}

test('the menu offers the sixteen languages by their own names, and keeps the choice', async ({ desk }) => {
  const page = await desk('reception');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  const dialog = dialogOf(page, 'Language');
  const languages = dialog.getByRole('button').filter({ hasNotText: 'Close' }).and(dialog.locator('[aria-pressed]'));
  await expect(languages).toHaveCount(16);
  await expect(dialog.locator('[aria-pressed=true]')).toContainText('English');
  for (const name of [
    'Norsk',
    'Dansk',
    'Suomi',
    'Nederlands',
    'Deutsch',
    'Français',
    'Italiano',
    'Español',
    'Português',
    'Eesti',
    'Latviešu',
    'Lietuvių',
    'Polski',
  ]) {
    await expect(languages.filter({ hasText: name })).toHaveCount(1);
  }
  await languages.filter({ hasText: 'Norsk' }).click();
  await expect(dialog).toBeHidden();
  // What is not translated is shown, and read out, in English.
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  expect(await languageOf(page)).toBe('no');
});

/** In the order in which they are asked. */
const places = {
  'the address': 'de',
  'the cookie': 'fi',
  'local storage': 'nl',
  'session storage': 'et',
  'the browser': 'fr',
};

for (const [index, [from, language]] of Object.entries(places).entries()) {
  test(`the language comes from ${from}, whatever the places after it say`, async ({ browser, baseURL, watch }) => {
    const address = baseURL ?? '';
    const isAsked = (place: keyof typeof places) => Object.keys(places).indexOf(place) >= index;
    const cookie = { name: 'i18next', value: places['the cookie'], domain: new URL(address).hostname, path: '/' };
    const session = { expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const;
    const kept = { name: 'i18nextLng', value: places['local storage'] };
    const context = await browser.newContext({
      locale: places['the browser'],
      storageState: {
        cookies: isAsked('the cookie') ? [{ ...cookie, ...session }] : [],
        origins: isAsked('local storage') ? [{ origin: address, localStorage: [kept] }] : [],
      },
    });
    watch.follow(context);
    if (isAsked('session storage')) {
      await context.addInitScript((language) => {
        if (location.protocol === 'http:') sessionStorage.setItem('i18nextLng', language);
      }, places['session storage']);
    }
    const page = await context.newPage();
    await page.goto(isAsked('the address') ? `/login?lng=${places['the address']}` : '/login');
    expect(await languageOf(page)).toBe(language);
    await context.close();
  });
}

test('the codes of browsers are those of the languages they stand for', async ({ browser, watch }) => {
  for (const [locale, language] of [
    ['nb-NO', 'no'],
    ['da-DK', 'dk'],
    ['sv-SE', 'sv'],
  ]) {
    const context = await browser.newContext({ locale });
    watch.follow(context);
    const page = await context.newPage();
    await page.goto('/login');
    expect(await languageOf(page)).toBe(language);
    await context.close();
  }
});

test('a language that is not offered is English', async ({ browser, watch }) => {
  const context = await browser.newContext({ locale: 'ja-JP' });
  watch.follow(context);
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await context.close();
});
