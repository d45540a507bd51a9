import type { Page } from '@playwright/test';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

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
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  expect(await languageOf(page)).toBe('no');
});

/** In order of precedence. */
const places = ['the address', 'the cookie', 'local storage', 'session storage', 'the browser'] as const;
const languagesOf = { 'the address': 'de', 'the cookie': 'fi', 'local storage': 'nl', 'session storage': 'et' };

test.describe('in a French browser', () => {
  test.use({ locale: 'fr' });

  test('takes the language from the address, the cookie, local storage, session storage or the browser, in this order', async ({
    page,
  }) => {
    await page.goto('/login');
    const found: Record<string, string | null> = {};
    for (const [index, from] of places.entries()) {
      const isAsked = (place: keyof typeof languagesOf) => places.indexOf(place) >= index;
      await page.context().clearCookies();
      await page.evaluate(
        ({ cookie, local, session }) => {
          localStorage.clear();
          sessionStorage.clear();
          if (cookie !== undefined) document.cookie = `i18next=${cookie};path=/`;
          if (local !== undefined) localStorage.setItem('i18nextLng', local);
          if (session !== undefined) sessionStorage.setItem('i18nextLng', session);
        },
        {
          cookie: isAsked('the cookie') ? languagesOf['the cookie'] : undefined,
          local: isAsked('local storage') ? languagesOf['local storage'] : undefined,
          session: isAsked('session storage') ? languagesOf['session storage'] : undefined,
        },
      );
      await page.goto(isAsked('the address') ? `/login?lng=${languagesOf['the address']}` : '/login');
      found[from] = await languageOf(page);
    }
    expect(found).toEqual({ ...languagesOf, 'the browser': 'fr' });
  });
});

test.describe('in a Japanese browser', () => {
  test.use({ locale: 'ja-JP' });

  test('falls back to English for a language that the console does not have', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
