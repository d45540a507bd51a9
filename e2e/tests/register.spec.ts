import { chooseVisiting, dialogOf, fillRegisterDialog, openRegisterDialog, row } from '../harness/screen.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { expect, test } from '../harness/test.ts';

test('a visitor registered with a host appears on the current tab', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/visitors?tab=all` });
  const dialog = await fillRegisterDialog(page, {
    phone: '450 12 345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: 'Aurora Shipping',
    employee: 'Kari Nordmann',
  });
  // A form must not read out all its fields when it opens.
  await expect(dialog).toHaveAccessibleDescription('');
  const found = "New visitor Visitor with this phone number wasn't found.";
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(found);
  await expect(dialog.getByLabel('Phone')).toHaveValue('+47 450 12 345');
  await expect(dialog.getByRole('status')).toContainText("Visitor with this phone number wasn't found.");
  const needed = dialog.locator('[aria-required="true"]');
  for (const label of ['Phone', 'Name', 'Company', 'Visiting'])
    await expect(needed.and(dialog.getByLabel(label, { exact: true }))).toBeVisible();
  await expect(needed).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Åse Ødegård is checked in.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Current' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(`/company/${building.company.id}/visitors`);
  for (const text of ['Havila Logistics', 'Aurora Shipping', 'Kari Nordmann', 'Now']) {
    await expect(row(page, 'Åse Ødegård')).toContainText(text);
  }
});

test('the lookup keeps typed input, and fills in the expecting tenant', async ({ desk, building }) => {
  await building.visitor({
    name: 'Frida Nilsen',
    companyName: 'Nilsen Rør',
    phone: '+4740012345',
    expectedBy: building.bryggen,
  });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Name', { exact: true }).fill('Frida N. Berg');
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByLabel('Company', { exact: true })).toHaveValue('Nilsen Rør');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Frida N. Berg');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Bryggen Architects');
});

test('a known number fills in its visitor, and a corrected number clears the wrong data', async ({
  desk,
  building,
}) => {
  await building.visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  const page = await desk('reception');
  const dialog = await fillRegisterDialog(page, { phone: '40012345', tenant: 'Aurora Shipping' });
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await dialog.getByLabel('Phone').fill('40012346');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Please enter a name.');
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await expect(dialog.getByLabel('Company', { exact: true })).toHaveValue('Havila Logistics');
  await chooseVisiting(dialog, 'Bryggen Architects');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(row(page, 'Åse Ødegård')).toContainText('Bryggen Architects');
});

test('marks missing fields and invalid phones, and focuses the first', async ({ desk, watch }) => {
  watch.allowRefusals(400);
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter a phone number\./);
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Please enter a name.');
  await expect(dialog.getByLabel('Company', { exact: true })).toHaveAccessibleDescription(
    'Please enter a company name.',
  );
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  await expect(visiting).toHaveAccessibleDescription('Please choose a tenant.');
  await expect(dialog.getByLabel('Phone')).toBeFocused();

  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog.getByText("Visitor with this phone number wasn't found.")).toBeVisible();
  await expect(visiting).toHaveAccessibleDescription('Please choose a tenant.');
  const phone = dialog.getByLabel('Phone');
  await phone.fill('');
  await phone.pressSequentially('a+4 7-b1 2');
  await expect(phone).toHaveValue('+4712');
  await phone.press('Tab');
  await expect(phone).toHaveAccessibleDescription(/This is not a valid phone number\./);
});

test('refuses a visitor inside, and warns about one who asked not to be stored', async ({ desk, building }) => {
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: building.aurora });
  const { id } = await building.visitor({ name: 'Liv Hauge', phone: '+4740012347' });
  const stopped = building.db.updateTable('visitor').set({ storage_stopped_at: new Date().toISOString() });
  await stopped.where('id', '=', id).execute();
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByRole('alert')).toContainText('This visitor is already checked in.');
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeDisabled();
  await dialog.getByLabel('Phone').fill('40012346');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeEnabled();
  await dialog.getByLabel('Phone').fill('40012347');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByText('Asked not to be remembered')).toBeVisible();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Liv Hauge');
});

test('a visitor checked in at another desk at the same time is refused, and the form says where they are', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const page = await desk('reception');
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: 'Aurora Shipping',
  });
  const notFound = dialog.getByText("Visitor with this phone number wasn't found.");
  await expect(notFound).toBeVisible();
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: building.bryggen });
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This visitor is already checked in.');
  await expect(dialog.getByRole('alert')).toContainText('At Bryggen Architects since');
  await expect(notFound).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Move to another tenant' })).toBeFocused();
});

test('when the network is lost on saving, the dialog stays, and a retry makes one visit', async ({
  desk,
  building,
  watch,
}) => {
  watch.allowNetworkLoss();
  const page = await desk('reception');
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: 'Aurora Shipping',
  });
  let attempts = 0;
  await page.route('**/visitors/register', async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    await expect(page.getByRole('cell', { name: 'Åse Ødegård' })).toBeVisible();
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No connection');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Åse Ødegård is checked in.')).toBeVisible();
  expect(attempts).toBe(2);
  const visits = await building.db
    .selectFrom('visit')
    .select('id')
    .where('company_id', '=', building.company.id)
    .execute();
  expect(visits).toHaveLength(1);
});

test('registers a visitor although the phone parser could not be loaded', async ({ desk, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('reception', {
    prepare: (context) => context.route('**/assets/phone-*.js', (route) => route.abort('connectionreset')),
  });
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: 'Aurora Shipping',
  });
  await expect(dialog.getByLabel('Phone')).toHaveValue('40012345');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Åse Ødegård is checked in.')).toBeVisible();
});

test('a double press makes one visit', async ({ desk, building }) => {
  const page = await desk('reception');
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: 'Aurora Shipping',
  });
  await dialog.getByRole('button', { name: 'Check in' }).dblclick();
  await expect(row(page, 'Åse Ødegård')).toBeVisible();
  const visits = await building.db
    .selectFrom('visit')
    .select('id')
    .where('company_id', '=', building.company.id)
    .execute();
  expect(visits).toHaveLength(1);
});

test('the dialog, also of an empty list, starts empty and asks before it discards text', async ({ desk }) => {
  const page = await desk('reception');
  const empty = page.getByRole('status').filter({ hasText: 'No visitors are checked in' });
  await empty.getByRole('button', { name: 'Register visitor' }).click();
  const dialog = dialogOf(page, 'Register visitor');
  await dialog.getByLabel('Name', { exact: true }).fill('Åse Ødegård');
  await page.keyboard.press('Escape');
  const discard = dialogOf(page, 'Discard your changes?');
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(discard).toHaveCount(0);
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Åse Ødegård');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await openRegisterDialog(page);
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('one field finds tenants and employees, sets both, and shows the tenant of the employee', async ({
  desk,
  building,
}) => {
  await building.employee(building.bryggen, { name: 'Nora Aurdal', email: 'nora@bryggen.test' });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  const options = page.getByRole('option');
  await expect(visiting).toHaveAttribute('placeholder', 'Select...');
  await visiting.click();
  await expect(options).toHaveText([
    'Aurora Shipping The tenant as a whole',
    'Bryggen Architects The tenant as a whole',
  ]);
  await visiting.fill('aur');
  await expect(options).toHaveText([
    'Aurora Shipping The tenant as a whole',
    'Nora Aurdal Bryggen Architects',
    'Kari Nordmann Aurora Shipping',
    'Ola Hansen Aurora Shipping',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(visiting).toHaveValue('Nora Aurdal, Bryggen Architects');
  await dialog.getByRole('button', { name: 'Clear Visiting' }).click();
  await expect(visiting).toHaveValue('');
  await visiting.fill('no such person');
  await expect(page.getByText('No options').filter({ visible: true })).toBeVisible();
  await visiting.fill('hansen');
  await page.keyboard.press('Enter');
  await expect(visiting).toHaveValue('Ola Hansen, Aurora Shipping');
  await dialog.getByLabel('Phone').fill('40012345');
  await dialog.getByLabel('Name', { exact: true }).fill('Åse Ødegård');
  await dialog.getByLabel('Company', { exact: true }).fill('Havila Logistics');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Åse Ødegård')).toContainText('Aurora Shipping');
  await expect(row(page, 'Åse Ødegård')).toContainText('Ola Hansen');
  await openRegisterDialog(page);
  await visiting.click();
  await expect(options.first()).toHaveText('Ola Hansen Aurora Shipping');
});

test('a user of a tenant chooses among the employees of that tenant', async ({ desk, building }) => {
  await building.employee(building.bryggen, { name: 'Nora Vik', email: 'nora@bryggen.test' });
  const page = await desk('tenant', { path: `/tenants/${building.aurora.id}/visitors` });
  const dialog = await openRegisterDialog(page);
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  await expect(visiting).toHaveValue('Aurora Shipping');
  await visiting.click();
  const own = ['Aurora Shipping The tenant as a whole', 'Kari Nordmann Aurora Shipping', 'Ola Hansen Aurora Shipping'];
  await expect(page.getByRole('option')).toHaveText(own);
  await page.getByRole('option', { name: 'Ola Hansen' }).click();
  await expect(visiting).toHaveValue('Ola Hansen, Aurora Shipping');
  await dialog.getByRole('button', { name: 'Clear Visiting' }).click();
  await expect(visiting).toHaveValue('Aurora Shipping');
});
