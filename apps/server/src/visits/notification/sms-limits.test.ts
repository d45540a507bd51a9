import { randomUUID } from 'node:crypto';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import {
  listMessages,
  listVisitMessages,
  releaseMessage,
  retryVisitMessage,
} from '@vestibule/contract/visits/message.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { SmsLimits } from '../../platform/integrations/sms/limits.ts';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { building, type Building, signedIn, seedUser, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { openLive } from '../../testing/live.ts';
import { seedFailedAnnouncement } from '../../testing/messages.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { startServer } from '../../testing/server.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';

const plenty = { hour: 1_000_000, day: 1_000_000 };
const unlimited: SmsLimits = {
  phone: plenty,
  sender: plenty,
  tenant: plenty,
  company: plenty,
  installation: plenty,
  host: plenty,
};

async function limited(limits: Partial<SmsLimits>): Promise<Building> {
  const site = await building(await startServer({ smsLimits: { ...unlimited, ...limits } }));
  await notifyEverything(site, { enable_wifi_info_sms: false });
  return site;
}

type Desk = Pick<ReturnType<Building['as']>, 'call'>;

async function arrive(desk: Desk, tenant: { id: number }, phone = freshPhone()) {
  const { data } = await desk.call(registerVisit, visitTo(tenant, { phone }));
  return data.visitor;
}

async function arriveAtKiosk(kiosk: Desk, tenant: { id: number }) {
  const body = { ...visitTo(tenant).body, nonce: randomUUID(), occurredAt: new Date().toISOString() };
  expect(await kiosk.call(registerVisitAtDevice, { body })).toMatchObject({ status: 201 });
}

async function statesOf({ db, company }: Pick<Building, 'db' | 'company'>): Promise<string[]> {
  const messages = db.selectFrom('message').select(['state', 'problem']).where('company_id', '=', company.id);
  const rows = await messages.where('channel', '=', 'sms').orderBy('id').execute();
  return rows.map(({ state, problem }) => (state === 'held' ? (problem ?? '') : state));
}

test('a user sends as many SMS as the limit allows, and the next check-in succeeds without', async () => {
  const site = await limited({ sender: { hour: 2, day: 9 } });
  const desk = site.as('reception');
  for (let count = 0; count < 3; count++) await arrive(desk, site.tenant);
  expect(await statesOf(site)).toEqual(['queued', 'queued', 'senderLimit']);
  await arrive(site.as('company'), site.tenant);
  const kiosk = site.as('kiosk');
  for (let count = 0; count < 3; count++) await arriveAtKiosk(kiosk, site.tenant);
  expect((await statesOf(site)).slice(3)).toEqual(['queued', 'queued', 'queued', 'senderLimit']);
});

test('a tenant and a company each have a limit over all users', async () => {
  const site = await limited({ tenant: { hour: 2, day: 9 }, company: { hour: 3, day: 9 } });
  const desks = [site.as('reception'), site.as('company'), site.as('partner')];
  for (const desk of desks) await arrive(desk, site.tenant);
  for (const desk of desks) await arrive(desk, site.neighbor);
  expect(await statesOf(site)).toEqual(['queued', 'queued', 'tenantLimit', 'queued', 'companyLimit', 'companyLimit']);
  const { elsewhere } = site;
  await notifyEverything({ ...site, company: elsewhere.company });
  await arrive(elsewhere.as('reception'), elsewhere.tenant);
  expect(await statesOf({ ...site, company: elsewhere.company })).toEqual(['queued', 'queued']);
});

test('the installation has a limit over all companies', async () => {
  const site = await limited({ installation: { hour: 2, day: 9 } });
  await sql`delete from sms_count where subject = 'installation'`.execute(site.db);
  await arrive(site.as('reception'), site.tenant);
  const { elsewhere } = site;
  await notifyEverything({ ...site, company: elsewhere.company }, { enable_wifi_info_sms: false });
  for (let count = 0; count < 2; count++) await arrive(elsewhere.as('reception'), elsewhere.tenant);
  expect(await statesOf({ ...site, company: elsewhere.company })).toEqual(['queued', 'installationLimit']);
});

