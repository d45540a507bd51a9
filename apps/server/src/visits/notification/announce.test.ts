import { listVisitMessages, retryVisitMessage } from '@vestibule/contract/visits/message.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, tenantOf, visitTo } from '../../testing/building.ts';
import { openLive } from '../../testing/live.ts';
import { seedFailedAnnouncement } from '../../testing/messages.ts';
import { announcingAs, notifyEverything, publicUrl, startMessaging } from '../../testing/messaging.ts';
import { testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';
import { startSveve, startTwilio } from '../../testing/sms.ts';
import { answerToken } from './answer-token.ts';
import { announceArrivals, notifyDelivery } from './announce.ts';

async function arrive({ as, tenant, employee }: Building, employeeId: number | null = employee.id) {
  const { data } = await as('reception').call(registerVisit, visitTo(tenant, { employeeId }));
  const { visitor } = data;
  return { visitor, visitId: visitor.currentVisitRecord?.id ?? 0, time: data.visitor.currentVisitRecord?.checkedInAt };
}

const messagesOf = ({ db }: Building, visitId: number) =>
  db.selectFrom('message').selectAll().where('visit_id', '=', visitId).orderBy('id').execute();

const kindsOf = async (site: Building, visitId: number) =>
  (await messagesOf(site, visitId)).map(({ kind, channel, recipient }) => `${kind} ${channel} ${recipient}`);

test('the host gets mail and SMS, and the visitor a confirmation and the Wi-Fi', async () => {
  const site = await building();
  await notifyEverything(site);
  const { mail, sms } = await startMessaging(site.server);
  const { visitor, visitId } = await arrive(site);
  await expect
    .poll(async () => (await messagesOf(site, visitId)).map(({ state }) => state).toSorted())
    .toEqual(['delivered', 'sent', 'sent', 'sent']);
  const { name, companyName, phone, currentVisitRecord } = visitor;
  const at = new Date(currentVisitRecord?.checkedInAt ?? 0);
  const inOslo = new Intl.DateTimeFormat('nb-NO', { timeZone: 'Europe/Oslo', hour: '2-digit', minute: '2-digit' });
  const time = inOslo.format(at);
  const [received] = mail.received;
  expect(received).toMatchObject({ to: [site.employee.email], email: { subject: `${name} is here to see you` } });
  expect(received?.email.text).toContain(`${name} (${companyName}) was checked in at ${time} to visit you`);
  const link = `${publicUrl.origin}/answer/${answerToken(testVault, visitId)}`;
  const textTo = (to: string) => sms.received.filter((one) => one.to === to).map(({ text }) => text);
  expect(textTo(site.employee.phone)).toEqual([
    `Your visitor ${name} (${companyName}) has arrived at ${site.tenant.name}, ${time}.\n\n${link}`,
  ]);
  const [confirmation, wifi, ...more] = textTo(phone).toSorted((a) => (a.startsWith('Welcome') ? -1 : 1));
  expect(confirmation).toMatch(new RegExp(`^Welcome to ${site.company.name}\\..*${site.employee.name}.*${time}\\.`));
  expect(confirmation).toMatch(/\n\nFire exits are green\.$/);
  expect(wifi).toBe(`Wi-Fi at ${site.company.name}: Net "Guest", password "åpen dør"\n\nFire exits are green.`);
  expect(more).toEqual([]);
  expect((await messagesOf(site, visitId)).map(({ segments }) => segments)).toEqual([null, 1, 1, 1]);
});

test.for([
  { off: { enable_email_to_employee: false }, silent: 'arrival email' },
  { off: { sms_language_to_employee: null }, silent: 'arrival sms' },
  { off: { enable_sms_confirmation: false }, silent: 'visitConfirmation sms' },
  { off: { enable_wifi_info_sms: false }, silent: 'wifi sms' },
  { off: { wifi_info: null }, silent: 'wifi sms' },
])('the settings $off send no $silent', async ({ off, silent }) => {
  const site = await building();
  await notifyEverything(site, off);
  const { visitId } = await arrive(site);
  const all = ['arrival email', 'arrival sms', 'visitConfirmation sms', 'wifi sms'];
  const told = (await messagesOf(site, visitId)).map(({ kind, channel }) => `${kind} ${channel}`);
  expect(told).toEqual(all.filter((one) => one !== silent));
});

test('sends nothing for a visit without a host, or to a host without e-mail and phone', async () => {
  const site = await building();
  await notifyEverything(site, { enable_sms_confirmation: false, enable_wifi_info_sms: false });
  expect(await kindsOf(site, (await arrive(site, null)).visitId)).toEqual([]);
  await site.db.updateTable('employee').set({ phone: null }).where('id', '=', site.employee.id).execute();
  expect(await kindsOf(site, (await arrive(site)).visitId)).toEqual([`arrival email ${site.employee.email}`]);
});

test('a refused check-in sends nothing', async () => {
  const site = await building();
  await notifyEverything(site);
  const { visitor, visitId } = await arrive(site);
  const before = await messagesOf(site, visitId);
  const again = visitTo(site.tenant, { phone: visitor.phone, employeeId: site.employee.id });
  expect(await site.as('reception').call(registerVisit, again)).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  expect(await messagesOf(site, visitId)).toEqual(before);
});

test('custom settings of a tenant apply to its messages', async () => {
  const site = await building();
  await notifyEverything(site);
  await site.db
    .insertInto('tenant_settings')
    .values({
      company_id: site.company.id,
      tenant_id: site.tenant.id,
      country_code: 'NO',
      enable_email_to_employee: true,
      email_language: 'de',
    })
    .execute();
  await site.db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', site.tenant.id).execute();
  const { visitId } = await arrive(site);
  expect(await messagesOf(site, visitId)).toMatchObject([{ kind: 'arrival', channel: 'email', language: 'de' }]);
});

test('each message is in its configured language', async () => {
  const site = await building();
  await notifyEverything(site, {
    sms_language_to_employee: 'fi',
    email_language: 'pl',
    sms_confirmation_language: 'et',
  });
  const { sms, mail } = await startMessaging(site.server, startSveve);
  const { visitor } = await arrive(site);
  await expect.poll(() => sms.received.length + mail.received.length).toBe(4);
  expect(mail.received[0]?.email.subject).toContain('czeka');
  expect(sms.received.find(({ to }) => to === site.employee.phone)?.text).toMatch(/^Vieraasi /);
  expect(sms.received.filter(({ to }) => to === visitor.phone).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^Tere tulemast/),
  );
});

