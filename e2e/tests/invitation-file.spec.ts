import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test('takes the guests of a chosen CSV or text file as lines', async ({ desk, building }) => {
  const page = await desk('reception', { path: `/company/${building.company.id}/invitations` });
  await expect(page.getByText('No invitations on these days')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = dialogOf(page, 'Invite guests');
  await expect(dialog.getByText('Drop a list as a CSV or text file here')).toBeVisible();
  const choosing = async (name: string, mimeType: string, text: string) => {
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await (await chosen).setFiles({ name, mimeType, buffer: Buffer.from(text) });
  };
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
