import { password } from '../harness/building.ts';
import {
  chooseMore,
  chooseVisiting,
  dialogOf,
  fillRegisterDialog,
  openRegisterDialog,
  row,
  userMenu,
} from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.setTimeout(120_000);

test('a receptionist receives, finds, corrects, lists and says goodbye to visitors', async ({
  page,
  desk,
  building,
  watch,
}) => {
  // The live channel may open while the session ends.
  watch.allowRefusals(401);
  const { visitor, aurora, company, users } = building;
  await visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  await visitor({ name: 'Frida Nilsen', companyName: 'Nilsen Rør', phone: '+4740012346', expectedBy: aurora });

  await test.step('signs in', async () => {
    await page.goto('/');
    await page.getByLabel('E-mail').fill(users.reception);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('No visitors are checked in')).toBeVisible({ timeout: 15_000 });
  });
  const colleague = await desk('otherReception');

  await test.step('checks in a known visitor by phone alone', async () => {
    const dialog = await fillRegisterDialog(page, {
      phone: '40012345',
      tenant: 'Aurora Shipping',
      employee: 'Kari Nordmann',
    });
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(row(page, 'Åse Ødegård')).toContainText('Kari Nordmann');
    await expect(row(colleague, 'Åse Ødegård')).toBeVisible();
  });

  await test.step('checks in an expected visitor at the expecting tenant', async () => {
    const dialog = await openRegisterDialog(page);
    await dialog.getByLabel('Phone').fill('40012346');
    await dialog.getByLabel('Phone').press('Tab');
    await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Aurora Shipping');
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(row(page, 'Frida Nilsen')).toBeVisible();
  });

  await test.step('checks in a new visitor', async () => {
    const dialog = await fillRegisterDialog(page, {
      phone: '40012347',
      name: 'Tomas Wisniewski',
      companyName: 'Baltic Freight',
      tenant: 'Bryggen Architects',
    });
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(row(page, 'Tomas Wisniewski')).toContainText('Bryggen Architects');
    await expect(page.getByRole('tab')).toHaveText(['Current 3', 'Expected 0', 'All 3']);
  });

  await test.step('corrects the name', async () => {
    await chooseMore(page, 'Tomas Wisniewski', 'Edit');
    const dialog = dialogOf(page, 'Edit visitor');
    await dialog.getByLabel('Name', { exact: true }).fill('Tomasz Wiśniewski');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Tomasz Wiśniewski')).toBeVisible();
    await expect(row(colleague, 'Tomasz Wiśniewski')).toBeVisible();
  });

  await test.step('adds a new employee to a tenant, and checks in a visitor for them', async () => {
    await page.getByRole('link', { name: 'Tenants' }).click();
    await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
    await page.getByRole('button', { name: 'Add employee' }).click();
    const employee = dialogOf(page, 'Add employee to Bryggen Architects');
    await employee.getByLabel('Name').fill('Nora Vik');
    await employee.getByLabel('E-mail').fill('nora@bryggen.test');
    await employee.getByRole('button', { name: 'Save' }).click();
    await expect(employee).toBeHidden();
    await page.getByRole('link', { name: 'Visitors' }).click();
    const dialog = await openRegisterDialog(page);
    await dialog.getByLabel('Phone').fill('40012348');
    await dialog.getByLabel('Name', { exact: true }).fill('Wei Chen');
    await dialog.getByLabel('Company', { exact: true }).fill('Harbour Optics');
    await chooseVisiting(dialog, 'Nora Vik');
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(row(page, 'Wei Chen')).toContainText('Nora Vik');
  });

  await test.step('sees the check-out by a colleague, and checks out the other visitors', async () => {
    await colleague.getByRole('button', { name: 'Check out Wei Chen' }).click();
    await page.mouse.move(0, 0);
    await expect(row(page, 'Wei Chen')).toBeHidden();
    for (const name of ['Tomasz Wiśniewski', 'Frida Nilsen', 'Åse Ødegård']) {
      await page.getByRole('button', { name: `Check out ${name}` }).click();
      await expect(row(page, name)).toContainText('Undo');
    }
    await expect(page.getByText('No visitors are checked in')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('tab')).toHaveText(['Current 0', 'Expected 0', 'All 4']);
  });

  await test.step('deletes a visitor on request, and logs out', async () => {
    await page.getByRole('tab', { name: 'All' }).click();
    await chooseMore(page, 'Wei Chen', 'Delete');
    await dialogOf(page, 'Delete visitor').getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, 'Wei Chen')).toBeHidden();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
  });

  const left = await building.db
    .selectFrom('visitor')
    .select('name')
    .where('company_id', '=', company.id)
    .orderBy('name')
    .execute();
  expect(left.map(({ name }) => name)).toEqual(['Frida Nilsen', 'Tomasz Wiśniewski', 'Åse Ødegård']);
});
