import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

async function openSessions(page: Page): Promise<Locator> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  return dialogOf(page, 'Your sessions');
}

test('ends a session of another browser, which shows that at once', async ({ desk, watch }) => {
  watch.allowRefusals(401);
  const other = await desk('reception', { userAgent: firefox });
  await expect(other.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  const page = await desk('reception');
  await page.setViewportSize({ width: 1280, height: 300 });
  const dialog = await openSessions(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('heading')).toBeInViewport();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('Chrome');
  const there = dialog.getByRole('listitem').filter({ hasText: 'Firefox on Linux' });
  await expect(there).toContainText(/Last used \d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await expectAccessible(page);

  await there.getByRole('button', { name: 'End the session in Firefox on Linux' }).click();
  const question = dialogOf(page, 'End session');
  await expect(question).toContainText('The person who uses Firefox on Linux must sign in again.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(there).toBeVisible();
  await there.getByRole('button').click();
  await question.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('The session in Firefox on Linux has ended.')).toBeVisible();
  await expect(there).toBeHidden();
  await expect(question).toBeHidden();
  await expect(dialog).toBeFocused();
  await expect(other).toHaveURL('/signed-out');
  await expect(other.getByText('Your session ended.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

test('ends all other sessions at once', async ({ as, desk }) => {
  const others = [await as('company'), await as('company')];
  const page = await desk('company');
  const dialog = await openSessions(page);
  await dialog.getByRole('button', { name: 'End all others' }).click();
  const question = dialogOf(page, 'End session');
  await expect(question).toContainText('Sessions that end: 2.');
  await question.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('You are signed in here only.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  for (const other of others) expect((await other.get('/api/v1/users/me')).status()).toBe(401);
});

test('ends the current session like logging out', async ({ desk, watch }) => {
  watch.allowRefusals(401);
  const page = await desk('tenant', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const dialog = await openSessions(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Log out here' }).click();
  await dialogOf(page, 'End session').getByRole('button', { name: 'Log out here' }).click();
  await expect(page).toHaveURL('/login');
});
