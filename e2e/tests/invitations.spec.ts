import type { Page } from '@playwright/test';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import {
  addGuests,
  createInvitation,
  type Invitation,
  listTenantInvitations,
} from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { expectAccessible } from '../harness/accessible.ts';
import { dayThere } from '../../apps/server/src/testing/day.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { choose, chooseMore, dialogOf, partsOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const hourMs = 3_600_000;
type Fields = Input<typeof createInvitation>['body'];

/** A meeting that is on now, so that its guests may come. */
function meeting(changes: Partial<Fields> = {}): Fields {
  const start = Date.now() + 1_000;
  return {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + 60_000).toISOString(),
    title: 'Lease review',
    notifyGuests: false,
    guests: [{ name: 'Astrid Example', companyName: 'Nordlys', phone: '+4746512345' }],
    ...changes,
  };
}

const ofCompany = ({ company }: Building) => `/company/${company.id}/invitations`;

/** Replaces the text of a date or time field, part by part. */
async function typeParts(page: Page, label: string, digits: string) {
  const group = dialogOf(page).getByRole('group', { name: label, exact: true });
  await group.getByRole('spinbutton').first().focus();
  await page.keyboard.type(digits);
}

test('invites guests of rows and of a pasted list, whose wrong lines are corrected in place', async ({
  desk,
  as,
  building,
}) => {
  const page = await desk('reception', { path: ofCompany(building) });
  await expect(page.getByText('No invitations on these days')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('n');
  const dialog = dialogOf(page, 'Invite guests');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Lease review');
  await choose(dialog, 'Tenant', 'Aurora Shipping');
  await choose(dialog, 'Host', 'Kari Nordmann');

  await typeParts(page, 'Start time', '2315');
  await expect(dialog.getByRole('group', { name: 'End time' })).toHaveText(/00.15/);
  await dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('Name').fill('Emil Strand');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('A guest who gets a message needs an e-mail address or a phone number.')).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('E-mail')).toBeFocused();
  await dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('E-mail').fill('emil@strand.example');

  const list = ['Lene Dahl <lene@dahl.example>', 'Jonas Falk <jonas.falk@>', 'Nora Vik; 46 51 23 46; Vik Bygg'];
  await dialog.getByLabel('Paste a list').focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, list.join('\n'));
  await expect(dialog.getByText('2 ready')).toBeVisible();
  await expect(dialog.getByText('1 to fix')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const wrong = dialog.getByLabel('Line 2');
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription(/e-mail/);
  await expect(wrong).toHaveValue('Jonas Falk <jonas.falk@>');
  await wrong.fill('Jonas Falk <jonas.falk@nordlys.example>');
  await expect(dialog.getByText('3 ready')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('4 guests are invited.')).toBeVisible();

  await expect(row(page, 'Lease review')).toContainText('Kari Nordmann');
  await expect(row(page, 'Lease review')).toContainText('4 guests');
  await page.getByRole('button', { name: 'Guests of Lease review', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Nora Vik' })).toContainText('Vik Bygg');
  await expectAccessible(page);
  const [invitation] = await call(await as('reception'), listTenantInvitations, {
    params: { tenantId: `${building.aurora.id}` },
    query: {},
  });
  expect(invitation?.guests.map(({ name, email }) => [name, email])).toEqual([
    ['Emil Strand', 'emil@strand.example'],
    ['Lene Dahl', 'lene@dahl.example'],
    ['Jonas Falk', 'jonas.falk@nordlys.example'],
    ['Nora Vik', null],
  ]);
});

test('lists days of the building under headings, and finds guests by words, days and state', async ({
  desk,
  as,
  building,
}) => {
  const reception = await as('reception');
  const params = { tenantId: `${building.aurora.id}` };
  const tomorrow = dayThere(Date.now(), 1);
  await call(reception, createInvitation, { params, body: meeting() });
  await call(reception, createInvitation, {
    params,
    body: meeting({
      startsAt: `${tomorrow}T12:00`,
      endsAt: `${tomorrow}T13:00`,
      title: 'Copier service',
      guests: [{ name: 'Arne Lie', phone: '+4746512347' }],
    }),
  });
  const page = await desk('reception', { path: ofCompany(building), timezoneId: 'Asia/Tokyo' });
  await expect(page.getByText('All times are those of the building, in Europe/Oslo.')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^Today, / })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^Tomorrow, / })).toBeVisible();
  await expect(row(page, 'Copier service')).toContainText('12:00–13:00');

  await page.getByRole('searchbox').fill('arne');
  await expect(row(page, 'Lease review')).toBeHidden();
  await expect(row(page, 'Copier service')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Guests', { exact: true }).selectOption('Declined');
  await expect(page.getByText('No invitation matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row(page, 'Lease review')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('changes, cancels and removes dates of a series, and another desk sees it', async ({ desk, as, building }) => {
  const reception = await as('reception');
  const start = Date.now() + 2 * hourMs;
  const until = dayThere(start, 3);
  await call(reception, createInvitation, {
    params: { tenantId: `${building.aurora.id}` },
    body: meeting({
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + hourMs).toISOString(),
      repeat: { unit: 'day', interval: 1, until },
      notifyGuests: true,
      guests: [
        { name: 'Astrid Example', email: 'astrid@nordlys.example' },
        { name: 'Emil Strand', phone: '+4746512346' },
      ],
    }),
  });
  const other = await desk('company', { path: ofCompany(building) });
  await expect(row(other, 'Lease review')).not.toHaveCount(0);
  const dates = await row(other, 'Lease review').count();
  const page = await desk('reception', { path: ofCompany(building) });
  const more = page.getByRole('button', { name: 'More for Lease review' });

  await more.first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = dialogOf(page, 'Edit invitation');
  await edit.getByLabel('Title').fill('Budget talk');
  await choose(edit, 'Host', 'Ola Hansen');
  await edit.getByRole('button', { name: 'OK' }).click();
  await expect(row(other, 'Budget talk')).toContainText('Ola Hansen');
  await expect(row(other, 'Lease review')).toHaveCount(dates - 1);
  await expect(row(page, 'Lease review')).toHaveCount(dates - 1);

  await more.first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await choose(edit, 'Change', 'This and the following dates');
  await edit.getByLabel('Title').fill('Design review');
  await edit.getByRole('button', { name: 'OK' }).click();
  await expect(row(other, 'Design review')).toHaveCount(dates - 1);

  await page.getByRole('button', { name: 'Guests of Budget talk', exact: true }).click();
  await page.getByRole('button', { name: 'Send again to Astrid Example' }).click();
  await expect(page.getByText('The invitation to Astrid Example is on its way.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Emil Strand' }).click();
  await dialogOf(page, 'Remove guest').getByRole('button', { name: 'Remove' }).click();
  await expect(row(other, 'Budget talk')).toContainText('Astrid Example');
  await chooseMore(page, 'Budget talk', 'Add guests');
  await dialogOf(page, 'Add guests').getByLabel('Name').fill('Nora Vik');
  await dialogOf(page, 'Add guests').getByLabel('Phone').fill('46512349');
  await dialogOf(page, 'Add guests').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(row(other, 'Budget talk')).toContainText('2 guests');

  await chooseMore(page, 'Budget talk', 'Cancel');
  const cancel = dialogOf(page, 'Cancel invitation');
  await expect(cancel).toContainText('These guests get a message: Astrid Example, Nora Vik.');
  await cancel.getByRole('combobox', { name: 'Change' }).selectOption('All dates');
  await expect(cancel).toContainText('These guests get a message: Astrid Example, Nora Vik, Emil Strand.');
  await cancel.getByRole('button', { name: 'Keep invitation' }).click();
  await sql`
    update invitation_guest ig set declined_at = now() from guest g
    where g.company_id = ${building.company.id} and g.id = ig.guest_id and g.name = 'Nora Vik'`.execute(building.db);
  await page.reload();
  await chooseMore(page, 'Budget talk', 'Cancel');
  await expect(cancel).toContainText('These guests get a message: Astrid Example.');
  await cancel.getByRole('combobox', { name: 'Change' }).selectOption('All dates');
  await expect(cancel).toContainText('These guests get a message: Astrid Example, Emil Strand.');
  await cancel.getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(row(other, 'Canceled')).toHaveCount(dates);
  await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(0);
});

