import type { Page } from '@playwright/test';
import { getDeviceConfig, deprovisionDevice } from '@vestibule/contract/kiosks/device.ts';
import { changeKioskSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { detachLicense } from '@vestibule/contract/kiosks/license.ts';
import type { Building } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { seedDevice } from '../harness/device.ts';
import { changeKiosk } from '../harness/kiosks.ts';
import { dialogOf, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';

const pathOf = ({ company }: Building) => `/company/${company.id}/kiosks`;
const tab = (page: Page, name: 'Online' | 'Offline') => page.getByRole('tab', { name });

const dotBefore = (page: Page, name: string) =>
  row(page, name)
    .getByRole('button', { name, exact: true })
    .evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
const colorOf = (page: Page, name: string) =>
  page.locator('html').evaluate((element, name) => {
    element.style.setProperty('outline-color', `var(${name})`);
    return getComputedStyle(element).outlineColor;
  }, name);

async function act(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('the shown tab follows a device that connects, disconnects and returns', async ({ desk, building }) => {
  const device = await seedDevice(building, { name: 'North door', appVersion: '2.1.0' });
  const page = await desk('company', { path: pathOf(building) });
  await expect(tab(page, 'Offline')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Online').click();
  await expect(page.getByText('No kiosk is online')).toBeVisible();
  await device.connect();
  await expect(row(page, 'North door')).toContainText('2.1.0');
  await expect(row(page, 'North door')).toContainText(device.mac);
  await expect(tab(page, 'Online')).toContainText('1');
  expect(await dotBefore(page, 'North door')).toBe(await colorOf(page, '--green'));
  const columns = ['MAC address', 'IP address', 'App version', 'Android version', 'Own settings', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(['Name', ...columns]);
  await expect(page.getByText('Settings up to date')).toBeVisible();
  const name = await row(page, 'North door').getByText('North door', { exact: true }).boundingBox();
  const state = await page.getByText('Settings up to date').boundingBox();
  expect(state?.y, 'the state is below the name').toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  await changeKiosk(building, device.kioskId, 'kiosk_data_change', { app_version: '2.4.1' });
  await expect(row(page, 'North door')).toContainText('2.4.1');

  await tab(page, 'Offline').click();
  await expect(page.getByText('No kiosk is offline')).toBeVisible();
  device.drop();
  await expect(row(page, 'North door')).toContainText(/\d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await expect(row(page, 'North door')).toContainText(device.mac);
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Offline since', ...columns]);
  expect(await dotBefore(page, 'North door')).not.toBe(await colorOf(page, '--green'));
  await expect(tab(page, 'Offline')).toContainText('1');
  await tab(page, 'Online').click();
  await expect(page.getByText('No kiosk is online')).toBeVisible();
  await device.connect();
  await expect(row(page, 'North door')).toBeVisible();
  await expect(tab(page, 'Offline')).toContainText('0');

  await page.getByRole('button', { name: 'Actions for North door' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Details', exact: true })).toBeFocused();
  device.drop();
  await expect(row(page, 'North door')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await tab(page, 'Offline').click();
  await expect(row(page, 'North door')).toBeVisible();
  const { db, company } = building;
  await db.deleteFrom('kiosk').where('id', '=', device.kioskId).where('company_id', '=', company.id).execute();
  await changeKiosk(building, device.kioskId, 'kiosk_deprovisioned_triggered_from_kiosk', { app_version: '' });
  await expect(row(page, 'North door')).toHaveCount(0);
  await expect(page.getByText('No kiosk is offline')).toBeVisible();

  const opened = page.waitForEvent('websocket');
  await page.getByRole('link', { name: 'Tenants' }).click();
  const closed = (await opened).waitForEvent('close');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await closed;
});

test('a device applies new settings, and the console shows that', async ({ desk, building }) => {
  const device = await seedDevice(building, { name: 'North door' });
  const page = await desk('company', { path: pathOf(building) });
  await device.connect();
  await expect(page.getByText('Settings up to date')).toBeVisible();
  const { request } = page.context();
  const settings = await call(request, getKioskSettings, { query: { companyId: String(building.company.id) } });
  const body = { ...settings, isPrinterOn: !settings.isPrinterOn };
  const changed = await call(request, changeKioskSettings, { params: { settingsId: String(settings.id) }, body });
  await expect
    .poll(() => device.received.at(-1))
    .toMatchObject({
      event: 'settings_changed',
      payload: { version: changed.version },
    });
  await expect(page.getByText('Settings up to date')).toBeVisible();
  const versions = building.db
    .selectFrom('kiosk')
    .select('applied_settings_version as version')
    .where('id', '=', device.kioskId);
  await expect.poll(() => versions.executeTakeFirst()).toEqual({ version: changed.version });
  device.drop();
});

test('sends a reboot to its device once, and "Update all" to every online device', async ({ desk, building }) => {
  const north = await seedDevice(building, { name: 'North door' });
  const south = await seedDevice(building, { name: 'South door' });
  const away = await seedDevice(building, { name: 'Garage' });
  for (const device of [north, south]) await device.connect();
  const page = await desk('company', { path: pathOf(building) });
  await act(page, 'North door', 'Reboot');
  await expect(page.getByText('Message was sent')).toBeVisible();
  const commands = (device: typeof north) =>
    device.received.map(({ event }) => event).filter((event) => event === 'reboot' || event === 'upgrade');
  await expect.poll(() => commands(north)).toEqual(['reboot']);

  await page.getByRole('button', { name: 'Update all' }).click();
  await dialogOf(page, 'Update all kiosks').getByRole('button', { name: 'Update all' }).click();
  await expect.poll(() => commands(north)).toEqual(['reboot', 'upgrade']);
  await expect.poll(() => commands(south)).toEqual(['upgrade']);
  const results = building.db
    .selectFrom('kiosk_command')
    .select('result')
    .where('company_id', '=', building.company.id);
  await expect.poll(() => results.execute()).toEqual([{ result: 'done' }, { result: 'done' }, { result: 'done' }]);

  north.drop();
  await north.connect();
  await away.connect();
  await expect(row(page, 'Garage')).toBeVisible();
  expect([commands(north), commands(away)]).toEqual([['reboot', 'upgrade'], []]);
  for (const device of [north, south, away]) device.drop();
});

test('a kiosk that is deleted, loses its license or is removed at its screen is disconnected at once', async ({
  desk,
  as,
  building,
}) => {
  const deleted = await seedDevice(building, { name: 'North door' });
  const detached = await seedDevice(building, { name: 'South door' });
  const ended = await seedDevice(building, { name: 'Garage' });
  for (const device of [deleted, detached, ended]) await device.connect();
  const page = await desk('company', { path: pathOf(building) });
  await expect(row(page, 'Garage')).toBeVisible();

  const closed = [deleted.closed(), detached.closed(), ended.closed()];
  await act(page, 'North door', 'Delete');
  await dialogOf(page, 'Delete kiosk').getByRole('button', { name: 'Delete' }).click();
  expect(await closed[0]).toBe(4410);
  expect(deleted.received.at(-1)).toMatchObject({ event: 'deprovisioned' });
  await expect(deleted.call(getDeviceConfig)).rejects.toMatchObject({ status: 401, reason: 'deviceRevoked' });

  await call(await as('superAdmin'), detachLicense, { params: { licenseId: String(detached.licenseId) } });
  expect(await closed[1]).toBe(4401);
  await expect(detached.call(getDeviceConfig)).rejects.toMatchObject({ status: 401 });
  await tab(page, 'Offline').click();
  await expect(row(page, 'South door')).toBeVisible();
  await tab(page, 'Online').click();

  const { request } = page.context();
  const settings = await call(request, getKioskSettings, { query: { companyId: String(building.company.id) } });
  const body = { ...settings, password: '4711' };
  await call(request, changeKioskSettings, { params: { settingsId: String(settings.id) }, body });
  await ended.call(deprovisionDevice, { body: { password: '4711' } });
  expect(await closed[2]).toBe(4410);
  await expect(row(page, 'Garage')).toHaveCount(0);
  await expect(page.getByText('No kiosk is online')).toBeVisible();
});
