import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { password } from '../harness/building.ts';
import { linkFor } from '../harness/link.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const newPassword = 'Better-Horse-8?';

async function signIn(page: Page, email: string, typed: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a user who forgot the password gets a link by mail, sets a new one and signs in', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(401, 404);
  watch.allowNetworkLoss();
  const email = building.users.reception;
  await page.goto('/login');
  await signIn(page, email, 'Wrong-Horse-7!');
  const failed = dialogOf(page, 'Incorrect password');
  await expect(failed).toContainText('4 tries left before sign-in locks for an hour.');
  await failed.getByRole('link', { name: 'Get a link for a new password' }).click();

  await expect(page).toHaveURL('/recovery');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`A link for a new password was sent to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Back to sign-in' })).toBeVisible();

  await page.goto(await linkFor(email));
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat password').fill(newPassword);
  await loseAnswer(page, '**/auth/restore');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('No connection')).toBeVisible();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('so your password is probably set')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(page, email, password);
  await expect(dialogOf(page, 'Incorrect password')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await signIn(page, email, newPassword);
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
});

test('the form for a forgotten password marks an invalid address, and keeps the input offline', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(404);
  watch.allowNetworkLoss();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const email = page.getByLabel('E-mail');
  const send = page.getByRole('button', { name: 'Send link' });
  await expect(email).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(email).toHaveAccessibleDescription('Please enter an e-mail address.');
  await email.focus();
  await email.fill('no address');
  await send.click();
  await expect(email).toHaveAccessibleDescription('Please enter a correct e-mail address.');
  await email.fill(`unknown-${building.company.id}@e2e.test`);
  await send.click();
  await expect(email).toHaveAccessibleDescription('No account has this e-mail address.');
  await expect(email).toBeFocused();
  await expectAccessible(page);

  await email.fill(building.users.company);
  await page.context().setOffline(true);
  await send.click();
  await expect(page.getByText('No connection.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A link for a new password was sent')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL('/login');
});

test('redirects a signed-in user from the sign-in and password screens to the home screen', async ({
  desk,
  building,
}) => {
  const page = await desk('reception', { path: '/login' });
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  for (const path of ['/sign-in', '/signed-out', '/recovery', '/set-password', `/set-password/${'a'.repeat(43)}`]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  }
});
