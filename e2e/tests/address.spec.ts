import type { Page, Route } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function twelve({ visitor, aurora }: Building) {
  for (let index = 1; index <= 12; index++) {
    const name = `Visitor ${String(index).padStart(2, '0')}`;
    await visitor({ name, companyName: index % 2 ? 'Odd Ltd' : 'Even Ltd', inside: aurora, minutesAgo: index });
  }
}

const shown = (page: Page) => page.locator('tbody strong');
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

test('a list has pages of ten or of a chosen size, and returns to the first page when a page becomes empty', async ({
  desk,
  building,
}) => {
  await twelve(building);
  const page = await desk('reception');
  await expect(shown(page)).toHaveCount(10);
  await expect(range(page)).toContainText('1–10 of 12');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(shown(page)).toHaveText(['Visitor 11', 'Visitor 12']);
  await expect(range(page)).toContainText('11–12 of 12');
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(shown(page)).toHaveCount(10);

  const rows = page.getByRole('combobox', { name: 'Rows per page' });
  await rows.selectOption('25');
  await expect(shown(page)).toHaveCount(12);
  await page.reload();
  await expect(shown(page)).toHaveCount(12);
  await expect(rows).toHaveValue('25');
  await rows.selectOption('10');

  await page.getByRole('button', { name: 'Next page' }).click();
  for (const name of ['Visitor 12', 'Visitor 11']) {
    await page.getByRole('button', { name: `Check out ${name}` }).click();
    await expect(row(page, name)).toContainText('Undo');
  }
  await expect(row(page, 'Visitor 01')).toBeVisible({ timeout: 15_000 });
  await expect(page).not.toHaveURL(/cursor/);
});

test('tab, search and page are in the address: a reload, back and forward, and another desk show them', async ({
  desk,
  building,
}) => {
  await twelve(building);
  await building.visitor({ name: 'Matti Virtanen', companyName: 'Elsewhere' });
  const page = await desk('reception');
  const search = page.getByRole('searchbox');
  await expect(shown(page)).toHaveCount(10);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page).toHaveURL(/\?tab=all$/);
  await expect(shown(page).first()).toHaveText('Matti Virtanen');
  await search.fill('ltd');
  await expect(range(page)).toContainText('1–10 of 12');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(shown(page)).toHaveText(['Visitor 11', 'Visitor 12']);

  await page.reload();
  await expect(shown(page)).toHaveText(['Visitor 11', 'Visitor 12']);
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(search).toHaveValue('ltd');

  await page.goBack();
  await expect(range(page)).toContainText('1–10 of 12');
  await expect(search).toHaveValue('ltd');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Current' })).toHaveAttribute('aria-selected', 'true');
  await expect(search).toHaveValue('');
  await page.goForward();
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(search).toHaveValue('ltd');
  const other = await desk('otherReception', { path: page.url() });
  await expect(other.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(other.getByRole('searchbox')).toHaveValue('ltd');
  await expect(range(other)).toContainText('1–10 of 12');
});

test('an address with an invalid page or search offers the whole list', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  await twelve(building);
  const list = `/company/${building.company.id}/visitors`;
  const page = await desk('reception', { path: `${list}?cursor=altered&from=10` });
  const startOver = async () => {
    await expect(page.getByRole('alert')).toContainText('This part of the list does not exist');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(shown(page)).toHaveCount(10);
    await expect(page).toHaveURL(/\/visitors$/);
  };
  await startOver();
  await page.goto(`${list}?search=%00`);
  await startOver();
});

test('leaving a list while a search starts is immediate and drops the search', async ({ desk, building }) => {
  const page = await desk('company');
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  // Longer than the search's debounce.
  const asLongAsASearch = (route: Route) => setTimeout(() => void route.continue(), 600);
  await page.route('**/assets/KiosksScreen*', asLongAsASearch);
  await page.getByRole('searchbox').fill('Havila');
  await page.getByRole('link', { name: 'Kiosks' }).click();
  await expect(page.getByRole('heading', { name: 'Kiosks' })).toBeVisible();
  await expect(page).toHaveURL(`/company/${building.company.id}/kiosks`);
});

test('a search includes letters typed at the moment when it starts', async ({ desk, building }) => {
  await building.visitor({ name: 'Nina Lie', inside: building.aurora });
  await building.visitor({ name: 'Nina Moe', inside: building.aurora });
  const page = await desk('reception');
  const search = page.getByRole('searchbox');
  // One letter before the address changes, one after.
  await search.evaluate((input: HTMLInputElement) => {
    const type = (letter: string) => {
      input.setRangeText(letter, input.value.length, input.value.length, 'end');
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const change = history.replaceState.bind(history);
    history.replaceState = (...to) => {
      history.replaceState = change;
      change(...to);
      type('m');
      setTimeout(type, 200, 'o');
    };
  });
  await search.fill('nina ');
  await expect(search).toHaveValue('nina mo');
  await expect(shown(page)).toHaveText(['Nina Moe']);
  await expect(page).toHaveURL(/search=nina\+mo$/);
});
