import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { changeKiosk, seedKiosk } from '../harness/kiosks.ts';
import { choose, dialogOf, partsOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ company }: Building) => `/company/${company.id}/kiosk_settings`;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByText('The kiosk settings are saved.');

async function typeTime(page: Page, label: 'Start' | 'End', keys: string) {
  await partsOf(page, label).first().focus();
  await page.keyboard.type(keys);
}

test('changes settings on both tabs, saves them and shows them after a reload', async ({ desk, watch }) => {
  // The preview shows the page.
  watch.allowHost('signage.fjord.test');
  const page = await desk('company');
  await page.route(
    ({ hostname }) => hostname === 'signage.fjord.test',
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.getByRole('link', { name: 'Kiosk Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kiosk Settings' })).toBeVisible();
  await page.getByLabel('Norsk').check();
  await page.getByLabel('Deutsch').check();
  await choose(page.locator('form'), 'Default language', 'Norsk');
  await page.getByLabel('Settings password', { exact: true }).fill('4711');
  await page.getByLabel('Print badges').check();
  await typeTime(page, 'Start', '0730');
  await expect(partsOf(page, 'Start')).toHaveText(['07', '30']);
  await typeTime(page, 'End', '17:00:30');
  await page.getByRole('tab', { name: 'Interface' }).click();
  await choose(page.locator('form'), 'Background type', 'Signage');
  await expect(page.getByPlaceholder('https://signage.example.com/lobby')).toBeVisible();
  await page.getByLabel('Address of the signage page').fill('https://signage.fjord.test/hall');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Norsk')).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Default language' })).toHaveValue('Norsk');
  await expect(page.getByText('A password is set.')).toBeVisible();
  await expect(page.getByLabel('Print badges')).toBeChecked();
  await expect(partsOf(page, 'Start')).toHaveText(['07', '30']);
  await expect(partsOf(page, 'End')).toHaveText(['17', '00']);
  await page.getByLabel('Remove the password').check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('A password is set.')).toBeHidden();
  await page.getByRole('tab', { name: 'Interface' }).click();
  await expect(page.getByLabel('Address of the signage page')).toHaveValue('https://signage.fjord.test/hall');
});

test('marks a wrong field and opens its tab', async ({ desk, building }) => {
  const page = await desk('company', { path: pathOf(building) });
  await typeTime(page, 'End', '08:00');
  await typeTime(page, 'Start', '08:00');
  const range = page.getByText('The start must be earlier than the end.');
  await expect(range).toHaveCount(2);
  await typeTime(page, 'End', '08:01');
  await expect(range).toHaveCount(0);
  await typeTime(page, 'End', '2400');
  await expect(partsOf(page, 'End')).toHaveText(['––', '00']);
  await page.keyboard.press('Tab');
  const impossible = page.getByText('Please enter a time from 00:00 to 23:59.');
  await expect(impossible).toBeVisible();
  await expect(partsOf(page, 'End')).toHaveText(['––', '––']);
  await typeTime(page, 'End', '9:5');
  await expect(partsOf(page, 'End')).toHaveText(['09', '05']);
  await expect(impossible).toBeHidden();
  await typeTime(page, 'End', '1:30');
  await expect(partsOf(page, 'End')).toHaveText(['01', '30']);
  for (const key of ['Backspace', 'Backspace', 'Tab']) await page.keyboard.press(key);
  await expect(partsOf(page, 'End')).toHaveText(['01', '00']);
  await typeTime(page, 'End', '20:45');
  await partsOf(page, 'End').first().focus();
  for (const key of ['Backspace', '1', 'Enter']) await page.keyboard.press(key);
  await expect(partsOf(page, 'End')).toHaveText(['21', '45']);
  await expect(saved(page)).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect(saved(page)).toBeHidden();
  await page.getByLabel('English').uncheck();
  await expect(page.getByText('Please choose at least one language.')).toBeVisible();
  await page.getByLabel('Norsk').check();
  await expect(page.getByText('The default language must be one of the chosen ones.')).toBeVisible();
  await choose(page.locator('form'), 'Default language', 'Norsk');
  await expect(page.getByText('The default language must be one of the chosen ones.')).toBeHidden();
  await page.getByLabel('Settings password', { exact: true }).fill('471');
  await page.getByRole('tab', { name: 'Interface' }).click();
  await save(page).click();
  await expect(page.getByText('At least 4 characters.', { exact: true })).toBeVisible();
  await page.getByLabel('Settings password', { exact: true }).fill('');
  await page.getByRole('tab', { name: 'Interface' }).click();
  await choose(page.locator('form'), 'Background type', 'Signage');
  await page.getByLabel('Address of the signage page').fill('http://signage.fjord.test');
  await page.getByRole('tab', { name: 'General' }).click();
  await save(page).click();
  await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible();
  await choose(page.locator('form'), 'Background type', 'Image');
  await save(page).click();
  await expect(page.getByText('Please choose a picture.')).toBeVisible();
  await choose(page.locator('form'), 'Background type', 'None');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
});

