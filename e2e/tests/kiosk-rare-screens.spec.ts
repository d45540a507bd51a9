import type { Page } from '@playwright/test';
import { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { kioskTexts } from '@vestibule/phrases/kiosk-texts.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { z } from 'zod';
import { cutOff, sizesFor } from '../harness/cut-off.ts';
import { askEverything, button, everyOption, hoursFarFromNow, test } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 240_000 });

// The other screens: kiosk-languages.spec.ts.
for (const language of languages.filter((language) => language !== 'se')) {
  test(`dialogs, refusals and the closed kiosk have room for ${language}`, async ({
    page,
    building,
    change,
    enroll,
    watch,
  }) => {
    const { db, company, aurora } = building;
    watch.allowRefusals(409, 429);
    await askEverything(building, { hasParking: true });
    await db
      .updateTable('company')
      .set({ has_reception: true, reception_phone: '+4722904100' })
      .where('id', '=', company.id)
      .execute();
    await page.route('**/api/v1/device/tenants', async (route) => {
      const response = await route.fetch();
      const { data } = z.object({ data: z.array(DeviceTenant) }).parse(await response.json());
      await route.fulfill({ response, json: { data: data.map((each) => ({ ...each, canReceiveDeliveries: true })) } });
    });
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        // A canvas without changes sends no picture.
        setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 1, 1), 100);
        return canvas.captureStream();
      };
    });
    await enroll({ ...everyOption, languages: [...languages] });
    await change({ defaultLanguage: language });
    const texts = await kioskTexts(language);
    const { tag, name } = languagesOfInterface[language];
    const sizes = sizesFor(language);
    const look = async (what: string) => expect.soft(await cutOff(page, sizes), `${language}: ${what}`).toEqual([]);
    const press = (...names: string[]) => pressAll(page, names);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);

    await press(`${texts.language}: ${name}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('the languages');
    await press(texts.close, texts.access.title, texts.access.contrast, texts.access.low, texts.access.large);
    await look('the accessibility in large text');
    await press(texts.access.large);
    await look('the accessibility');
    await press(texts.close);
    await look('the welcome in low mode');
    await press(texts.welcome.checkIn);
    await expect(page.getByRole('heading', { name: texts.phone.title })).toBeVisible();
    await look('the phone in low mode');
    await press(texts.startOver);

    await press(texts.welcome.invitation);
    await expect(page.locator('video')).toHaveAttribute('data-state', 'running');
    await look('the camera');
    await press(texts.back);
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await press(texts.welcome.invitation);
    await expect(page.getByText(texts.invitation.scan.refused)).toBeVisible();
    await look('a camera that is refused');
    await press(texts.back);

    const { refused } = texts;
    await answer(page, 'deliveries', { status: 429, reason: 'tooManyRequests' });
    await press(texts.welcome.delivery, 'Aurora Shipping');
    await expect(page.getByRole('heading', { name: refused.tooManyRequests })).toBeVisible();
    await look('a refusal that may pass');
    await answer(page, 'deliveries', { notified: 1 });
    await press(texts.problem.retry);
    await expect(page.getByText(texts.delivery.text)).toBeVisible();
    await look('a delivery');
    await press(texts.done.close);

    const known = { known: true, firstName: 'Maximilian-Alexander', canRepeatLastVisit: false, checkedInSince: null };
    await answer(page, 'phone_lookup?*', { ...known, preregisteredTenant: { id: aurora.id, name: aurora.name } });
    await answer(page, 'visits', { status: 409, reason: 'visitorIsAlreadyCheckedIn' });
    await press(texts.welcome.checkIn);
    await page.keyboard.type('40012345');
    await press(texts.welcome.checkIn, texts.employee.noOne, texts.consent.agree, texts.welcome.checkIn);
    await expect(page.getByRole('heading', { name: refused.visitorIsAlreadyCheckedIn })).toBeVisible();
    await look('a refusal');
    await press(texts.back, texts.consent.decline);
    await expect(page.getByRole('heading', { name: texts.consent.declinedTitle })).toBeVisible();
    await look('a visitor who declines');
    await press(texts.startOver);

    await change(hoursFarFromNow());
    await expect(page.getByText(texts.closed.title.replace('{{company}}', company.name))).toBeVisible();
    await look('the closed kiosk');
    await page.clock.install();
    await press(texts.welcome.checkOut);
    await page.clock.pauseAt(Date.now() + 31_000);
    await expect(page.getByRole('dialog', { name: texts.idle.title })).toBeVisible();
    await look('the question after inactivity');
  });
}

test('signage keeps a band with the name, and gives way to the welcome when it hangs and offline', async ({
  page,
  building,
  enroll,
  change,
  watch,
}) => {
  watch.allowHost('signage.fjord.test');
  watch.allowNetworkLoss();
  const hall = 'https://signage.fjord.test/hall';
  await page.route(hall, () => undefined);
  await page.clock.install();
  await enroll({ background: 'signage', sinageUrl: hall });
  const frame = page.locator('iframe');
  const name = page.getByText(building.company.name, { exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const showAfterMinute = async () => {
    await page.unroute(hall);
    await page.route(hall, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hall</h1>' }));
    await page.clock.fastForward(60_100);
    await expect(frame).toBeVisible();
  };
  await expect(frame).toBeHidden();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await page.clock.fastForward(5_100);
  await expect(frame).toHaveCount(0);
  await showAfterMinute();
  await expect(name).toBeVisible();
  expect((await heading.boundingBox())?.width).toBeLessThanOrEqual(1);
  const [band, sheet] = await Promise.all([name.boundingBox(), frame.boundingBox()]);
  expect((band?.y ?? 0) + (band?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
  await page.context().setOffline(true);
  await expect(frame).toHaveCount(0);
  await expect(heading).toBeInViewport({ ratio: 1 });
  await page.unroute(hall);
  await page.route(hall, () => undefined);
  await page.context().setOffline(false);
  await expect(frame).toHaveCount(1);
  await expect(heading).toBeInViewport({ ratio: 1 });
  await page.clock.fastForward(5_100);
  await expect(frame).toHaveCount(0);

  await showAfterMinute();
  const lobby = 'https://signage.fjord.test/lobby';
  await page.route(lobby, () => undefined);
  await change({ sinageUrl: lobby });
  await expect(frame).toHaveAttribute('src', lobby);
  await expect(heading).toBeInViewport({ ratio: 1 });
});

test('the welcome moves only without reduced motion, and a closed kiosk says when it opens and whom to call', async ({
  page,
  building,
  enroll,
  change,
}) => {
  const { db, company } = building;
  await db.updateTable('company').set({ reception_phone: '+4722904100' }).where('id', '=', company.id).execute();
  await enroll();
  const countMoving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length,
    );
  expect(await countMoving()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(countMoving).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const hours = hoursFarFromNow();
  await change(hours);
  const day = hours.workingHoursStart === '01:00' ? 'tomorrow ' : '';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${company.name} is closed We open ${day}at ${hours.workingHoursStart}`,
  );
  await expect(page.getByText('Call 22 90 41 00')).toBeVisible();
  await expect(button(page, 'Check in')).toBeHidden();
  await expect(button(page, 'Check out')).toBeVisible();
});

async function pressAll(page: Page, names: string[]) {
  for (const name of names) await button(page, name).click();
}

/** Answers the next call in the place of the server. */
async function answer(page: Page, path: string, body: { status?: number; [key: string]: unknown }) {
  const { status = 200 } = body;
  const json = status === 200 ? { data: body } : { type: 'about:blank', title: '', detail: '', requestId: '', ...body };
  await page.route(`**/api/v1/device/${path}`, (route) => route.fulfill({ status, json }), { times: 1 });
}
