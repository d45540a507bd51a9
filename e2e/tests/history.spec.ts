import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import { dayThere } from '../../apps/server/src/testing/day.ts';
import type { Building } from '../harness/building.ts';
import { clearDay, typeDay, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

async function past(
  { db, company, visitor }: Building,
  {
    name,
    to,
    host,
    daysAgo,
  }: Pick<Parameters<Building['visitor']>[0], 'name' | 'host'> & {
    to: { id: number; name: string };
    daysAgo: number;
  },
) {
  const { id } = await visitor({ name, inside: to, host });
  const noon = Date.parse(`${day(daysAgo)}T12:00:00Z`);
  await db
    .updateTable('visit')
    .set({ checked_in_at: new Date(noon).toISOString(), checked_out_at: new Date(noon + 3_600_000).toISOString() })
    .where('company_id', '=', company.id)
    .where('visitor_id', '=', id)
    .execute();
}

async function seedPast(building: Building) {
  const { aurora, bryggen } = building;
  await past(building, { name: 'Åse Ødegård', to: aurora, host: aurora.kari, daysAgo: 2 });
  await past(building, { name: 'Matti Virtanen', to: aurora, host: aurora.ola, daysAgo: 3 });
  await past(building, { name: 'Frida Nilsen', to: bryggen, daysAgo: 20 });
}

const day = (daysAgo: number) => dayThere(Date.now(), -daysAgo);

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('filters past visits by days, tenant, host and words, keeps the filters over a reload, and clears them', async ({
  desk,
  building,
}) => {
  await seedPast(building);
  // More colleagues than one page of options, sorted before the host.
  const colleagues = Array.from({ length: 51 }, (_, index) =>
    building.employee(building.aurora, { name: `A ${index}`, email: `a${index}@aurora.test` }),
  );
  await Promise.all(colleagues);
  const page = await desk('reception');
  await page.getByRole('link', { name: 'History' }).click();
  const visits = page.getByRole('table', { name: 'Past visits' });
  await expect(visits.getByRole('row')).toHaveCount(4);
  await expect(row(page, 'Åse Ødegård')).toContainText('Kari Nordmann');
  await expectAccessible(page);

  const since = page.getByRole('group', { name: 'From day' });
  await expect(since).toHaveAccessibleDescription('Days begin and end at midnight where the building is.');
  await typeDay(page, 'From day', day(10));
  await expect(visits.getByRole('row')).toHaveCount(3);
  await choose(page, 'Tenant', 'Aurora Shipping');
  await page.getByRole('combobox', { name: 'Host' }).fill('Kari');
  await page.getByRole('option', { name: 'Kari Nordmann' }).click();
  await expect(visits.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/since=[\d-]+&tenant=\d+&host=\d+$/);
  await page.reload();
  await expect(visits.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Tenant' })).toHaveValue('Aurora Shipping');
  await expect(page.getByRole('combobox', { name: 'Host' })).toHaveValue('Kari Nordmann');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(visits.getByRole('row')).toHaveCount(4);
  await page.getByRole('searchbox').fill('frida');
  await expect(visits.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await typeDay(page, 'To day', day(100));
  await expect(page.getByText('No visit matches')).toBeVisible();
  await typeDay(page, 'From day', day(10));
  await expect(page.getByText('The last day is before the first.')).toBeVisible();
  await clearDay(page, 'To day');
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('Nothing found')).toBeVisible();
  const clearSearch = await page.getByRole('button', { name: 'Clear search' }).last().elementHandle();
  await page.getByRole('button', { name: 'Clear filters' }).evaluate((clearFilters, clearSearch) => {
    for (const button of [clearSearch, clearFilters]) if (button instanceof HTMLElement) button.click();
  }, clearSearch);
  await expect(visits.getByRole('row')).toHaveCount(4);
  await expect(page).toHaveURL(/\/history$/);
});

test('counts arrivals by day, hour and tenant, reads the chart by keyboard, and exports the visits to a file', async ({
  desk,
  building,
}) => {
  await seedPast(building);
  const page = await desk('company', { path: `/company/${building.company.id}/history?since=${day(10)}` });
  const arrivals = page.getByRole('region', { name: 'Arrivals' });
  await expect(arrivals.getByText('2 arrivals').first()).toBeVisible();
  await expect(arrivals.getByRole('row', { name: /Aurora Shipping 2/ })).toBeVisible();
  const days = arrivals.getByRole('slider', { name: 'Arrivals by day' });
  await days.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
  await expect(days).toHaveAttribute('aria-valuetext', `${day(2).split('-').toReversed().join('.')}: 1 arrival`);

  await expect(row(page, 'Matti Virtanen')).toBeVisible();
  const downloading = page.waitForEvent('download');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/export'))));
  await page.getByRole('button', { name: 'Export', exact: true }).evaluate((button) => {
    for (const detail of [1, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  });
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Åse Ødegård');
  expect(asked, 'a double press').toBe(1);

  await typeDay(page, 'From day', '2020-01-01');
  await expect(page.getByText('Arrivals are counted for up to 400 days.')).toBeVisible();
});

test('the user of a tenant sees the visits to the tenant, on a phone too', async ({ desk, building }) => {
  await seedPast(building);
  const { aurora } = building;
  const page = await desk('tenant', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(`/tenants/${aurora.id}/history`);
  const visits = page.getByRole('list', { name: 'Past visits' });
  await expect(visits.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('Frida Nilsen')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('shows the visits of today, 7 or 30 days with one click, and the number of visitors still inside', async ({
  desk,
  building,
}) => {
  await seedPast(building);
  await building.visitor({ name: 'Tuva Myhre', inside: building.aurora });
  const page = await desk('reception', { path: `/company/${building.company.id}/history` });
  const preset = (name: string) => page.getByRole('group', { name: 'Choose days' }).getByRole('button', { name });
  await expect(page.getByText('4 arrivals: 3 ended, 1 still inside.')).toBeVisible();
  await preset('7 days').press('Enter');
  await expect(preset('7 days')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('3 arrivals: 2 ended, 1 still inside.')).toBeVisible();
  await expect(row(page, 'Frida Nilsen')).toHaveCount(0);
  await preset('30 days').click();
  await expect(row(page, 'Frida Nilsen')).toBeVisible();
  await preset('Today').click();
  await expect(page.getByText('1 arrival: 0 ended, 1 still inside.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