test('saves after the language of a welcome text that is too long is removed', async ({ desk, building }) => {
  const page = await desk('company', { path: pathOf(building) });
  await page.getByLabel('Deutsch').check();
  await page.getByRole('tab', { name: 'Interface' }).click();
  const text = page.getByRole('textbox', { name: 'Deutsch' });
  await text.fill('x'.repeat(81));
  await save(page).click();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByLabel('Deutsch').uncheck();
  await page.getByLabel('Norsk').check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
});

test('edits the settings of one kiosk in a side panel, without changing those of the company', async ({
  desk,
  building,
}) => {
  const { id } = await seedKiosk(building, { name: 'North door', minutesAway: 5 });
  const page = await desk('company', { path: `/company/${building.company.id}/kiosks?tab=offline` });
  const ownSettings = page.getByRole('switch', { name: 'Own settings for North door' });
  await ownSettings.click();
  await expect(ownSettings).toBeChecked();
  await expect(ownSettings).toBeEnabled();
  await page.getByRole('button', { name: 'Actions for North door' }).click();
  await page.getByRole('menuitem', { name: 'Edit settings' }).click();
  const panel = dialogOf(page, 'North door');
  // The second click of the double click that opened the panel.
  await panel.getByLabel('Print badges').dispatchEvent('click', { detail: 2 });
  await expect(panel.getByLabel('Print badges')).not.toBeChecked();
  await panel.getByLabel('Print badges').check();
  await page.keyboard.press('Escape');
  const discard = dialogOf(page, 'Discard your changes?');
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  const answering = Promise.withResolvers<void>();
  await page.route('**/api/v1/kiosk_settings/*', async (route) => {
    await answering.promise;
    await route.continue();
  });
  await save(page).click();
  await page.keyboard.press('Escape');
  answering.resolve();
  await expect(saved(page)).toBeVisible();
  await expect(discard).toBeHidden();
  // The footer must not cover a field error.
  await page.setViewportSize({ width: 1280, height: 500 });
  await panel.getByRole('tab', { name: 'Interface' }).click();
  await choose(panel, 'Background type', 'Signage');
  const address = panel.getByLabel('Address of the signage page');
  await address.fill('http://signage.fjord.test');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  const undo = panel.getByRole('button', { name: 'Undo changes' });
  const shown = [address, undo, panel.getByRole('button', { name: 'Save' })];
  const [field, left, right] = await Promise.all(shown.map((one) => one.boundingBox()));
  expect(right?.y).toBe(left?.y);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan((left?.y ?? 0) - 16);
  await undo.click();
  // The row moves to the other tab while the panel is open.
  await changeKiosk(building, id, 'kiosk_status_change', { isOnline: true });
  await expect(page.getByText('No kiosk is offline')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await changeKiosk(building, id, 'kiosk_status_change', { isOnline: false });
  await expect(row(page, 'North door')).toContainText('Settings not delivered yet');
  await page.getByRole('link', { name: 'Kiosk Settings', exact: true }).click();
  await expect(page.getByLabel('Print badges')).not.toBeChecked();
  await page.getByLabel('Print badges').check();
  await page.getByRole('link', { name: 'Kiosks', exact: true }).click();
  await dialogOf(page, 'Discard your changes?').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kiosks' })).toBeVisible();
});

test('the kiosk screens are accessible and fit the window, on a desktop and on a phone', async ({ desk, building }) => {
  const mac = '02:00:00:AB:CD:EF';
  await seedKiosk(building, { name: 'North door', minutesAway: 95, comment: 'By the lift', mac, ip: '10.0.0.17' });
  const path = `/company/${building.company.id}/kiosks?tab=offline`;
  const page = await desk('company', { path, reducedMotion: 'reduce' });
  const look = async (what: string, shown: Locator) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(shown).toBeVisible();
      await expectAccessibleInBoth(page, `${what}, ${width}`);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(wider, what).toBe(0);
    }
  };
  await look('kiosks', page.getByText('By the lift'));
  await page.getByRole('button', { name: 'Enroll' }).click();
  await look('enroll', dialogOf(page, 'Enroll a kiosk'));
  await page.goto(pathOf(building));
  await look('general', partsOf(page, 'Start').first());
  await page.getByRole('tab', { name: 'Interface' }).click();
  await look('interface', page.getByText('There are no pictures yet.'));
});
