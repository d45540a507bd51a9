import { expectAccessible } from '../harness/accessible.ts';
import { dialogOf, fillRegisterDialog, openRegisterDialog, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('looks up a complete number in the focused field, and moves the focus to the next step', async ({
  desk,
  building,
}) => {
  await building.visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  await building.visitor({ name: 'Frida Nilsen', phone: '+4740012346', expectedBy: building.bryggen });
  await building.visitor({ name: 'Liv Hauge', phone: '+4740012347', inside: building.aurora });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const phone = dialog.getByLabel('Phone');
  const name = dialog.getByLabel('Name', { exact: true });
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  const notice = dialog.locator('[data-outcome]');
  const place = async () => ({ y: (await name.boundingBox())?.y, height: (await notice.boundingBox())?.height });
  const before = await place();
  expect(before.height).toBe(64);
  const type = async (number: string, outcome: string) => {
    await phone.focus();
    await phone.fill('');
    await page.keyboard.type(number, { delay: 20 });
    await expect(notice).toHaveAttribute('data-outcome', outcome);
    expect(await place()).toEqual(before);
  };

  await type('40012349', 'new');
  await expect(name).toBeFocused();
  await expect(phone).toHaveValue('+47 400 12 349');
  await type('40012345', 'known');
  await expect(visiting).toBeFocused();
  await page.keyboard.press('Escape');
  await type('40012347', 'inside');
  await expect(dialog.getByRole('button', { name: 'Move to another tenant' })).toBeFocused();
  await type('+4740012346', 'expected');
  await expect(notice).toContainText('Bryggen Architects');
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Frida Nilsen')).toContainText('Bryggen Architects');
});

test('makes one lookup for each complete number, and ignores a late answer for an earlier number', async ({
  desk,
  building,
}) => {
  await building.visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  await building.visitor({ name: 'Matti Virtanen', companyName: 'Nokka', phone: '+4740012346' });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const phones: (string | null)[] = [];
  const late = Promise.withResolvers<void>();
  await page.route('**/phone_lookup?*', async (route) => {
    const phone = new URL(route.request().url()).searchParams.get('phone');
    phones.push(phone);
    if (phone === '40012345') await late.promise;
    await route.continue();
  });
  await expect(dialog.getByLabel('Phone')).toBeFocused();
  await page.keyboard.type('40012345', { delay: 20 });
  await expect.poll(() => phones).toEqual(['40012345']);
  await expect(dialog.getByText('Looking up the number')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('6');
  const name = dialog.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Matti Virtanen');
  const answered = page.waitForResponse((response) => response.url().includes('40012345'));
  late.resolve();
  await answered;
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toBeFocused();
  await expect(name).toHaveValue('Matti Virtanen');
  await expect(dialog.getByLabel('Company', { exact: true })).toHaveValue('Nokka');
  expect(phones).toEqual(['40012345', '40012346']);
});

test('finds a known visitor by name, and fills in the phone', async ({ desk, building }) => {
  await building.visitor({ name: 'Åse Ødegård', companyName: 'Havila Logistics', phone: '+4740012345' });
  await building.visitor({ name: 'Frida Nilsen', companyName: 'Nilsen Rør', expectedBy: building.bryggen });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const name = dialog.getByRole('combobox', { name: 'Name' });
  await name.click();
  await page.keyboard.type('Ås');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('e');
  await expect(page.getByRole('option')).toHaveText(['Åse Ødegård Havila Logistics, +47 400 12 345']);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Phone')).toHaveValue('+47 400 12 345');
  await expect(dialog.getByLabel('Company', { exact: true })).toHaveValue('Havila Logistics');
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toBeFocused();

  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  const suggestion = page.getByRole('option', { name: 'Frida' });
  // Leaving the list keeps the text. Enter without a chosen visitor submits the form, which has no host yet.
  for (const key of ['Escape', 'Tab', 'Enter']) {
    await name.fill('');
    await name.fill('nilsen');
    await expect(suggestion).toBeVisible();
    await page.keyboard.press(key);
    await expect(suggestion).toHaveCount(0);
    await expect(name).toHaveValue('nilsen');
  }
  await expect(visiting).toBeFocused();
  await expect(visiting).toHaveAccessibleDescription('Please choose a tenant.');

  await name.fill('Frida N');
  await suggestion.click();
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toHaveValue('Bryggen Architects');
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Frida Nilsen')).toContainText('Bryggen Architects');
});

test('checks out a visitor who is inside, or moves the visitor to another tenant', async ({ desk, building }) => {
  const { aurora } = building;
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: aurora, host: aurora.kari });
  await building.visitor({ name: 'Liv Hauge', companyName: 'Hauge AS', phone: '+4740012347', inside: aurora });
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('40012345');
  await expect(dialog.getByRole('alert')).toContainText(/At Aurora Shipping since \d\d:\d\d, with Kari Nordmann\./);
  await expect(dialog.getByLabel('Name', { exact: true })).toBeDisabled();
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  await expect(visiting).toHaveValue('Kari Nordmann, Aurora Shipping');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(visiting).toBeFocused();
  await expect(visiting).toHaveValue('');
  await expect(dialog.getByText('Check-in ends the visit at Aurora Shipping.')).toBeVisible();
  await page.keyboard.type('bryg');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(row(page, 'Åse Ødegård')).toContainText('Bryggen Architects');
  await expect(row(page, 'Åse Ødegård')).toHaveCount(1);

  await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('40012347');
  await dialog.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByText('Liv Hauge is checked out.')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeEnabled();
  await expect(row(page, 'Liv Hauge')).toHaveCount(0);
});

