import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { beginSecondFactor, confirmSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../harness/accessible.ts';
import { password } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { startBeside } from '../harness/program.ts';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

async function openFactor(page: Page): Promise<Locator> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Two-step sign-in' }).click();
  return dialogOf(page, 'Two-step sign-in');
}

async function secretOf(within: Page | Locator): Promise<string> {
  const shown = await within.locator('code').first().textContent();
  return (shown ?? '').replaceAll(' ', '');
}

async function setUp(page: Page) {
  const dialog = await openFactor(page);
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await secretOf(dialog);
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  // Avoids a 30-second boundary between here and the server.
  await expect.poll(() => Date.now() % 30_000, { timeout: 20_000 }).toBeLessThan(20_000);
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { dialog, secret };
}

async function setUpWithout(user: APIRequestContext) {
  const { secret } = await call(user, beginSecondFactor, { body: { password } });
  const { recoveryCodes } = await call(user, confirmSecondFactor, { body: { code: codeOf(secret) } });
  return { secret, recoveryCodes };
}

async function typeCredentials(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

test('a user sets up two-step sign-in in the account dialog, and the next sign-in asks for a code', async ({
  desk,
  building,
  page: other,
  watch,
}) => {
  watch.allowRefusals(401, 403);
  const page = await desk('reception');
  await page.route('**/second_factor/confirm', async (route) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close' }).click();
    await route.continue();
  });
  const { dialog, secret } = await setUp(page);
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toBeHidden();

  await typeCredentials(other, building.users.reception);
  await expectAccessible(other);
  await expect(other.getByLabel('Code')).toBeFocused();
  await other.keyboard.type('000000');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This code is not correct, or was used before.')).toBeVisible();
  await expect(other.getByLabel('Code')).toBeFocused();
  await other.getByLabel('Code').fill(codeOf(secret));
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

test('signs in with a recovery code and turns off two-step sign-in, by keyboard on a narrow dark screen', async ({
  as,
  building,
  page,
  watch,
}) => {
  watch.allowRefusals(401, 409);
  watch.allowNetworkLoss();
  const { secret, recoveryCodes } = await setUpWithout(await as('tenant'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await typeCredentials(page, building.users.tenant);
  await expectAccessible(page);
  await page.keyboard.type((recoveryCodes[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible();

  await page.getByRole('button', { name: 'Open navigation' }).click();
  const factor = await openFactor(page);
  await expect(factor).toContainText('9 recovery codes are left.');
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await factor.getByLabel('Code').fill(codeOf(secret, 1));
  await loseAnswer(page, '**/second_factor/remove');
  await factor.getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(factor.getByRole('alert')).toContainText('No connection');
  await factor.getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(page.getByText('Two-step sign-in is turned off.')).toBeVisible();
  await expect(factor).toBeHidden();
});

test('a manager sees which users have two-step sign-in, and removes a lost second step', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  watch.allowNetworkLoss();
  const reception = await as('reception');
  await setUpWithout(reception);
  const page = await desk('company', { path: `/company/${building.company.id}/users` });
  const row = page.getByRole('row', { name: building.users.reception });
  await expect(row).toContainText('Active, two-step sign-in');
  await expect(page.getByText('two-step sign-in')).toHaveCount(1);
  await page.getByRole('button', { name: `Remove two-step sign-in of ${building.users.reception}` }).click();
  const question = dialogOf(page, 'Remove two-step sign-in');
  await expect(question).toContainText('They are signed out');
  await expectAccessible(page);
  await loseAnswer(page, '**/second_factor');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(question.getByRole('alert')).toContainText('No connection');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(`Two-step sign-in of ${building.users.reception} is removed.`)).toBeVisible();
  expect((await reception.get('/api/v1/users/me')).status()).toBe(401);
  await expect(row).not.toContainText('two-step');
  await expect(row.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('a role that requires a second step sets it up at sign-in and saves the codes first', async ({
  browser,
  building,
}) => {
  // Unwatched: it leaves for another program.
  const page = await browser.newPage();
  const { address, stop } = await startBeside({ SECOND_FACTOR_ROLES: 'superAdmin' });
  try {
    await page.goto(`${address}/login`);
    await page.getByLabel('E-mail').fill(building.users.superAdmin);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
    await page.goto(`${address}/admin/companies`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(await secretOf(page)));
    await expectAccessible(page);
    await page.route('**/second_factor/confirm', async (route) => {
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(`${address}/second-step`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have saved them, continue' }).click();
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible();
  } finally {
    await page.close();
    await stop();
  }
});
