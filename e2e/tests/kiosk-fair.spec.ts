import type { Page } from '@playwright/test';
import { languages } from '@vestibule/contract/platform/values.ts';
import { kioskTexts } from '@vestibule/phrases/kiosk-texts.ts';
import {
  askEverything,
  button,
  confirm,
  everyOption,
  expectAccessible,
  introduce,
  test,
  typePhone,
  uploadPicture,
} from '../harness/kiosk-app.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

async function speak(page: Page, language: string) {
  await button(page, /^(Language|Språk|Sprache): /).click();
  await button(page, language).click();
}

test('the language changes on every question and keeps the answers', async ({ page, enroll }) => {
  await enroll({ languages: ['en', 'se', 'sv', 'de'] });
  await button(page, 'Check in').click();
  await page.getByLabel('Phone number').pressSequentially('4001');
  await button(page, /^Language: /).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Svenska' })).toHaveCount(1);
  await button(page, 'Svenska').click();
  await expect(page.getByRole('heading', { name: 'Vilket telefonnummer har du?' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('40 01');
  await page.getByRole('textbox').focus();
  await page.keyboard.type('2345');
  await page.getByLabel('Namn').fill('Åse Ødegård');
  const german = await kioskTexts('de');
  await speak(page, 'Deutsch');
  await expect(page.getByLabel('Name')).toHaveValue('Åse Ødegård');
  await button(page, german.next).click();
  await page.getByLabel(german.company.label).fill('Havila Logistics');
  await speak(page, 'English');
  await expect(page.getByLabel('Company')).toHaveValue('Havila Logistics');
  await button(page, 'Next').click();
  await page.getByLabel(/^Search for a person/).fill('kari');
  await speak(page, 'Deutsch');
  await expect(page.getByLabel(german.tenant.label)).toHaveValue('kari');
  await button(page, /Kari Nordmann/).click();
  await button(page, german.consent.agree).click();
  await speak(page, 'English');
  await expect(button(page, 'I agree')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Start over').click();
  await expect(button(page, 'Check in')).toBeVisible();
});

test('large text, high contrast and low controls end with the visit', async ({ page, enroll }) => {
  await enroll();
  await button(page, 'Accessibility').click();
  await expectAccessible(page, 'the accessibility of the screen');
  for (const mode of ['Large text', 'High contrast', 'Controls in the lower half']) await button(page, mode).click();
  await button(page, 'Close').click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-large', '');
  await expectAccessible(page, 'the welcome in high contrast');
  await button(page, 'Check in').click();
  await expectAccessible(page, 'the phone in high contrast');
  await button(page, 'Accessibility').click();
  await button(page, 'Large text').click();
  await button(page, 'Close').click();
  for (const key of ['1', '5', '0', 'Erase']) {
    expect((await button(page, key).boundingBox())?.y).toBeGreaterThanOrEqual(400);
  }
  await button(page, 'Start over').click();
  await expect(root).not.toHaveAttribute('data-contrast');
  await expect(root).not.toHaveAttribute('data-low');

  // Left alone, the welcome screen returns to its usual view.
  await page.clock.install();
  await button(page, 'Accessibility').click();
  await button(page, 'High contrast').click();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(root).not.toHaveAttribute('data-contrast');
});

/** Lists the controls of the screen, or of its dialog, that begin in the upper half. */
function listTooHigh(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const place = document.querySelector('[role=dialog]') ?? document.querySelector('main');
    const controls = [...(place?.querySelectorAll('button:not([class*=door]), input') ?? [])];
    const isHigh = (control: Element) => control.getBoundingClientRect().top < innerHeight / 2 - 1;
    return controls.filter(isHigh).map((control) => control.ariaLabel ?? control.textContent ?? '');
  });
}

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
] as const) {
  test(`the low mode keeps every control in the lower half of ${width} x ${height}`, async ({
    page,
    building,
    enroll,
  }) => {
    await page.setViewportSize({ width, height });
    await askEverything(building, { hasParking: true });
    await building.visitor({ name: 'Ivar Inside', phone: '+4740012346', inside: building.aurora });
    await enroll({ ...everyOption, languages: [...languages] });
    // The next screen replaces the last one a moment after the touch.
    const softly = expect.configure({ soft: true });
    const look = (what: string) => softly.poll(() => listTooHigh(page), what).toEqual([]);
    const begin = async () => {
      await button(page, 'Accessibility').click();
      await button(page, 'Controls in the lower half').click();
      await look('the accessibility');
      await button(page, 'Close').click();
    };
    await begin();
    await look('the welcome');
    await button(page, 'Language: English').click();
    await look('the languages');
    await button(page, 'Close').click();
    await button(page, 'Check out').click();
    await look('the check-out');
    await typePhone(page, '40012346');
    await expect(page.getByRole('heading', { name: /^You are checked in since/ })).toBeVisible();
    await look('a visitor who is inside');
    await button(page, 'Start over').click();
    await begin();
    await button(page, 'Check in').click();
    await look('the phone');
    await button(page, /^Country: /).click();
    await look('the countries');
    await button(page, 'Close').click();
    await typePhone(page, '40012345');
    await page.getByLabel('Name').fill('Åse Ødegård');
    await look('the name');
    await button(page, 'Next').click();
    await page.getByLabel('Company').fill('Havila Logistics');
    await button(page, 'Next').click();
    await expect(button(page, 'Aurora Shipping')).toBeVisible();
    await look('the hosts');
    await button(page, 'Aurora Shipping').click();
    await look('the people');
    await button(page, 'No one in particular').click();
    await look('the consent');
    // The last question needs no scrolling.
    await expect(button(page, 'None')).toBeInViewport({ ratio: 1 });
  });
}

