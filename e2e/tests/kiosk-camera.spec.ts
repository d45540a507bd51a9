import type { Page } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { cameraSwitches, showToCamera } from '../harness/camera.ts';
import { askEverything, button, confirm, countPrints, expectAccessible, test } from '../harness/kiosk-app.ts';
import { mailsTo } from '../harness/mail.ts';
import { passOf } from '../harness/scanner.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

const chromium = await findChromium();
test.use({ reducedMotion: 'reduce', launchOptions: { ...chromium, args: [...chromium.args, ...cameraSwitches] } });
// Tests share one camera.
test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Denies the camera as the browser does. */
async function refuseCamera(page: Page) {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
}

async function allowCamera(page: Page) {
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
}

test('an expected visitor checks in by code, the host is notified, the desk sees it, and the badge checks out', async ({
  page,
  desk,
  building,
  enroll,
}) => {
  const prints = await countPrints(page);
  await askEverything(building);
  const email = `kari-${building.company.id}@aurora.test`;
  await building.db.updateTable('employee').set({ email }).where('id', '=', building.aurora.kari.id).execute();
  const guest = await building.visitor({ name: 'Åse Ødegård', expectedBy: building.aurora });
  await showToCamera(`https://desk.example.com/pass/${await passOf(guest.id)}`);
  await enroll({ isPrinterOn: true, isScanerOn: true });

  await refuseCamera(page);
  await button(page, 'I have an invitation').click();
  const refused = 'The camera is not allowed for this page in the browser.';
  const problem = page.getByRole('alert');
  await expect(problem).toHaveText(`${refused} Type the 8 characters below the QR code, or use your phone number.`);
  await expectAccessible(page, 'a camera that is refused');
  await button(page, 'Type the code').click();
  await expect(page.getByRole('heading', { name: 'Type the code of your invitation' })).toBeVisible();
  await button(page, 'Back').click();
  await button(page, 'Back').click();
  await button(page, 'Check out').click();
  await button(page, 'Scan a code').click();
  await expect(problem).toHaveText(`${refused} Use your phone number.`);
  await button(page, 'Back').click();
  await allowCamera(page);
  await button(page, 'I have an invitation').click();

  await expect(page.getByRole('heading', { name: 'Who are you visiting at Aurora Shipping?' })).toBeVisible();
  await button(page, /Kari Nordmann/).click();
  await confirm(page, 'I agree', 'Visitor');
  await expect(page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' })).toBeVisible();
  await expect(page.getByText(/^We are sending Kari an e\u2011mail\.$|^We have e\u2011mailed Kari\.$/)).toBeVisible();
  await expect.poll(prints).toBe(1);
  const visitors = await desk('company', { path: `/company/${building.company.id}/visitors` });
  await expect(row(visitors, 'Åse Ødegård')).toBeVisible();
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1);

  const badge = page.frameLocator('iframe[title^="Please take your badge"]').getByRole('img').first();
  const code = /^Code (\w{21})/.exec((await badge.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  expect(code).toMatch(/^V/);
  await button(page, 'Done').click();
  await showToCamera(code);
  await button(page, 'I have an invitation').click();
  await expect(page.getByRole('heading', { name: 'Goodbye, Åse Ødegård' })).toBeVisible();
  await expect(row(visitors, 'Åse Ødegård')).toBeHidden();
});

test('refuses a code of another company and offers the phone', async ({ page, enroll }) => {
  await enroll({ isScanerOn: true });
  await showToCamera('https://elsewhere.example.com/4006381333931');
  await button(page, 'I have an invitation').click();
  await expect(page.getByRole('alert')).toHaveText(
    'This code is not valid here. Type the 8 characters below the QR code, or use your phone number.',
  );
  await expect(page.getByLabel('What the camera sees')).toHaveAttribute('data-state', 'running');
  await expectAccessible(page, 'the camera');
  await button(page, 'Check in').click();
  await expect(page.getByRole('heading', { name: 'What is your phone number?' })).toBeVisible();
});
