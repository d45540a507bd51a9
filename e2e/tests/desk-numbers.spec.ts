import type { Page } from '@playwright/test';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const hour = 3_600_000;

async function expecting(
  { db, visitor, aurora }: Building,
  name: string,
  at: number | null,
  companyName = 'Elektro Vest',
) {
  const { id } = await visitor({ name, companyName, expectedBy: aurora });
  await db
    .updateTable('visitor')
    .set({ expected_at: at === null ? null : new Date(at), expected_employee_id: aurora.kari.id })
    .where('id', '=', id)
    .execute();
}

const number = (page: Page, name: string) => page.getByRole('group', { name: 'Today' }).getByRole('button', { name });
const names = (page: Page) => page.getByRole('rowheader').locator('strong');

test('each of the four live numbers filters the list, keeps the filter in the address, and removes it when pressed again', async ({
  as,
  desk,
  building,
}) => {
  const { visitor, aurora, bryggen } = building;
  await visitor({ name: 'Liv Hauge', inside: bryggen });
  const { id } = await visitor({ name: 'Wei Chen', inside: aurora, minutesAgo: 1 });
  await expecting(building, 'Rasmus Mikkelsen', null);
  await expecting(building, 'Aoife Murphy', Date.now() + 48 * hour);
  const page = await desk('reception');
  await expect(number(page, 'Inside')).toHaveText(/Inside\s*2\s*in 2 tenants/);
  await expect(number(page, 'Inside')).toHaveAttribute('aria-pressed', 'true');
  await expect(number(page, 'Expected today')).toHaveText(/1/);
  await expect(number(page, 'Left today')).toHaveText(/0/);
  await expectAccessible(page);

  await call(await as('otherReception'), checkOutVisitor, { params: { visitorId: String(id) } });
  await expect(number(page, 'Left today')).toHaveText(/1\s*Last \d\d:\d\d/);
  await number(page, 'Left today').click();
  await expect(page).toHaveURL(/tab=all&only=leftToday/);
  await expect(names(page)).toHaveText(['Wei Chen']);
  await expect(row(page, 'Wei Chen')).toContainText(/Left \d\d:\d\d/);
  await page.reload();
  await expect(names(page)).toHaveText(['Wei Chen']);
  await number(page, 'Left today').press('Enter');
  await expect(page).not.toHaveURL(/only/);
  await expect(names(page)).toHaveCount(4);

  await number(page, 'Expected today').click();
  await expect(page.getByRole('tab', { name: 'Expected' })).toHaveAttribute('aria-selected', 'true');
  await expect(names(page)).toHaveText(['Rasmus Mikkelsen']);
  await number(page, 'Expected today').click();
  await expect(names(page)).toHaveText(['Rasmus Mikkelsen', 'Aoife Murphy']);
  await number(page, 'Needs attention').click();
  await expect(page.getByText('No one needs attention')).toBeVisible();
  await page.getByRole('button', { name: 'Show all visitors' }).click();
  await expect(names(page)).toHaveCount(4);
  await page.goBack();
  await expect(number(page, 'Needs attention')).toHaveAttribute('aria-pressed', 'true');
});

