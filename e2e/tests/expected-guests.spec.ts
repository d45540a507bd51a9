import type { APIRequestContext } from '@playwright/test';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const minuteMs = 60_000;
type Guest = Input<typeof createInvitation>['body']['guests'][number];

/** On now. Guests of `names` have no phone. */
async function invite(
  reception: APIRequestContext,
  { aurora }: Building,
  names: readonly string[],
  ...others: Guest[]
) {
  const start = Date.now() + 1_000;
  return call(reception, createInvitation, {
    params: { tenantId: `${aurora.id}` },
    body: {
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + 60 * minuteMs).toISOString(),
      employeeId: aurora.kari.id,
      notifyGuests: false,
      guests: [...names.map((name) => ({ name, companyName: 'Nordlys' })), ...others],
    },
  });
}

/** As if it had begun 20 minutes ago. Midnight of the building would end the day of the guests, so it never lies between. */
async function makeLate({ db, company }: Building, invitationId: number) {
  await sql`update company set time_zone = 'Etc/GMT' || case when hours > 0 then '-' || hours else '+' || -hours end
    from (select 12 - extract(hour from now() at time zone 'utc')::int as hours) as ahead where id = ${company.id}`.execute(
    db,
  );
  await sql`update invitation set starts_at = now() - interval '20 minutes' where id = ${invitationId}`.execute(db);
  await sql`
    update visitor set expected_at = now() - interval '20 minutes' where expected_invitation_id = ${invitationId}`.execute(
    db,
  );
}

test('a guest without a phone is expected, and checked in by the form that asks for the phone', async ({
  desk,
  as,
  building,
}) => {
  await invite(await as('reception'), building, ['Åse Ødegård']);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const guests = page.getByRole('region', { name: 'More guests today' });
  await expect(page.getByRole('tab', { name: /^Expected/ })).toHaveText('Expected 1');
  await expect(page.getByRole('button', { name: /^Expected today/ })).toContainText('1');
  await expect(guests.getByRole('row').filter({ hasText: 'Åse Ødegård' })).toContainText('Kari Nordmann');
  await expect(page.getByText('No visitors are expected'), 'the list above says that no one is expected').toBeHidden();
  await expectAccessible(page);
  await guests.getByRole('button', { name: 'Check in Åse Ødegård' }).press('Enter');
  const dialog = dialogOf(page, 'Register visitor');
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('+4746512399');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(row(page, 'Åse Ødegård')).toContainText('Kari Nordmann');
  await expect(page.getByRole('tab', { name: /^Expected/ })).toHaveText('Expected 0');
});

test('a guest whose phone from the pass a visitor has is expected, and checked in with one press', async ({
  desk,
  as,
  building,
}) => {
  const { phone } = await building.visitor({ name: 'Kari Known', phone: '+4746512388' });
  const { id } = await invite(await as('reception'), building, ['Åse Ødegård']);
  await sql`
    update guest g set phone = ${phone}, is_phone_taken = true from invitation i
    where i.id = ${id} and g.company_id = i.company_id and g.meeting_id = i.meeting_id`.execute(building.db);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const guests = page.getByRole('region', { name: 'More guests today' });
  await expect(guests.getByRole('row').filter({ hasText: 'Åse Ødegård' })).toContainText('Phone number not verified');
  await guests.getByRole('button', { name: 'Check in Åse Ødegård' }).click();
  await expect(page.getByText('Åse Ødegård is checked in.')).toBeVisible();
  await expect(guests).toHaveCount(0);
});

