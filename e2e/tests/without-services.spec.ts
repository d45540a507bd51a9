import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { chooseMore, dialogOf, row } from '../harness/screen.ts';
import { withServices } from '../harness/services.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const withoutMail = withServices({ email: false });
const withoutBoth = withServices({ email: false, sms: false });
const nothing = 'E-mail and SMS are not set up, so messages are stored and not sent.';

async function expectNarrow(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'the screen on a phone in the dark');
}

test('without a mail server, the recovery screen says so, whether or not the account exists', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(404);
  await withoutMail(page.context());
  await page.goto('/recovery');
  const unsent = page.getByText('E-mail is not set up here, so no link can be sent.');
  await expect(unsent).toBeVisible();
  await expect(page.getByText('We send a link')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(building.users.reception);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No link was sent' })).toBeVisible();
  await expect(unsent).toBeVisible();
  await expect(page.getByText('was sent to')).toHaveCount(0);
  await expectNarrow(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL('/login');
});

test('without a mail server, an invitation does not pretend that it was sent', async ({ desk, building }) => {
  const email = `unsent-${building.company.id}@e2e.test`;
  const page = await desk('company', { path: `/company/${building.company.id}/users`, prepare: withoutMail });
  await expect(page.getByText('E-mail is not set up, so invitations are not sent.')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = dialogOf(page, 'Add user');
  const address = dialog.getByLabel('E-mail');
  await expect(address).toHaveAccessibleDescription('No link is sent there yet, because e-mail is not set up.');
  await address.fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${email} is added. No message was sent, because e-mail is not set up.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await row(page, email)
    .getByRole('button', { name: `Invite ${email} again` })
    .click();
  await expect(page.getByText(`No message was sent to ${email}, because e-mail is not set up.`)).toBeVisible();
  await expectNarrow(page);
});

test('a banner on the screens about messages says that none is sent', async ({ desk, building }) => {
  const { company, aurora } = building;
  await building.visitor({ name: 'Liv Berg', inside: aurora });
  const page = await desk('company', { path: `/company/${company.id}/settings`, prepare: withoutBoth });
  await expect(page.getByText(nothing)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/company/${company.id}/messages`);
  await expect(page.getByText(nothing)).toBeVisible();
  await expectNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/company/${company.id}/visitors`);
  await chooseMore(page, 'Liv Berg', 'Messages');
  await expect(page.getByRole('complementary', { name: 'Liv Berg' }).getByText(nothing)).toBeVisible();
  await expectAccessible(page);
});

test('without a provider, an invitation is not sent, and no one is asked to correct the address', async ({
  desk,
  as,
  building,
}) => {
  const { company, db } = building;
  // The program of the run has no SMS provider.
  const start = { startsAt: new Date(Date.now() + 60_000).toISOString(), notifyGuests: true };
  const reception = await as('reception');
  await inviteGuest(reception, building, { ...start, name: 'Anna Text', phone: '+4746512377', title: 'By SMS' });
  const email = `unsent-${company.id}@e2e.test`;
  await inviteGuest(reception, building, { ...start, name: 'Bo Mail', email, title: 'By mail' });
  // The program of the run has a mail server.
  const unsend = db
    .updateTable('message')
    .set({ state: 'notSent', problem: 'noProvider', delivered_at: null })
    .where('company_id', '=', company.id)
    .where('kind', '=', 'invitation')
    .where('state', '=', 'delivered');
  await expect.poll(async () => Number((await unsend.executeTakeFirst()).numUpdatedRows)).toBe(1);
  const page = await desk('reception', { path: `/company/${company.id}/invitations`, prepare: withoutBoth });
  await expect(page.getByText(nothing)).toBeVisible();
  for (const [title, guest, state] of [
    ['By SMS', 'Anna Text', 'Not sent: SMS is not set up'],
    ['By mail', 'Bo Mail', 'Not sent: e-mail is not set up'],
  ] as const) {
    await expect(row(page, title)).toContainText('Not sent');
    await page.getByRole('button', { name: `Guests of ${title}`, exact: true }).click();
    const entry = page.getByRole('listitem').filter({ hasText: guest });
    await expect(entry).toContainText(state);
    await expect(entry.getByRole('button', { name: `Edit ${guest}` })).toBeVisible();
  }
  await expect(page.getByText('Failed')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Correct address/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNarrow(page);
});

test('no banner shows where both are set up', async ({ desk, building }) => {
  const page = await desk('company', {
    path: `/company/${building.company.id}/settings`,
    prepare: withServices({}),
  });
  await expect(page.getByRole('checkbox', { name: 'Send e-mail to employees' })).toBeVisible();
  await expect(page.getByText('not set up')).toHaveCount(0);
});