test('expected visitors have groups, host and time, and Check in opens the completed form', async ({
  desk,
  building,
}) => {
  const now = Date.now();
  await expecting(building, 'Aoife Murphy', now + 48 * hour);
  await expecting(building, 'Per Iversen', now - 48 * hour);
  await expecting(building, 'Rasmus Mikkelsen', null);
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=imported` });
  await expect(page.getByRole('row')).toHaveText([
    /^Select/,
    'Today',
    /Rasmus Mikkelsen.*Kari Nordmann.*Any time/,
    'Later',
    /Aoife Murphy.*Kari Nordmann.*\d\d\.\d\d\.\d{4} \d\d:\d\d/,
    'Earlier',
    /Per Iversen/,
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check in Rasmus Mikkelsen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register visitor' });
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Rasmus Mikkelsen');
  await dialog.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Check out Rasmus Mikkelsen' })).toBeVisible();
});

test('sorts the list by its column titles and filters it by tenant, by keyboard', async ({ desk, building }) => {
  const { visitor, aurora, bryggen } = building;
  await visitor({ name: 'Liv Hauge', companyName: 'Bergen Kommune', inside: bryggen, minutesAgo: 9 });
  await visitor({ name: 'Wei Chen', companyName: 'Zeta', inside: aurora, minutesAgo: 5 });
  await visitor({ name: 'Ida Johansen', companyName: 'Alfa', inside: aurora, minutesAgo: 1 });
  const page = await desk('reception');
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(names(page)).toHaveText(['Ida Johansen', 'Wei Chen', 'Liv Hauge']);
  await expect(header('Since')).toHaveAttribute('aria-sort', 'ascending');
  await header('Company').first().getByRole('button').press('Enter');
  await expect(names(page)).toHaveText(['Ida Johansen', 'Liv Hauge', 'Wei Chen']);
  await expect(header('Company')).toHaveAttribute('aria-sort', 'ascending');
  await header('Company').getByRole('button').press('Enter');
  await expect(names(page)).toHaveText(['Wei Chen', 'Liv Hauge', 'Ida Johansen']);
  await expect(header('Company')).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(names(page)).toHaveText(['Wei Chen', 'Liv Hauge', 'Ida Johansen']);

  await page.getByRole('button', { name: 'Filter by tenant: All tenants' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter by tenant' })).toBeFocused();
  await page.keyboard.type('brygg');
  await expect(page.getByRole('option')).toHaveText(['Bryggen Architects']);
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Liv Hauge']);
  await expect(page.getByRole('button', { name: 'Filter by tenant: Bryggen Architects' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`tenant=${bryggen.id}`));
  await page.getByRole('button', { name: 'Show all tenants' }).click();
  await expect(names(page)).toHaveCount(3);
});

test('a high window shows the next expected visitors', async ({ desk, building }) => {
  await building.visitor({ name: 'Liv Hauge', inside: building.aurora });
  await expecting(building, 'Rasmus Mikkelsen', null);
  const page = await desk('reception', { viewport: { width: 1440, height: 900 } });
  const next = page.getByRole('region', { name: 'Expected next' });
  await expect(next).toContainText('Rasmus Mikkelsen');
  await expect(next).toContainText('Kari Nordmann');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(next).toBeHidden();
});

test('the screen moves little while it loads', async ({ desk, building }) => {
  await building.visitor({ name: 'Liv Hauge', inside: building.aurora, host: building.aurora.kari });
  await expecting(building, 'Rasmus Mikkelsen', null);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await desk('reception', { viewport });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shift = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0);
        const { dataset } = document.documentElement;
        dataset['shift'] = String(Number(dataset['shift'] ?? 0) + shift);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await expect(page.getByText('Liv Hauge')).toBeVisible();
    await expect(number(page, 'Inside')).toContainText('1');
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThanOrEqual(0.05);
  }
});

test('on a phone five visitors are visible above the button that registers', async ({ desk, building }) => {
  for (let index = 0; index < 8; index++) {
    const host = building.aurora.kari;
    await building.visitor({ name: `Visitor ${index}`, inside: building.aurora, host, minutesAgo: 8 - index });
  }
  const page = await desk('reception', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const register = page.getByRole('button', { name: 'Register visitor' });
  await expect(register).toBeInViewport({ ratio: 1 });
  await expect(number(page, 'Inside')).toContainText('8');
  const top = (await register.boundingBox())?.y ?? 0;
  const card = page.getByRole('listitem').filter({ hasText: 'Visitor 3' });
  await expect(card).toContainText(/Havila Logistics.*Kari Nordmann/);
  const box = await card.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'More for Visitor 3' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
});
