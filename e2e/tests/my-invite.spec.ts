import type { Page } from '@playwright/test';
import { expectGood } from '../harness/accessible.ts';
import { host, signIn } from '../harness/hosts.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 150_000 });

const formOf = (page: Page) => page.getByRole('form', { name: 'Invite guests' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Invite guests' });
const button = (page: Page) => page.getByRole('button', { name: 'Invite a guest' });

async function fill(page: Page) {
  await formOf(page).getByLabel('Title').fill('Model review');
  const guest = formOf(page).getByRole('group', { name: 'Guest 1' });
  await guest.getByLabel('Name').fill('Jonas Falk');
  await guest.getByLabel('E-mail').fill('jonas@falk.example');
}

test('the form of an invitation is a page that keeps its draft, with its place in the history', async ({
  page,
  building,
}) => {
  const { email } = await host(building);
  await signIn(page, email);
  await button(page).click();
  await expect(page).toHaveURL('/my/invite');
  await expect(heading(page)).toBeFocused();
  await fill(page);
  await expectGood(page, 'my-invite-page');
  await page.goBack();
  await expect(page).toHaveURL('/my');
  await expect(button(page)).toBeFocused();
  await page.goForward();
  await expect(page.getByText('Your draft is still here.')).toBeVisible();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('Model review');
  await expectGood(page, 'my-invite-draft');
  await page.reload();
  await expect(formOf(page).getByRole('group', { name: 'Guest 1' }).getByLabel('Name')).toHaveValue('Jonas Falk');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await expect(page.getByText('Your draft is still here.')).toBeHidden();

  await page.goto('/my/invite');
  await fill(page);
  await page.getByRole('button', { name: 'Back to my visitors' }).click();
  await expect(page).toHaveURL('/my');
  await button(page).click();
  await formOf(page).getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Jonas Falk is invited.')).toBeVisible();
  await expect(page).toHaveURL('/my');
  await button(page).click();
  await expect(formOf(page).getByLabel('Title')).toHaveValue('');
  await fill(page);
  await page.goBack();
  await page.getByRole('button', { name: /Liv Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('my-invite')))).toEqual(
    [],
  );
});

test('narrow, zoomed and wide windows, a slow network and no network', async ({ page, building, watch }) => {
  const { email, ...liv } = await host(building);
  await building.visitor({ name: 'Astrid Example', inside: building.aurora, host: liv });
  await signIn(page, email);
  for (const width of [180, 240, 320, 1280]) {
    await page.setViewportSize({ width, height: width < 400 ? 500 : 800 });
    await expectGood(page, `my-${width}`);
    await button(page).click();
    await expect(heading(page)).toBeFocused();
    await expectGood(page, `my-invite-${width}`);
    await page.goBack();
    await expect(button(page)).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page).click();
  await fill(page);
  let sent = 0;
  page.on('request', (request) => {
    const isInvitation = request.method() === 'POST' && request.url().endsWith('/host/invitations');
    const isAnswer = request.method() === 'POST' && request.url().endsWith('/answer');
    sent += Number(isInvitation || isAnswer);
  });
  await page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  const invite = formOf(page).getByRole('button', { name: 'Invite', exact: true });
  await invite.dblclick();
  await expect(invite).toBeDisabled();
  await expectGood(page, 'my-slow-invite');
  await expect(page.getByText('Jonas Falk is invited.')).toBeVisible({ timeout: 20_000 });
  expect(sent).toBe(1);
  const coming = page.getByRole('button', { name: 'Coming now' });
  await coming.dblclick();
  await expect(coming).toBeDisabled();
  await expectGood(page, 'my-slow-answer');
  await expect(page.getByText('You are coming now')).toBeVisible({ timeout: 20_000 });
  expect(sent).toBe(2);

  await page.unrouteAll({ behavior: 'wait' });
  watch.allowNetworkLoss();
  await button(page).click();
  await fill(page);
  await page.context().setOffline(true);
  await invite.click();
  await expect(formOf(page).getByText(/^No connection/)).toBeVisible();
  await expectGood(page, 'my-offline-invite');
  await page.context().setOffline(false);
  await formOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Jonas Falk is invited.')).toBeVisible();
});
