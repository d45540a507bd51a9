import { getDeliveryPhones, setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';

const params = ({ tenant }: Building) => ({ params: { tenantId: tenant.id } });
const read = async (site: Building) =>
  (await site.as('reception').call(getDeliveryPhones, params(site))).data.deliveryPhones;
const set = (site: Building, deliveryPhones: string[], previous?: string[]) =>
  site.as('tenant').call(setDeliveryPhones, { ...params(site), body: { deliveryPhones, previous } });

test('stores delivery phones as E.164 in their order, without empty ones', async () => {
  const site = await building();
  expect(await read(site)).toEqual([]);
  const { data } = await set(site, ['90 12 34 56', '', '  ', '+46 70 123 45 67']);
  expect(data).toEqual({ deliveryPhones: ['+4790123456', '+46701234567'] });
  expect(await read(site)).toEqual(['+4790123456', '+46701234567']);
  expect((await set(site, [''])).data).toEqual({ deliveryPhones: [] });
  expect(await read(site)).toEqual([]);
});

test('reads a phone with the country of the tenant', async () => {
  const site = await building();
  await site.as('company').call(setCustomSettings, { ...params(site), body: { enableCustomSettings: true } });
  await site.db
    .updateTable('tenant_settings')
    .set({ country_code: 'SE' })
    .where('tenant_id', '=', site.tenant.id)
    .execute();
  expect((await set(site, ['070-123 45 67'])).data).toEqual({ deliveryPhones: ['+46701234567'] });
});

test('marks unreadable and repeated phones by index, and saves nothing', async () => {
  const site = await building();
  await set(site, ['90123456']);
  expect(await set(site, ['90123457', '', '123'])).toBeRefused(400, 'invalidPhone', {
    fields: { 'deliveryPhones.2': 'invalidPhone' },
  });
  expect(await set(site, ['90123457', '+47 90 12 34 57'])).toBeRefused(400, 'validation', {
    fields: { 'deliveryPhones.1': 'phoneListedTwice' },
  });
  expect(await set(site, ['90123457', '+4790123457', 'x'])).toBeRefused(400, 'invalidPhone', {
    fields: { 'deliveryPhones.1': 'phoneListedTwice', 'deliveryPhones.2': 'invalidPhone' },
  });
  expect(await read(site)).toEqual(['+4790123456']);
});

test('allows at most 20 phones, not counting empty ones', async () => {
  const site = await building();
  const phones = Array.from({ length: 21 }, (_, index) => `+47901234${10 + index}`);
  expect(await set(site, phones)).toBeRefused(400, 'validation', { fields: { deliveryPhones: 'max20phones' } });
  expect((await set(site, [...phones.slice(0, 20), ''])).data.deliveryPhones).toHaveLength(20);
});

test('the second of two edits gets the current values', async () => {
  const site = await building();
  expect(await set(site, ['90123456'], [])).toMatchObject({ status: 200 });
  expect(await set(site, ['90123457'], [])).toBeRefused(409, 'changedMeanwhile', { current: ['+4790123456'] });
  expect(await set(site, ['90123456'], []), 'tried again').toMatchObject({ status: 200 });
  expect(await read(site)).toEqual(['+4790123456']);
});

test('the audit log records a change without phones', async () => {
  const site = await building();
  await set(site, ['90123456']);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .execute();
  expect(entries).toEqual([{ action: 'tenant.deliveryPhonesChanged', subject: 'tenant', subject_id: site.tenant.id }]);
});
