import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Building } from '../harness/building.ts';
import { expect, test } from '../harness/test.ts';

// A screen is measured once the network is idle.
test.describe.configure({ timeout: 180_000 });

/** Layout shift that Web Vitals calls good is below 0.1. Ours is at most half of it. */
const most = 0.05;

async function measure(page: Page) {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shifted', 0);
    const add = (shift: PerformanceEntry) => {
      if (Reflect.get(shift, 'hadRecentInput') === true) return;
      const sum = Number(Reflect.get(globalThis, 'shifted')) + Number(Reflect.get(shift, 'value'));
      Reflect.set(globalThis, 'shifted', sum);
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(add));
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  // Each answer comes alone, so that content that makes way for a later answer is seen.
  let place = 0;
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'fetch') {
      place = (place + 1) % 4;
      await wait(place * 60);
    }
    await route.fallback();
  });
}

async function shifted(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
}

const places = {
  company: ({ company }: Building) =>
    ['visitors', 'visitors?tab=imported', 'visitors?tab=all', 'evacuation', 'history', 'messages']
      .concat(['tenants', 'kiosks', 'kiosk_settings', 'users', 'partners', 'settings', 'audit'])
      .map((screen) => `/company/${company.id}/${screen}`),
  reception: ({ company }: Building) =>
    ['visitors', 'visitors?tab=imported', 'visitors?tab=all'].map((screen) => `/company/${company.id}/${screen}`),
  partner: ({ partner }: Building) => [`/partner/${partner.id}/companies`],
  superAdmin: () => ['/admin/companies', '/licenses', '/admin/status'],
} as const;

const windows = [
  { width: 360, height: 740, roles: ['company', 'partner', 'superAdmin'] },
  { width: 1440, height: 900, roles: ['company', 'partner', 'superAdmin'] },
  { width: 768, height: 1024, roles: ['reception'] },
] as const;

for (const { width, height, roles } of windows) {
  for (const role of roles) {
    test(`no screen of the role ${role} moves while it loads, at ${width} px`, async ({ desk, building }) => {
      const { visitor, aurora, bryggen } = building;
      await visitor({ name: 'Åse Ødegård', inside: aurora });
      await visitor({ name: 'Christopher Alexander Montgomery-Fitzwilliam', inside: bryggen });
      await visitor({ name: 'Wei Chen', expectedBy: aurora });
      for (let index = 0; index < 9; index++)
        await visitor({ name: `Guest ${index}`, inside: aurora, host: aurora.kari });
      const page = await desk(role, { viewport: { width, height } });
      await measure(page);
      for (const address of places[role](building)) {
        expect.soft(await shifted(page, address), address).toBeLessThanOrEqual(most);
      }
    });
  }
}

test('a lost connection moves no visitor, at 768 px', async ({ desk, building, watch }) => {
  watch.allowNetworkLoss();
  for (let index = 0; index < 5; index++) await building.visitor({ name: `Guest ${index}`, inside: building.aurora });
  const page = await desk('reception', { viewport: { width: 768, height: 1024 } });
  await shifted(page, `/company/${building.company.id}/visitors`);
  const visitor = page.getByRole('button', { name: 'Guest 0', exact: true });
  const place = await visitor.boundingBox();
  await page.context().setOffline(true);
  await expect(page.getByText('This list may be out of date')).toBeInViewport();
  expect(await visitor.boundingBox()).toEqual(place);
});
