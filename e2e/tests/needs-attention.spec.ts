import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { call } from '../harness/call.ts';
import { mailTo } from '../harness/mail.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

/** It is noon in the building, so that no test depends on the hour. */
async function makeNoon({ db, company }: Building) {
  await sql`
    update company set time_zone = 'Etc/GMT' || case when hours > 0 then '-' || hours else '+' || -hours end
    from (select 12 - extract(hour from now() at time zone 'utc')::int as hours) as ahead where id = ${company.id}`.execute(
    db,
  );
}

/** The message of ten minutes ago to the host of an open visit. */
async function notified({ db, company }: Building, visitorId: number, state: 'failed' | 'sent') {
  await sql`
    insert into message (company_id, visit_id, channel, kind, recipient, language, state, created_at, expires_at)
    select company_id, id, 'email', 'arrival', 'kari@aurora.test', 'en', ${state}, now() - interval '10 minutes', now() + interval '1 hour'
    from visit where company_id = ${company.id} and visitor_id = ${visitorId}`.execute(db);
}

test('each line of Needs attention has the act that settles it, by mouse and by keyboard', async ({
  desk,
  building,
}) => {
  const { visitor, aurora, db } = building;
  await makeNoon(building);
  const late = await visitor({ name: 'Anna Late', expectedBy: aurora });
  await sql`
    update visitor set expected_at = now() - interval '20 minutes', expected_employee_id = ${aurora.kari.id}
    where id = ${late.id}`.execute(db);
  const failed = await visitor({ name: 'Bo Failed', inside: aurora, host: aurora.kari, minutesAgo: 10 });
  await notified(building, failed.id, 'failed');
  const unanswered = await visitor({ name: 'Carl Unanswered', inside: aurora, host: aurora.kari, minutesAgo: 10 });
  await notified(building, unanswered.id, 'sent');
  // The last step of the escalation is taken.
  await sql`
    insert into escalation (visit_id, company_id, steps) select id, company_id, 1 from visit
    where company_id = ${building.company.id} and visitor_id = ${unanswered.id}`.execute(db);
  await visitor({ name: 'Dag Forgotten', inside: aurora, minutesAgo: 26 * 60 });

  const page = await desk('reception');
  const needs = page.getByRole('button', { name: /^Needs attention/ });
  await expect(needs).toContainText('4');
  await needs.press('Enter');
  const names = page.getByRole('rowheader').locator('strong');
  await expect(names).toHaveText(['Anna Late', 'Bo Failed', 'Carl Unanswered', 'Dag Forgotten']);
  await expect(row(page, 'Anna Late')).toContainText(/\d+ min late/);
  for (const [name, words] of [
    ['Bo Failed', 'Not reached, call'],
    ['Carl Unanswered', 'No answer yet, call'],
  ] as const) {
    const link = row(page, name).getByRole('link', { name: words });
    await expect(link).toHaveAttribute('href', 'tel:+4745011101');
    await link.focus();
    await expect(link).toBeFocused();
  }
  await expect(row(page, 'Dag Forgotten')).toContainText('Inside after hours');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Check out Dag Forgotten' }).press('Enter');
  await expect(needs).toContainText('3');
  await page.getByRole('button', { name: 'Check in Anna Late' }).click();
  const dialog = dialogOf(page, 'Register visitor');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Anna Late');
  await dialog.getByRole('button', { name: 'Check in', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(needs).toContainText('2');
  // The check-in has opened the list of visitors inside.
  await needs.press('Enter');
  await page.getByRole('button', { name: 'Host knows that Bo Failed is here' }).click();
  const said = dialogOf(page, 'What did Kari Nordmann say?');
  await said.getByRole('button', { name: 'Asks to wait' }).click();
  await expect(said).toBeHidden();
  await expect(needs).toContainText('1');
  await page.getByRole('button', { name: 'Host knows that Carl Unanswered is here' }).press('Enter');
  await expect(said.getByRole('button', { name: 'Coming now' })).toBeFocused();
  await expectAccessible(page, 'what the host said');
  await said.getByRole('button', { name: 'Coming in 5 minutes' }).click();
  await expect(said).toBeHidden();
  await expect(needs).toContainText('0');
  await page.getByRole('tab', { name: /^Current/ }).click();
  await expect(row(page, 'Carl Unanswered')).toContainText('Coming in 5 min');
});

test('failed messages are sent again, and a late visitor without an invitation is not expected any more', async ({
  desk,
  as,
  building,
}) => {
  const { visitor, aurora, db, company } = building;
  await makeNoon(building);
  const late = await visitor({ name: 'Anna Late', expectedBy: aurora });
  await sql`update visitor set expected_at = now() - interval '20 minutes' where id = ${late.id}`.execute(db);
  const inside = await visitor({ name: 'Bo Inside', inside: aurora, minutesAgo: 10 });
  await sql`
    insert into message (company_id, visit_id, channel, kind, recipient, language, state, problem, expires_at)
    select company_id, id, 'sms', 'stillHere', '+4746512345', 'en', 'failed', 'refused', now() + interval '1 hour'
    from visit where company_id = ${company.id} and visitor_id = ${inside.id}`.execute(db);
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await call(await as('reception'), createInvitation, {
    params: { tenantId: `${aurora.id}` },
    body: {
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
      guests: [{ name: 'Carla Guest', email: `carla-${company.id}@test.example` }],
    },
  });
  await mailTo(`carla-${company.id}@test.example`);
  await expect
    .poll(async () => {
      const failed = await sql`
        update message set state = 'failed', problem = 'refused'
        where company_id = ${company.id} and guest_id is not null and state = 'delivered' returning id`.execute(db);
      return failed.rows.length;
    })
    .toBe(1);

  const page = await desk('reception', { path: `/company/${company.id}/visitors?tab=all&only=needsAttention` });
  const needs = page.getByRole('button', { name: /^Needs attention/ });
  await expect(needs).toContainText('3');
  const guests = page.getByRole('region', { name: 'Guests who need attention' });
  await expect(guests.getByRole('row').filter({ hasText: 'Carla Guest' })).toContainText(
    'The invitation was not delivered',
  );
  await expect(row(page, 'Bo Inside')).toContainText('A message failed');
  await expectAccessible(page, 'failed messages');
  await guests.getByRole('button', { name: 'Send again to Carla Guest' }).click();
  await expect(needs).toContainText('2');
  await page.getByRole('button', { name: 'More for Bo Inside' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Send again' }).press('Enter');
  await expect(page.getByText('The message is sent again.').last()).toBeVisible();
  await page.getByRole('button', { name: 'More for Anna Late' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Does not come' }).press('Enter');
  await expect(page.getByText('Anna Late is not expected any more.')).toBeVisible();
  await expect(row(page, 'Anna Late')).toHaveCount(0);
});

test('a meeting whose host leaves needs attention at once, until the desk chooses a host', async ({
  desk,
  as,
  building,
}) => {
  await makeNoon(building);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const reception = await as('reception');
  await inviteGuest(reception, building, { startsAt: inDays(3), title: 'Audit' });
  await inviteGuest(reception, building, { startsAt: inDays(40), name: 'Anna Nilsen' });
  const page = await desk('reception');
  const needs = page.getByRole('button', { name: /^Needs attention/ });
  await expect(needs).toContainText('0');

  const params = { employeeId: String(building.aurora.kari.id) };
  await call(await as('company'), deleteEmployee, { params });
  await expect(needs, 'the live event comes without a reload').toContainText('2');
  await needs.press('Enter');
  const left = page.getByRole('region', { name: 'Hosts who left' });
  await expect(left.getByRole('rowheader')).toHaveText([/Audit.*Eve Guest/, /Anna Nilsen/]);
  await expect(row(page, 'Audit')).toContainText('The tenant as a whole');
  await expect(page.getByText('No one needs attention')).toBeHidden();
  await expectAccessible(page);

  await left.getByRole('button', { name: 'Choose host of Audit' }).press('Enter');
  const dialog = dialogOf(page, 'Choose host');
  await dialog.getByRole('combobox', { name: 'Host' }).fill('Ola Hansen');
  await page.getByRole('option', { name: 'Ola Hansen' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save host' }).click();
  await expect(page.getByText('The host of Audit is saved.')).toBeVisible();
  await expect(needs).toContainText('1');

  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await left.getByRole('button', { name: 'Choose host of Anna Nilsen' }).click();
  await dialog.getByRole('button', { name: 'Save host' }).click();
  await expect(page.getByRole('button', { name: /^Attention/ })).toContainText('0');
  await expect(left).toBeHidden();
});
