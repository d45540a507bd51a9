import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { password } from '../harness/building.ts';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function signIn(page: Page, email: string, typed = password) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a receptionist signs in with one request and starts on the home screen', async ({ page, building }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(submit).toBeDisabled();

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/login', async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, building.users.reception);
  await expect(submit).toBeDisabled();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  await expect(page).toHaveTitle('Visitors · Vestibule');
});

test('marks an empty password and an invalid or unknown e-mail, and shows a password on request', async ({
  page,
  watch,
}) => {
  watch.allowRefusals(404);
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('reception');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Please enter a correct e-mail address.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter a password.');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await signIn(page, 'nobody@e2e.test');
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveAccessibleDescription(/./);
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Please enter a correct e-mail address.');
  await expect(dialogOf(page)).toBeHidden();

  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
});

test('a wrong password shows the tries left, and the fifth blocks for an hour with the minutes rounded up', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(401, 423);
  await page.goto('/login');
  const failure = dialogOf(page);
  for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await signIn(page, building.users.reception, 'Wrong-Horse-7!');
    await expect(failure).toContainText('Incorrect password');
    await expect(failure).toContainText(left);
    await failure.getByRole('button', { name: 'OK' }).click();
    await expect(failure).toBeHidden();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Incorrect password.');
    await expect(page.getByLabel('E-mail')).toHaveValue(building.users.reception);
  }
  await signIn(page, building.users.reception, 'Wrong-Horse-7!');
  await expect(failure).toContainText('Sign-in is blocked');
  await expect(failure).toContainText('Try again in 60 minutes.');

  await page.reload();
  await signIn(page, building.users.reception);
  await expect(failure).toContainText('Sign-in is blocked');
  await failure.getByRole('button', { name: 'OK' }).click();
  const account = createHash('sha256').update(building.users.reception).digest();
  await sql`
    update sign_in_failure set blocked_until = now() + interval '90 seconds'
    where account = ${account} and network <> '*'`.execute(building.db);
  await signIn(page, building.users.reception);
  await expect(failure).toContainText('Try again in 2 minutes.');
});

test('a known browser can sign in while other browsers block the account', async ({
  page,
  context,
  building,
  playwright,
  baseURL,
  watch,
}) => {
  watch.allowRefusals(401, 423);
  const email = building.users.reception;
  await page.goto('/login');
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');

  const attacker = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const guess = (password: string) => attacker.post('/api/v1/auth/login', { data: { email, password } });
  for (let made = 0; made < 5; made += 1) await guess('Wrong-Horse-7!');
  expect((await guess(password)).status()).toBe(423);
  await attacker.dispose();

  await signIn(page, email, 'Wrong-Horse-7!');
  await expect(dialogOf(page)).toContainText('4 tries left');
  await dialogOf(page).getByRole('button', { name: 'OK' }).click();
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();

  await context.clearCookies();
  await page.goto('/login');
  await signIn(page, email);
  await expect(dialogOf(page)).toContainText('Sign-in is blocked');
});

test('signing in offline shows the problem and keeps the text', async ({ page, context, building, watch }) => {
  watch.allowRefusals(401);
  watch.allowNetworkLoss();
  await page.goto('/login');
  await signIn(page, building.users.reception, 'Wrong-Horse-7!');
  const failure = dialogOf(page);
  await failure.getByRole('button', { name: 'OK' }).click();
  await context.setOffline(true);
  await signIn(page, building.users.reception);
  await expect(failure).toContainText('Sign-in failed');
  await expect(failure).toContainText('No connection');
  await failure.getByRole('button', { name: 'OK' }).click();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
});

test('opens the requested page after signing in', async ({ page, building }) => {
  const requested = `/company/${building.company.id}/visitors?tab=all&search=nilsen`;
  await page.goto(requested);
  await expect(page).toHaveURL('/login');
  await signIn(page, building.users.reception);
  await expect(page.getByText('Nothing found for “nilsen”')).toBeVisible();
  await expect(page).toHaveURL(requested);
});

for (const { what, requested } of [
  { what: 'is not one of the user’s', requested: () => '/admin/companies' },
  { what: 'could lead to another host', requested: (id: number) => `//other.test/company/${id}/visitors` },
]) {
  test(`a requested page that ${what} opens the home screen instead`, async ({ page, baseURL, building }) => {
    await page.goto(`${baseURL}${requested(building.company.id)}`);
    await signIn(page, building.users.reception);
    await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  });
}
