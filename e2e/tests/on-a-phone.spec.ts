import type { Page } from '@playwright/test';
import { login } from '@vestibule/contract/accounts/session.ts';
import { password } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { chooseVisiting, dialogOf, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

function overflow(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

test('shows visitors as cards that fit the window', async ({ desk, building }) => {
  const { visitor, employee, aurora } = building;
  await visitor({
    name: 'Christopher Alexander Montgomery-Fitzwilliam',
    companyName: 'Royal Institution of Chartered Surveyors',
    inside: aurora,
    host: await employee(aurora, { name: 'Kari Nordmann', phone: '+4915123456789' }),
  });
  await visitor({ name: 'Åse Ødegård', inside: aurora });
  const page = await desk('reception');
  const card = page
    .getByRole('list', { name: 'Visitors, Current' })
    .getByRole('listitem')
    .filter({ hasText: 'Montgomery' });
  await expect(card).toContainText('Royal Institution of Chartered Surveyors');
  await expect(card).toContainText('Kari Nordmann');
  await expect(page.getByRole('table')).toBeHidden();
  expect(await overflow(page)).toBe(0);
  const buttons = await card.getByRole('button').all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await overflow(page)).toBe(0);
  const host = await card.getByText('Kari Nordmann').boundingBox();
  const edge = await card.boundingBox();
  expect((host?.x ?? 0) + (host?.width ?? 0)).toBeLessThan((edge?.x ?? 0) + (edge?.width ?? 0));
  const tabs = await page.getByRole('tab').all();
  const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  // Landscape is too narrow for a table with touch targets.
  await page.setViewportSize({ width: 667, height: 375 });
  await expect(card).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 768, height: 1024 });
  const checkOut = page.getByRole('table').getByRole('button', { name: 'Check out Åse Ødegård' });
  expect((await checkOut.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  expect(await overflow(page)).toBe(0);
  for (const width of [834, 1000]) {
    await page.setViewportSize({ width, height: 1194 });
    expect(await overflow(page)).toBe(0);
  }
});

function brokenWords(page: Page) {
  return page.getByRole('table').evaluate((table) => {
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      for (const { 0: word, index } of (texts.currentNode.nodeValue ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test('breaks no word of a name or company on a tablet, in portrait and beside the sidebar', async ({
  desk,
  building,
}) => {
  const host = { name: 'Konstantinos Papadimitriou', phone: '+4740440099' };
  const inside = await building.tenant('Advokatfirmaet Nord');
  await building.visitor({
    name: 'Aleksandra Wojciechowska',
    companyName: 'Transportselskapet Vest',
    inside,
    host: await building.employee(inside, host),
    minutesAgo: 102,
  });
  const page = await desk('reception', { viewport: { width: 768, height: 1024 } });
  await expect(page.getByRole('table')).toContainText('Wojciechowska');
  for (const width of [768, 810, 834, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    expect(await overflow(page)).toBe(0);
    expect(await brokenWords(page), `at ${width} px`).toEqual([]);
  }
  await expect(page.getByRole('columnheader').first()).toHaveText('Name · Company · Phone');
});

test('registers a visitor on a phone, and closes the navigation drawer after a link', async ({ desk }) => {
  const page = await desk('reception');
  await page.getByRole('button', { name: 'Register visitor' }).first().tap();
  const dialog = dialogOf(page, 'Register visitor');
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Name', { exact: true }).fill('Åse Ødegård');
  await dialog.getByLabel('Company', { exact: true }).fill('Havila Logistics');
  await chooseVisiting(dialog, 'Aurora Shipping');
  expect(await overflow(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Check in' }).tap();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Åse Ødegård' })).toContainText(
    'Aurora Shipping',
  );
  await expect(dialog).toHaveCount(0);

  await expect(page.getByRole('link', { name: 'Tenants' })).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).tap();
  await expect(userMenu(page)).toBeVisible();
  await page.getByRole('link', { name: 'Tenants' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tenants' })).toBeHidden();
  expect(await overflow(page)).toBe(0);
});

test('shows five visitors at 390 px, and filters them by tenant from the menu', async ({ desk, building }) => {
  const { visitor, aurora, bryggen } = building;
  for (const name of ['Liv Hauge', 'Wei Chen', 'Ida Johansen', 'Ola Vik']) await visitor({ name, inside: aurora });
  await visitor({ name: 'Åse Ødegård', inside: bryggen, minutesAgo: 90 });
  const page = await desk('reception', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const cards = page.getByRole('list', { name: 'Visitors, Current' }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  const last = await cards.last().boundingBox();
  const register = await page.getByRole('button', { name: 'Register visitor' }).boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(register?.y ?? 0);

  const menu = page.getByRole('button', { name: 'More actions' });
  const choice = page.getByRole('combobox', { name: 'Filter by tenant' });
  await menu.tap();
  await page.getByRole('menuitem', { name: 'Filter by tenant' }).tap();
  await expect(choice).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.tap();
  await page.getByRole('menuitem', { name: 'Filter by tenant' }).tap();
  await page.getByRole('option', { name: 'Bryggen Architects' }).tap();
  await expect(cards).toHaveText([/Åse Ødegård/]);
  await page.getByRole('button', { name: 'Show all tenants' }).tap();
  await expect(cards).toHaveCount(5);
});

test('a tenant opens to its employees', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Employees of Aurora Shipping' }).tap();
  await expect(page.getByRole('list', { name: 'Employees of Aurora Shipping' })).toContainText('kari@aurora.test');
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Rename Bryggen Architects' }).tap();
  const keep = page.getByRole('button', { name: 'Keep the old name' });
  const [save, cancel] = [
    await page.getByRole('button', { name: 'Save the name' }).boundingBox(),
    await keep.boundingBox(),
  ];
  expect(cancel?.y).toBe(save?.y);
  await keep.tap();
  // The touch target is larger than the switch.
  const toggle = page.getByRole('switch', { name: 'Own settings for Bryggen Architects' });
  await toggle.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await toggle.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height + 8);
  await expect(toggle).toBeChecked();
  const link = await page.getByRole('link', { name: 'Bryggen Architects', exact: true }).boundingBox();
  expect(link?.height).toBeGreaterThanOrEqual(40);
  const { db, bryggen } = building;
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
  await db.updateTable('tenant').set({ name }).where('id', '=', bryggen.id).execute();
  await page.goto(`/tenants/${bryggen.id}`);
  await expect(page.getByRole('link', { name: `Visitors of ${name}` })).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.goto(`/tenants/${bryggen.id}/users`);
  const back = await page.getByRole('main').getByRole('link', { name: 'Tenants' }).boundingBox();
  expect(back?.height).toBeLessThanOrEqual(48);
  await page.goto(`/company/${building.company.id}/kiosks`);
  const refresh = await page.getByRole('button', { name: 'Refresh' }).boundingBox();
  expect(refresh?.width).toBeLessThanOrEqual(48);
});

test('phone keyboards capitalize partner codes and no typed confirmation', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/tenants` });
  await page.getByRole('button', { name: 'Actions for Aurora Shipping' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  const word = dialogOf(page, 'Delete tenant').getByLabel('Type "remove" to confirm');
  await expect(word).toHaveAttribute('autocapitalize', 'none');
  await page.goto(`/company/${building.company.id}/partners`);
  await page.getByRole('button', { name: 'Add partner' }).first().tap();
  await expect(page.getByLabel('Partner code')).toHaveAttribute('autocapitalize', 'characters');
});

test('no screen is wider than the window', async ({ page, building }) => {
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await call(page.request, login, { body: { email: building.users.partner, password } });
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.getByRole('link', { name: 'Back to homepage' }).tap();
  await expect(page.getByRole('link', { name: `Manage ${building.company.name}` })).toBeVisible();
  expect(await overflow(page)).toBe(0);
});