test('shows after the check-in whether the host was notified', async ({ desk, building }) => {
  const { aurora, db, company } = building;
  const page = await desk('reception');
  const register = async (phone: string, name: string, host: string) => {
    const visit = { phone, name, companyName: 'Havila Logistics', tenant: aurora.name, employee: host };
    const dialog = await fillRegisterDialog(page, visit);
    await dialog.getByRole('button', { name: 'Check in' }).click();
    return page.getByRole('status').filter({ hasText: `${name} is checked in.` });
  };
  await expect(await register('40012345', 'Åse Ødegård', 'Kari Nordmann')).toContainText(
    /E-mail (sent to Kari Nordmann|to Kari Nordmann is being sent)\./,
  );
  const settings = db.updateTable('tenant_settings').set({ enable_email_to_employee: false });
  await settings.where('company_id', '=', company.id).execute();
  await expect(await register('40012346', 'Liv Hauge', 'Ola Hansen')).toContainText(
    'No message goes to Ola Hansen: call +47 450 11 102.',
  );
});

test('names a host who was not reached, with the number to call', async ({ desk, building }) => {
  const page = await desk('reception');
  // There is no SMS provider.
  const settings = building.db.updateTable('tenant_settings');
  await settings
    .set({ enable_email_to_employee: false, sms_language_to_employee: 'en' })
    .where('company_id', '=', building.company.id)
    .execute();
  const dialog = await fillRegisterDialog(page, {
    phone: '40012345',
    name: 'Åse Ødegård',
    companyName: 'Havila Logistics',
    tenant: building.aurora.name,
    employee: 'Kari Nordmann',
  });
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Kari Nordmann was not reached: call +47 450 11 101.')).toBeVisible();
});

test('keeps and marks a name that is too long', async ({ desk }) => {
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const name = dialog.getByLabel('Name', { exact: true });
  const long = 'Christopher '.repeat(11).trim();
  await name.fill(long);
  await expect(name).toHaveValue(long);
  await expect(name).toHaveAccessibleDescription('At most 120 characters.');
  await name.fill(long.slice(0, 120));
  await expect(name).toHaveAccessibleDescription('');
});

test('on a slow network Enter waits for the search and chooses its first result', async ({ desk }) => {
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  const visiting = dialog.getByRole('combobox', { name: 'Visiting' });
  await visiting.click();
  await expect(page.getByRole('option')).toHaveCount(2);
  const arrival = Promise.withResolvers<void>();
  await page.route('**/destinations?*', (route) => arrival.promise.then(() => route.continue()));
  await page.keyboard.type('ola');
  await page.keyboard.press('Enter');
  await expect(visiting).toHaveValue('ola');
  arrival.resolve();
  await expect(visiting).toHaveValue('Ola Hansen, Aurora Shipping');
});

test('the form fits a screen of 360 px, and its lists stay in sight', async ({ desk, building }) => {
  await building.visitor({ name: 'Christopher Alexander Montgomery-Fitzwilliam', phone: '+4740012345' });
  const page = await desk('reception', { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Register visitor' }).first().click();
  const dialog = dialogOf(page, 'Register visitor');
  await dialog.getByRole('combobox', { name: 'Name' }).fill('christopher');
  await expect(page.getByRole('option')).toBeVisible();
  await page.getByRole('option').click();
  await expect(dialog.getByRole('combobox', { name: 'Visiting' })).toBeFocused();
  await expect(page.getByRole('option').first()).toBeInViewport();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Check in' }).click();
  await expect(dialog).toBeHidden();
});