test('a phone gets six SMS in an hour, even if each visit is deleted at once', async () => {
  const site = await building();
  await notifyEverything(site, { enable_wifi_info_sms: false });
  await sql`update tenant_settings set gdpr_handling = 'noInfoSaved' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  const phone = freshPhone();
  const desk = site.as('reception');
  const states: string[] = [];
  for (let count = 0; count < 7; count++) {
    const { id: visitorId } = await arrive(desk, site.tenant, phone);
    states.push(...(await statesOf(site)));
    await desk.call(checkOutVisitor, { params: { visitorId } });
  }
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'queued'), 'phoneLimit']);
  const { rows } = await typedSql({ subject: text })`select subject from sms_count`.execute(site.db);
  expect(JSON.stringify(rows)).not.toContain(phone.slice(1));
});

test('counts each message of a check-in', async () => {
  const site = await limited({ sender: { hour: 2, day: 9 } });
  await notifyEverything(site);
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { employeeId: site.employee.id }));
  expect((await statesOf(site)).toSorted()).toEqual(['queued', 'queued', 'senderLimit']);
  const mails = site.db.selectFrom('message').select('state').where('company_id', '=', site.company.id);
  expect(await mails.where('channel', '=', 'email').execute()).toEqual([{ state: 'queued' }]);
});

test.for(['sender', 'tenant', 'company', 'phone'] as const)(
  'many simultaneous check-ins use the limit of the %s completely and do not exceed it',
  async (subject) => {
    const site = await limited({ [subject]: { hour: 20, day: 90 } });
    if (subject === 'phone')
      await notifyEverything(site, { enable_wifi_info_sms: false, enable_sms_confirmation: false });
    const { id: employeeId } = site.employee;
    const desk = site.as('reception');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        desk.call(registerVisit, visitTo(site.tenant, subject === 'phone' ? { employeeId } : {})),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const states = Map.groupBy(await statesOf(site), (state) => state);
    expect(states.get('queued')).toHaveLength(20);
    expect(states.get(`${subject}Limit`)).toHaveLength(20);
  },
);

test('many simultaneous check-ins share the counters of a large limit, and do not exceed it', async () => {
  const site = await limited({ company: { hour: 400, day: 4_000 } });
  const desk = site.as('reception');
  await arrive(desk, site.tenant);
  await sql`
    update sms_count set hour = date_trunc('hour', now()), in_hour = case when shard = 0 then 50 else 46 end
    where subject = ${`company:${site.company.id}`}`.execute(site.db);
  await Promise.all(Array.from({ length: 50 }, () => arrive(desk, site.tenant)));
  const states = Map.groupBy((await statesOf(site)).slice(1), (state) => state);
  expect(states.get('queued')).toHaveLength(28);
  expect(states.get('companyLimit')).toHaveLength(22);
});

test('an hourly limit ends with the hour, and a daily one with the day', async () => {
  const site = await limited({ sender: { hour: 2, day: 3 } });
  const desk = site.as('reception');
  const arriveTwice = async () => {
    for (let count = 0; count < 2; count++) await arrive(desk, site.tenant);
  };
  await arriveTwice();
  await sql`update sms_count set hour = hour - interval '1 hour'`.execute(site.db);
  await arriveTwice();
  expect(await statesOf(site)).toEqual(['queued', 'queued', 'queued', 'senderLimit']);
  await sql`update sms_count set hour = hour - interval '1 day', day = day - interval '1 day'`.execute(site.db);
  await arriveTwice();
  expect((await statesOf(site)).slice(4)).toEqual(['queued', 'queued']);
});

test('removes counts two days after the last SMS', async () => {
  const site = await limited({});
  await arrive(site.as('reception'), site.tenant);
  await expireRows.run(site.reach);
  const count = async () => (await site.db.selectFrom('sms_count').select('subject').execute()).length;
  expect(await count()).toBeGreaterThan(0);
  await sql`update sms_count set hour = now() - interval '3 days', day = now() - interval '3 days'`.execute(site.db);
  await expireRows.run(site.reach);
  expect(await count()).toBe(0);
});

test('lists a held message, also at its visit, and a manager releases it', async () => {
  const site = await limited({ sender: { hour: 0, day: 9 } });
  const { as, company, tenant } = site;
  const { sms } = await startMessaging(site.server);
  const { currentVisitRecordId } = await arrive(as('reception'), tenant);
  const visitId = currentVisitRecordId ?? 0;
  const held = { state: 'held', problem: 'senderLimit', canRetry: false, canRelease: true };
  expect((await as('reception').call(listVisitMessages, { params: { visitId } })).data).toMatchObject([held]);
  const query = { companyId: company.id, state: 'held' } as const;
  const { data } = await as('company').call(listMessages, { query });
  expect(data).toMatchObject([held]);
  expect((await as('company').call(listMessages, { query: { ...query, state: 'queued' } })).data).toEqual([]);

  const params = { messageId: data[0]?.id ?? 0 };
  for (const role of ['reception', 'tenant'] as const) {
    expect(await as(role).call(releaseMessage, { params })).toBeRefused(403, 'notAllowed');
  }
  expect(await site.elsewhere.as('company').call(releaseMessage, { params })).toBeRefused(404, 'notFound');
  expect(sms.received).toEqual([]);

  await site.server.listen();
  const live = await openLive(as('reception'));
  const released = await as('partner').call(releaseMessage, { params });
  expect(released.data).toMatchObject({ state: 'queued', problem: null, canRelease: false });
  await live.until(({ event }) => event === 'visitors_update');
  await expect.poll(() => sms.received.length).toBe(1);
  expect(await as('company').call(releaseMessage, { params })).toBeRefused(409, 'messageIsNotHeld');
  const entries = site.db.selectFrom('audit_entry').selectAll().where('action', '=', 'message.released');
  expect(await entries.execute()).toMatchObject([
    { company_id: company.id, user_id: site.users.partner.id, subject: 'message', subject_id: params.messageId },
  ]);
});

test('an expired message is neither released nor sent', async () => {
  const site = await limited({ sender: { hour: 0, day: 9 } });
  const { sms } = await startMessaging(site.server);
  await arrive(site.as('reception'), site.tenant);
  const { id: messageId } = await site.db
    .selectFrom('message')
    .select('id')
    .where('company_id', '=', site.company.id)
    .executeTakeFirstOrThrow();
  await sql`update message set expires_at = now() - interval '1 second' where id = ${messageId}`.execute(site.db);
  const manager = site.as('company');
  expect(await manager.call(releaseMessage, { params: { messageId } })).toBeRefused(409, 'messageHasExpired');
  await expireRows.run(site.reach);
  const { data } = await manager.call(listMessages, { query: { companyId: site.company.id } });
  expect(data).toMatchObject([{ state: 'failed', problem: 'expired', canRelease: false, canRetry: false }]);
  expect(await manager.call(releaseMessage, { params: { messageId } })).toBeRefused(409, 'messageIsNotHeld');
  expect(sms.received).toEqual([]);
});

test('counts a resent message too', async () => {
  const site = await limited({ sender: { hour: 0, day: 9 } });
  const visitor = await arrive(site.as('reception'), site.tenant);
  await sql`delete from message where company_id = ${site.company.id}`.execute(site.db);
  const messageId = await seedFailedAnnouncement(site.db, visitor.id);
  await sql`update message set recipient = ${visitor.phone} where id = ${messageId}`.execute(site.db);
  const params = { visitId: visitor.currentVisitRecordId ?? 0, messageId };
  const { data } = await site.as('reception').call(retryVisitMessage, { params });
  expect(data).toMatchObject({ state: 'held', problem: 'senderLimit' });
});

test('counts the SMS of two receptionists separately', async () => {
  const site = await limited({ sender: { hour: 1, day: 9 } });
  const another = await seedUser(site.db, { role: 'reception', companyId: site.company.id });
  await arrive(site.as('reception'), site.tenant);
  await arrive(signedIn(site.server, another.id), site.tenant);
  expect(await statesOf(site)).toEqual(['queued', 'queued']);
});
