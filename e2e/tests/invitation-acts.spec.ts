import type { APIRequestContext } from '@playwright/test';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { createInvitation, getInvitation, listTenantInvitations } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { expectAccessible } from '../harness/accessible.ts';
import { dayThere, zoneOfLateEvening } from '../../apps/server/src/testing/day.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { choose, chooseMore, dialogOf, partsOf, row, typeDay } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const hourMs = 3_600_000;
type Fields = Input<typeof createInvitation>['body'];

function invite(caller: APIRequestContext, { aurora }: Building, changes: Partial<Fields> = {}) {
  const start = Math.ceil(Date.now() / hourMs) * hourMs;
  const body = {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + hourMs).toISOString(),
    title: 'Lease review',
    employeeId: aurora.kari.id,
    guests: [{ name: 'Jonas Falk', companyName: 'Nordlys', email: 'jonas.falk@nordlys.exmple' }],
    ...changes,
  };
  return call(caller, createInvitation, { params: { tenantId: `${aurora.id}` }, body });
}

test('corrects a guest, who keeps the pass, and shows refusals at the fields', async ({ desk, as, building }) => {
  const { id, guests } = await invite(await as('reception'), building, { note: 'Bring the plans.' });
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await page.getByRole('button', { name: 'Guests of Lease review', exact: true }).click();
  await page.getByRole('button', { name: /^(Edit|Correct address of) Jonas Falk$/ }).press('Enter');
  const dialog = dialogOf(page, 'Edit guest');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog).toContainText('The pass stays the same.');
  await expectAccessible(page);
  await dialog.getByLabel('E-mail').fill('');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/needs an e-mail address or a phone/);
  await dialog.getByLabel('E-mail').fill('jonas.falk@nordlys.example');
  await dialog.getByLabel('Phone').fill('46 51 23 50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Jonas Falk is saved.')).toBeVisible();
  await expect(page.getByText('jonas.falk@nordlys.example')).toBeVisible();
  const after = await call(await as('reception'), getInvitation, { params: { invitationId: `${id}` } });
  expect(after.guests).toMatchObject([{ id: guests[0]?.id, phone: '+4746512350', companyName: 'Nordlys' }]);
  const isLanguageChosen = async () => {
    const ofCompany = building.db.selectFrom('guest').where('company_id', '=', building.company.id);
    return (await ofCompany.select('is_language_chosen').execute()).map((guest) => guest.is_language_chosen);
  };
  expect(await isLanguageChosen()).toEqual([false]);
  await page.getByRole('button', { name: /^Edit Jonas Falk$/ }).press('Enter');
  await choose(dialog, 'Language of the messages', 'polski');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await isLanguageChosen()).toEqual([true]);
  const again = await call(await as('reception'), getInvitation, { params: { invitationId: `${id}` } });
  expect(again.guests).toMatchObject([{ email: 'jonas.falk@nordlys.example', phone: '+4746512350', language: 'pl' }]);
});

test('plans a meeting again with its host, guests and length, a week later', async ({ desk, as, building }) => {
  const first = await invite(await as('reception'), building, { note: 'Bring the plans.', language: 'no' });
  const page = await desk('company', { path: `/company/${building.company.id}/invitations` });
  await chooseMore(page, 'Lease review', 'Plan again');
  const dialog = dialogOf(page, 'Invite guests');
  await expect(dialog.getByRole('combobox', { name: 'Host' })).toHaveValue('Kari Nordmann');
  await expect(dialog.getByRole('group', { name: 'Guest 1' }).getByLabel('E-mail')).toHaveValue(/^jonas/);
  await dialog.getByLabel('Title').fill('Second review');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(row(page, 'Second review')).toContainText('Jonas Falk');
  const list = await call(await as('reception'), listTenantInvitations, {
    params: { tenantId: `${building.aurora.id}` },
    query: {},
  });
  const again = list.find(({ title }) => title === 'Second review');
  const host = { id: building.aurora.kari.id };
  expect(again).toMatchObject({ note: 'Bring the plans.', language: 'no', isLanguageChosen: true, host });
  const week = Date.parse(again?.startsAt ?? '') - Date.parse(first.startsAt);
  // The clock may change in the meantime.
  expect(Math.round(week / hourMs / 24)).toBe(7);
});

