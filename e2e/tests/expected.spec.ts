import type { Page, Route } from '@playwright/test';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const imported = ({ company }: Building) => `/company/${company.id}/visitors?tab=imported`;

test('checks in visitors selected on several pages, and names those who are already inside', async ({
  desk,
  as,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const guests = [];
  for (let index = 10; index < 22; index++)
    guests.push(await building.visitor({ name: `Guest ${index}`, expectedBy: building.aurora }));
  const page = await desk('reception', { path: imported(building) });
  // Titles, the title of the group, and a page.
  await expect(page.getByRole('row')).toHaveCount(12);
  await expect(page.getByRole('region', { name: 'Selected visitors' })).toBeHidden();
  const boxes = await page.getByRole('columnheader', { name: 'Select' }).boundingBox();
  expect(boxes?.width).toBeLessThan(80);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await select(page, 'Guest 20').check();
  await expect(page.getByText('11 selected.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(select(page, 'Guest 20')).not.toBeChecked();
  await expect(page.getByRole('main')).toBeFocused();

  await select(page, 'Guest 20').check();
  await page.getByRole('button', { name: 'Previous' }).click();
  await select(page, 'Guest 10').check();
  await select(page, 'Guest 11').check();
  await select(page, 'Guest 12').check();
  await call(page.request, deleteVisitor, { params: { visitorId: String(guests[2]?.id) } });
  await expect(page.getByText('3 selected.'), 'a deleted visitor makes the whole check-in fail').toBeVisible();
  await select(page, 'Guest 14').check();
  await expect(page.getByText('4 selected.')).toBeVisible();
  await call(await as('otherReception'), checkInExpected, { body: { ids: [guests[4]?.id ?? 0] } });
  await expect(page.getByText('3 selected.'), 'another desk was quicker').toBeVisible();
  // Simulates another desk while the live channel is down.
  await building.db
    .insertInto('visit')
    .columns(['company_id', 'visitor_id', 'tenant_id', 'name', 'company_name', 'phone'])
    .expression((query) =>
      query
        .selectFrom('visitor')
        .select((field) => [
          field.ref('company_id').as('c'),
          field.ref('id').as('v'),
          field.val(building.aurora.id).as('t'),
          'name',
          'company_name',
          'phone',
        ])
        .where('company_id', '=', building.company.id)
        .where('name', '=', 'Guest 11'),
    )
    .execute();
  const meanwhile = async (route: Route) => {
    await select(page, 'Guest 13').check();
    await route.continue();
  };
  await page.route('**/preregistered/checkin', meanwhile, { times: 1 });
  await page.getByRole('region', { name: 'Selected visitors' }).getByRole('button', { name: 'Check in' }).click();
  const conflicts = dialogOf(page, 'Not checked in');
  await expect(conflicts.getByRole('row').nth(1)).toContainText('Guest 11');
  await expect(conflicts.getByRole('row').nth(1)).toContainText('This visitor is already checked in.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(conflicts).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Current' })).toHaveAttribute('aria-selected', 'true');
  for (const name of ['Guest 10', 'Guest 11', 'Guest 20']) await expect(row(page, name)).toContainText('Now');
  await expect(page.getByRole('region', { name: 'Selected visitors' })).toBeHidden();
  await page.getByRole('tab', { name: 'Expected' }).click();
  await expect(page.getByText('1 selected.')).toBeVisible();
  await expect(select(page, 'Guest 13')).toBeChecked();
  await loseAnswer(page, '**/preregistered/checkin');
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(row(page, 'Guest 13')).toBeHidden();
  await expect(page.getByText('1 selected.'), 'after a lost answer the user can try again').toBeVisible();
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(page.getByText('Checked in: 1')).toBeVisible();
});

test('a tenant’s day: import, check-in, registration, edit and check-out of its visitors', async ({
  desk,
  building,
}) => {
  const { aurora, bryggen } = building;
  await building.visitor({ name: 'Liv Hauge', expectedBy: aurora, inside: bryggen });
  await building.visitor({ name: 'Nobody of ours', inside: bryggen });
  const page = await desk('tenant');
  await page.getByRole('link', { name: 'Visitors' }).click();
  await expect(page).toHaveURL(`/tenants/${aurora.id}/visitors`);
  await expect(page.getByRole('heading', { name: 'Visitors', level: 1 })).toBeVisible();
  const columns = ['Select', 'Name', 'Company', 'Phone', 'Tenant', 'Employee', 'Host', 'Since', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(columns, { useInnerText: true });
  await expect(row(page, 'Liv Hauge')).toContainText('Aurora Shipping');
  await expect(row(page, 'Nobody of ours')).toBeHidden();

  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const importing = dialogOf(page, 'Import visitors');
  await expect(importing.getByRole('combobox', { name: 'Tenant' })).toHaveCount(0);
  await importing.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('40012345;Åse Ødegård;Fjord AS\n40012346;Ola Dahl;Baltic Freight\n'),
  });
  await importing.getByRole('button', { name: 'Preview' }).click();
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing).toBeHidden();
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await select(page, 'Liv Hauge').uncheck();
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(page.getByText('Checked in: 2')).toBeVisible();
  await expect(select(page, 'Ola Dahl')).toBeDisabled();

  const dialog = await fillTenantDialog(page);
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Kari Vik is checked in.')).toBeVisible();
  await expect(row(page, 'Kari Vik')).toContainText('Aurora Shipping');

  await page.getByRole('button', { name: 'Check out Kari Vik' }).click();
  await expect(row(page, 'Kari Vik')).toContainText('Undo');
  await expect(row(page, 'Kari Vik')).toBeHidden({ timeout: 15_000 });
  await page.getByRole('searchbox').fill('Ola');
  await expect(page.getByRole('row')).toHaveText([/Name/, 'Inside', /Ola Dahl/]);
});

async function fillTenantDialog(page: Page) {
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  const dialog = dialogOf(page, 'Register visitor');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Aurora Shipping');
  await dialog.getByLabel('Phone').fill('40012347');
  await dialog.getByLabel('Name', { exact: true }).fill('Kari Vik');
  await dialog.getByLabel('Company', { exact: true }).fill('Vik AS');
  return dialog;
}

test('a check-in at the desk appears on the tenant’s screen', async ({ as, desk, building }) => {
  const { aurora } = building;
  const page = await desk('tenant', { path: `/tenants/${aurora.id}/visitors` });
  await expect(page.getByText('No visitors are expected')).toBeVisible();
  await call(await as('reception'), registerVisit, {
    body: {
      phone: '40012348',
      name: 'Matti Virtanen',
      companyName: 'Nordlys',
      tenantId: aurora.id,
      employeeId: null,
      shouldSaveData: false,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
  await expect(row(page, 'Matti Virtanen')).toBeVisible();
});

test('shows visitors as cards on a phone, and checks in a selected one by keyboard', async ({ desk, building }) => {
  await building.visitor({ name: 'Frida Nilsen', expectedBy: building.aurora });
  const page = await desk('reception', { path: imported(building), viewport: { width: 360, height: 740 } });
  await select(page, 'Frida Nilsen').focus();
  await page.keyboard.press('Space');
  const checkIn = page.getByRole('button', { name: 'Check in', exact: true });
  await expect(checkIn).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await checkIn.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Checked in: 1')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Frida Nilsen' })).toContainText('Now');
});
