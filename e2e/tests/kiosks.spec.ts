import type { Page } from '@playwright/test';
import { createKiosk, deleteKiosk, updateKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import type { Building } from '../harness/building.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { seedKiosk, newHash } from '../harness/kiosks.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ company }: Building) => `/company/${company.id}/kiosks`;
const tab = (page: Page, name: 'Online' | 'Offline') => page.getByRole('tab', { name });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });

async function act(page: Page, name: string, entry: string) {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('enrolls a kiosk by its code, edits it and deletes it', async ({ desk, building, watch }) => {
  watch.allowRefusals(403);
  const page = await desk('company');
  await page.getByRole('link', { name: 'Kiosks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kiosks' })).toBeVisible();
  await expect(page.getByText('No kiosk is online')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update all' })).toBeHidden();

  await page.getByRole('button', { name: 'Enroll' }).first().click();
  const dialog = dialogOf(page, 'Enroll a kiosk');
  const enroll = dialog.getByRole('button', { name: 'Enroll' });
  const code = dialog.getByLabel('Code');
  await dialog.getByLabel('Comment').fill('By the lift');
  await enroll.click();
  await expect(dialog.getByText('Please enter a name for the kiosk.')).toBeVisible();
  await expect(dialog.getByText('Please enter the code that the kiosk shows.')).toBeVisible();
  await dialog.getByLabel('Name').fill('North door');
  await code.fill('abc');
  await expect(code).toHaveValue('ABC');
  await expect(dialog.getByText('The code has 8 letters and digits.')).toBeVisible();

  const taken = await seedKiosk(building, { name: 'South door', minutesAway: 95 });
  await code.fill(taken.hash.toLowerCase());
  await enroll.click();
  await expect(code).toHaveAccessibleDescription(/This code is in use for another kiosk\./);
  await expect(code).toBeFocused();
  const hash = newHash();
  await code.fill(hash.toLowerCase());
  await enroll.click();
  await expect(page.getByText(/^North door is added\./)).toBeVisible();
  await expect(tab(page, 'Offline')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'North door')).toContainText('Never connected');
  await expect(row(page, 'South door')).toContainText('1 h 35 min');
  await expect(tab(page, 'Offline')).toContainText('2');

  await act(page, 'North door', 'Edit');
  const editing = dialogOf(page, 'Edit kiosk');
  await expect(editing.getByLabel('Code')).toHaveValue(hash);
  await expect(editing.getByLabel('Code')).toBeDisabled();
  await editing.getByLabel('Name').fill('East door');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'East door')).toContainText('By the lift');

  await act(page, 'East door', 'Delete');
  await dialogOf(page, 'Delete kiosk').getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'East door')).toBeVisible();
  await act(page, 'East door', 'Delete');
  await dialogOf(page, 'Delete kiosk').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('East door is deleted.')).toBeVisible();
  await expect(row(page, 'East door')).toHaveCount(0);
  await expect(tab(page, 'Offline')).toContainText('1');
});

test('commands reach online kiosks, and a kiosk that just went offline is reported', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  await seedKiosk(building, { name: 'South door', isOnline: true });
  await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  const page = await desk('company', { path: pathOf(building) });
  const sent = page.getByText('Message was sent');
  for (const entry of ['Update', 'Reboot']) {
    await act(page, 'South door', entry);
    await expect(sent).toBeVisible();
    await expect(sent).toBeHidden();
  }
  await page.getByRole('button', { name: 'Update all' }).click();
  const question = dialogOf(page, 'Update all kiosks');
  await question.getByRole('button', { name: 'Update all' }).click();
  await expect(sent).toBeVisible();
  await expect(question).toBeHidden();

  // Sends no event: the console must find out by itself.
  await building.db
    .updateTable('kiosk')
    .set({ is_online: false, channel_id: null })
    .where('company_id', '=', building.company.id)
    .execute();
  await act(page, 'South door', 'Reboot');
  await expect(page.getByText('This kiosk is not connected.')).toBeVisible();
  await expect(row(page, 'South door')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update all' })).toBeHidden();
  await tab(page, 'Offline').click();
  await menuOf(page, 'North door').click();
  for (const entry of ['Update', 'Reboot', 'Edit settings']) {
    await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeDisabled();
  }
});