test('plans a meeting again without a language if the host chose none', async ({ desk, as, building }) => {
  await invite(await as('reception'), building);
  const page = await desk('company', { path: `/company/${building.company.id}/invitations` });
  await chooseMore(page, 'Lease review', 'Plan again');
  const dialog = dialogOf(page, 'Invite guests');
  await dialog.getByLabel('Title').fill('Second review');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(row(page, 'Second review')).toContainText('Jonas Falk');
  const list = await call(await as('reception'), listTenantInvitations, {
    params: { tenantId: `${building.aurora.id}` },
    query: {},
  });
  expect(list.map(({ isLanguageChosen }) => isLanguageChosen)).toEqual([false, false]);
});

test('shows when messages above the limit go out, and only a manager sends them now', async ({
  desk,
  as,
  building,
}) => {
  const guests = Array.from({ length: 52 }, (_, index) => ({
    name: `Guest ${index}`,
    email: `g${index}@nordlys.example`,
  }));
  await invite(await as('reception'), building, { guests });
  const path = `/company/${building.company.id}/invitations`;
  const notice = '2 messages wait, because the host reached a limit.';
  const reception = await desk('reception', { path });
  await expect(reception.getByText(notice)).toBeVisible();
  await expect(reception.getByRole('button', { name: 'Send now' })).toHaveCount(0);
  const page = await desk('company', { path });
  await expect(page.getByText(notice)).toContainText(/They go out from \d\d:00 on\./);
  await page.getByRole('button', { name: 'Guests of Lease review', exact: true }).click();
  await expect(page.getByText(/^Goes out at \d\d:00$/)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('The messages are on their way.')).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
});

test("a tenant's user plans by the clock of the building, which the screen names", async ({ desk, as, building }) => {
  const page = await desk('tenant', {
    path: `/tenants/${building.aurora.id}/invitations`,
    timezoneId: 'Asia/Tokyo',
  });
  await expect(page.getByText('All times are those of the building, in Europe/Oslo.')).toBeVisible();
  const { startsAt } = await invite(await as('reception'), building);
  const inOslo = new Intl.DateTimeFormat('en-CH', { timeZone: 'Europe/Oslo', hour: '2-digit', minute: '2-digit' });
  await expect(row(page, 'Lease review')).toContainText(inOslo.format(new Date(startsAt)));
  await chooseMore(page, 'Lease review', 'Edit');
  await expect(dialogOf(page).getByRole('group', { name: 'Start time' })).toContainText(
    inOslo.format(new Date(startsAt)),
  );
});