test('a message uses the visitor’s data at the time of sending', async () => {
  const site = await building();
  await notifyEverything(site, { sms_language_to_employee: null, enable_sms_confirmation: false });
  const { visitor, visitId } = await arrive(site);
  expect((await messagesOf(site, visitId)).map(({ content }) => content)).toEqual([null, null]);
  const changes = { name: 'Åse Ødegård', companyName: 'Nordlys', phone: visitor.phone, shouldSaveData: true };
  await site.as('reception').call(updateVisitor, { params: { visitorId: visitor.id }, body: changes });
  const wifi = { wifi_info: 'Net "New"' };
  await changeSettings(site, wifi);
  const { mail, sms } = await startMessaging(site.server, startTwilio, 'kept');
  const received = () =>
    [
      mail.received.filter(({ to }) => to.includes(site.employee.email)),
      sms.received.filter(({ to }) => to === visitor.phone),
    ].map(({ length }) => length);
  await expect.poll(received).toEqual([1, 1]);
  expect(mail.received.map(({ email }) => email.subject)).toContain('Åse Ødegård is here to see you');
  expect(sms.received.find(({ to }) => to === visitor.phone)?.text).toContain('Net "New"');
});

test('repeating an arrival sends nothing again', async () => {
  const site = await building();
  await notifyEverything(site);
  const { visitId } = await arrive(site);
  const before = (await messagesOf(site, visitId)).map(({ id }) => id);
  await Promise.all([1, 2, 3].map(() => announceArrivals(site.db, site.company.id, [visitId], announcingAs(site))));
  expect((await messagesOf(site, visitId)).map(({ id }) => id)).toEqual(before);
});

test('announces many arrivals at once', async () => {
  const site = await building();
  await notifyEverything(site);
  const visits = [await arrive(site), await arrive(site), await arrive(site)].map(({ visitId }) => visitId);
  await sql`delete from message where visit_id = any(${visits}::int[])`.execute(site.db);
  await announceArrivals(site.db, site.company.id, visits, announcingAs(site));
  for (const visitId of visits) expect(await kindsOf(site, visitId)).toHaveLength(4);
});

