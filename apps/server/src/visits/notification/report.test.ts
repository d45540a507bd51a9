import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { retryVisitMessage } from '@vestibule/contract/visits/message.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sveveReportSecret } from '../../platform/integrations/sms/sveve.ts';
import { building, tenantOf, visitTo } from '../../testing/building.ts';
import { announcingAs, publicUrl, startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { startSveve, startTwilio, twilioReport, type SmsVendor } from '../../testing/sms.ts';
import { notifyDelivery } from './announce.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

async function sent(start: () => Promise<SmsVendor>) {
  const settings = (await start()).settings;
  const server = await startServer({ publicUrl, sms: settings });
  const site = await building(server);
  const silent = { sms_language_to_employee: null, enable_email_to_employee: false, enable_wifi_info_sms: false };
  await notifyEverything(site, silent);
  const { sms, stop } = await startMessaging(server, start);
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant));
  const read = () =>
    site.db.selectFrom('message').selectAll().where('visitor_id', '=', data.visitor.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).state).toBe('sent');
  return { ...site, app: server.app, sms, stop, read, address: sms.received[0]?.reference ?? '' };
}

async function sentOfDelivery(start: () => Promise<SmsVendor>) {
  const site = await sent(start);
  const { db, tenant, sms } = site;
  await db
    .updateTable('tenant')
    .set({ delivery_phones: ['+4791111111'] })
    .where('id', '=', tenant.id)
    .execute();
  await notifyDelivery(db, testVault, tenantOf(site), announcingAs(site));
  const read = () =>
    db
      .selectFrom('message')
      .selectAll()
      .where('company_id', '=', site.company.id)
      .where('kind', '=', 'delivery')
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).state).toBe('sent');
  expect((await read()).content).not.toBeNull();
  return { ...site, read, address: sms.received[1]?.reference ?? '' };
}

test('a delivery report of Twilio deletes the content', async () => {
  const { app, address, read } = await sentOfDelivery(startTwilio);
  const report = twilioReport(address, { MessageStatus: 'delivered' });
  expect((await app.inject(report)).statusCode).toBe(204);
  expect(await read()).toMatchObject({ state: 'delivered', content: null, problem: null });
  const { delivered_at: deliveredAt } = await read();
  await app.inject(report);
  await app.inject(twilioReport(address, { MessageStatus: 'sent' }));
  await app.inject(twilioReport(address, { MessageStatus: 'undelivered', ErrorCode: '30003' }));
  expect(await read()).toMatchObject({ state: 'delivered', delivered_at: deliveredAt, problem: null });
});

test('Twilio reports that an SMS did not arrive, and why', async () => {
  const { app, address, read } = await sentOfDelivery(startTwilio);
  await app.inject(twilioReport(address, { MessageStatus: 'queued' }));
  expect(await read()).toMatchObject({ state: 'sent' });
  await app.inject(twilioReport(address, { MessageStatus: 'undelivered', ErrorCode: '30003' }));
  expect(await read()).toMatchObject({ state: 'failed', problem: 'undelivered', last_answer: '30003' });
  expect((await read()).content).not.toBeNull();
});

test('desks get each report about a visitor’s SMS that changes something', async () => {
  const { app, address, db, company, read } = await sent(startTwilio);
  const { visitor_id: visitorId } = await read();
  const events = async () => {
    const { rows } = await typedSql({ ids: z.array(int) })`
      select ids from live_event where channel = ${`reception:${company.id}`} and event = 'visitors_update'
      union all
      select ids from live_outbox where channel = ${`reception:${company.id}`} and event = 'visitors_update'`.execute(
      db,
    );
    return rows.map(({ ids }) => ids);
  };
  const before = await events();
  await app.inject(twilioReport(address, { MessageStatus: 'undelivered', ErrorCode: '30003' }));
  expect(await events()).toEqual([...before, [visitorId]]);
  await app.inject(twilioReport(address, { MessageStatus: 'queued' }));
  expect(await events()).toHaveLength(before.length + 1);
});