test('keeps 500 pasted lines, marks the wrong ones and refuses more than 200 guests', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await page.getByRole('button', { name: 'New invitation' }).first().click();
  const dialog = dialogOf(page, 'Invite guests');
  const lines = Array.from({ length: 500 }, (_, index) =>
    index % 100 === 7 ? `Guest ${index} <wrong@>` : `Guest ${index} <guest-${index}@nordlys.example>`,
  );
  await dialog.getByLabel('Paste a list').focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, lines.join('\n'));
  await expect(dialog.getByText('495 ready')).toBeVisible();
  await expect(dialog.getByText('5 to fix')).toBeVisible();
  await expect(dialog.getByText('An invitation has at most 200 guests. You have 500.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go to the next one to fix' }).click();
  await expect(dialog.getByLabel('Line 8', { exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('nordlys.example>');
  await expect(dialog.getByText('4 to fix')).toBeVisible();
  await expect(dialog.getByLabel('Line 500', { exact: true })).toHaveValue(lines[499] ?? '');
});

test('offers no days that the server refuses', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations?since=2020-01-01` });
  await partsOf(page, 'To day').first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('button', { name: / 2 April 2020/ })).toBeEnabled();
  await expect(calendar.getByRole('button', { name: / 3 April 2020/ })).toBeDisabled();
});

test('changes the rule of a series from a date on, and not for one date', async ({ desk, as, building }) => {
  const reception = await as('reception');
  const dayOf = (days: number) => dayThere(Date.now(), days + 1);
  await invite(reception, building, {
    startsAt: `${dayOf(0)}T10:00`,
    endsAt: `${dayOf(0)}T11:00`,
    repeat: { unit: 'day', interval: 1, until: dayOf(3) },
  });
  const days = async () => {
    const request = { params: { tenantId: `${building.aurora.id}` } };
    return (await call(reception, listTenantInvitations, request)).map(({ startsAt }) => startsAt.slice(0, 10));
  };
  expect(await days()).toEqual([0, 1, 2, 3].map(dayOf));
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await page.getByRole('button', { name: 'More for Lease review' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = dialogOf(page, 'Edit invitation');
  await expect(dialog.getByLabel('Title')).toBeVisible();
  await expect(dialog.getByText('Repeat')).toHaveCount(0);
  await choose(dialog, 'Change', 'This and the following dates');
  await dialog.getByRole('button', { name: 'Repeat' }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Daily', 'Monday to Friday', 'Weekly']);
  await page.getByRole('option', { name: 'Weekly' }).click();
  await expect(dialog.getByText('Dates that no longer fit are removed.')).toBeVisible();
  await expectAccessible(page, 'the rule of a series');
  await typeDay(page, 'Until', dayOf(8));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The invitation is saved.')).toBeVisible();
  await expect(row(page, 'Lease review')).toHaveCount(3);
  expect(await days()).toEqual([0, 1, 8].map(dayOf));
});

test('checks in a guest of a meeting after midnight from an hour before', async ({ desk, as, building }) => {
  const { db, company } = building;
  await sql`
    update company set time_zone = ${zoneOfLateEvening} where id = ${company.id}`.execute(db);
  const guests = [{ name: 'Astrid Example', companyName: 'Nordlys', phone: '+4746512345' }];
  const inDays = (days: number) => new Date(Date.now() + days * 24 * hourMs).toISOString();
  const dates = { startsAt: inDays(2), endsAt: inDays(2.5) };
  const { id } = await invite(await as('reception'), building, { guests, ...dates });
  const startIn = (minutes: number) =>
    sql`
      update invitation set ends_at = day.ends_at + interval '3 hours',
        starts_at = greatest(day.ends_at, now() + make_interval(mins => ${minutes}))
      from building_day(${company.id}) day where id = ${id}`.execute(db);
  await startIn(70);
  const page = await desk('reception', { path: `/company/${company.id}/invitations` });
  const checkIn = page.getByRole('button', { name: 'Check in Astrid Example' });
  await expect(page.getByRole('rowheader', { name: /^Tomorrow, / })).toBeVisible();
  await expect(row(page, 'Lease review')).toBeVisible();
  await expect(checkIn).toHaveCount(0);

  await startIn(30);
  await page.goto(`/company/${company.id}/visitors?tab=imported`);
  await expect(row(page, 'Astrid Example')).toBeVisible();
  await page.goto(`/company/${company.id}/invitations`);
  await expect(page.getByRole('rowheader', { name: /^Tomorrow, / })).toBeVisible();
  await checkIn.first().click();
  await expect(page.getByText('Astrid Example is checked in.')).toBeVisible();
});

test('cancels a series only after the dialog has named the guests', async ({ desk, as, building, watch }) => {
  const dayOf = (days: number) => dayThere(Date.now(), days + 1);
  await invite(await as('reception'), building, {
    startsAt: `${dayOf(0)}T10:00`,
    endsAt: `${dayOf(0)}T11:00`,
    repeat: { unit: 'day', interval: 1, until: dayOf(1) },
  });
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  const isRead = Promise.withResolvers<void>();
  const address = /\/invitations\/\d+\?dates=all$/;
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') await isRead.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'More for Lease review' }).first().click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  const dialog = dialogOf(page, 'Cancel invitation');
  const submit = dialog.getByRole('button', { name: 'Cancel invitation' });
  await expect(submit).toBeEnabled();
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('All dates');
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAttribute('data-loading');
  await expect(dialog.getByText('These guests get a message')).toHaveCount(0);
  await expectAccessible(page, 'the guests of a series load');
  isRead.resolve();
  await expect(dialog.getByText('These guests get a message: Jonas Falk.')).toBeVisible();
  await expect(submit).toBeEnabled();
  await page.unrouteAll({ behavior: 'wait' });

  watch.allowRefusals(403);
  const refusal = { status: 403, json: { reason: 'notAllowed', requestId: 'x' } };
  await page.route(/\?dates=following$/, (route) => route.fulfill(refusal));
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('This and the following dates');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(submit).not.toHaveAttribute('data-loading');
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('All dates');
  await submit.click();
  await expect(row(page, 'Canceled')).toHaveCount(2);
});
