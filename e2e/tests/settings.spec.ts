import type { Page } from '@playwright/test';
import { setCompanyPreferences } from '@vestibule/contract/accounts/company-edit.ts';
import { changeTenantSettings, getTenantSettings } from '@vestibule/contract/building/settings.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { choose, chooseVisiting, dialogOf, openRegisterDialog, userMenu } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ company }: Building) => `/company/${company.id}/settings`;
const ownPathOf = ({ aurora }: Building) => `/tenants/${aurora.id}/settings`;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const wifi = (page: Page) => page.getByLabel('Wi-Fi information');
const unsaved = (page: Page) => dialogOf(page, 'Discard your changes?');

async function ownSettings({ db, company, aurora }: Building) {
  const settings = { company_id: company.id, tenant_id: aurora.id, country_code: 'NO' };
  await db.insertInto('tenant_settings').values(settings).execute();
  await db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', aurora.id).execute();
}

test('changes and saves every setting, and shows it after a reload', async ({ desk, building }) => {
  const page = await desk('company');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const form = page.locator('form');
  await expect(save(page)).toBeDisabled();
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type('+46');
  await page.getByRole('option', { name: 'Sweden, +46 (SE)' }).click();
  await choose(form, 'SMS to employees', 'Svenska (se)');
  await page.getByLabel('Send e-mail to employees').uncheck();
  await choose(form, 'Language of e-mails', 'Norsk');
  await choose(form, 'Time for a host to answer an arrival', 'No answer needed');
  await page.getByLabel('Offer to print a badge').check();
  await page.getByLabel('Offer to print a parking badge').check();
  await page.getByLabel('Text of the parking badge').fill('Level P2');
  await page.getByLabel('Confirm the check-in by SMS').check();
  await choose(form, 'Language of confirmations', 'Polski');
  await page.getByLabel('Send the Wi-Fi details by SMS').check();
  await wifi(page).fill('Network: Guest\nPassword: on the wall');
  await page.getByLabel('Remind guests the day before').check();
  await page.getByLabel('Ask visitors who stay longer than planned').check();
  await choose(form, 'SMS about deliveries', 'Deutsch');
  await page.getByRole('radio', { name: 'After 24 hours' }).check();
  await page.getByLabel('Text', { exact: true }).fill('Welcome.');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('stockholm');
  await page.getByRole('option', { name: 'Europe/Stockholm' }).click();
  await choose(form, 'Badge paper', 'A6 sheet');
  await choose(form, 'Automatic check-out', '22:00');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Sweden, +46 (SE)');
  await expect(page.getByRole('combobox', { name: 'SMS to employees' })).toHaveValue('Svenska (se)');
  await expect(page.getByLabel('Send e-mail to employees')).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Language of e-mails' })).toHaveValue('Norsk');
  await expect(page.getByRole('button', { name: 'Time for a host to answer' })).toHaveText('No answer needed');
  await expect(page.getByLabel('Remind guests the day before')).toBeChecked();
  await expect(page.getByLabel('Ask visitors who stay longer than planned')).toBeChecked();
  await expect(page.getByLabel('Offer to print a badge')).toBeChecked();
  await expect(page.getByLabel('Offer to print a parking badge')).toBeChecked();
  await expect(page.getByLabel('Text of the parking badge')).toHaveValue('Level P2');
  await expect(page.getByLabel('Confirm the check-in by SMS')).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Language of confirmations' })).toHaveValue('Polski');
  await expect(page.getByLabel('Send the Wi-Fi details by SMS')).toBeChecked();
  await expect(wifi(page)).toHaveValue('Network: Guest\nPassword: on the wall');
  await expect(page.getByRole('combobox', { name: 'SMS about deliveries' })).toHaveValue('Deutsch');
  await expect(page.getByRole('radio', { name: 'After 24 hours' })).toBeChecked();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Welcome.');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Stockholm');
  await expect(page.getByRole('button', { name: 'Badge paper' })).toHaveText('A6 sheet');
  await expect(page.getByRole('combobox', { name: 'Automatic check-out' })).toHaveValue('22:00');
  await choose(page.locator('form'), 'SMS to employees', 'Do not send');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  const query = building.db.selectFrom('tenant_settings').select('sms_language_to_employee');
  expect(await query.where('company_id', '=', building.company.id).execute()).toEqual([
    { sms_language_to_employee: null },
  ]);
});

