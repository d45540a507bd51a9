import type { Locator, Page } from '@playwright/test';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { chooseMore, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function people({ visitor, aurora, bryggen }: Building) {
  await visitor({
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    phone: '+4740012345',
    inside: aurora,
    host: aurora.kari,
    minutesAgo: 75,
  });
  await visitor({ name: 'Tomasz Wiśniewski', companyName: 'Baltic Freight', inside: bryggen, minutesAgo: 12 });
  await visitor({ name: 'Liv Hauge', companyName: 'Bergen Kommune', inside: aurora, minutesAgo: 3 });
  await visitor({ name: 'Frida Nilsen', companyName: 'Nilsen Rør', expectedBy: aurora });
  await visitor({ name: 'Matti Virtanen', companyName: 'Suomen Hissi' });
}

const names = (page: Page | Locator) => page.getByRole('rowheader').locator('strong');

test('each tab shows its visitors, their number, and the actions of the reception', async ({ desk, building }) => {
  await people(building);
  const page = await desk('reception');
  await expect(page.getByRole('tab')).toHaveText(['Current 3', 'Expected 1', 'All 5']);
  await expect(names(page)).toHaveText(['Liv Hauge', 'Tomasz Wiśniewski', 'Åse Ødegård']);
  await page.getByRole('tab', { name: 'Expected' }).click();
  await expect(names(page.getByRole('tabpanel', { name: 'Expected 1' }))).toHaveText(['Frida Nilsen']);
  await expect(row(page, 'Frida Nilsen')).toContainText('Aurora Shipping');
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(names(page)).toHaveText([
    'Åse Ødegård',
    'Frida Nilsen',
    'Liv Hauge',
    'Matti Virtanen',
    'Tomasz Wiśniewski',
  ]);
  await expect(page.getByRole('button', { name: 'Check out Åse Ødegård' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Check in Matti Virtanen' })).toBeEnabled();
  await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(5);
  const entry = (name: string) => page.getByRole('menuitem', { name });
  await page.getByRole('button', { name: 'More for Åse Ødegård' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Check out', 'Messages', 'Edit', 'Delete']);
  await expect(entry('Check out')).toBeEnabled();
  await expect(entry('Delete')).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Matti Virtanen' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Check out', 'Edit', 'Delete']);
  await expect(entry('Check out')).toBeDisabled();
  await expect(entry('Delete')).toBeEnabled();
});

test('a row shows visitor, host, time as dd.MM.yyyy and HH:mm, and phone', async ({ desk, building }) => {
  await people(building);
  const page = await desk('reception');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Company',
    'Phone',
    'Tenant',
    'Employee',
    'Employee phone',
    'Since',
    /Actions|^$/,
  ]);
  const visit = row(page, 'Åse Ødegård');
  await expect(visit.getByRole('rowheader')).toHaveText('Åse Ødegård');
  const cells = visit.getByRole('cell');
  await expect(cells.nth(0)).toHaveText('Havila Logistics');
  await expect(cells.nth(1)).toHaveText(/^\+47 ?400 ?12 ?345$/);
  await expect(cells.nth(2)).toHaveText('Aurora Shipping');
  await expect(cells.nth(3)).toHaveText('Kari Nordmann');
  await expect(cells.nth(4)).toHaveText(/^\+47 ?450 ?11 ?101$/);
  await expect(cells.nth(5)).toContainText('1 h 15 min');
  await visit.getByRole('time').hover();
  const moment = new Date(Date.now() - 75 * 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const oslo = new Date(moment.toLocaleString('en-US', { timeZone: 'Europe/Oslo' }));
  const day = [two(oslo.getDate()), two(oslo.getMonth() + 1), oslo.getFullYear()].join('.');
  await expect(page.getByText(new RegExp(`${day} \\d\\d:\\d\\d`)).first()).toBeVisible();
});

test('a search begins at three characters, finds names, companies and phones whatever the accents, and can be cleared', async ({
  desk,
  building,
}) => {
  await people(building);
  const page = await desk('reception');
  const search = page.getByRole('searchbox', { name: 'Search name, company or phone' });
  await expect(names(page)).toHaveCount(3);
  await search.fill('li');
  await expect(page.getByText('Type at least 3 characters')).toBeVisible();
  await expect(names(page)).toHaveCount(3);
  await search.fill('liv');
  await expect(names(page)).toHaveText(['Liv Hauge']);
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible();
  await search.fill('nobody at all');
  await expect(page.getByText('Nothing found for “nobody at all”')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Clear search' }).click();
  await expect(names(page)).toHaveCount(3);
  await expect(search).toHaveValue('');
  await page.getByRole('tab', { name: 'All' }).click();
  for (const [words, found] of [
    ['odegard', 'Åse Ødegård'],
    ['WISN', 'Tomasz Wiśniewski'],
    ['nilsen ror', 'Frida Nilsen'],
    ['0012345', 'Åse Ødegård'],
  ] as const) {
    await search.fill(words);
    await expect(names(page)).toHaveText([found]);
  }
});

test('shows why a list could not be loaded, and retries', async ({ desk, building, watch }) => {
  watch.allowNetworkLoss();
  await people(building);
  let isDown = true;
  const page = await desk('reception', {
    prepare: async (context) => {
      await context.clock.install();
      await context.route('**/api/v1/visitors/company/**', (route) => (isDown ? route.abort() : route.continue()));
      // Opens a channel without messages.
      await context.routeWebSocket('**', () => {});
    },
  });
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded', { timeout: 10_000 });
  await expect(page.getByRole('alert')).toContainText('No connection');
  await page.getByRole('button', { name: 'Try again' }).focus();
  isDown = false;
  await page.clock.fastForward(5_000);
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  await expect(page.getByRole('main'), 'the focus is lost with the button').toBeFocused();
  await building.visitor({ name: 'Ola Vik', inside: building.aurora });
  await page.clock.fastForward(300_000);
  await expect(row(page, 'Ola Vik')).toBeVisible();
});

test('Check out in the menu asks first, and removes the visitor from the current tab', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  watch.allowRefusals(409);
  await people(building);
  const page = await desk('reception');
  const dialog = dialogOf(page, 'Check out');
  await chooseMore(page, 'Åse Ødegård', 'Check out');
  await expect(dialog).toHaveAccessibleDescription(/^Check out Åse Ødegård\?/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Åse Ødegård')).toBeVisible();

  await loseAnswer(page, '**/check_out');
  await chooseMore(page, 'Åse Ødegård', 'Check out');
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No connection.');
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Åse Ødegård is checked out.')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(names(page)).toHaveText(['Liv Hauge', 'Tomasz Wiśniewski']);
  await expect(page.getByRole('tab')).toHaveText(['Current 2', 'Expected 1', 'All 5']);
});

test('the dialog shows that another desk checked the visitor out first', async ({ as, desk, building, watch }) => {
  watch.allowRefusals(409);
  const { id: visitorId } = await building.visitor({ name: 'Åse Ødegård', inside: building.aurora });
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=all` });
  await chooseMore(page, 'Åse Ødegård', 'Check out');
  const dialog = dialogOf(page, 'Check out');
  await expect(dialog).toBeVisible();
  await call(await as('otherReception'), checkOutVisitor, { params: { visitorId: String(visitorId) } });
  await expect(page.getByRole('tab', { name: 'Current 0' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This visitor is not checked in.');
  await expect(dialog.getByRole('button', { name: 'Check out' })).toBeHidden();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'More for Åse Ødegård' })).toBeFocused();
});

test('a known visitor’s data can be edited, and a used or invalid phone is marked', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(400, 409);
  await people(building);
  const page = await desk('reception');
  await chooseMore(page, 'Åse Ødegård', 'Edit');
  const dialog = dialogOf(page, 'Edit visitor');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await dialog.getByLabel('Name', { exact: true }).fill('Åse Øvergård');
  await dialog.getByLabel('Company', { exact: true }).fill('Havila');
  await save.click();
  const toasts = page.getByRole('status').filter({ hasText: 'Åse Øvergård is saved.' });
  await expect(toasts).toHaveAttribute('aria-atomic', 'false');
  const edit = page.getByRole('button', { name: 'More for Åse Øvergård' });
  await expect(edit).toBeFocused();
  await toasts.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(edit).toBeFocused();
  await expect(row(page, 'Åse Øvergård')).toContainText('Havila');
  await expect(row(page, 'Åse Øvergård')).toContainText('Kari Nordmann');
  await chooseMore(page, 'Liv Hauge', 'Edit');
  const phone = dialog.getByLabel('Phone');
  await phone.fill('400 12 345');
  await save.click();
  await expect(phone).toHaveAccessibleDescription(/A visitor with this phone number already exists\./);
  await expect(phone).toBeFocused();
  await phone.fill('12');
  await save.click();
  await expect(phone).toHaveAccessibleDescription(/This is not a valid phone number\./);
  await dialog.getByLabel('Name', { exact: true }).fill('');
  await save.click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Please enter a name.');
});

test('neither of two concurrent edits is lost without a warning', async ({ as, desk, building, watch }) => {
  watch.allowRefusals(409);
  const visitor = { name: 'Åse Ødegård', companyName: 'Havila' };
  const { id } = await building.visitor({ ...visitor, phone: '+4740012345', inside: building.aurora });
  const page = await desk('reception');
  await chooseMore(page, 'Åse Ødegård', 'Edit');
  const dialog = dialogOf(page, 'Edit visitor');
  await dialog.getByLabel('Company', { exact: true }).fill('Hurtigruten');
  const params = { visitorId: String(id) };
  await call(await as('otherReception'), updateVisitor, { params, body: { ...visitor, phone: '40054321' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('It now says “Åse Ødegård, Havila, +4740054321”.')).toBeVisible();
  await dialog.getByLabel('Phone').fill('40054321');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Åse Ødegård')).toContainText(/Hurtigruten.*\+47 ?400 ?54 ?321/);
});

test('a deletion asks first, and removes the visitor from every list', async ({ desk, building }) => {
  await people(building);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=all` });
  await chooseMore(page, 'Matti Virtanen', 'Delete');
  const dialog = dialogOf(page, 'Delete visitor');
  await expect(dialog).toContainText('Delete Matti Virtanen');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Matti Virtanen is deleted.')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(names(page)).toHaveText(['Åse Ødegård', 'Frida Nilsen', 'Liv Hauge', 'Tomasz Wiśniewski']);
  await expect(page.getByRole('tab')).toHaveText(['Current 3', 'Expected 1', 'All 4']);
});

test('a long word breaks, leaves the actions of its row visible, and fits its dialog', async ({ desk, building }) => {
  await people(building);
  const { name } = await building.visitor({
    name: 'W'.repeat(120),
    companyName: '😀'.repeat(60),
    inside: building.aurora,
  });
  const page = await desk('reception');
  await expect(page.getByRole('button', { name: 'Check out Liv Hauge' })).toBeInViewport({ ratio: 1 });
  await chooseMore(page, name, 'Check out');
  const text = dialogOf(page, 'Check out').getByText(name);
  await expect(text).toBeVisible();
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