test('finds a kiosk by 3 characters of its code, and Refresh loads changes without a live event', async ({
  desk,
  building,
  watch,
}) => {
  const north = await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  await seedKiosk(building, { name: 'South door', minutesAway: 5, comment: 'By the lift' });
  const page = await desk('company', { path: `${pathOf(building)}?tab=offline` });
  const search = page.getByRole('searchbox', { name: 'Search kiosks' });
  await expect(row(page, 'South door')).toBeVisible();
  await search.fill(north.hash.slice(0, 2));
  await expect(page.getByText('Type at least 3')).toBeVisible();
  await search.fill(north.hash.toLowerCase());
  await expect(row(page, 'South door')).toHaveCount(0);
  await expect(row(page, 'North door')).toBeVisible();
  await search.fill('the lift');
  await expect(row(page, 'South door')).toBeVisible();
  await expect(row(page, 'North door')).toHaveCount(0);
  await search.fill('');
  await seedKiosk(building, { name: 'West door', minutesAway: 5 });
  await expect(row(page, 'North door')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(page, 'West door')).toBeVisible();

  watch.allowRefusals(500);
  await page.clock.install();
  const lists = '**/api/v1/kiosks/company/*?*';
  await page.route(lists, (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  const stale = page.getByText('This list may be out of date. Trying again.');
  await expect(stale).toBeVisible();
  await page.unroute(lists);
  await page.clock.fastForward(10_000);
  await expect(stale).toBeHidden();
});

test('warns the second of two editors of a kiosk, and replaces the first edit after another save', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const kiosk = await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  const page = await desk('company', { path: `${pathOf(building)}?tab=offline` });
  await act(page, 'North door', 'Edit');
  const dialog = dialogOf(page, 'Edit kiosk');
  await dialog.getByLabel('Name').fill('Mine');
  await call(await as('superAdmin'), updateKiosk, {
    params: { kioskId: `${kiosk.id}` },
    body: { name: 'Theirs', comment: null },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/Theirs/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Mine')).toBeVisible();
});

test('shows at once that another desk enrolls and deletes a kiosk', async ({ as, desk, building }) => {
  const page = await desk('company', { path: `${pathOf(building)}?tab=offline` });
  const other = await as('partner');
  await expect(page.getByText('No kiosk is offline')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const params = { companyId: `${building.company.id}` };
  const body = { name: 'North door', hash: newHash(), comment: null };
  const { id } = await call(other, createKiosk, { params, body });
  await expect(row(page, 'North door')).toBeVisible();
  await call(other, deleteKiosk, { params: { kioskId: `${id}` } });
  await expect(row(page, 'North door')).toHaveCount(0);
});

test('enrolls a kiosk and uses its menu by keyboard, which skips disabled entries', async ({ desk, building }) => {
  await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  const page = await desk('company', { path: `${pathOf(building)}?tab=offline` });
  await menuOf(page, 'North door').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Details', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Delete kiosk').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menuOf(page, 'North door')).toBeFocused();

  await page.keyboard.press('n');
  await expect(dialogOf(page, 'Enroll a kiosk').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('South door');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newHash().toLowerCase());
  await page.keyboard.press('Enter');
  await expect(row(page, 'South door')).toContainText('Never connected');
});

test('the page opens on the tab that has kiosks, and both tabs share the search', async ({ desk, building }) => {
  await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  const page = await desk('company', { path: pathOf(building) });
  await expect(tab(page, 'Offline')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'North door')).toBeVisible();
  await tab(page, 'Online').click();
  await expect(page.getByText('No kiosk is online')).toBeVisible();
  await seedKiosk(building, { name: 'South door', isOnline: true });
  await page.reload();
  await expect(row(page, 'South door')).toBeVisible();
  await page.getByRole('searchbox').fill('north');
  await expect(page.getByText('Nothing found for “north”')).toBeVisible();
  await tab(page, 'Offline').click();
  await expect(page.getByRole('searchbox')).toHaveValue('north');
  await expect(row(page, 'North door')).toBeVisible();
});

test('a kiosk has a panel with its details and its events of 7 days, by keyboard and on a phone in the dark too', async ({
  desk,
  building,
}) => {
  const { db, company } = building;
  const { id, hash } = await seedKiosk(building, {
    name: 'North door',
    minutesAway: 5,
    appVersion: '2.1.0',
    comment: 'By the lift',
  });
  const events = [
    { kind: 'online', detail: null, minutesAgo: 1_500 },
    { kind: 'updated', detail: '2.1.0', minutesAgo: 60 },
    { kind: 'printedAgain', detail: null, minutesAgo: 30 },
    { kind: 'offline', detail: null, minutesAgo: 5 },
  ] as const;
  for (const { minutesAgo, ...event } of events) {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    await db
      .insertInto('kiosk_event')
      .values({ company_id: company.id, kiosk_id: id, at, ...event })
      .execute();
  }
  const page = await desk('company', { path: pathOf(building) });
  const name = page.getByRole('button', { name: 'North door', exact: true });
  await name.press('Enter');
  const panel = dialogOf(page, 'North door');
  for (const fact of [hash, '2.1.0', 'By the lift']) await expect(panel.getByText(fact, { exact: true })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  const texts = ['Offline', 'A visitor asked to print again: check the printer', 'Updated to 2.1.0', 'Online'];
  await expect(panel.getByRole('listitem')).toHaveText(texts.map((text) => new RegExp(`\\d\\d:\\d\\d${text}$`)));
  await expectAccessible(page, 'the panel');
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await act(page, 'North door', 'Details');
  await expect(panel.getByRole('listitem')).toHaveCount(4);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'the panel on a phone');
});
