import { button, test, typePhone, untilKept } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

test('a dialog keeps the focus, and Escape and the back button close it, but a press beside it does not', async ({
  page,
  enroll,
}) => {
  await enroll({ languages: ['en', 'de'] });
  const opener = button(page, 'Language: English');
  const languages = page.getByRole('dialog', { name: 'Choose a language' });
  await opener.click();
  await expect(button(page, 'English')).toBeFocused();
  for (const name of ['Deutsch', 'Close', 'English']) {
    await page.keyboard.press('Tab');
    await expect(button(page, name)).toBeFocused();
  }
  await page.mouse.click(5, 5);
  await expect(button(page, 'English')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(languages).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(languages).toBeVisible();
  await page.goBack();
  await expect(languages).toBeHidden();
  await button(page, 'Check in').click();
  await button(page, /^Country: /).click();
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Check in')).toBeVisible();
});

test('opens every dialog without a network', async ({ page, enroll, watch }) => {
  watch.allowNetworkLoss();
  await page.clock.install();
  await enroll({ languages: ['en', 'de'], password: '4711' });
  await untilKept(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.reload();
  await button(page, 'Language: English').click();
  await expect(page.getByRole('dialog', { name: 'Choose a language' })).toBeVisible();
  await button(page, 'Close').click();
  await button(page, 'Check in').click();
  await button(page, /^Country: /).click();
  await expect(page.getByRole('dialog', { name: 'Choose a country' })).toBeVisible();
  await button(page, 'Close').click();
  await typePhone(page, '40012345');
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await button(page, 'I am still here').click();

  await page.context().setOffline(false);
  await button(page, 'Start over').click();
  await button(page, 'Settings of this kiosk').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Settings password').fill('4711');
  await button(page, 'Open').click();
  await expect(page.getByRole('heading', { name: 'This kiosk' })).toBeVisible();
  await page.context().setOffline(true);
  await button(page, 'Remove this kiosk').click();
  await expect(page.getByRole('dialog', { name: 'Remove this kiosk' })).toBeVisible();
  await expect(page.getByLabel('Settings password')).toBeFocused();
});
