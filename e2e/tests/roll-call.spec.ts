import { getRollCall, startRollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../harness/accessible.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { dialogOf } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
test.describe.configure({ timeout: 90_000 });

const phone = { viewport: { width: 360, height: 740 } };

async function seedInside({ visitor, aurora, bryggen }: Building) {
  await visitor({ name: 'Åse Ødegård', inside: aurora, host: aurora.kari });
  await visitor({ name: 'Matti Virtanen', inside: aurora });
  await visitor({ name: 'Frida Nilsen', inside: bryggen });
}

const of = (page: Page, name: string) => page.getByRole('checkbox', { name });

async function expectCounts(page: Page, missing: number, safe: number) {
  const counts = page.getByRole('status').filter({ hasText: 'missing' });
  await expect(counts).toHaveText(`${missing} missing${safe} safe`);
}

function expectKept(page: Page) {
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration(location.pathname);
      return registration?.active?.state;
    });
  return expect.poll(state).toBe('activated');
}

test('two devices tick one roll call, one of them without a network for a while', async ({ desk, building, watch }) => {
  watch.allowNetworkLoss();
  await seedInside(building);
  const path = `/company/${building.company.id}/evacuation`;
  const one = await desk('reception');
  await one.getByRole('link', { name: 'Roll call' }).click();
  await expectAccessible(one);
  const other = await desk('company', { path, ...phone });
  await one.route('**/roll_call', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await one.getByRole('button', { name: 'Start roll call' }).click();
  await expect(one.getByText('No connection.')).toBeVisible();
  await other.getByRole('button', { name: 'Start roll call' }).click();
  // The second click of a double click would hit a person.
  await of(other, 'Matti Virtanen').dispatchEvent('click', { detail: 2 });
  await expectCounts(one, 3, 0);
  await expectCounts(other, 3, 0);
  await of(one, 'Åse Ødegård').check();
  await expect(of(other, 'Åse Ødegård')).toBeChecked();

  await expectKept(other);
  await other.context().setOffline(true);
  await of(other, 'Frida Nilsen').check();
  await expect(other.getByText('1 tick will be sent when the network is back.')).toBeVisible();
  await expectCounts(other, 1, 2);
  await of(one, 'Matti Virtanen').check();
  await expectCounts(one, 1, 2);
  await expect(of(other, 'Matti Virtanen')).not.toBeChecked();

  await other.reload();
  await expectCounts(other, 1, 2);
  await expect(of(other, 'Frida Nilsen')).toBeChecked();
  await expect(other.getByText('1 tick will be sent when the network is back.')).toBeVisible();

  await other.context().setOffline(false);
  await expectCounts(other, 0, 3);
  await expectCounts(one, 0, 3);
  await expect(other.getByText('This list may be out of date.')).toBeHidden();

  await of(other, 'Frida Nilsen').focus();
  await one.getByRole('button', { name: 'End roll call' }).click();
  await dialogOf(one, 'End roll call').getByRole('button', { name: 'End roll call' }).click();
  await expect(other.getByText('No roll call is under way')).toBeVisible();
  await expect(other.getByRole('main')).toBeFocused();
  await expect(one.getByText('No roll call is under way')).toBeVisible();
  await expect(one.getByText('No connection.')).toBeHidden();
  expect(await other.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('roll-call')))).toEqual(
    [],
  );
  const { db, company } = building;
  expect(await db.selectFrom('roll_call').select('id').where('company_id', '=', company.id).execute()).toEqual([]);
});

test('on a phone the targets are large, and nothing of the list stays when its screen is left', async ({
  desk,
  building,
}) => {
  await seedInside(building);
  const { company } = building;
  const page = await desk('reception', { ...phone, colorScheme: 'dark' });
  await call(page.request, startRollCall, { params: { companyId: String(company.id) } });
  await page.goto(`/company/${company.id}/evacuation`);
  await expectCounts(page, 3, 0);
  await of(page, 'Matti Virtanen').check();
  await expectCounts(page, 2, 1);
  const box = await of(page, 'Matti Virtanen').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(64);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide safe' }).click();
  await expect(of(page, 'Matti Virtanen')).toBeHidden();
  // Checked rows stay until the next press, so that no row moves under the finger.
  await of(page, 'Frida Nilsen').check();
  await expectCounts(page, 1, 2);
  await expect(of(page, 'Frida Nilsen')).toBeVisible();
  await page.getByRole('button', { name: 'Hide safe' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  const { id, people } = (await call(page.request, getRollCall, { params: { companyId: String(company.id) } })) ?? {};
  const frida = people?.find(({ name }) => name === 'Frida Nilsen');
  await call(page.request, tickRollCall, {
    params: { companyId: String(company.id) },
    body: { rollCallId: id ?? 0, ticks: [{ visitId: frida?.visitId ?? 0, isSafe: false, age: 0 }] },
  });
  await expect(of(page, 'Frida Nilsen')).not.toBeChecked();
  await of(page, 'Frida Nilsen').check();
  await expectCounts(page, 1, 2);
  await expect(of(page, 'Frida Nilsen')).toBeVisible();
  await page.getByRole('button', { name: 'Hide safe' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show safe' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).flat().join('\n'));
  expect(await kept()).toContain('Frida Nilsen');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'Visitors' }).click();
  await expect(page.getByRole('heading', { name: 'Visitors' })).toBeVisible();
  expect(await kept()).not.toContain('Frida Nilsen');
  const left = () =>
    page.evaluate(async () => [
      ...Object.keys(sessionStorage),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ...(await caches.keys()),
    ]);
  await expect.poll(left).toEqual([]);

  const screen = page.url().replace('visitors', 'evacuation');
  await page.goto(screen);
  await expectCounts(page, 1, 2);
  expect(await kept()).toContain('Frida Nilsen');
  await page.goto(screen.replace('evacuation', 'visitors'));
  await expect.poll(kept).toBe('');
  await page.goto(screen);
  await expectCounts(page, 1, 2);
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(kept).toBe('');
});
