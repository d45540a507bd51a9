import type { APIRequestContext, Page } from '@playwright/test';
import { changePassword, login } from '@vestibule/contract/accounts/session.ts';
import { password } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, openRegisterDialog, row, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function chooseInUserMenu(page: Page, item: string) {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const newPassword = 'Better-Horse-8?';

/** Navigates back when the URL becomes `/login`, before React renders: a busy computer. */
async function goBackUndrawn(page: Page) {
  await page.evaluate(() => {
    const { prototype } = MessagePort;
    // oxlint-disable-next-line typescript/unbound-method -- called on the ports that it is taken from
    const { postMessage } = prototype;
    const replace = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      replace(...entry);
      if (location.pathname !== '/login') return;
      history.replaceState = replace;
      const held: (() => void)[] = [];
      prototype.postMessage = function hold(this: MessagePort, ...message: [unknown]) {
        held.push(() => postMessage.apply(this, message));
      };
      const release = () => {
        prototype.postMessage = postMessage;
        for (const send of held) send();
      };
      addEventListener('popstate', () => setTimeout(release), { once: true });
      history.back();
    };
  });
}

async function endSessions(request: APIRequestContext, email: string) {
  await call(request, login, { body: { email, password } });
  await call(request, changePassword, { body: { currentPassword: password, newPassword } });
}

test('logging out ends the session and leaves nothing behind', async ({ desk, building, watch }) => {
  // The live channel may open while the session ends.
  watch.allowRefusals(401);
  await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('reception');
  await page.getByRole('link', { name: 'Tenants' }).click();
  await page.getByRole('link', { name: 'Visitors' }).click();
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('data of a screen for a reload', 'yes'));
  await page.getByRole('button', { name: 'Check out Åse Ødegård' }).click();
  const toast = page.getByText('Åse Ødegård is checked out.');
  // Hovering would keep it open.
  await toast.hover();

  const loggedOut = page.waitForResponse('**/api/v1/auth/logout');
  await userMenu(page).press('Enter');
  await page.getByRole('menuitem', { name: 'Log out' }).press('Enter');
  expect((await loggedOut).ok()).toBe(true);
  await expect(page).toHaveURL('/login');
  await expect(toast).toBeHidden();
  await expect(page.getByLabel('E-mail')).toHaveValue('');

  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(kept.filter((key) => !/^(i18nextLng|vestibule\.pageSize)$/.test(key))).toEqual([]);
  // The known-browser cookie stays: with it other people cannot lock out the user.
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['vestibule-known']);

  await page.goBack();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(row(page, 'Åse Ødegård')).toBeHidden();
});

test('the next user sees nothing of the previous session', async ({ desk, building, watch }) => {
  watch.allowRefusals(401);
  const { id } = await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('reception');
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await chooseInUserMenu(page, 'Log out');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await building.db.deleteFrom('visit').where('visitor_id', '=', id).execute();
  await building.db.deleteFrom('visitor').where('id', '=', id).execute();
  const seen = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      childList: true,
      subtree: true,
    });
    return seen;
  });
  await page.getByLabel('E-mail').fill(building.users.otherReception);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('No visitors are checked in')).toBeVisible();
  const texts = (await seen.jsonValue()).join('\n');
  expect(texts).toContain('No visitors are checked in');
  expect(texts).not.toContain('Åse Ødegård');
});

test('logging out in one window logs out the others', async ({ desk, watch }) => {
  watch.allowRefusals(401);
  const page = await desk('reception');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('link', { name: 'Tenants' }).click();
  await expect(other.getByRole('heading', { name: 'Tenants' })).toBeVisible();
  await goBackUndrawn(other);
  await chooseInUserMenu(other, 'Log out');
  await expect(page.getByText('You logged out in another window.')).toBeVisible();
  await expect(other.getByLabel('E-mail')).toBeVisible();
});

test('shows that the session ended elsewhere, and returns to the same page after signing in', async ({
  desk,
  request,
  building,
  watch,
}) => {
  watch.allowRefusals(401);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=all` });
  await expect(page.getByText('There are no visitors yet')).toBeVisible();
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('40012345');
  await endSessions(request, building.users.reception);
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await expect(page.getByText('Your unsaved input is lost.')).toBeVisible();
  await expect(page).toHaveURL('/signed-out');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page.getByText('You logged out.')).toBeHidden();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(building.users.reception);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/visitors\?tab=all$/);
});

test('another user who signs in after the end of a session starts on the home screen', async ({
  desk,
  request,
  building,
  watch,
}) => {
  watch.allowRefusals(401);
  const { id: companyId } = building.company;
  const page = await desk('reception', { path: `/company/${companyId}/visitors?search=nilsen` });
  await expect(page.getByRole('searchbox')).toHaveValue('nilsen');
  await page.evaluate(() => sessionStorage.setItem('data of a screen for a reload', 'yes'));
  await endSessions(request, building.users.reception);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(building.users.otherReception);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`/company/${companyId}/visitors`);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a user changes the password with the current one, which ends the other sessions', async ({
  as,
  desk,
  request,
  building,
  watch,
}) => {
  watch.allowRefusals(403);
  const page = await desk('reception');
  const other = await as('reception');
  await chooseInUserMenu(page, 'Change password');
  const dialog = dialogOf(page, 'Change password');
  const current = dialog.getByLabel('Current password');
  const next = dialog.getByLabel('New password');

  await current.fill('Wrong-Horse-7!');
  await next.fill('short');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(next).toHaveAccessibleDescription(/The password must have 8 to 70 characters\./);
  await next.fill(newPassword);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(current).toHaveAccessibleDescription('The current password is incorrect.');
  await current.fill(password);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(dialog).toBeHidden();

  expect((await other.get('/api/v1/users/me')).status()).toBe(401);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  await call(request, login, { body: { email: building.users.reception, password: newPassword } });
});
