import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { chooseFile, clearDay, dialogOf, partsOf, typeDay } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const shown = (page: Page, label: string) =>
  partsOf(page, label)
    .allTextContents()
    .then((parts) => parts.join('.'));

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test('types, steps, chooses and clears a day by keyboard', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/history` });
  const parts = partsOf(page, 'From day');
  await page.getByRole('searchbox').focus();
  await expect(parts.first()).toBeVisible();
  await parts.first().focus();
  // A separator completes a part early.
  await page.keyboard.type('3.2.2026');
  await expect(page).toHaveURL(/since=2026-02-03$/);
  await expect.poll(() => shown(page, 'From day')).toBe('03.02.2026');
  await parts.first().focus();
  await press(page, 'ArrowUp', 'ArrowRight', 'ArrowDown');
  await expect(page).toHaveURL(/since=2026-01-04$/);
  await press(page, 'Tab', 'Tab', 'Enter');
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('button', { name: / 4 January 2026/ })).toBeFocused();
  await expectAccessible(page, 'a calendar');
  await press(page, 'ArrowDown', 'Enter');
  await expect(calendar).toHaveCount(0);
  await expect(page).toHaveURL(/since=2026-01-11$/);
  await typeDay(page, 'To day', '2026-01-20');
  await press(page, 'Alt+ArrowDown');
  await expect(calendar.getByRole('button', { name: / 10 January 2026/ })).toBeDisabled();
  await expect(calendar.getByRole('button', { name: / 11 January 2026/ })).toBeEnabled();
  await press(page, 'Escape');
  await expect(calendar).toHaveCount(0);
  await expect(page).toHaveURL(/since=2026-01-11&until=2026-01-20$/);
  await clearDay(page, 'From day');
  await expect(page).toHaveURL(/history\?until=2026-01-20$/);
  const year = partsOf(page, 'To day').last();
  await year.focus();
  await press(page, 'Backspace', 'Backspace', 'Backspace', 'Backspace');
  await page.getByRole('searchbox').focus();
  await expect(page).toHaveURL(/history$/);
  await expect.poll(() => shown(page, 'To day')).toBe('dd.mm.yyyy');
});

test('chooses a day by touch in a window of 360 px, in dark mode and at double text size', async ({
  desk,
  building,
}) => {
  const page = await desk('company', {
    path: `/company/${building.company.id}/history?since=2026-02-03`,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const field = page.getByRole('group', { name: 'From day' });
  await field.getByRole('button').tap();
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('button', { name: / 3 February 2026/ })).toBeInViewport();
  await expectAccessible(page, 'a calendar on a phone');
  const box = await calendar.getByRole('button', { name: / 14 February 2026/ }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await page.screenshot({ path: test.info().outputPath('calendar.png') });
  await calendar.getByRole('button', { name: / 14 February 2026/ }).tap();
  await expect(page).toHaveURL(/since=2026-02-14$/);
  await page.setViewportSize({ width: 320, height: 400 });
  await field.getByRole('button').tap();
  await calendar.getByRole('button', { name: / 28 February 2026/ }).tap();
  await expect(page).toHaveURL(/since=2026-02-28$/);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('steps an amount with the arrow keys within its bounds, and submits it with Enter', async ({ desk }) => {
  const page = await desk('superAdmin');
  await page.getByRole('link', { name: 'Licenses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  await press(page, 'n');
  const creating = dialogOf(page, 'Create folder');
  await creating.getByLabel('Name').fill('A folder of fields');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add keys' }).first().click();
  const adding = dialogOf(page, 'Add keys');
  const amount = adding.getByLabel('Amount');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('1');
  await press(page, 'ArrowDown');
  await expect(amount).toHaveValue('1');
  await press(page, 'ArrowUp', 'ArrowUp');
  await expect(amount).toHaveValue('3');
  await expectAccessible(page);
  await page.keyboard.type('x');
  await expect(amount).toHaveValue('3');
  await press(page, 'Backspace', '2', 'Enter');
  await expect(amount).toHaveValue('2');
});

test('takes a file dropped with the mouse or chosen by keyboard', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors` });
  await page.getByRole('button', { name: 'Import from CSV' }).click();
  const dialog = dialogOf(page, 'Import visitors');
  const choose = dialog.getByRole('button', { name: 'Choose a file' });
  const zone = dialog.getByText('Drop a CSV file here');
  const file = test.info().outputPath('people.csv');
  await writeFile(file, '40012345;Åse Ødegård;Fjord AS\n');

  const drag = await dragOver(page, zone, file);
  await expect(dialog.locator('[data-drop-target]')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('drop-zone.png') });
  await drag.drop();
  await expect(dialog.getByText('Chosen: people.csv')).toBeVisible();
  await expect(dialog.locator('[data-drop-target]')).toHaveCount(0);
  await expectAccessible(page);

  const another = test.info().outputPath('others.csv');
  await writeFile(another, '40012346;Liv Berg;Fjord AS\n');
  await choose.focus();
  await chooseFile(page, () => press(page, 'Enter'), another);
  await expect(dialog.getByText('Chosen: others.csv')).toBeVisible();
});

async function dragOver(page: Page, element: ReturnType<Page['getByText']>, file: string) {
  const browser = await page.context().newCDPSession(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  await send('dragEnter');
  await send('dragOver');
  return { drop: () => send('drop') };
}
