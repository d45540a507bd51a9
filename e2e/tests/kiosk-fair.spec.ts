import { button, confirm, expectAccessible, test, typePhone } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

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
  await button(page, /^Språk: /).click();
  await button(page, 'Deutsch').click();
  await expect(page.getByLabel('Name')).toHaveValue('Åse Ødegård');
  await button(page, 'Neu beginnen').click();
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
  await enroll();
  await button(page, 'Check in').click();
  await typePhone(page, '40012345');
  await page.getByLabel('Name').fill('Åse Ødegård');
  await button(page, 'Next').click();
  await page.getByLabel('Company').fill('Havila Logistics');
  await button(page, 'Next').click();
  await button(page, 'Aurora Shipping').click();
  await button(page, gone.name).click();
  await confirm(page, 'I agree');
  await expect(page.getByText('We could not reach Nora.')).toBeVisible();
  await expect(page.getByText('Call the reception')).toBeVisible();
  await expect(page.getByText('22 90 41 00')).toBeVisible();
  await expect(page.getByText(/^For your privacy, we clear this screen in (20|1\d) seconds\.$/)).toBeVisible();
  await expectAccessible(page, 'a host who gets no message');
  const list = await desk('reception', { path: `/company/${company.id}/visitors` });
  await expect(list.getByText('Needs attention').first()).toBeVisible();
});