test('sends a delivery to the delivery phones in the configured language', async () => {
  const site = await building();
  await notifyEverything(site);
  const { sms } = await startMessaging(site.server);
  const phones = ['+4791111111', '+4792222222'];
  await site.db.updateTable('tenant').set({ delivery_phones: phones }).where('id', '=', site.tenant.id).execute();
  const announcing = announcingAs(site);
  const at = new Date('2026-01-05T11:07:00Z');
  expect(await notifyDelivery(site.db, testVault, tenantOf(site), announcing, at)).toMatchObject({ queued: 2 });
  await expect.poll(() => sms.received.map(({ to }) => to).toSorted()).toEqual(phones);
  expect(sms.received[0]?.text).toBe(
    `A delivery for ${site.tenant.name} is waiting at the entrance of ${site.company.name}, 12:07.`,
  );
  expect(await notifyDelivery(site.db, testVault, tenantOf(site), announcing)).toMatchObject({ queued: 2 });
  await notifyEverything(site, { delivery_sms_language: null });
  expect(await notifyDelivery(site.db, testVault, tenantOf(site), announcing)).toMatchObject({ written: 0 });
});

test('deletes the content of messages with the visit where nothing is stored', async () => {
  const site = await building();
  await notifyEverything(site);
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const { visitor, visitId } = await arrive(site);
  expect(await messagesOf(site, visitId)).toHaveLength(4);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  expect(await messagesOf(site, visitId)).toEqual([]);
});

test('logs it when a user outside of the company reads the messages of a visit', async () => {
  const site = await building();
  const { visitId } = await arrive(site);
  for (const role of ['partner', 'superAdmin', 'company', 'reception'] as const) {
    await site.as(role).call(listVisitMessages, { params: { visitId } });
  }
  const entries = site.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'visit.listed')
    .orderBy('id');
  expect(await entries.execute()).toMatchObject([
    { role: 'partner', user_id: site.users.partner.id, subject: 'visit', subject_id: visitId },
    { role: 'superAdmin', user_id: site.users.superAdmin.id, subject: 'visit', subject_id: visitId },
  ]);
});

test('the desk sees the result of each message, and resends failed ones', async () => {
  const site = await building();
  await notifyEverything(site, { enable_email_to_employee: false, enable_wifi_info_sms: false });
  const { sms } = await startMessaging(site.server);
  sms.answerNext({
    status: 400,
    body: { code: 21_610, message: 'Attempt to send to unsubscribed recipient', status: 400 },
  });
  await site.db.updateTable('employee').set({ phone: null }).where('id', '=', site.employee.id).execute();
  const { visitor, visitId } = await arrive(site);
  const desk = site.as('reception');
  const read = async () => (await desk.call(listVisitMessages, { params: { visitId } })).data;
  await expect.poll(read).toMatchObject([
    {
      kind: 'visitConfirmation',
      channel: 'sms',
      recipientName: visitor.name,
      state: 'failed',
      problem: 'refused',
      canRetry: true,
    },
  ]);
  expect(JSON.stringify(await read())).not.toContain(visitor.phone.slice(1));
  const [message] = await read();
  const retry = { params: { visitId, messageId: message?.id ?? 0 } };
  expect(await site.as('tenant').call(retryVisitMessage, retry)).toBeRefused(403, 'notAllowed');
  expect((await desk.call(retryVisitMessage, retry)).data).toMatchObject({ state: 'queued', problem: null });
  await expect.poll(read).toMatchObject([{ state: 'sent', canRetry: false }]);
  expect(await desk.call(retryVisitMessage, retry)).toBeRefused(409, 'messageIsNotFailed');
  expect(sms.received).toHaveLength(1);
});

test('desks see when a message ends and when it is resent', async () => {
  const site = await building();
  await notifyEverything(site, {
    sms_language_to_employee: null,
    enable_sms_confirmation: false,
    enable_wifi_info_sms: false,
  });
  const { visitor, visitId } = await arrive(site);
  await site.server.listen();
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const { stop } = await startMessaging(site.server, startTwilio, 'kept');
  for (const client of [desk, tenant]) {
    const message = await client.until(({ event }) => event === 'visitors_update');
    expect(message).toMatchObject({ payload: [{ id: visitor.id }] });
  }
  await stop();
  const told = desk.messages.length;
  const messageId = await seedFailedAnnouncement(site.db, visitor.id);
  await site.as('company').call(retryVisitMessage, { params: { visitId, messageId } });
  expect((await desk.received(told + 1)).at(-1)).toMatchObject({ payload: [{ id: visitor.id }] });
});

test('answers a message of another visit as missing', async () => {
  const site = await building();
  await notifyEverything(site);
  const [one, other] = [await arrive(site), await arrive(site)];
  const [message] = await messagesOf(site, other.visitId);
  const retry = { params: { visitId: one.visitId, messageId: message?.id ?? 0 } };
  expect(await site.as('reception').call(retryVisitMessage, retry)).toBeRefused(404, 'notFound');
});
