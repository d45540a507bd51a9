import { deprovisionDevice, getDeviceConfig, unlockDevice } from '@vestibule/contract/kiosks/device.ts';
import { changeKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { expect, test } from 'vitest';
import { atKiosk, type Building, building } from '../../testing/building.ts';
import { companySettingsId, seedLicensedKiosk, newKioskSettings } from '../../testing/kiosks.ts';

async function setPassword(site: Building, password: string | null): Promise<void> {
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId: await companySettingsId(site.db, site.company.id) },
    body: { ...newKioskSettings, password },
  });
}

test('the settings password opens the menu of a kiosk, and the device never stores it', async () => {
  const site = await building();
  const device = atKiosk(site.server, await seedLicensedKiosk(site.db, site));
  const unlock = (password: string) => device.call(unlockDevice, { body: { password } });
  expect((await unlock('')).status).toBe(200);
  await setPassword(site, 'open-sesame');
  expect(await unlock('')).toBeRefused(403, 'passwordIncorrect');
  expect((await unlock('open-sesame')).data).toBeNull();
  const { data } = await device.call(getDeviceConfig);
  expect(data.settings.hasPassword).toBe(true);
  expect(JSON.stringify(data)).not.toMatch(/argon2|open-sesame/);
});

test('without a settings password, a kiosk can never be removed at its own screen', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  const deprovision = (password: string) => device.call(deprovisionDevice, { body: { password } });
  for (let tried = 0; tried < 12; tried += 1) expect(await deprovision('')).toBeRefused(403, 'passwordIncorrect');
  expect(await deprovision('guess')).toBeRefused(403, 'passwordIncorrect');
  expect((await device.call(getDeviceConfig)).data.kiosk.id).toBe(kiosk.id);
  expect((await device.call(unlockDevice, { body: { password: '' } })).status).toBe(200);
  await setPassword(site, 'open-sesame');
  expect(await deprovision('')).toBeRefused(403, 'passwordIncorrect');
  expect((await deprovision('open-sesame')).status).toBe(200);
});

test('ten wrong passwords lock the menu and removal of one kiosk for an hour, and no other kiosk', async () => {
  const site = await building();
  await setPassword(site, 'open-sesame');
  const [tried, other] = [
    atKiosk(site.server, await seedLicensedKiosk(site.db, site)),
    atKiosk(site.server, await seedLicensedKiosk(site.db, site)),
  ];
  const wrong = await Promise.all(
    Array.from({ length: 12 }, () => tried.call(unlockDevice, { body: { password: 'guess' } })),
  );
  expect(wrong.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 10 }, () => 403),
    429,
    429,
  ]);
  const body = { password: 'open-sesame' };
  const locked = await tried.call(unlockDevice, { body });
  expect(locked).toBeRefused(429, 'tooManyRequests');
  expect(locked.problem?.secondsLeft).toBeGreaterThan(3_500);
  expect((await tried.call(deprovisionDevice, { body })).status).toBe(429);
  for (let opened = 0; opened < 12; opened += 1) expect((await other.call(unlockDevice, { body })).status).toBe(200);
});
