import { expectAccessible } from '../harness/accessible.ts';
import { loseAnswer } from '../harness/lose-answer.ts';
import { expect, test } from '../harness/test.ts';

test('previews unsaved messages and the badge in each language, and sends a test', async ({
  desk,
  building,
  watch,
}) => {
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  await page.getByLabel('Wi-Fi information').fill('Network: Lobby');
  await page.getByLabel('Offer to print a badge').check();
  await page.getByRole('button', { name: 'Preview messages' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Badge and messages' });
  await expect(dialog.getByText('Network: Lobby')).toBeVisible();
  await expect(dialog.frameLocator('iframe[title="Badge"]').getByText('Astrid Solheim')).toBeVisible();
  const arrival = dialog.frameLocator('iframe[title="Arrival, E-mail"]');
  await expect(arrival.getByRole('heading', { name: 'Astrid Solheim is here to see you' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Language').selectOption('de');
  await expect(dialog.getByText(/Deutsch/).nth(1)).toBeVisible();
  const confirmation = dialog.getByRole('region', { name: 'Confirmation, SMS' });
  // An SMS needs a phone.
  watch.allowRefusals(400);
  await confirmation.getByRole('button', { name: 'Send me a test' }).click();
  await expect(confirmation.getByRole('status')).toContainText('enter a phone number');
  const mail = dialog.getByRole('region', { name: 'Arrival, E-mail' });
  await mail.getByRole('button', { name: 'Send me a test' }).click();
  await expect(mail.getByRole('status')).toContainText(building.users.company);
});

test('sends one test after a lost answer, over plain http too, and names the phone that it went to', async ({
  desk,
  building,
  watch,
}) => {
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  // Browsers lack it outside a secure context. The address of this run is a secure one.
  await page.evaluate(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
  await page.getByRole('button', { name: 'Preview messages' }).click();
  const dialog = page.getByRole('dialog', { name: 'Badge and messages' });
  const mail = dialog.getByRole('region', { name: 'Arrival, E-mail' });
  watch.allowNetworkLoss();
  await loseAnswer(page, '**/test_message');
  await mail.getByRole('button', { name: 'Send me a test' }).click();
  await expect(mail.getByRole('status')).not.toBeEmpty();
  await expect(mail.getByRole('status')).not.toContainText(building.users.company);
  await mail.getByRole('button', { name: 'Send me a test' }).click();
  await expect(mail.getByRole('status')).toContainText(building.users.company);
  const messages = building.db.selectFrom('message').select('id').where('company_id', '=', building.company.id);
  expect(await messages.execute()).toHaveLength(1);

  // The program of the run has no SMS provider.
  const json = { data: { state: 'queued', problem: null } };
  await page.route('**/test_message', (route) => route.fulfill({ json }));
  const sms = dialog.getByRole('region', { name: 'Arrival, SMS' });
  const phone = dialog.getByLabel('Phone');
  await phone.fill('40012345');
  await sms.getByRole('button', { name: 'Send me a test' }).click();
  await expect(sms.getByRole('status')).toHaveText('The test to 40012345 is on its way.');
  await phone.fill('40012346');
  await expect(sms.getByRole('status')).toHaveText('The test to 40012345 is on its way.');
});

test('sets the reception and its phone for kiosks', async ({ desk, building }) => {
  const page = await desk('company', { path: `/company/${building.company.id}/settings` });
  await page.getByLabel('There is a reception').uncheck();
  const phone = page.getByLabel('Phone of the reception');
  await phone.fill('123');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This is not a valid phone number.')).toBeVisible();
  await phone.fill('22862400');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('There is a reception')).not.toBeChecked();
  await expect(phone).toHaveValue('+47 22 86 24 00');
});
