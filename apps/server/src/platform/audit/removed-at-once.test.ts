import { deprovisionDevice, getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { deleteImage, uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { changeKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atKiosk, building, type Building, visitTo } from '../../testing/building.ts';
import { png } from '../../testing/images.ts';
import { companySettingsId, newKioskSettings, seedLicensedKiosk } from '../../testing/kiosks.ts';
import { queuedBehind } from '../../testing/queued.ts';

async function entriesOf({ db }: Building, action: string, subjectId: number): Promise<number> {
  const { rows } = await sql`select from audit_entry where action = ${action} and subject_id = ${subjectId}`.execute(
    db,
  );
  return rows.length;
}

test('deletes an image once when two requests delete it at the same time', async () => {
  const site = await building();
  const company = site.as('company');
  const { data: image } = await company.call(uploadImage, {
    query: { companyId: site.company.id, type: 'logo' },
    file: png(),
  });
  const remove = () => company.call(deleteImage, { params: { imageId: image.id } });
  const row = sql`select from image where id = ${image.id} for update`;
  const [first, second] = await queuedBehind<{ status: number }>(site.db, row, [remove, remove]);
  expect(first?.status).toBe(200);
  expect(second).toBeRefused(404, 'notFound');
  expect(await entriesOf(site, 'image.deleted', image.id)).toBe(1);
});

test('removes a kiosk once when its device sends the removal twice at the same time', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId: await companySettingsId(site.db, site.company.id) },
    body: { ...newKioskSettings, password: 'open-sesame' },
  });
  const end = () => device.call(deprovisionDevice, { body: { password: 'open-sesame' } });
  expect((await device.call(getDeviceConfig)).status).toBe(200);
  const row = sql`select from kiosk where id = ${kiosk.id} for update`;
  const [first, second] = await queuedBehind<{ status: number }>(site.db, row, [end, end]);
  expect(first?.status).toBe(200);
  expect(second).toBeRefused(401, 'deviceRevoked');
  expect(await entriesOf(site, 'kiosk.deprovisioned', kiosk.id)).toBe(1);
});

test('refuses a check-in of a kiosk that is deleted at the same time', async () => {
  const site = await building();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  expect((await device.call(getDeviceConfig)).status).toBe(200);
  const visit = { ...visitTo(site.tenant).body, nonce: randomUUID(), occurredAt: new Date().toISOString() };
  const [arrived] = await queuedBehind(site.db, sql`delete from kiosk where id = ${kiosk.id}`, [
    () => device.call(registerVisitAtDevice, { body: visit }),
  ]);
  expect(arrived).toBeRefused(401, 'deviceRevoked');
});
