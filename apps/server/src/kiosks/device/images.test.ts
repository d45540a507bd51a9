import { getDeviceImages } from '@vestibule/contract/kiosks/device.ts';
import { listImages } from '@vestibule/contract/building/image-storage.ts';
import { setKioskCustomSettings } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { changeKioskSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { expect, test } from 'vitest';
import { atKiosk, building, type Building } from '../../testing/building.ts';
import { seedImage } from '../../testing/images.ts';
import { newKioskSettings, seedKiosk } from '../../testing/kiosks.ts';

type Shown = Partial<Record<'logoImageId' | 'backgroundImageId', number>> & { background?: 'none' | 'image' };

async function show({ as }: Building, query: { companyId: number } | { kioskId: number }, shown: Shown) {
  const { data } = await as('company').call(getKioskSettings, { query });
  const body = { ...newKioskSettings, ...shown };
  await as('company').call(changeKioskSettings, { params: { settingsId: data.id }, body });
}

async function images({ db, company, elsewhere }: Building) {
  const own = { companyId: company.id, tenantId: null };
  return {
    logo: await seedImage(db, own, 'logo'),
    background: await seedImage(db, own, 'background'),
    unused: await seedImage(db, own, 'background'),
    foreign: await seedImage(db, { companyId: elsewhere.company.id, tenantId: null }, 'background'),
  };
}

test('a kiosk can read the logo and background of its settings, and no list of pictures', async () => {
  const site = await building();
  const device = atKiosk(site.server, await seedKiosk(site.db, site));
  const { logo, background } = await images(site);
  const read = async () => (await device.call(getDeviceImages)).data;
  expect(await read()).toEqual({ logo: null, background: null });

  const all = { logoImageId: logo, backgroundImageId: background };
  await show(site, { companyId: site.company.id }, { ...all, background: 'image' });
  expect(await read()).toMatchObject({
    logo: { id: logo, type: 'logo' },
    background: { id: background, type: 'background' },
  });
  await show(site, { companyId: site.company.id }, { ...all, background: 'none' });
  expect(await read()).toMatchObject({ logo: { id: logo }, background: null });

  for (const query of [
    { companyId: site.company.id },
    { companyId: site.company.id, type: 'background' as const },
    { tenantId: site.tenant.id },
    { companyId: site.elsewhere.company.id },
  ]) {
    expect(await device.call(listImages, { query })).toBeRefused(403, 'notAllowed');
  }
});

test('a kiosk with custom settings reads their pictures, and other kiosks do not', async () => {
  const site = await building();
  const [mine, other] = [await seedKiosk(site.db, site), await seedKiosk(site.db, site)];
  const { background } = await images(site);
  const params = { kioskId: mine.id };
  await site.as('company').call(setKioskCustomSettings, { params, body: { enableCustomSettings: true } });
  await show(site, { kioskId: mine.id }, { background: 'image', backgroundImageId: background });
  const read = async (kiosk: typeof mine) => (await atKiosk(site.server, kiosk).call(getDeviceImages)).data;
  expect(await read(mine)).toMatchObject({ background: { id: background } });
  expect(await read(other)).toEqual({ logo: null, background: null });
});
