import type { Page } from '@playwright/test';
import { inviteUser } from '@vestibule/contract/accounts/user.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

test('reception and tenant users leave their company in the account dialog and are signed out, also after a lost answer', async ({
  desk,
  watch,
}) => {
  watch.allowRefusals(401);
  watch.allowNetworkLoss();
  const ask = async (page: Page) => {
    await userMenu(page).first().click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Leave company' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await dialogOf(page, 'Account').getByRole('button', { name: 'Leave company' }).click();
    const question = dialogOf(page, 'Leave company');
    await expect(question.getByRole('button', { name: 'Leave' })).toBeDisabled();
    return question;
  };
  const reception = await desk('reception');
  const question = await ask(reception);
  await expect(question).toBeVisible();
  await expectAccessible(reception);
  await loseAnswer(reception, '**/leave');
  await question.getByLabel('Type "remove" to confirm').fill('remov');
  await expect(question.getByRole('button', { name: 'Leave' })).toBeDisabled();
  await question.getByLabel('Type "remove" to confirm').fill('remove');
  await question.getByRole('button', { name: 'Leave' }).click();
  const tenant = await desk('tenant');
  const otherWindow = await tenant.context().newPage();
  await otherWindow.goto('/');
  await expect(userMenu(otherWindow).first()).toBeVisible();
  const ofTenant = await ask(tenant);
  await ofTenant.getByLabel('Type "remove" to confirm').fill('remove');
  await ofTenant.getByRole('button', { name: 'Leave' }).click();
  for (const page of [reception, tenant, otherWindow]) {
    await expect(page.getByText('You have left the company, and your account is removed.')).toBeVisible();
    await expect(page).toHaveURL('/signed-out');
  }
});

test('the account dialog works by keyboard and on a phone, and Escape closes one dialog at a time', async ({
  desk,
  building,
}) => {
  const page = await desk('tenant', { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await userMenu(page).last().press('Enter');
  await page.getByRole('menuitem', { name: 'Account', exact: true }).press('Enter');
  const account = dialogOf(page, 'Account');
  await expect(account).toContainText(building.users.tenant);
  await expect(account).toContainText(building.company.name);
  await expect(account).toContainText('Tenant');
  await expect(account.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = dialogOf(page, 'Leave company');
  await expect(question.getByLabel('Type "remove" to confirm')).toBeFocused();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(account).toBeVisible();
  await expect(account.getByRole('button', { name: 'Leave company' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeHidden();
});

test('a company admin leaves in the user menu, but not while the other administrators are only invited', async ({
  as,
  desk,
  building,
  baseURL,
  watch,
}) => {
  watch.allowRefusals(409);
  const companyId = String(building.company.id);
  const body = { email: `invited-${companyId}@e2e.test`, url: `${baseURL}/set-password` };
  await call(await as('company'), inviteUser, { query: { companyId }, body });
  const page = await desk('company');
  await userMenu(page).first().click();
  await page.getByRole('menuitem', { name: 'Leave company' }).click();
  const question = dialogOf(page, 'Leave company');
  await question.getByLabel('Type "remove" to confirm').fill('remove');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(question).toContainText('You are the last active administrator of this company.');
  await expect(question.getByRole('button', { name: 'Leave' })).toHaveCount(0);
});