test('ignores a report without a valid signature of Twilio', async () => {
  const { app, address, read } = await sent(startTwilio);
  const signed = twilioReport(address, { MessageStatus: 'delivered' });
  const { 'x-twilio-signature': _, ...unsigned } = signed.headers;
  const forged = [
    twilioReport(address, { MessageStatus: 'delivered' }, 'another token'),
    { ...signed, headers: unsigned },
    { ...signed, payload: signed.payload.replace('SM1', 'SM2') },
    { ...signed, url: signed.url.replace(/.{4}$/, '0000') },
  ];
  for (const call of forged) expect((await app.inject(call)).statusCode).toBe(403);
  expect(await read()).toMatchObject({ state: 'sent' });
});

test('ignores a report about an earlier attempt of a resent SMS', async () => {
  const { app, address, read, sms, as } = await sent(startTwilio);
  await app.inject(twilioReport(address, { MessageStatus: 'failed' }));
  const { id: messageId, visit_id: visitId } = await read();
  await as('reception').call(retryVisitMessage, { params: { visitId: visitId ?? 0, messageId } });
  await expect.poll(async () => (await read()).state).toBe('sent');
  expect((await app.inject(twilioReport(address, { MessageStatus: 'delivered' }))).statusCode).toBe(204);
  expect(await read()).toMatchObject({ state: 'sent' });
  await app.inject(twilioReport(sms.received[1]?.reference ?? '', { MessageStatus: 'delivered' }));
  expect(await read()).toMatchObject({ state: 'delivered' });
});

test('Sveve reports to a secret URL, by either method', async () => {
  const { app, address, read, sms } = await sent(startSveve);
  const url = `/api/v1/sms/status/sveve/${sveveReportSecret(sms.settings.password)}`;
  const report = `number=4790000001&status=false&id=1&ref=${address}&errorCode=5&errorDesc=Abonnenten%20finnes%20ikke`;
  expect((await app.inject({ url: `/api/v1/sms/status/sveve/${'0'.repeat(64)}?${report}` })).statusCode).toBe(404);
  expect(await read()).toMatchObject({ state: 'sent' });
  expect((await app.inject({ url: `${url}?${report}` })).statusCode).toBe(204);
  expect(await read()).toMatchObject({
    state: 'failed',
    problem: 'undelivered',
    last_answer: '5 Abonnenten finnes ikke',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const unknown = `number=1&status=true&id=1&ref=6f1e1a52-6c9c-4f6a-9a2e-3f0f3b4e9d11`;
  for (const payload of [unknown, 'status=true&ref=nonsense', 'status=maybe', '']) {
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(204);
  }
});

test('does not resend an SMS after the worker that sent it died; users can', async () => {
  const { db, read, sms, app, address } = await sent(startTwilio);
  const { id } = await read();
  await db
    .updateTable('message')
    .set({ state: 'sending', next_attempt_at: new Date(Date.now() - 1) })
    .where('id', '=', id)
    .execute();
  await expect.poll(read).toMatchObject({ state: 'failed', problem: 'uncertain', attempts: 2 });
  expect(sms.received).toHaveLength(1);
  await app.inject(twilioReport(address, { MessageStatus: 'delivered' }));
  expect(await read()).toMatchObject({ state: 'delivered', problem: null });
});

test('does not retry an SMS that the provider did not answer', async () => {
  const { read, sms, as, tenant, db } = await sent(startTwilio);
  sms.answerNext({ status: 500 });
  const { data } = await as('reception').call(registerVisit, visitTo(tenant));
  const other = () =>
    db.selectFrom('message').selectAll().where('visitor_id', '=', data.visitor.id).executeTakeFirstOrThrow();
  await expect.poll(other).toMatchObject({ state: 'failed', problem: 'uncertain', attempts: 1 });
  expect(await read()).toMatchObject({ state: 'sent' });
  expect(sms.received).toHaveLength(1);
});
