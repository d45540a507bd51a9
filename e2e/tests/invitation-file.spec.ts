import type { Locator } from '@playwright/test';
import { expectGood } from '../harness/accessible.ts';
import { host, linksTo } from '../harness/hosts.ts';
import { chooseFile, dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const chooseText = (form: Locator, choose: string, name: string, mimeType: string, text: string) => {
  const open = () => form.getByRole('button', { name: choose }).click();
  return chooseFile(form.page(), open, { name, mimeType, buffer: Buffer.from(text) });
};

test('takes the guests of a chosen CSV or text file as lines', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await expect(page.getByText('No invitations on these days')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = dialogOf(page, 'Invite guests');
  await expect(dialog.getByText('Drop a list as a CSV or text file here')).toBeVisible();
  const choosing = (name: string, type: string, text: string) => chooseText(dialog, 'Choose a file', name, type, text);
  await choosing(
    'guests.csv',
    'text/csv',
    '"Lene Dahl",lene@dahl.example,46512345,Vik Bygg\nNora Vik,nora@vik.example,,',
  );
  await expect(dialog.getByLabel('Line 1')).toHaveValue('Lene Dahl; lene@dahl.example; 46512345; Vik Bygg');
  await choosing('guests.txt', 'text/plain', 'Jonas Falk <jonas@falk.example>\n');
  await expect(dialog.getByLabel('Line 3')).toHaveValue('Jonas Falk <jonas@falk.example>');
  await choosing('guests.pdf', 'application/pdf', '%PDF');
  await expect(dialog.getByText('File type must be .csv, .txt')).toBeVisible();
});

test('a host takes the guests of a chosen or dropped file, in the language of the page', async ({
  browser,
  building,
  watch,
}) => {
  const { email } = await host(building);
  const context = await browser.newContext({
    locale: 'de-DE',
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
  });
  await watch.follow(context);
  const page = await context.newPage();
  await page.goto('/my');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect.poll(() => linksTo(email), { timeout: 10_000 }).toHaveLength(1);
  await page.goto((await linksTo(email))[0] ?? '');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Gast einladen' }).click();
  const form = page.getByRole('form', { name: 'Gäste einladen' });
  await expect(form.getByText('Legen Sie eine Liste als CSV- oder Textdatei hier ab')).toBeVisible();
  await expectGood(page, 'my-invite-file');
  await chooseText(form, 'Datei auswählen', 'gäste.csv', 'text/csv', 'Lene Dahl;lene@dahl.example\n');
  await expect(form.getByLabel('Zeile 1')).toHaveValue('Lene Dahl; lene@dahl.example');
  await chooseText(form, 'Datei auswählen', 'gäste.pdf', 'application/pdf', '%PDF');
  await expect(form.getByText('Der Dateityp muss .csv, .txt sein')).toBeVisible();
  const dropped = await page.evaluateHandle(() => {
    // Items that a script makes have no entries of a file system.
    Reflect.deleteProperty(DataTransferItem.prototype, 'webkitGetAsEntry');
    const files = new DataTransfer();
    files.items.add(new File(['Nora Vik <nora@vik.example>'], 'guests.txt', { type: 'text/plain' }));
    return files;
  });
  const zone = form.getByText('Legen Sie eine Liste als CSV- oder Textdatei hier ab');
  for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: dropped });
  await expect(form.getByLabel('Zeile 2')).toHaveValue('Nora Vik <nora@vik.example>');
  await form.getByRole('button', { name: 'Einladen', exact: true }).click();
  await expect(page.getByText('Eingeladene Gäste: 2.')).toBeVisible();
  await context.close();
});
