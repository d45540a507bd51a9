import type { BrowserContext, Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { expectGood } from '../harness/accessible.ts';
import { askForLink, host, linksTo, signIn } from '../harness/hosts.ts';
import { dayThere } from '../../apps/server/src/testing/day.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { holdInvitation } from '../harness/mail.ts';
import { choose, dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 120_000 });

const arrival = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

test('a host signs in by a link, which only the button uses, and once', async ({ page, building, watch, baseURL }) => {
  watch.allowRefusals(404);
  const { email } = await host(building);
  await page.goto('/my');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expectGood(page, 'my-sign-in');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Please enter an e-mail address.')).toBeVisible();
  const link = await askForLink(page, email);
  await expect(page.getByText(`If ${email} belongs to an employee here, a link is on its way.`)).toBeVisible();
  await expectGood(page, 'my-link-sent');

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign in on this device' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in on this device' })).toBeVisible();
  await expectGood(page, 'my-link');
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
  await expect(page).toHaveURL('/my');
  await expect(page.getByText('No visitors planned')).toBeVisible();
  await expectGood(page, 'my-quiet');
  await page.reload();
  await expect(page.getByText('No visitors planned')).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectGood(page, 'my-link-invalid');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByText('No visitors planned')).toBeVisible();

  await page.getByRole('button', { name: /Liv Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(`${baseURL}${manifest}`);
  expect(await response.json()).toMatchObject({ scope: '/my', start_url: '/my' });
});

