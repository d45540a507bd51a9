import type { Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

async function open(page: Page, tenant: string) {
  await page.getByRole('button', { name: `Employees of ${tenant}` }).click();
  return page.getByRole('table', { name: `Employees of ${tenant}` });
}

const path = ({ company }: Building) => `/company/${company.id}/tenants`;

test('adds an employee with a name and an e-mail address or a phone', async ({ desk, building }) => {
  const page = await desk('reception', { path: path(building) });
  await page.getByRole('button', { name: 'Employees of Bryggen Architects' }).click();
  await expect(page.getByText('There are no employees yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = dialogOf(page, 'Add employee to Bryggen Architects');
  await dialog.getByLabel('Phone').fill('400 12 345');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Please enter a name.');
  await dialog.getByLabel('Name').fill('Nora Vik');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nora Vik is added.')).toBeVisible();
  const employee = page.getByRole('table', { name: 'Employees of Bryggen Architects' }).getByRole('row').last();
  await expect(employee).toContainText('Nora Vik');
  await expect(employee).toContainText(/\+47 ?400 ?12 ?345|\+4740012345/);
  await expect(page.getByRole('row').filter({ hasText: '1 employee' }).first()).toContainText('Bryggen Architects');
});

test('marks the invalid fields of an employee', async ({ desk, building, watch }) => {
  watch.allowRefusals(400, 409);
  const page = await desk('reception', { path: path(building) });
  await open(page, 'Aurora Shipping');
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = dialogOf(page, 'Add employee to Aurora Shipping');
  const email = dialog.getByLabel('E-mail');
  const phone = dialog.getByLabel('Phone');
  const save = dialog.getByRole('button', { name: 'Save' });

  await dialog.getByLabel('Name').fill('Nora Vik');
  await save.click();
  await expect(email).toHaveAccessibleDescription('Please enter an e-mail address or a phone number.');
  await expect(phone).toHaveAccessibleDescription(/Please enter an e-mail address or a phone number\./);
  await email.fill('nora');
  await save.click();
  await expect(email).toHaveAccessibleDescription('Please enter a correct e-mail address.');
  await email.fill('');
  await phone.fill('12');
  await save.click();
  await expect(phone).toHaveAccessibleDescription(/This is not a valid phone number\./);
  await phone.fill('45011102');
  await email.fill('KARI@aurora.test');
  await save.click();
  await expect(email).toHaveAccessibleDescription('Already in use for another employee.');
  await expect(phone).toHaveAccessibleDescription(/Already in use for another employee\./);
  await expect(dialog.getByLabel('Name')).toHaveValue('Nora Vik');
});

test('edits an employee, shows the photo beside a long name, and deletes the employee after a confirmation', async ({
  desk,
  building,
}) => {
  const page = await desk('reception', { path: path(building) });
  const employees = await open(page, 'Aurora Shipping');
  await page.getByRole('button', { name: 'Edit Kari Nordmann' }).click();
  const editing = dialogOf(page, 'Edit employee');
  await expect(editing.getByRole('button', { name: 'Save' })).toBeDisabled();
  const name = 'Wolfeschlegelsteinhausenbergerdorff Maximiliana Konstantinopolitanska';
  await editing.getByLabel('Name').fill(name);
  await editing.getByLabel('E-mail').fill(`${'somebody-'.repeat(6)}@bryggen.example.test`);
  await editing.getByLabel('Phone').fill('');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  await page.mouse.move(0, 0);
  const employee = employees.getByRole('row').filter({ hasText: name });
  await expect(employee.getByRole('cell').nth(0)).toHaveText('');
  const words = await employee.getByText(name).boundingBox();
  const face = await employee.locator('[data-initials]').boundingBox();
  expect(face?.y).toBeGreaterThanOrEqual(words?.y ?? 0);
  expect((face?.x ?? 0) + (face?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0);

  await page.getByRole('button', { name: 'Delete Ola Hansen' }).click();
  const deleting = dialogOf(page, 'Delete employee');
  await expect(deleting).toContainText('Delete Ola Hansen from Aurora Shipping?');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Ola Hansen is deleted.')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(employees.getByRole('row')).toHaveCount(2);
});

test('refuses to delete an employee with a visitor, and to edit or delete one from a directory', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const { aurora, employee, visitor } = building;
  await visitor({ name: 'Åse Ødegård', inside: aurora, host: aurora.kari });
  await employee(aurora, { name: 'Sigurd Aas', email: 'sigurd@aurora.test', idFromService: 'azure-1' });
  const page = await desk('reception', { path: path(building) });
  const employees = await open(page, 'Aurora Shipping');
  const synchronized = employees.getByRole('row').filter({ hasText: 'Sigurd Aas' });
  await expect(synchronized).toContainText('From the directory');
  await expect(synchronized.getByRole('button', { name: /^Edit/ })).toBeDisabled();
  await expect(synchronized.getByRole('button', { name: /^Delete/ })).toBeDisabled();

  await page.getByRole('button', { name: 'Delete Kari Nordmann' }).click();
  const dialog = dialogOf(page, 'Delete employee');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('An employee currently has a visit.');
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(employees).toContainText('Kari Nordmann');
});
