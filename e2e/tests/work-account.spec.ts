import type { Page } from '@playwright/test';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { signInAt } from '../../apps/server/src/testing/identity.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { host } from '../harness/hosts.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const failed = 'There was an error during Azure authentication';

test.beforeEach(({ watch }) => watch.allowIdentityProvider());

/** Returns the callback path without visiting it. */
async function bringBack({ request }: Page, account: string): Promise<string> {
  const { url } = await call(request, authorizeWorkAccount, { query: { purpose: 'signIn' } });
  return `/tenant-redirect?${new URLSearchParams(await signInAt(new URL(url), account)).toString()}`;
}

async function signIn(page: Page, account: string) {
  await page.getByRole('button', { name: 'work account' }).click();
  await page.getByLabel('Work e-mail').fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function expectFailure(page: Page, why?: string) {
  await expect(page.getByRole('alert')).toContainText(failed);
  if (why !== undefined) await expect(page.getByRole('alert')).toContainText(why);
  await expect(page).toHaveURL('/azure-auth');
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
}

test('a user signs in with a work account, lands on the right screen, and leaves no code or state in the address', async ({
  page,
  building,
}) => {
  await page.goto('/login');
  await signIn(page, building.users.reception);
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  const kept = await page.evaluate(() => [location.href, JSON.stringify(history.state), document.referrer].join(' '));
  expect(kept).not.toMatch(/code|state=/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
});

test('opens the requested page after signing in with a work account', async ({ page, building }) => {
  const asked = `/company/${building.company.id}/visitors?tab=all&search=åse`;
  await page.goto(asked);
  await expect(page).toHaveURL('/login');
  await signIn(page, building.users.reception);
  await expect(page.getByText('Nothing found for “åse”')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('search')).toBe('åse');
});

test('refuses a work account with an unknown e-mail, and a reload does not retry', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(403);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/oauth/callback')) calls.push(request.method());
  });
  await page.goto('/login');
  await signIn(page, `unknown-${building.users.reception}`);
  await expect(page.getByRole('alert')).toContainText('No user has this work account.');
  await expectAccessible(page);
  await page.reload();
  await expectFailure(page);
  expect(calls).toEqual(['POST']);
});

test('accepts a return from the provider once, unchanged and in the same browser only', async ({
  page,
  context,
  building,
  watch,
}) => {
  watch.allowRefusals(400);
  const callback = await bringBack(page, building.users.reception);
  const away = await context.cookies();
  await page.goto(`${callback}x`);
  await expectFailure(page);
  await context.clearCookies();
  await page.goto(callback);
  await expectFailure(page, 'began in another browser');
  await context.addCookies(away);
  await page.goto(callback);
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
  // An open screen would connect its live channel without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await context.addCookies(away);
  await page.goto(callback);
  await expectFailure(page, 'was used before');
});

test('a canceled or failed sign-in at the provider signs no user in and keeps the requested page', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(502);
  await page.goto('/tenant-redirect?error=access_denied&state=none');
  await expectFailure(page);
  const asked = `/company/${building.company.id}/tenants`;
  await page.goto(asked);
  await signIn(page, `broken:${building.users.company}`);
  await expectFailure(page);
  await signIn(page, building.users.company);
  await expect(page).toHaveURL(asked);
});

test('without an identity provider the button shows that', async ({ page, watch }) => {
  watch.allowRefusals(404);
  const problem = {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: '',
    reason: 'notFound',
    requestId: '',
  };
  await page.route('**/oauth/authorize?*', (route) => route.fulfill({ status: 404, json: problem }));
  await page.goto('/login');
  await page.getByRole('button', { name: 'work account' }).click();
  await expect(dialogOf(page, 'Sign-in failed')).toContainText('Work accounts are not set up here yet.');
});

test('a host signs in with a work account, and a host of two tenants chooses one', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(403, 409);
  const liv = await host(building);
  await page.goto('/my');
  await signIn(page, `unknown-${liv.email}`);
  await expect(page.getByText('The work account did not sign you in.')).toBeVisible();
  await expectAccessible(page, 'a work account of no host');
  await signIn(page, liv.email);
  await expect(page.getByRole('heading', { level: 1, name: 'My visitors' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Liv Berg, Aurora Shipping/ })).toBeVisible();
  await expect(page).toHaveURL('/my');
  const kept = await page.evaluate(() => [location.href, JSON.stringify(history.state), document.referrer].join(' '));
  expect(kept).not.toMatch(/code=|state=/);
  await page.reload();
  await expect(page.getByText('No visitors planned')).toBeVisible();

  await page.getByRole('button', { name: /Liv Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await building.employee(building.bryggen, { name: 'Liv Berg', email: liv.email });
  await signIn(page, liv.email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Bryggen Architects' }).click();
  await expect(page.getByRole('button', { name: /Liv Berg, Bryggen Architects/ })).toBeVisible();
});
