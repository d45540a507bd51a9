import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { demoLicenseKey, demoPassword } from '../../apps/server/src/demo/demo-building.ts';
import { button, confirm } from '../harness/kiosk-app.ts';
import { startProgram } from '../harness/program.ts';
import { choose, dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

const onPhone = { viewport: { width: 360, height: 740 } };

/** Reads the link of the newest mail of the demo with this subject, as a person finds it. */
async function linkOf(mails: Page, subject: RegExp, path: string): Promise<string> {
  await expect(async () => {
    await mails.goto('/dev/mail');
    await mails.getByRole('link', { name: subject }).first().click({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  const text = (await mails.locator('pre').first().textContent()) ?? '';
  return new RegExp(`http\\S+/${path}/\\S+`).exec(text)?.[0] ?? '';
}

test('invite, arrive, answer, leave and delete, with the demo as a new user starts it', async ({ browser }) => {
  const port = String(await freePort());
  const { stop } = await startProgram({ PORT: port });
  const baseURL = `http://localhost:${port}`;
  const open = async (options = {}) => {
    const page = await (await browser.newContext({ baseURL, ...options })).newPage();
    page.setDefaultTimeout(15_000);
    return page;
  };
  try {
    const desk = await open();
    await desk.goto('/');
    await desk.getByLabel('E-mail').fill('company@demo.vestibule.test');
    await desk.getByLabel('Password', { exact: true }).fill(demoPassword);
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.getByRole('link', { name: 'Invitations' }).click();
    await desk.getByRole('heading', { name: 'Invitations' }).waitFor();
    await desk.keyboard.press('n');
    const dialog = dialogOf(desk, 'Invite guests');
    await choose(dialog, 'Tenant', 'Aurora Shipping');
    await choose(dialog, 'Host', 'Kari Nordmann');
    await dialog.getByLabel('Title').fill('Zita’s harbor audit');
    const guest = dialog.getByRole('group', { name: 'Guest 1' });
    await guest.getByLabel('Name').fill('Zita Loop');
    await guest.getByLabel('E-mail').fill('zita@loop.example');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(desk.getByText(/is invited/)).toBeVisible();

    await expect(desk.getByRole('link', { name: 'Read the e-mails of this demo' })).toHaveAttribute(
      'href',
      '/dev/mail',
    );
    const mails = await open();
    const pass = await open(onPhone);
    await pass.goto(await linkOf(mails, /Invitation/, 'pass'));
    await pass.getByRole('button', { name: 'Check in ahead' }).click();
    await pass.getByLabel('Company').fill('Loop Works');
    await pass.getByLabel('Mobile phone').fill('412 34 599');
    await pass.getByRole('button', { name: 'Save' }).click();
    await expect(pass.getByText('You have confirmed your visit')).toBeVisible();
    const code =
      (await pass
        .getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
        .first()
        .textContent()) ?? '';

    const kiosk = await open();
    await kiosk.goto('/kiosk');
    const shown = kiosk.getByText(/^[A-Z0-9]{8}$/);
    const hash = (await shown.textContent()) ?? '';
    await desk.getByRole('link', { name: 'Kiosks', exact: true }).click();
    await desk.getByRole('button', { name: 'Enroll' }).first().click();
    await dialogOf(desk).getByLabel('Name').fill('Loop');
    await dialogOf(desk).getByLabel('Code').fill(hash);
    await dialogOf(desk).getByRole('button', { name: 'Enroll' }).click();
    await kiosk.getByLabel('License key').fill(demoLicenseKey);
    await button(kiosk, 'I have an invitation').click();
    await button(kiosk, 'Type the code').click();
    await kiosk.getByLabel('Code').waitFor();
    await kiosk.keyboard.type(code.replace(' ', ''));
    await expect(kiosk.getByRole('heading', { name: 'Welcome, Zita.' })).toBeVisible();
    await confirm(kiosk, 'I agree');
    await expect(kiosk.getByRole('heading', { name: 'You are checked in, Zita' })).toBeVisible();

    await expect(
      kiosk.getByText(/clear this screen in [3-6]\d seconds/),
      'the kiosk waits for the answer',
    ).toBeVisible();
    const host = await open(onPhone);
    await host.goto(await linkOf(mails, /Zita/, 'answer'));
    await host.getByRole('button', { name: 'Coming in 5 minutes' }).click();
    await expect(kiosk.getByText('Kari is coming in 5 minutes.')).toBeVisible();
    await desk.getByRole('link', { name: 'Visitors' }).click();
    await expect(row(desk, 'Zita Loop').getByText('Coming in 5 min')).toBeVisible();
    await expect(pass.getByText(/Kari.*5 min/)).toBeVisible({ timeout: 30_000 });

    await pass.getByRole('button', { name: 'I have left' }).click();
    await expect(pass.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
    await expect(row(desk, 'Zita Loop')).toBeHidden();
    await pass.getByRole('button', { name: 'Delete my data' }).click();
    await pass.getByRole('button', { name: 'Delete my data' }).click();
    await expect(pass.getByRole('heading', { name: 'Your data is deleted' })).toBeVisible();
    for (const screen of ['Visitors', 'Invitations', 'History', 'Messages']) {
      await desk.getByRole('link', { name: screen, exact: true }).click();
      await desk.getByRole('heading', { name: screen, level: 1 }).waitFor();
      await expect(desk.getByText(/Zita/)).toHaveCount(0);
    }
  } finally {
    expect(await stop()).toEqual([]);
  }
});