test('a link, the back button and logging out ask before they discard unsaved changes', async ({ desk, building }) => {
  const page = await desk('company');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await wifi(page).fill('Guest');
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await expect(unsaved(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(unsaved(page)).toBeHidden();
  await expect(wifi(page)).toHaveValue('Guest');
  await page.goBack();
  await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(pathOf(building));
  await expect(unsaved(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await unsaved(page).getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tenants' })).toBeVisible();
  await page.goBack();
  await expect(wifi(page)).toHaveValue('');

  await wifi(page).fill('Guest');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await unsaved(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(wifi(page)).toHaveValue('Guest');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await unsaved(page).getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test('the browser asks before a reload discards unsaved changes, and not after a save or an undo', async ({
  desk,
  building,
}) => {
  const page = await desk('company', { path: pathOf(building) });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await wifi(page).fill('Guest');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await wifi(page).fill('Guest');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(wifi(page)).toHaveValue('');
  await wifi(page).fill('Guest');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await expect(page).toHaveURL(/\/tenants$/);
  expect(asked).toHaveLength(1);
});

test('the second of two users who save sees the changes of the first, and saves both', async ({
  as,
  desk,
  building,
  watch,
}) => {
  watch.allowRefusals(409);
  const first = await as('company');
  const { id: companyId } = building.company;
  const params = { companyId: String(companyId) };
  const page = await desk('superAdmin', { path: pathOf(building) });
  await wifi(page).fill('Second');
  await choose(page.locator('form'), 'Badge paper', 'A6 sheet');
  const { id, ...before } = await call(first, getTenantSettings, { query: params });
  const body = { ...before, enablePrintBadgeOption: true, wifiInfo: 'First' };
  await call(first, changeTenantSettings, { params: { settingsId: String(id) }, body });
  const preferences = { badgePaper: 'label4x6', autoCheckOutAt: '22:00' } as const;
  await call(first, setCompanyPreferences, { params, body: preferences });
  await save(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this. Reload and try again.' });
  const theirs = 'Offer to print a badge, Wi-Fi information, Badge paper, Automatic check-out';
  await expect(notice).toContainText(`They changed: ${theirs}.`);
  await expect(notice).toContainText(
    'You also changed Wi-Fi information, Badge paper. Saving again replaces their changes.',
  );
  await expect(page.getByLabel('Offer to print a badge')).toBeChecked();
  await expect(wifi(page)).toHaveValue('Second');
  await call(first, setCompanyPreferences, { params, body: { badgePaper: 'label62mm' } });
  await save(page).click();
  await expect(notice).toContainText('You also changed Badge paper. Saving again replaces their changes.');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Badge paper' })).toHaveText('A6 sheet');
  await expect(page.getByRole('combobox', { name: 'Automatic check-out' })).toHaveValue('22:00');
  await expect(page.getByLabel('Offer to print a badge')).toBeChecked();
  await expect(wifi(page)).toHaveValue('Second');
});

test('text typed during a save stays unsaved', async ({ desk, building }) => {
  const page = await desk('company', { path: pathOf(building) });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/tenant_settings/*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByLabel('Text of the parking badge').fill('Level P2');
  await save(page).click();
  await wifi(page).fill('Network: Guest');
  answer.resolve();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await expect(wifi(page)).toHaveValue('Network: Guest');
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(wifi(page)).toHaveValue('Network: Guest');
  await expect(page.getByLabel('Text of the parking badge')).toHaveValue('Level P2');
});

test('marks the field that the server refused', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  const page = await desk('company', { path: pathOf(building) });
  await page.route('**/tenant_settings/*', async (route) => {
    const body = changeTenantSettings.body.parse(route.request().postDataJSON());
    await route.continue({ postData: { ...body, wifiInfo: 'x'.repeat(201) } });
  });
  await wifi(page).fill('Guest');
  await save(page).click();
  await expect(wifi(page)).toHaveAccessibleDescription(/At most 200 characters\. At most 200 characters\./);
  await expect(wifi(page)).toBeFocused();
  await expect(save(page)).toBeEnabled();
});

test('marks a text in which a tenant wrote an address', async ({ desk, building, watch }) => {
  watch.allowRefusals(400);
  await ownSettings(building);
  const page = await desk('tenant', { path: ownPathOf(building) });
  await wifi(page).fill('Password: hei@fjord.no');
  await save(page).click();
  await expect(wifi(page)).toHaveAccessibleDescription(/Please remove what looks like a web or e-mail address/);
});

test('a tenant edits its custom settings once they are on, and can shorten but not lengthen the retention', async ({
  desk,
  building,
}) => {
  const page = await desk('tenant', { path: ownPathOf(building) });
  await expect(page.getByText('A company admin can turn on own settings for it.')).toBeVisible();
  await expect(save(page)).toBeHidden();
  await ownSettings(building);
  await page.reload();
  await expect(page.getByText('Aurora Shipping').last()).toBeVisible();
  await expect(page.getByLabel('Delete visitor data automatically')).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'After 3 months' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeHidden();
  await page.getByRole('radio', { name: 'After 1 week' }).check();
  await wifi(page).fill('Ours');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'After 1 month' })).toBeDisabled();
  const ofCompany = building.db.selectFrom('tenant_settings').select(['wifi_info', 'gdpr_handling']);
  const unchanged = ofCompany.where('company_id', '=', building.company.id).where('tenant_id', 'is', null);
  expect(await unchanged.execute()).toEqual([{ wifi_info: null, gdpr_handling: 'deletedAfter1month' }]);
});

test('a partner edits the settings of a company, but not those of its building', async ({ desk, building }) => {
  const page = await desk('partner', { path: pathOf(building) });
  await wifi(page).fill('By the partner');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Building' })).toBeHidden();
});

test('the registration reads a phone with the country of the company, and says if the tenant stores no data', async ({
  desk,
  building,
}) => {
  const { db, company, aurora, bryggen } = building;
  await ownSettings(building);
  const own = db.updateTable('tenant_settings').set({ gdpr_handling: 'noInfoSaved' });
  await own.where('company_id', '=', company.id).where('tenant_id', '=', aurora.id).execute();
  const settings = db.updateTable('tenant_settings').set({ country_code: 'SE' });
  await settings.where('company_id', '=', company.id).where('tenant_id', 'is', null).execute();
  const page = await desk('reception');
  const dialog = await openRegisterDialog(page);
  await dialog.getByLabel('Phone').fill('0701234567');
  await dialog.getByLabel('Phone').press('Tab');
  await expect(dialog.getByLabel('Phone')).toHaveValue('+46 701 234 567');
  await chooseVisiting(dialog, aurora.name);
  const box = dialog.getByLabel('Remember this visitor');
  await expect(box).toHaveAccessibleDescription(/^No effect here/);
  await chooseVisiting(dialog, bryggen.name);
  await expect(box).not.toHaveAccessibleDescription(/./);
});

test('the settings work on a phone, also beside the offline message', async ({ desk, building, watch }) => {
  watch.allowNetworkLoss();
  const page = await desk('company', { path: pathOf(building), viewport: { width: 360, height: 740 } });
  await page.getByLabel('Text of the parking badge').focus();
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Tab');
  await expect(wifi(page)).toBeFocused();
  const [field, button] = [await wifi(page).boundingBox(), await save(page).boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0), 'above the sticky footer').toBeLessThan(button?.y ?? 0);
  await wifi(page).fill('Guest');
  await save(page).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  await wifi(page).fill('Guest 2');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await save(page).click();
  const failed = page.getByText('No connection. Nothing was lost');
  await expect(failed).toBeVisible();
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(wifi(page)).toHaveValue('Guest');
  await expect(failed).toBeHidden();
});
