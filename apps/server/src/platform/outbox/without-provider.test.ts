import { setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { announceDelivery } from '@vestibule/contract/kiosks/device.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { retryVisitMessage } from '@vestibule/contract/visits/message.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const mail = { url: new URL('smtp://localhost'), from: { name: 'Vestibule', address: 'desk@vestibule.example' } };

let everything: TestServer;
beforeAll(async () => {
  everything = await startServer({ roles: new Set(['web', 'worker']) });
});

async function announced(server: TestServer) {
  const site = await building(server);
  await notifyEverything(site);
  const visit = visitTo(site.tenant, { employeeId: site.employee.id });
  const { data } = await site.as('reception').call(registerVisit, visit);
  const visitId = data.visitor.currentVisitRecord?.id ?? 0;
  return { site, visitId, messages: await messagesOf(site, visitId) };
}

const messagesOf = ({ db }: Building, visitId: number) =>
  db.selectFrom('message').selectAll().where('visit_id', '=', visitId).orderBy('id').execute();

test('a check-in queues no message while no provider is set up', async () => {
  const { messages } = await announced(everything);
  expect(messages).toHaveLength(4);
  for (const message of messages) {
    expect(message).toMatchObject({ state: 'notSent', problem: 'noProvider', attempts: 1, delivered_at: null });
  }
});

test('stored messages can be resent after a provider is set up', async () => {
  const { site, visitId, messages } = await announced(everything);
  const { mail, sms } = await startMessaging(site.server, undefined, 'kept');
  for (const { id: messageId } of messages) {
    const retried = await site.as('reception').call(retryVisitMessage, { params: { visitId, messageId } });
    expect(retried.data).toMatchObject({ state: 'queued', problem: null });
  }
  await expect
    .poll(async () => (await messagesOf(site, visitId)).map(({ state }) => state))
    .toEqual(messages.map(({ channel }) => (channel === 'email' ? 'delivered' : 'sent')));
  expect(mail.received[0]?.to).toEqual([site.employee.email]);
  expect(sms.received).toHaveLength(3);
});

test('a kiosk promises no message while no provider is set up', async () => {
  const site = await building(everything);
  await notifyEverything(site);
  const body = { ...visitTo(site.tenant, { employeeId: site.employee.id }).body, nonce: randomUUID() };
  const occurredAt = new Date().toISOString();
  const arrival = await site.as('kiosk').call(registerVisitAtDevice, { body: { ...body, occurredAt } });
  expect(arrival.data).toMatchObject({ notified: [] });
  const params = { tenantId: site.tenant.id };
  await site.as('company').call(setDeliveryPhones, { params, body: { deliveryPhones: [freshPhone()] } });
  const delivery = await site.as('kiosk').call(announceDelivery, { body: params });
  expect(delivery.data).toEqual({ notified: 0 });
  const kept = site.db.selectFrom('message').select('kind').where('company_id', '=', site.company.id);
  expect(await kept.where('kind', '=', 'delivery').execute()).toHaveLength(1);
});

test('stores only messages without a provider as not sent', async () => {
  const { messages } = await announced(await startServer({ roles: new Set(['web', 'worker']), mail }));
  expect(messages.map(({ channel, state }) => `${channel} ${state}`).toSorted()).toEqual([
    'email queued',
    'sms notSent',
    'sms notSent',
    'sms notSent',
  ]);
});

test('a process that is no worker leaves such messages to the workers', async () => {
  const { messages } = await announced(await startServer({ roles: new Set(['web']) }));
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['queued']));
});
