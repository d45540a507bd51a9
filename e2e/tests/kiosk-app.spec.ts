import {
  askEverything,
  button,
  confirm,
  countPrints,
  expectAccessible,
  introduce,
  leave,
  shownCode,
  test,
  typePhone,
} from '../harness/kiosk-app.ts';
import { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { z } from 'zod';
import { seedLicense } from '../harness/kiosks.ts';
import { row } from '../harness/screen.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 120_000 });

test('enrolls a kiosk by its code, and a visitor checks in and out', async ({
  page,
  desk,
  building,
  change,
  watch,
}) => {
  // A refusal asks for the license, and the first key is wrong.
  watch.allowRefusals(402, 404);
  const prints = await countPrints(page);
  await askEverything(building);
  await change({ isPrinterOn: true, enableSaveVisitor: true, enableDeliveryButton: true });
  await page.goto('/kiosk');
  const hash = await shownCode(page);
  await expectAccessible(page, 'the code');
  const manager = await desk('company', { path: `/company/${building.company.id}/kiosks` });
  await manager.getByRole('button', { name: 'Enroll' }).first().click();
  await manager.getByLabel('Name').fill('Main entrance');
  await manager.getByLabel('Code').fill(hash);
  await manager.getByRole('dialog').getByRole('button', { name: 'Enroll' }).click();
  await page.getByLabel('License key').fill('AAAAABBBBBCCCCCDDDDDEEEEE');
  await expect(page.getByText('We do not recognize this key.')).toBeVisible();
  await expectAccessible(page, 'a license that does not exist');
  await page.getByLabel('License key').fill((await seedLicense(building)).key);
  await expect(button(page, 'Check in')).toBeVisible();
  await expectAccessible(page, 'the welcome');
  await manager.getByRole('tab', { name: 'Online' }).click();
  await expect(row(manager, 'Main entrance')).toBeVisible();

  await button(page, 'Check in').click();
  await expect(button(page, 'Next')).toBeVisible();
  await expectAccessible(page, 'the phone');
  await typePhone(page, '40012345');
  await page.getByLabel('Name').fill('Åse Ødegård');
  await expectAccessible(page, 'the name');
  await button(page, 'Next').click();
  await page.getByLabel('Company').fill('Havila Logistics');
  await expectAccessible(page, 'the company');
  await button(page, 'Next').click();
  await expectAccessible(page, 'the tenant');
  await page.getByLabel(/^Search for a person/).fill('kar');
  await expectAccessible(page, 'the people found');
  await button(page, /Kari Nordmann/).click();
  await expect(page.getByRole('heading', { name: 'Almost done, Åse Ødegård' })).toBeVisible();
  await expect(page.getByText('Deleted 1 month after you leave.')).toBeVisible();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  await expect(page.locator('[type=submit]')).toBeDisabled();
  await expectAccessible(page, 'consent');
  await confirm(page, 'I agree', 'Yes', 'Visitor');
  const ending = page.getByRole('heading', { name: 'You are checked in, Åse Ødegård' });
  await expect(ending).toBeFocused();
  await expect(ending).toHaveAccessibleDescription(/\w/);
  await expect.poll(prints).toBe(1);
  await expectAccessible(page, 'checked in');
  await button(page, 'Print again').click();
  await expect.poll(prints).toBe(2);
  await manager.goto(`/company/${building.company.id}/visitors`);
  await expect(row(manager, 'Åse Ødegård')).toBeVisible();

  await button(page, 'Done').click();
  await button(page, 'Check out').click();
  await expect(button(page, 'Next')).toBeVisible();
  await expectAccessible(page, 'the phone to check out');
  await typePhone(page, '40012345');
  await expect(button(page, 'I am back for another visit')).toBeHidden();
  await button(page, 'Check out').click();
  // Privacy: a typed phone proves no identity, so the kiosk hides the surname.
  await expect(page.getByRole('heading', { name: 'Goodbye, Åse', exact: true })).toBeVisible();
  await expectAccessible(page, 'checked out');
  await expect(row(manager, 'Åse Ødegård')).toBeHidden();
  await button(page, 'Done').click();

  const { db, company, aurora } = building;
  // No tenant can receive a delivery.
  await expect(button(page, 'Delivery')).toBeHidden();
  await page.route('**/api/v1/device/tenants', async (route) => {
    const response = await route.fetch();
    const { data } = z.object({ data: z.array(DeviceTenant) }).parse(await response.json());
    const tenants = data.map((tenant) => ({ ...tenant, canReceiveDeliveries: tenant.id === aurora.id }));
    await route.fulfill({ response, json: { data: tenants } });
  });
  await change({ isPrinterOn: false });
  await db
    .updateTable('tenant')
    .set({ delivery_phones: ['+4740099999'] })
    .where('id', '=', aurora.id)
    .execute();
  await db
    .updateTable('tenant_settings')
    .set({ delivery_sms_language: 'en' })
    .where('company_id', '=', company.id)
    .execute();
  await button(page, 'Delivery').click();
  await expectAccessible(page, 'delivery');
  await expect(button(page, 'Bryggen Architects')).toBeHidden();
  // Deliveries are announced to the tenant, which has no SMS here.
  await page.getByLabel(/^Search for a person/).fill('o');
  await expect(page.getByRole('listitem')).toHaveText([/Aurora Shipping/, /Ola Hansen/, /Kari Nordmann/]);
  await page.getByLabel(/^Search for a person/).fill('kar');
  await button(page, /Kari Nordmann/).click();
  await expect(page.getByRole('heading', { name: 'Deliveries cannot be announced here' })).toBeVisible();
  await expectAccessible(page, 'a refusal');
});

test('the dialogs of languages, countries and the idle question are accessible', async ({ page, building, enroll }) => {
  await building.visitor({ name: 'Åse Ødegård', phone: '+4740012345', inside: building.aurora });
  await page.clock.install();
  await enroll({ languages: ['en', 'de'] });
  await button(page, 'Language: English').click();
  await expectAccessible(page, 'the languages');
  await button(page, 'Deutsch').click();
  await button(page, 'Anmelden').click();
  await button(page, /^Land: Norwegen/).click();
  await expectAccessible(page, 'the countries');
  await button(page, 'Schweden +46').click();
  const phone = page.getByRole('textbox');
  await phone.focus();
  await page.keyboard.type('70');
  await page.clock.fastForward(31_000);
  const question = page.getByRole('dialog', { name: 'Sind Sie noch da?' });
  await expect(question).toHaveAccessibleDescription(/^In (20|1?[0-9]) Sekunden wird alles gelöscht\.$/);
  await expectAccessible(page, 'still there');
  await expect(question).toHaveCSS('outline-style', 'solid');
  await button(page, 'Ich bin noch da').click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('70');

  // After sleep, including its monotonic clock, the tablet must show nothing about the last visitor.
  const sleep = (hours: number) => page.clock.setSystemTime(Date.now() + hours * 3_600_000);
  await sleep(3);
  await expect(button(page, 'Check out')).toBeVisible({ timeout: 5_000 });
  await leave(page, '40012345');
  await expect(page.getByRole('heading', { name: 'Goodbye, Åse', exact: true })).toBeVisible();
  await sleep(6);
  await expect(button(page, 'Check in')).toBeVisible({ timeout: 5_000 });
  // The same holds for a reply that arrives after waking.
  const awake = Promise.withResolvers<void>();
  const answer = { json: { data: { visitorName: 'Åse Ødegård' } } };
  await page.route('**/visits/check_out', (route) => awake.promise.then(() => route.fulfill(answer)));
  await button(page, 'Check out').click();
  await typePhone(page, '40012345');
  await expect(page.getByRole('heading', { name: 'One moment' })).toBeVisible();
  await sleep(9);
  awake.resolve();
  await expect(button(page, 'Check in')).toBeVisible({ timeout: 5_000 });
});

test('going back and correcting a refusal keep the typed text', async ({ page, building, enroll, watch }) => {
  watch.allowRefusals(404);
  const { db, company: house } = building;
  const name = 'Zarząd Nieruchomości Śródmieście i Wohnungsbaugesellschaft Hafencity mbH';
  await db.updateTable('company').set({ name }).where('id', '=', house.id).execute();
  await enroll();
  for (const part of [page.locator('time'), page.getByRole('heading', { level: 1 })]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await button(page, 'Check in').click();
  // The error names the country of the number, not that beside the field.
  const wrong = {
    '+4670': 'The number is too short for Sweden.',
    '+44207': 'The number is too short for United Kingdom.',
    '40012345678': 'The number is too long for Norway.',
    '10000000': 'Check the number: it is not a phone number of Norway.',
  };
  for (const [digits, problem] of Object.entries(wrong)) {
    await page.getByLabel('Phone number').fill(digits);
    await button(page, 'Next').click();
    await expect(page.getByText(problem)).toBeVisible();
  }
  await page.getByLabel('Phone number').fill('');
  await typePhone(page, '4001');
  await button(page, 'Next').click();
  await expect(page.getByText('The number is too short for Norway.')).toBeVisible();
  await page.setViewportSize({ width: 600, height: 1024 });
  const row = await Promise.all(
    ['Back', 'Start over', 'Accessibility'].map(async (name) => (await button(page, name).boundingBox())?.y),
  );
  expect(new Set(row).size).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.type('2345');
  await expect(page.getByRole('img', { name: 'Question 2' })).toBeVisible();
  await page.getByLabel('Name').fill('Åse Ødegård');
  await button(page, 'Next').click();
  const company = page.getByLabel('Company');
  await expect(company).toHaveValue('');
  for (const height of [290, 160]) {
    await page.setViewportSize({ width: 1024, height });
    await expect(company).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // Invisible characters are not input, and pasted ones are removed.
  await company.fill('\u200B');
  await expect(button(page, 'Next')).toBeDisabled();
  await company.fill('Havila\tLogistics\u202E');
  await expect(company).toHaveValue('Havila Logistics ');
  await button(page, 'Back').click();
  await expect(page.getByLabel('Name')).toHaveValue('Åse Ødegård');
  await button(page, 'Back').click();
  await expect(page.getByLabel('Phone number')).toHaveValue('+47 40 01 23 45');
  await page.setViewportSize({ width: 360, height: 640 });
  for (const name of ['Start over', 'Erase', 'Next']) await expect(button(page, name)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Start over').click();
  await expect(page.getByRole('heading', { name: /^Welcome to/ })).toBeFocused();

  await page.setViewportSize({ width: 640, height: 400 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  for (const viewport of [
    { width: 600, height: 1024 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await button(page, 'Settings of this kiosk').scrollIntoViewIfNeeded();
    await expect(button(page, 'Settings of this kiosk')).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Check out').click();
  await expect(page.getByLabel('Phone number')).toHaveValue('');
  await typePhone(page, '40012346');
  await expect(page.getByRole('heading', { name: 'No visitor with this number or code is checked in' })).toBeVisible();
  await expectAccessible(page, 'an unknown number');
  await button(page, 'Back').click();
  await button(page, 'Erase').click();
  await expect(page.getByLabel('Phone number')).toHaveValue('+47 40 01 23 4');
});

test('the first screen counts as painted in load measurements', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/api/v1/device/announce', () => undefined);
  await page.goto('/kiosk');
  await expect(page.getByRole('heading', { name: 'Set up this kiosk' })).toBeVisible();
  const painted = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
          setTimeout(() => resolve(0), 2_000);
        }),
    );
  expect(await painted()).toBeGreaterThan(0);
});

test('stores nothing without consent', async ({ page, building, enroll }) => {
  await askEverything(building);
  const { db, bryggen, company } = building;
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await db.updateTable('tenant').set({ name }).where('id', '=', bryggen.id).execute();
  await db
    .updateTable('tenant_settings')
    .set({ gdpr_handling: 'deletedAfter24hours' })
    .where('company_id', '=', company.id)
    .execute();
  await enroll();
  await introduce(page, '40012346');
  await button(page, name).click();
  const told = page.getByText(`${name} keeps your name`).first();
  expect(await told.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.getByText('Deleted 24 hours after you leave.')).toBeVisible();
  await button(page, 'I do not agree').click();
  await expect(page.getByRole('heading', { name: 'You are not checked in' })).toBeVisible();
  await expect(page.getByText('We have not kept your details.')).toBeVisible();
  await expect(page.getByText('Please ask at the reception.')).toBeVisible();
  await expectAccessible(page, 'no consent');
  const kept = building.db.selectFrom('visitor').select('id').where('company_id', '=', building.company.id).execute();
  expect(await kept).toEqual([]);
});
