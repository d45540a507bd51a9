import type { Locator, Page } from '@playwright/test';
import { inviteUser } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { linkFor, linksFor } from '../harness/link.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const newPassword = 'Better-Horse-8?';

async function invite(page: Page, email: string, { reception = false } = {}): Promise<Locator> {
  await page.getByRole('button', { name: 'Add user' }).first().click();
  const dialog = dialogOf(page, 'Add user');
  await dialog.getByLabel('E-mail').fill(email);
  const isReception = dialog.getByRole('checkbox', { name: 'Reception' });
  if ((await isReception.count()) > 0) await isReception.setChecked(reception);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  return dialog;
}

async function setPassword(page: Page, password = newPassword) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

async function signIn(page: Page, email: string, password = newPassword) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('invites a user twice, who sets a password by the newer link and signs in', async ({
  desk,
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(400, 404);
  watch.allowNetworkLoss();
  const email = `new-${building.company.id}@e2e.test`;
  const colleague = `colleague-${building.company.id}@e2e.test`;
  const admin = await desk('company');
  await admin.getByRole('link', { name: 'Users' }).click();
  const dialog = await invite(admin, building.users.partner.toUpperCase());
  const address = dialog.getByLabel('E-mail');
  await expect(address).toHaveAccessibleDescription(/A user with this e-mail address already exists\./);
  await expectAccessible(admin);
  await address.fill(colleague);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(row(admin, colleague)).toContainText('Company admin');
  await expect(dialog).toBeHidden();
  await invite(admin, email, { reception: true });
  await expect(admin.getByText(`${email} is invited.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(admin, email)).toContainText('Reception');
  await expect(row(admin, email)).toContainText('Invited');

  const first = await linkFor(email);
  const again = row(admin, email).getByRole('button', { name: `Invite ${email} again` });
  await loseAnswer(admin, '**/invite_again');
  await again.click();
  await expect(admin.getByText('No connection')).toBeVisible();
  await again.click();
  await expect(admin.getByText(`We sent a new link to ${email}.`)).toBeVisible();
  let asked = 0;
  admin.on('request', (request) => (asked += Number(request.url().endsWith('/invite_again'))));
  await expect(again).toBeEnabled();
  await admin.mouse.down({ clickCount: 2 });
  await admin.mouse.up({ clickCount: 2 });
  const newer = (await linksFor(email, 2)).find((link) => link !== first);
  await page.goto(first);
  await expect(page.getByText('Link to reset password is invalid.')).toBeVisible();
  await page.goto(newer ?? '');
  await expect(page.getByRole('heading', { name: 'Set password' })).toBeVisible();
  await setPassword(page);
  await expect(page.getByText('Your password is set. You can sign in with it now.')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeHidden();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(page, email);
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  const shown = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
  await expect.poll(() => shown.allTextContents()).toEqual(expect.arrayContaining(['Tenants', 'Visitors']));
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);

  await admin.reload();
  await expect(row(admin, email)).toContainText('Active');
  expect(asked, 'a double press').toBe(0);
});

test('ticks the password rules while the user types, marks a password that breaks one, and accepts the link once', async ({
  as,
  page,
  building,
  baseURL,
  watch,
}) => {
  watch.allowRefusals(400, 404);
  const email = `twice-${building.company.id}@e2e.test`;
  const query = { companyId: String(building.company.id) };
  await call(await as('company'), inviteUser, { query, body: { email, url: `${baseURL}/set-password` } });
  const link = await linkFor(email);
  const late = await page.context().newPage();
  await late.goto(link);
  await expect(late.getByLabel('Repeat password')).toBeVisible();
  await page.goto(link);
  const rules = page.getByRole('list', { name: 'A new password has' });
  const submit = page.getByRole('button', { name: 'Set password' });
  await expect(submit).toBeDisabled();
  await expect(rules.getByRole('img', { name: 'Missing:' })).toHaveCount(5);
  const password = page.getByLabel('New password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('Horse12');
  await expect(rules.getByRole('img', { name: 'Done:' })).toHaveCount(3);
  await expectAccessible(page);
  await submit.click();
  await expect(password).toHaveAccessibleDescription('The password must have 8 to 70 characters.');
  await password.fill(newPassword);
  await expect(rules.getByRole('img', { name: 'Done:' })).toHaveCount(5);
  const again = page.getByLabel('Repeat password');
  await again.fill(`${newPassword}x`);
  await submit.click();
  await expect(again).toHaveAccessibleDescription('The two passwords are not the same.');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/auth/restore', (route) => isAnswered.then(() => route.continue()));
  await setPassword(page);
  await expect(submit).toBeDisabled();
  answer();
  await expect(page.getByText('Your password is set.')).toBeVisible();

  const invalid = 'Link to reset password is invalid. Please, request new one';
  await setPassword(late);
  await expect(late.getByText(invalid)).toBeVisible();
  await expect(late.getByLabel('Repeat password')).toBeHidden();
  await page.goto(link);
  await expect(page.getByText(invalid)).toBeVisible();
  await expectAccessible(page, 'a link that was used');
  for (const path of [`/set-password/${'x'.repeat(600)}`, '/set-password']) {
    await page.goto(path);
    await expect(page.getByText(invalid)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/recovery');
});

test('deletes a user after a confirmation, shows users as cards on a phone, and offers no deletion of oneself', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(401);
  const page = await desk('company', {
    path: `/company/${building.company.id}/users`,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  const card = page.getByRole('listitem').filter({ hasText: building.users.reception });
  await expect(card).toContainText('Reception');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'users on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });

  const desktop = await desk('reception');
  await expect(desktop.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await expect(
    row(page, building.users.company).getByRole('button', { name: 'You cannot delete yourself.' }),
  ).toBeDisabled();
  await row(page, building.users.reception)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = dialogOf(page, 'Delete user');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${building.users.reception} is deleted.`)).toBeVisible();
  await expect(row(page, building.users.reception)).toHaveCount(0);
  await expect(desktop.getByText('Your session ended.')).toBeVisible();
});

test('edits the notification e-mails of a company, marks each invalid one, and shows a concurrent change', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const { db, company } = building;
  const page = await desk('company', { path: `/company/${company.id}/users` });
  const open = () => page.getByRole('button', { name: 'Notification e-mails' }).click();
  const dialog = dialogOf(page, 'Notification e-mails');
  await open();
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address 1' })).toBeFocused();
  await page.keyboard.type('desk@fjord.test');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address 2' })).toBeFocused();
  await page.keyboard.type('Desk@Fjord.test');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address 3' })).toBeFocused();
  await page.keyboard.type('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address 2' })).toHaveAccessibleDescription(
    'This address is listed already.',
  );
  await expect(dialog.getByRole('textbox', { name: 'Address 3' })).toHaveAccessibleDescription(
    'Please enter a correct e-mail address.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove address nobody' }).click();
  await dialog.getByRole('textbox', { name: 'Address 2' }).fill('guard@fjord.test');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The notification e-mails are saved.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await open();
  await expect(dialog.getByRole('textbox', { name: 'Address 2' })).toHaveValue('guard@fjord.test');
  await sql`update company set notification_emails = '{other@fjord.test}' where id = ${company.id}`.execute(db);
  await dialog.getByRole('button', { name: 'Remove address desk@fjord.test' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('It now says “other@fjord.test”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await expect(dialog.getByRole('textbox', { name: 'Address 1' })).toHaveValue('guard@fjord.test');
});

test('an administrator opens the users of a tenant from the list of tenants, invites one, and returns to the list', async ({
  desk,
  building,
}) => {
  const { company, aurora, users } = building;
  const page = await desk('company', { path: `/company/${company.id}/tenants` });
  await page.getByRole('link', { name: `Users of ${aurora.name}` }).click();
  await expect(page).toHaveURL(`/tenants/${aurora.id}/users`);
  await expect(row(page, users.tenant)).toContainText('Tenant');
  await expect(row(page, users.tenant)).toContainText('Active');
  await expect(row(page, users.company)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Notification e-mails' })).toHaveCount(0);
  await expect(page.getByText(aurora.name)).toBeVisible();
  await expectAccessible(page);
  const email = `colleague-of-tenant-${company.id}@e2e.test`;
  const dialog = await invite(page, email);
  await expect(dialog.getByLabel('Reception')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email);
  await expect(row(page, email)).toContainText('Invited');
  await page.getByRole('main').getByRole('link', { name: 'Tenants' }).click();
  await expect(page).toHaveURL(`/company/${company.id}/tenants`);
});

test('marks an e-mail field left empty, and Cancel still closes the dialog', async ({ desk }) => {
  const page = await desk('company');
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Add user' }).first().click();
  const dialog = dialogOf(page, 'Add user');
  const email = dialog.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(email).toHaveAccessibleDescription(/Please enter an e-mail address\./);
  await email.fill('anna');
  await page.keyboard.press('Tab');
  await expect(email).toHaveAccessibleDescription(/Please enter a correct e-mail address\./);
  await email.fill('');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(email).toHaveAccessibleDescription(/Please enter an e-mail address\./);
  await expect(email).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add user' }).first().click();
  await expect(email).toBeFocused();
  await expect(email).not.toHaveAccessibleDescription(/Please enter/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});