test('shows all times by the clock of the building, which it names, to a browser of another zone', async ({
  desk,
  as,
  building,
}) => {
  const { id: companyId } = building.company;
  const inOslo = (at: string | number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeStyle: 'short' }).format(new Date(at));
  const { id: visitorId } = await building.visitor({ name: 'Anna Inside', inside: building.aurora, minutesAgo: 0 });
  const { checked_in_at: checkedInAt } = await building.db
    .selectFrom('visit')
    .select('checked_in_at')
    .where('visitor_id', '=', visitorId)
    .executeTakeFirstOrThrow();
  const { startsAt } = await invite(await as('reception'), building, ['Åse Ødegård'], {
    name: 'Carl Moe',
    phone: '+4746512361',
  });
  const page = await desk('reception', {
    path: `/company/${companyId}/visitors`,
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 1000 },
  });
  await expect(page.getByText('All times are those of the building, in Europe/Oslo.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Expected next' })).toContainText(inOslo(startsAt));
  await page.getByRole('button', { name: 'Anna Inside', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Anna Inside' })).toContainText(
    `Checked in${inOslo(checkedInAt)}`,
  );

  await page.getByRole('tab', { name: /^Expected/ }).click();
  await expect(row(page, 'Carl Moe')).toContainText(inOslo(startsAt));
  await expect(row(page, 'Åse Ødegård')).toContainText(inOslo(startsAt));
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(row(page, 'Carl Moe')).toContainText(`Expected ${inOslo(startsAt)}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/company/${companyId}/visitors?tab=imported`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Carl Moe' })).toContainText(inOslo(startsAt));

  const near = await desk('reception', { path: `/company/${companyId}/visitors?tab=imported` });
  await expect(row(near, 'Carl Moe')).toContainText(inOslo(startsAt));
  await expect(near.getByText('All times are those of the building')).toHaveCount(0);
});

test('late guests need attention until the desk notes that they do not come', async ({ desk, as, building }) => {
  const { id } = await invite(await as('reception'), building, ['Åse Ødegård', 'Bo Lie']);
  await makeLate(building, id);
  const page = await desk('reception');
  const needs = page.getByRole('button', { name: /^Needs attention/ });
  await expect(needs).toContainText('2');
  await needs.click();
  const late = page.getByRole('region', { name: 'Guests who need attention' });
  await expect(late.getByRole('row').filter({ hasText: 'Bo Lie' })).toContainText(/\d+ min late/);
  await expectAccessible(page);
  await late.getByRole('button', { name: 'More for Bo Lie' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Call Kari Nordmann/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Does not come' }).press('Enter');
  await expect(page.getByText('Bo Lie is not expected any more.')).toBeVisible();
  await expect(late.getByRole('rowheader')).toHaveText([/Åse Ødegård/]);
  await expect(needs).toContainText('1');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('Åse Ødegård')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page, 'late guests on a phone');
});

test('a late visitor with an invitation needs attention until the desk notes that they do not come', async ({
  desk,
  as,
  building,
}) => {
  const reception = await as('reception');
  const { id } = await invite(reception, building, [], { name: 'Carl Moe', phone: '+4746512360' });
  await makeLate(building, id);
  const page = await desk('reception', {
    path: `/company/${building.company.id}/visitors?tab=all&only=needsAttention`,
  });
  await expect(row(page, 'Carl Moe')).toContainText(/\d+ min late/);
  await page.getByRole('button', { name: 'More for Carl Moe' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Does not come' }).press('Enter');
  await expect(page.getByText('Carl Moe is not expected any more.')).toBeVisible();
  await expect(page.getByText('No one needs attention')).toBeVisible();
});

test('guests are searched and paged like visitors', async ({ desk, as, building }) => {
  const reception = await as('reception');
  const names = Array.from({ length: 12 }, (_, index) => `Guest ${String.fromCodePoint(65 + index)}.`);
  await invite(reception, building, names);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  const guests = page.getByRole('region', { name: 'More guests today' });
  await expect(guests.getByRole('rowheader')).toHaveCount(10);
  await guests.getByRole('button', { name: 'Next page' }).click();
  await expect(guests.getByRole('rowheader')).toHaveText([/Guest K\./, /Guest L\./]);
  await page.getByRole('searchbox').fill('guest l');
  await expect(guests.getByRole('rowheader')).toHaveText([/Guest L\./]);
  await page.getByRole('searchbox').fill('no one has this name');
  await expect(guests).toHaveCount(0);
});