test('the warning comes after 30 seconds, stays 20 seconds, and one touch continues', async ({ page, enroll }) => {
  await page.clock.install();
  await enroll();
  await button(page, 'Check in').click();
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward(29_000);
  await expect(warning).toBeHidden();
  await page.clock.fastForward(2_000);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(17_000);
  await expect(warning).toBeVisible();
  await button(page, 'I am still here').click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
});

test('a slow look-up is announced, and another digit cancels it', async ({ page, enroll }) => {
  // The look-up would end by itself after 3 s, which is sooner than axe on a busy machine.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await enroll();
  const answer = Promise.withResolvers<void>();
  await page.route('**/phone_lookup**', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await expect(page.getByRole('status').getByText('Looking up your number')).toBeVisible();
  await expect(page.locator('[data-loading]')).toBeVisible();
  await expectAccessible(page, 'a slow look-up');
  await button(page, 'Erase').click();
  await expect(page.locator('[data-loading]')).toBeHidden();
  await expect(page.getByLabel('Phone number')).toHaveValue('40 01 23 4');
  answer.resolve();
});

test('a visitor whose host gets no message sees the phone of the reception, and needs attention at the desk', async ({
  page,
  building,
  desk,
  enroll,
}) => {
  const { db, company, aurora } = building;
  const set = (values: { has_reception: boolean; reception_phone: string | null }) =>
    db.updateTable('company').set(values).where('id', '=', company.id).execute();
  await set({ has_reception: true, reception_phone: '+4722904100' });
  const gone = await building.employee(aurora, { name: 'Nora Nilsen', phone: '+4745011199' });
  const list = await desk('reception', { path: `/company/${company.id}/visitors` });
  const attention = list.getByRole('group', { name: 'Today' }).getByRole('button', { name: 'Needs attention' });
  await expect(attention).toHaveText(/0/);
  await enroll();
  await introduce(page);
  await button(page, 'Aurora Shipping').click();
  await button(page, gone.name).click();
  await confirm(page, 'I agree');
  await expect(page.getByText('We could not reach Nora.')).toBeVisible();
  await expect(page.getByText('Call the reception')).toBeVisible();
  await expect(page.getByText('22 90 41 00')).toBeVisible();
  await expect(page.getByText(/^For your privacy, we clear this screen in (20|1\d) seconds\.$/)).toBeVisible();
  await expectAccessible(page, 'a host who gets no message');
  await expect(attention).toHaveText(/1/);
  await attention.click();
  await expect(row(list, 'Åse Ødegård')).toBeVisible();
});

test('the last screen shows the photo of the host, the Wi-Fi, and the time that is left', async ({
  page,
  manager,
  building,
  enroll,
}) => {
  const { db, company, aurora } = building;
  const photo = await uploadPicture(manager, building, 'photo');
  await db
    .updateTable('employee')
    .set({ photo_id: photo })
    .where('id', '=', aurora.kari.id)
    .where('company_id', '=', company.id)
    .execute();
  await db
    .updateTable('tenant_settings')
    .set({ wifi_info: 'Network: Guest\nPassword: on the wall' })
    .where('company_id', '=', company.id)
    .execute();
  await page.clock.install();
  await enroll({ enableEmployeePicture: true });
  await introduce(page);
  await button(page, 'Aurora Shipping').click();
  await button(page, /Kari Nordmann/).click();
  await confirm(page, 'I agree');
  const end = page.getByRole('main');
  await expect(end.getByText('Kari Nordmann')).toBeVisible();
  const picture = end.locator('img').last();
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(0);
  await expect(end.getByText('Password: on the wall')).toBeVisible();
  const width = async () => (await end.locator('footer [style*="scale"]').boundingBox())?.width ?? 0;
  const before = await width();
  // The host may answer for 60 seconds. Without a message to the host, 20 seconds are enough: see the test above.
  await expect(page.getByText(/^For your privacy, we clear this screen in (60|5\d) seconds\.$/)).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect.poll(width).toBeLessThan(before * 0.6);
  await page.clock.fastForward(31_000);
  await expect(button(page, 'Check in')).toBeVisible();
});
