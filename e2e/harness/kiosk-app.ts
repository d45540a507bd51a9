import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { kioskTexts } from '@vestibule/phrases/kiosk-texts.ts';
import { z } from 'zod';
import { createKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { changeKioskSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { colorRules, expectAccessible as expectAccessibleScreen } from './accessible.ts';
import type { Building } from './building.ts';
import { call } from './call.ts';
import { seedLicense } from './kiosks.ts';
import { test as base } from './test.ts';
import type { Watch } from './watch.ts';

/** Scans the screen in light, in dark and in high contrast. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectAccessibleScreen(page, what, { frames: true });
  const colors = { frames: true, rules: colorRules };
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessibleScreen(page, `${what}, dark`, colors);
  const view = (isHigh: boolean) =>
    page.evaluate((isHigh) => document.documentElement.toggleAttribute('data-contrast', isHigh), isHigh);
  const wasHigh = (await page.locator('html').getAttribute('data-contrast')) !== null;
  await view(true);
  await expectAccessibleScreen(page, `${what}, high contrast`, colors);
  await view(wasHigh);
  await page.emulateMedia({ colorScheme: 'light' });
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
}

export async function typePhone(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(page, digit).click();
}

export async function giveName(page: Page, name = 'Åse Ødegård', company = 'Havila Logistics'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await button(page, 'Next').click();
  await page.getByLabel('Company').fill(company);
  await button(page, 'Next').click();
}

/** Answers the questions of a first visit up to the host. */
export async function introduce(page: Page, phone = '40012345'): Promise<void> {
  await button(page, 'Check in').click();
  await typePhone(page, phone);
  await giveName(page);
}

export async function confirm(page: Page, ...answers: string[]): Promise<void> {
  for (const answer of answers) await button(page, answer).click();
  await button(page, 'Check in').click();
}

export async function leave(page: Page, digits: string): Promise<void> {
  await button(page, 'Check out').click();
  await typePhone(page, digits);
  await expect(page.getByRole('heading', { name: /^You are checked in since/ })).toBeVisible();
  await button(page, 'Check out').click();
}

export async function shownCode(page: Page): Promise<string> {
  const code = page.getByText(/^[A-Z0-9]{8}$/);
  await expect(code).toBeVisible();
  return (await code.textContent()) ?? '';
}

type Settings = Partial<Input<typeof changeKioskSettings>['body']>;

interface KioskFixtures {
  manager: APIRequestContext;
  change: (settings: Settings) => Promise<void>;
  enroll: (settings?: Settings) => Promise<Kiosk>;
}

export const test = base.extend<KioskFixtures>({
  manager: async ({ as }, provide) => provide(await as('company')),
  change: async ({ manager, building: { company } }, provide) =>
    provide(async (settings) => {
      const query = { companyId: String(company.id) };
      const { version: _, ...before } = await call(manager, getKioskSettings, { query });
      const params = { settingsId: String(before.id) };
      await call(manager, changeKioskSettings, { params, body: { ...before, ...settings } });
    }),
  enroll: async ({ page, manager, building, change, watch }, provide) =>
    provide(async (settings) => {
      if (settings) await change(settings);
      return enrollPage(page, { manager, building, watch, language: settings?.defaultLanguage ?? 'en' });
    }),
});

async function enrollPage(
  page: Page,
  {
    manager,
    building,
    watch,
    language,
  }: { manager: APIRequestContext; building: Building; watch: Watch; language: Language },
): Promise<Kiosk> {
  // A refusal asks for the license.
  watch.allowRefusals(402);
  await page.goto('/kiosk');
  const hash = await shownCode(page);
  const params = { companyId: String(building.company.id) };
  const kiosk = await call(manager, createKiosk, { params, body: { name: 'Main entrance', hash } });
  await page.getByLabel('License key').fill((await seedLicense(building)).key);
  const { welcome } = await kioskTexts(language);
  await expect(button(page, welcome.checkIn)).toBeVisible();
  return kiosk;
}

/** Every button of the welcome screen, and every question that the kiosk's settings add. */
export const everyOption = { isPrinterOn: true, enableSaveVisitor: true, enableDeliveryButton: true, isScanerOn: true };

export async function askEverything({ db, company }: Building, { hasParking = false } = {}): Promise<void> {
  await db
    .updateTable('tenant_settings')
    .set({ enable_gdpr: true, enable_print_badge_option: true, enable_print_parking_badge_option: hasParking })
    .where('company_id', '=', company.id)
    .execute();
}

export async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const contentWindow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
    let prints = 0;
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const found: unknown = contentWindow?.get?.call(this);
        if (typeof found === 'object' && found !== null) {
          Object.assign(found, { print: () => (document.documentElement.dataset['prints'] = String((prints += 1))) });
        }
        return found;
      },
    });
  });
  return async () => Number((await page.locator('html').getAttribute('data-prints')) ?? 0);
}

export function keptBy(page: Page): Promise<IDBValidKey[]> {
  return page.evaluate(
    () =>
      new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open('vestibule-kiosk');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const names = opening.result.transaction('kept').objectStore('kept').getAllKeys();
          names.addEventListener('success', () => {
            opening.result.close();
            resolve(names.result);
          });
        });
      }),
  );
}

export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
}

export async function uploadPicture(
  manager: APIRequestContext,
  { company }: Building,
  type: 'logo' | 'background' | 'photo',
): Promise<number> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="115"><rect width="300" height="90" fill="teal"/></svg>';
  const response = await manager.post('/api/v1/storage/images', {
    params: { type, companyId: company.id },
    multipart: { file: { name: `${type}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) } },
  });
  const { data } = z.object({ data: uploadImage.reply }).parse(await response.json());
  return data.id;
}

/** Returns working hours that do not overlap the test at any time of day. */
export function hoursFarFromNow() {
  const hour = Number(new Date().toLocaleString('en-GB', { timeZone: 'Europe/Oslo', hour: '2-digit' }));
  return hour < 12
    ? { workingHoursStart: '20:00', workingHoursEnd: '20:01' }
    : { workingHoursStart: '01:00', workingHoursEnd: '01:01' };
}
