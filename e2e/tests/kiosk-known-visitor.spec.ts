import type { Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import {
  askEverything,
  button,
  confirm,
  countPrints,
  expectAccessible,
  giveName,
  leave,
  test,
  typePhone,
} from '../harness/kiosk-app.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

async function remember({ db, visitor }: Building): Promise<void> {
  const { id } = await visitor({ name: 'Åse Ødegård', phone: '+4740012345' });
  await db.updateTable('visitor').set({ should_save_data: true }).where('id', '=', id).execute();
}

test('greets a known visitor by the first name, who checks out and repeats the visit', async ({
  page,
  desk,
  building,
  enroll,
}) => {
  await askEverything(building);
  await remember(building);
  await enroll({ isPrinterOn: true, enableSaveVisitor: true });
  const manager = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await returns(page);
  await expect(row(manager, 'Åse Ødegård')).toBeVisible();
  await leavesByLookUp(page);
  await expect(row(manager, 'Åse Ødegård')).toBeHidden();
  await repeats(page);
  await expect(row(manager, 'Åse Ødegård')).toContainText('Ola Hansen');
});

test('prints a badge for a known visitor who types the name, and another person with the phone changes nothing', async ({
  page,
  building,
  enroll,
}) => {
  const prints = await countPrints(page);
  await askEverything(building);
  await enroll({ isPrinterOn: true, enableSaveVisitor: true });
  const { db, company } = building;
  await remember(building);

  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await button(page, 'Bryggen Architects').click();
  for (const name of ['I agree', 'Visitor', 'Next']) await button(page, name).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await giveName(page);
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  await expect.poll(prints).toBe(1);
  await button(page, 'Done').click();
  await leave(page, '40012345');
  await button(page, 'Done').click();

  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await button(page, 'Not Åse?').click();
  await giveName(page, 'Mallory', 'Nowhere');
  await button(page, 'Bryggen Architects').click();
  await confirm(page, 'I agree', 'None');
  await expect(page.getByRole('heading', { name: 'You are checked in, Mallory' })).toBeVisible();
  const kept = await db
    .selectFrom('visitor')
    .select(['name', 'company_name', 'should_save_data'])
    .where('company_id', '=', company.id)
    .execute();
  expect(kept).toEqual([{ name: 'Åse Ødegård', company_name: 'Havila Logistics', should_save_data: true }]);
});

/** Checks in a known visitor with six touches, not counting the number, within 20 seconds. */
async function returns(page: Page) {
  const begun = performance.now();
  let touches = 0;
  const touch = async (name: string | RegExp) => {
    touches += 1;
    await button(page, name).click();
  };
  await touch('Check in');
  await typePhone(page, '40012345');
  await expect(page.getByRole('heading', { name: 'Welcome back, Åse. Who are you visiting?' })).toBeVisible();
  await expectAccessible(page, 'a known visitor');
  await touch('Aurora Shipping');
  await touch(/Ola Hansen/);
  await button(page, 'Visitor').click();
  await expect(page.getByText('To print a badge here, type your name and company.')).toBeVisible();
  await expectAccessible(page, 'a badge for a known visitor');
  await touch('I agree');
  await touch('None');
  await touch('Check in');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse', exact: true })).toBeVisible();
  await expect(page.getByText(/Ødegård|Havila|Ola Hansen/)).toHaveCount(0);
  expect(touches).toBeLessThanOrEqual(6);
  expect(performance.now() - begun).toBeLessThan(20_000);
  await button(page, 'Done').click();
}

async function leavesByLookUp(page: Page) {
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await expect(page.getByRole('heading', { name: /^You are checked in since \d\d:\d\d\.$/ })).toBeFocused();
  await expectAccessible(page, 'inside');
  await button(page, 'Change number').click();
  await expect(page.getByLabel('Phone number')).toHaveValue('+47 40 01 23 45');
  await button(page, 'Next').click();
  await button(page, 'Check out').click();
  await expect(page.getByRole('heading', { name: 'Goodbye, Åse', exact: true })).toBeVisible();
  await button(page, 'Done').click();
}

async function repeats(page: Page) {
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await expect(page.getByRole('heading', { name: 'Welcome back, Åse.' })).toBeVisible();
  await expect(button(page, 'Not Åse?')).toBeVisible();
  await expectAccessible(page, 'a returning visitor');
  await button(page, 'Same host as last time').click();
  await expect(page.getByText(/^The company that you visit keeps your name/)).toBeVisible();
  await expect(page.getByText('Deleted 1 month after you leave.')).toBeVisible();
  await expectAccessible(page, 'consent for a tenant that the kiosk does not know');
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse', exact: true })).toBeVisible();
  await expect(page.getByText('Need a badge? Ask at reception.')).toBeVisible();
  await expect(page.getByText(/Ødegård|Havila|Ola Hansen|Aurora/)).toHaveCount(0);
  await expectAccessible(page, 'checked in from memory');
  await button(page, 'Done').click();
}

test('a visitor who forgot to check out begins another visit, which ends the open one', async ({
  page,
  building,
  enroll,
}) => {
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: building.aurora, minutesAgo: 60 });
  await enroll();
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await button(page, 'I am back for another visit').click();
  await giveName(page);
  await button(page, 'Bryggen Architects').click();
  await confirm(page, 'I agree');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  const visits = await building.db
    .selectFrom('visit')
    .select(['tenant_id', 'checked_out_at'])
    .where('company_id', '=', building.company.id)
    .orderBy('id')
    .execute();
  expect(visits.map(({ tenant_id: id, checked_out_at: left }) => [id, left === null])).toEqual([
    [building.aurora.id, false],
    [building.bryggen.id, true],
  ]);
});
