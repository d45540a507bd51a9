import { sql } from 'kysely';
import { expectGood } from '../harness/accessible.ts';
import { host, signIn } from '../harness/hosts.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 120_000 });

test('a stand-in sees the meetings of the colleague in a group of their own, and cancels one', async ({
  page,
  as,
  building,
}) => {
  const { db, aurora } = building;
  const liv = await host(building);
  await sql`
    update employee set stand_in_id = ${liv.id}, stand_in_until = (now() at time zone 'Europe/Oslo')::date + 1
    where id in (${aurora.kari.id}, ${aurora.ola.id})`.execute(db);
  const staff = await as('company');
  await inviteGuest(staff, building, { name: 'Jonas Falk', title: 'Model review', email: 'jonas@falk.example' });
  await inviteGuest(staff, building, { name: 'Nora Vik', employeeId: liv.id });
  await signIn(page, liv.email);

  const ofKari = page.getByRole('region', { name: 'You stand in for Kari Nordmann' });
  await expect(ofKari.getByRole('button', { name: /Jonas Falk/ })).toBeVisible();
  await expect(ofKari.getByRole('button')).toHaveCount(1);
  const ofOla = page.getByRole('region', { name: 'You stand in for Ola Hansen' });
  await expect(ofOla.getByText('No visitors planned until then.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Nora Vik/ })).toHaveCount(1);
  await expectGood(page, 'my-covering');

  await ofKari.getByRole('button', { name: /Jonas Falk/ }).click();
  const shown = dialogOf(page, 'Model review');
  await shown.getByRole('button', { name: 'Cancel invitation' }).click();
  await dialogOf(page, 'Cancel invitation').getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(shown.getByText('Canceled').first()).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(ofKari.getByText('Canceled')).toBeVisible();
});

test('a stand-in answers an arrival of the colleague', async ({ page, browser, building, desk }) => {
  const { db, aurora, company } = building;
  const liv = await host(building);
  const emailOfKari = `kari-${company.id}@aurora.test`;
  await sql`
    update employee set stand_in_id = ${liv.id}, stand_in_until = (now() at time zone 'Europe/Oslo')::date + 1,
      email = ${emailOfKari}
    where id = ${aurora.kari.id}`.execute(db);
  await building.visitor({ name: 'Astrid Example', inside: aurora, host: aurora.kari });
  await building.visitor({ name: 'Odd Other', inside: aurora, host: aurora.ola });
  await signIn(page, liv.email);
  const waiting = page.getByRole('list', { name: 'Waiting for your answer' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText('Astrid Example');
  await expect(waiting).toContainText('You stand in for Kari Nordmann');
  await expect(page).toHaveTitle(/^\(1\)/);
  await expectGood(page, 'my-covered-arrival');
  await waiting.getByRole('button', { name: 'Coming now' }).click();
  await expect(page.getByText('You are coming now')).toBeVisible();
  await expectGood(page, 'my-covered-answered');
  const list = await desk('reception', { viewport: { width: 1440, height: 900 } });
  await expect(row(list, 'Astrid Example').getByText('Liv Berg: Coming', { exact: true })).toBeVisible();

  const context = await browser.newContext();
  const ofKari = await context.newPage();
  await signIn(ofKari, emailOfKari);
  const arrival = ofKari.getByRole('listitem').filter({ hasText: 'Astrid Example' });
  await expect(arrival.getByText('Liv Berg is coming.')).toBeVisible();
  await arrival.getByRole('button', { name: /^Change your answer/ }).click();
  await arrival.getByLabel(/^Message for your visitor/).fill('Take a seat');
  await arrival.getByRole('button', { name: 'Send' }).click();
  await expect(arrival.getByText('Take a seat')).toBeVisible();
  await expect(arrival.getByText('You are coming now')).toBeVisible();
  await context.close();
});
