import { checkInGuests, createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { expectGood } from '../harness/accessible.ts';
import { call } from '../harness/call.ts';
import { inviteGuest } from '../harness/invitations.ts';
import { mailTo } from '../harness/mail.ts';
import { expect, test } from '../harness/test.ts';

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce', timezoneId: 'Europe/Oslo' });
test.describe.configure({ timeout: 60_000 });

test('a guest opens the pass from the mail, checks in ahead, leaves and deletes the data', async ({
  page,
  building,
  as,
  watch,
}) => {
  const desk = await as('company');
  const email = `guest-${building.company.id}@test.example`;
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  await building.db
    .updateTable('company')
    .set({ address: 'Quay 14\n0250 Oslo', directions: 'Entrance from the quay.' })
    .where('id', '=', building.company.id)
    .execute();
  const { guests } = await call(desk, createInvitation, {
    params: { tenantId: String(building.aurora.id) },
    body: {
      employeeId: building.aurora.kari.id,
      title: 'Lease review',
      note: 'Bring the drawings.',
      startsAt,
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      language: 'en',
      guests: [{ name: 'Astrid Example', email }],
    },
  });
  const link = /https?:\S+\/pass\/\S+/.exec((await mailTo(email)).text)?.[0] ?? '';
  await page.goto(new URL(link).pathname);

  await expect(page.getByText('Invites you to Aurora Shipping')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of your pass' })).toBeVisible();
  await expect(page.getByText('Quay 14')).toBeVisible();
  await expectGood(page, 'pass');
  await page.getByRole('button', { name: 'Enlarge the code' }).click();
  await expect(page.getByRole('dialog', { name: 'QR code of your pass' })).toBeVisible();
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe('invitation.ics');

  await page.getByRole('button', { name: 'I cannot come' }).click();
  await expect(page.getByRole('heading', { name: 'You cannot come?' })).toBeFocused();
  await page.getByRole('button', { name: 'I cannot come' }).click();
  await expect(page.getByText('You have said that you cannot come')).toBeVisible();
  await expectGood(page, 'declined');
  await page.getByRole('button', { name: 'I can come after all' }).click();

  watch.allowRefusals(400);
  await page.getByLabel('Mobile phone').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Check the phone number.')).toBeVisible();
  await expectGood(page, 'details');
  await page.getByLabel('Mobile phone').fill('412 34 567');
  await page.getByLabel('Remember me for next time').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You have confirmed your visit')).toBeVisible();

  await call(desk, checkInGuests, { body: { ids: guests.map(({ id }) => id) } });
  await page.reload();
  await expect(page.getByText('Checked in since')).toBeVisible();
  await expectGood(page, 'inside');
  await page.getByRole('button', { name: 'I have left' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
  await expect(page.getByText('Your details for next time')).toBeVisible();
  await expectGood(page, 'left');

  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await expect(page.getByRole('heading', { name: 'Your data is deleted' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  watch.allowRefusals(404);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expectGood(page, 'unknown');
});

test('the pass is in the language of the guest, and waits for a lost connection', async ({
  page,
  building,
  as,
  watch,
}) => {
  const desk = await as('company');
  const email = `gast-${building.company.id}@test.example`;
  await call(desk, createInvitation, {
    params: { tenantId: String(building.aurora.id) },
    body: {
      startsAt: new Date(Date.now() + 30 * 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 31 * 3_600_000).toISOString(),
      guests: [{ name: 'Astrid Example', email, language: 'de' }],
    },
  });
  const link = /https?:\S+\/pass\/\S+/.exec((await mailTo(email)).text)?.[0] ?? '';
  watch.allowNetworkLoss();
  const calls = '**/api/v1/pass/**';
  await page.route(calls, (route) => route.abort());
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Vorab einchecken' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText(/^Gültig ab \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible();
  await expectGood(page, 'tomorrow-de');

  // The choice outlives a reload.
  await page.getByLabel('Sprache').selectOption('en');
  await expect(page.getByRole('button', { name: 'Check in ahead' })).toBeVisible();
  await page.reload();
  // The Back button of the phone closes the form, not the pass.
  await page.getByRole('button', { name: 'Check in ahead' }).click();
  const phone = page.getByLabel('Mobile phone');
  await phone.fill('412');
  watch.allowRefusals(400);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(phone).toHaveAccessibleDescription('Check the phone number.');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'I cannot come' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await expect(page.getByText('You can close this page.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('each refusal on a pass names the case and the next step, and a wide window has the band up to its edges', async ({
  page,
  building,
  as,
  watch,
}) => {
  const { secret } = await inviteGuest(await as('company'), building, { language: 'en' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/pass/${secret}`);
  await expect(page.getByRole('img', { name: 'QR code of your pass' })).toBeVisible();
  const { scrollWidth, outset } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    outset: getComputedStyle(document.querySelector('.band') ?? document.body).borderImageOutset,
  }));
  expect(scrollWidth).toBe(1280);
  expect(outset).toBe('0 1280px');

  watch.allowRefusals(409, 410, 429, 503);
  watch.allowNetworkLoss();
  await page.getByRole('button', { name: 'I cannot come' }).click();
  for (const [status, reason, text] of [
    [409, 'visitorIsCheckedIn', 'You are already checked in. Ask reception to change your details.'],
    [410, 'passIsOver', 'This meeting is over. Ask your host for a new invitation.'],
    [429, 'tooManyRequests', 'Too many attempts. Wait a minute and try again.'],
    [503, 'unavailable', 'We cannot reach the server right now. Try again in a minute.'],
    [0, 'offline', 'No connection. Check your connection and try again.'],
  ] as const) {
    await page.route(
      '**/decline?*',
      (route) => (status === 0 ? route.abort() : route.fulfill({ status, json: { reason } })),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'I cannot come' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
  }
});