test('shows refusals of the server at their fields', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  const page = await desk('tenant', { path: `/tenants/${building.aurora.id}/invitations` });
  await page.getByRole('button', { name: 'New invitation' }).first().click();
  const dialog = dialogOf(page, 'Invite guests');
  await expect(dialog.getByRole('combobox', { name: 'Tenant' })).toHaveCount(0);
  const guest = dialog.getByRole('group', { name: 'Guest 1' });
  await guest.getByLabel('Name').fill('Astrid Example');
  await guest.getByLabel('Phone').fill('46512345');
  const day = dialog.getByRole('group', { name: 'Start day' }).getByRole('spinbutton');
  await day.last().focus();
  await page.keyboard.type('2020');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('The meeting must not start in the past.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Discard your changes?')).toBeVisible();
});

test('checks in a guest with one press on the list of visitors, and asks for a missing phone', async ({
  desk,
  as,
  building,
}) => {
  const { aurora, company } = building;
  const reception = await as('reception');
  const invitation: Invitation = await call(reception, createInvitation, {
    params: { tenantId: `${aurora.id}` },
    body: meeting({ employeeId: aurora.kari.id }),
  });
  await call(reception, addGuests, {
    params: { invitationId: `${invitation.id}` },
    query: { dates: 'this' },
    body: { guests: [{ name: 'Nora Vik', companyName: 'Vik Bygg' }] },
  });
  const page = await desk('reception', { path: `/company/${company.id}/visitors?tab=imported` });
  await expect(row(page, 'Astrid Example')).toContainText('Kari Nordmann');
  await page.getByRole('button', { name: 'Check in Astrid Example' }).first().click();
  await expect(page.getByText('Astrid Example is checked in.')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Check in Nora Vik' }).click();
  const dialog = dialogOf(page, 'Register visitor');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Nora Vik');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Kari Nordmann, Aurora Shipping');
  await dialog.getByLabel('Phone').fill('46512350');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(ofCompany(building));
  await expect(row(page, 'Lease review')).toContainText('Inside');
  await page.getByRole('button', { name: 'Guests of Lease review', exact: true }).click();
  for (const name of ['Astrid Example', 'Nora Vik'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Inside');
});

test('the fields for dates have the locale of the browser', async ({ desk, building }) => {
  const page = await desk('tenant', { path: `/tenants/${building.aurora.id}/invitations`, locale: 'en-US' });
  await page.getByRole('button', { name: 'New invitation' }).first().click();
  const parts = partsOf(page, 'Start day');
  await expect(parts).toHaveCount(3);
  expect(await parts.evaluateAll((each) => each.map((part) => part.getAttribute('data-type')))).toEqual([
    'month',
    'day',
    'year',
  ]);
});