test('an unknown address gets the same answer, and a host of two tenants chooses one', async ({
  page,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  await page.goto('/my');
  await page.getByLabel('E-mail').fill(`unknown-${building.company.id}@aurora.test`);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();

  const { email } = await host(building);
  await building.employee(building.bryggen, { name: 'Liv Berg', email });
  await page.goto(await askForLink(page, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your workplace' })).toBeVisible();
  await expectGood(page, 'my-choice');
  await page.getByRole('button', { name: 'Bryggen Architects' }).click();
  await expect(page.getByText('No visitors planned')).toBeVisible();
});

test('an arrival appears without a reload, and the desk sees each answer', async ({ page, building, desk }) => {
  const { email, ...liv } = await host(building);
  await signIn(page, email);
  await expect(page.getByText('No visitors planned')).toBeVisible();
  await building.visitor({ name: 'Astrid Example', companyName: 'Nordlys', inside: building.aurora, host: liv });
  const astrid = arrival(page, 'Astrid Example');
  await expect(astrid.getByText('Waiting for your answer')).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) My visitors/);
  await expectGood(page, 'my-waiting');

  const list = await desk('company', { viewport: { width: 1280, height: 800 } });
  const row = list.getByRole('row', { name: /Astrid Example/ });
  await astrid.getByRole('button', { name: '5 min' }).click();
  await expect(astrid.getByText('You are coming in 5 minutes')).toBeVisible();
  await expect(row.getByText('Coming in 5 min')).toBeVisible();
  const change = astrid.getByRole('button', { name: 'Change your answer to Astrid Example' });
  await expect(change).toBeFocused();
  await expectGood(page, 'my-answered');

  await page.keyboard.press('Enter');
  await astrid.getByLabel(/^Message for your visitor/).fill('Ask for Per');
  await expectGood(page, 'my-changing');
  await astrid.getByRole('button', { name: 'A colleague is coming' }).click();
  await expect(astrid.getByText('Ask for Per')).toBeVisible();
  const colleague = astrid.getByRole('combobox', { name: 'Colleague (optional)' });
  await colleague.click();
  await page.getByRole('option', { name: 'Ola Hansen' }).click();
  await expect(astrid.getByText('A colleague is coming: Ola Hansen')).toBeVisible();
  await expect(row.getByText('Ola Hansen')).toBeVisible();

  await building.db
    .updateTable('visit')
    .set({ checked_out_at: new Date() })
    .where('company_id', '=', building.company.id)
    .execute();
  await expect(astrid).toBeHidden();
});

test('says that the connection is lost, and goes on by itself', async ({ page, building, watch }) => {
  const { email } = await host(building);
  await signIn(page, email);
  await expect(page.getByText('No visitors planned')).toBeVisible();
  watch.allowNetworkLoss();
  await page.route('**/api/v1/host/**', (route) => route.abort());
  await expect(page.getByText('Connection lost. Trying again.')).toBeVisible({ timeout: 20_000 });
  await expectGood(page, 'my-lost');
  await page.unroute('**/api/v1/host/**');
  await expect(page.getByText('You are connected again.')).toBeAttached({ timeout: 20_000 });
});

async function addGuest(dialog: Locator, name: string, email: string) {
  const guest = dialog.getByRole('group', { name: 'Guest 1' });
  await guest.getByLabel('Name').fill(name);
  await guest.getByLabel('E-mail').fill(email);
}

test('a host invites, sees the message before, changes, cancels and invites again', async ({ page, building }) => {
  const { email } = await host(building);
  const long = `Bartholomew ${'Featherstonehaugh '.repeat(5)}`.trim().slice(0, 120);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Invite a guest' }).click();
  const dialog = page.getByRole('form', { name: 'Invite guests' });
  await expect(dialog.getByLabel('Host')).toHaveCount(0);
  await expect(dialog.getByText('Do not notify')).toHaveCount(0);
  await dialog.getByLabel('Title').fill('Model review');
  await addGuest(dialog, 'Jonas Falk', 'jonas@falk.example');
  const mail = dialog.frameLocator('iframe');
  await expect(dialog.getByRole('heading', { name: 'What Jonas Falk receives' })).toBeVisible();
  await expect(mail.getByText('Liv Berg, Aurora Shipping invites you')).toBeVisible();
  await expectGood(page, 'my-invite');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Jonas Falk is invited.')).toBeVisible();
  const meeting = page.getByRole('button', { name: /Jonas Falk.*Model review/ });
  await expect(meeting).toContainText('Invited');

  await meeting.click();
  const shown = dialogOf(page, 'Model review');
  await shown.getByRole('button', { name: 'Add guests' }).click();
  const adding = dialogOf(page, 'Add guests');
  await addGuest(adding, long, 'long@name.example');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(shown.getByText(long)).toBeVisible();
  // The toast covers the dialog for a moment.
  await expect(page.getByText('The guests are added.')).toBeHidden();
  await expectGood(page, 'my-meeting');
  await shown.getByRole('button', { name: 'Cancel invitation' }).click();
  const canceling = dialogOf(page, 'Cancel invitation');
  await expect(canceling.getByText(`These guests get a message: Jonas Falk, ${long}.`)).toBeVisible();
  await canceling.getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(shown.getByText('Canceled').first()).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expectGood(page, 'my-listed');

  // Eight days ago, so that it can be repeated.
  await sql`
    update invitation set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days', canceled_at = null
    where company_id = ${building.company.id}`.execute(building.db);
  await page.reload();
  await page.getByRole('button', { name: /^Invite Jonas Falk.* again$/ }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Model review');
  await expect(dialog.getByRole('group', { name: 'Guest 2' }).getByLabel('Name')).toHaveValue(long);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('2 guests are invited.')).toBeVisible();
  await expect(meeting).toBeVisible();

  await holdInvitation(building);
  await page.reload();
  await expect(meeting).toContainText(/Goes out at \d\d\.\d\d\.\d{4} \d\d:\d\d/);
});

test('a host chooses a stand-in, and ends a session of another browser', async ({ page, building, browser, watch }) => {
  watch.allowRefusals(401);
  const { email } = await host(building);
  await signIn(page, email);
  await page.getByRole('button', { name: /^Stand-in/ }).click();
  const dialog = dialogOf(page, 'Choose a stand-in');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose a colleague.')).toBeVisible();
  await choose(dialog, 'Colleague', 'Ola Hansen');
  await expectGood(page, 'my-stand-in');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ola Hansen stands in for you', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'End the stand-in of Ola Hansen' }).click();
  await expect(page.getByText('None. Reception calls you if you do not answer.')).toBeVisible();

  const other: BrowserContext = await browser.newContext();
  await watch.follow(other);
  const phone = await other.newPage();
  await signIn(phone, email);
  await page.getByRole('button', { name: /Liv Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  const sessions = dialogOf(page, 'Your sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expectGood(page, 'my-sessions');
  await sessions.getByRole('button', { name: /^End the session/ }).click();
  await dialogOf(page, 'End session').getByRole('button', { name: 'End', exact: true }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(phone.getByText('You are signed out.')).toBeVisible();
  await other.close();
});

test('a host reads the screens in another language', async ({ browser, building, watch }) => {
  const { email, ...liv } = await host(building);
  await building.visitor({ name: 'Astrid Example', inside: building.aurora, host: liv });
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 360, height: 740 } });
  await watch.follow(context);
  const page = await context.newPage();
  await page.goto('/my');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihre E-Mails' })).toBeVisible();
  await expect.poll(() => linksTo(email), { timeout: 10_000 }).toHaveLength(1);
  await page.goto((await linksTo(email))[0] ?? '');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Ich komme jetzt' }).click();
  await expect(page.getByText('Sie kommen jetzt')).toBeVisible();
  await page.getByRole('button', { name: 'Gast einladen' }).click();
  const dialog = page.getByRole('form', { name: 'Gäste einladen' });
  await dialog.getByRole('button', { name: 'Einladen', exact: true }).click();
  await expect(dialog.getByText('Bitte geben Sie mindestens einen Gast ein.')).toBeVisible();
  await expectGood(page, 'my-invite-de');
  await page.getByRole('button', { name: 'Zurück zu meinen Besuchen' }).click();
  await page.getByRole('button', { name: /Liv Berg/ }).click();
  await page.getByRole('menuitem', { name: 'Sprache' }).click();
  await page.getByRole('button', { name: 'Suomi' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Omat vieraat' })).toBeVisible();
  await context.close();
});

test('a receptionist who is an employee has the same screens in the console', async ({ desk, building }) => {
  const viewport = { width: 1280, height: 800 };
  const before = await desk('reception', { viewport });
  await expect(before.getByRole('link', { name: 'Invitations' })).toBeVisible();
  await expect(before.getByRole('link', { name: 'My visitors' })).toHaveCount(0);
  const me = await building.employee(building.aurora, { name: 'Rita Vik', email: building.users.reception });
  await building.visitor({ name: 'Astrid Example', inside: building.aurora, host: me });
  const page = await desk('reception', { viewport });
  await page.getByRole('link', { name: 'My visitors' }).click();
  await expect(page).toHaveURL(`/company/${building.company.id}/my_visitors`);
  await page.getByRole('button', { name: 'Coming now' }).click();
  await expect(page.getByText('You are coming now')).toBeVisible();
  await expectGood(page, 'my-in-console');
  await page.getByRole('button', { name: 'Invite a guest' }).click();
  await expect(dialogOf(page, 'Invite guests')).toBeVisible();
});

test('a series ends on the day that the host chose, in a zone twelve hours east of UTC', async ({
  page,
  as,
  building,
}) => {
  const { company, db } = building;
  await db.updateTable('company').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', company.id).execute();
  const liv = await host(building);
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const repeat = { unit: 'week', interval: 1, until: dayThere(startsAt, 8) } as const;
  await inviteGuest(await as('company'), building, { name: 'Jonas Falk', employeeId: liv.id, startsAt, repeat });
  await signIn(page, liv.email);
  await page
    .getByRole('button', { name: /Jonas Falk/ })
    .first()
    .click();
  const until = repeat.until.split('-').toReversed().join('.');
  await expect(page.getByText(`Repeats: Weekly · Until ${until}`)).toBeVisible();
});
