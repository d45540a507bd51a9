import { releaseMessage, retryMessage } from '@vestibule/contract/visits/message.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, test } from 'vitest';
import { type Building, building, tenantOf, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { announcingAs, smsCountries, startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { changeSettings, seedOwnSettings } from '../../testing/settings.ts';
import { notifyDelivery } from '../../visits/notification/announce.ts';
import { barrierOf } from './barrier.ts';

test.for([
  ['a mobile phone of Norway', '+4790000001', null],
  ['one of Germany', '+4915123456789', null],
  ['one of the United Kingdom', '+447400123456', null],
  ['one of Switzerland', '+41791234567', null],
  ['a telephone at a desk', '+4721000000', null],
  ['a premium number', '+4782912345', 'numberNotAllowed'],
  ['a Swiss premium number', '+41900123456', 'numberNotAllowed'],
  ['a shared-cost number', '+4781012345', 'numberNotAllowed'],
  ['a universal access number', '+4781512345', 'numberNotAllowed'],
  ['a personal number', '+447012345678', 'numberNotAllowed'],
  ['Inmarsat', '+870773123456', 'numberNotAllowed'],
  ['Iridium', '+881612345678', 'numberNotAllowed'],
  ['an international network', '+88216123456', 'numberNotAllowed'],
  ['another international network', '+883510012345', 'numberNotAllowed'],
  ['an international premium number', '+979123456789', 'numberNotAllowed'],
  ['an international shared-cost number', '+80812345678', 'numberNotAllowed'],
  ['an international toll-free number', '+80012345678', 'numberNotAllowed'],
  ['no number', '+47', 'numberNotAllowed'],
  ['Cuba', '+5352123456', 'countryNotAllowed'],
  ['the United States', '+12015550123', 'countryNotAllowed'],
  ['Réunion', '+262692123456', 'countryNotAllowed'],
] as const)('the barrier for %s, %s, is %s', ([, phone, barrier]) => {
  expect(barrierOf(phone, 'NO', smsCountries)).toBe(barrier);
});

test('allows the country of the company if the setting lists it', () => {
  expect(barrierOf('+12015550123', 'US', smsCountries)).toBeNull();
  expect(barrierOf('+12015550123', 'US', { ofCompany: false, codes: new Set(['NO']) })).toBe('countryNotAllowed');
  expect(barrierOf('+12015550123', 'NO', { ofCompany: false, codes: null })).toBeNull();
  expect(barrierOf('+881612345678', 'NO', { ofCompany: false, codes: null })).toBe('numberNotAllowed');
});

const messagesOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['id', 'kind', 'state', 'problem'])
    .where('company_id', '=', company.id)
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute();

test('sends no SMS to such numbers of hosts, visitors and deliveries, and shows the desk why', async () => {
  const site = await building();
  const { db, tenant, employee } = site;
  await notifyEverything(site, { enable_wifi_info_sms: false });
  const { sms } = await startMessaging(site.server);
  await db.updateTable('employee').set({ phone: '+4782912345' }).where('id', '=', employee.id).execute();
  await db
    .updateTable('tenant')
    .set({ delivery_phones: ['+881612345678'] })
    .where('id', '=', tenant.id)
    .execute();
  const desk = site.as('reception');
  await desk.call(registerVisit, visitTo(tenant, { phone: '+5352123456', employeeId: employee.id }));
  expect(await notifyDelivery(db, testVault, tenantOf(site), announcingAs(site))).toMatchObject({
    written: 1,
    queued: 0,
  });
  await expect
    .poll(() => messagesOf(site))
    .toMatchObject([
      { kind: 'arrival', state: 'notSent', problem: 'numberNotAllowed' },
      { kind: 'visitConfirmation', state: 'notSent', problem: 'countryNotAllowed' },
      { kind: 'delivery', state: 'notSent', problem: 'numberNotAllowed' },
    ]);
  const [{ id: messageId } = { id: 0 }] = await messagesOf(site);
  await site.as('company').call(retryMessage, { params: { messageId } });
  const phone = freshPhone();
  await desk.call(registerVisit, visitTo(tenant, { phone }));
  await expect.poll(() => sms.received.map(({ to }) => to)).toEqual([phone]);
  await expect
    .poll(() => messagesOf(site))
    .toContainEqual(expect.objectContaining({ id: messageId, state: 'notSent', problem: 'numberNotAllowed' }));
});

test('settings of a tenant cannot allow a country', async () => {
  const site = await building();
  const { db, tenant, company } = site;
  await notifyEverything(site, { enable_wifi_info_sms: false });
  await seedOwnSettings(db, company.id, tenant.id);
  const own = { country_code: 'CU', enable_sms_confirmation: true };
  await db.updateTable('tenant_settings').set(own).where('tenant_id', '=', tenant.id).execute();
  await db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute();
  const { sms } = await startMessaging(site.server);
  await site.as('reception').call(registerVisit, visitTo(tenant, { phone: '+5352123456' }));
  await expect.poll(() => messagesOf(site)).toMatchObject([{ state: 'notSent', problem: 'countryNotAllowed' }]);
  await changeSettings({ db, company }, { country_code: 'CU' });
  await site.as('reception').call(registerVisit, visitTo(tenant, { phone: '+5352123457' }));
  await expect.poll(() => sms.received.map(({ to }) => to)).toEqual(['+5352123457']);
});

test('does not send or count SMS to refused numbers, even above a limit', async () => {
  const nothing = { hour: 0, day: 0 };
  const smsLimits = {
    phone: nothing,
    sender: nothing,
    tenant: nothing,
    company: nothing,
    installation: nothing,
    host: nothing,
  };
  const site = await building(await startServer({ smsLimits }));
  await notifyEverything(site, { enable_wifi_info_sms: false });
  const desk = site.as('reception');
  for (const phone of ['+4782912345', '+5352123456', freshPhone()]) {
    await desk.call(registerVisit, visitTo(site.tenant, { phone }));
  }
  const expected = [
    { state: 'notSent', problem: 'numberNotAllowed' },
    { state: 'notSent', problem: 'countryNotAllowed' },
    { state: 'held', problem: 'phoneLimit' },
  ];
  expect(await messagesOf(site)).toMatchObject(expected);
  const [{ id: barred } = { id: 0 }, , { id: held } = { id: 0 }] = await messagesOf(site);
  const manager = site.as('company');
  const { data } = await manager.call(retryMessage, { params: { messageId: barred } });
  expect(data).toMatchObject({ state: 'notSent', problem: 'numberNotAllowed' });
  await site.db.updateTable('message').set({ recipient: '+4782912345' }).where('id', '=', held).execute();
  const released = await manager.call(releaseMessage, { params: { messageId: held } });
  expect(released.data).toMatchObject({ state: 'notSent', problem: 'numberNotAllowed' });
});
