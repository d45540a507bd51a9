import { expectAccessible } from '../harness/accessible.ts';
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
