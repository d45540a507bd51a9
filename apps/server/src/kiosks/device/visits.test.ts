import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { randomUUID } from 'node:crypto';
import {
  announceDelivery,
  getDeviceConfig,
  getDeviceImages,
  listDeviceTenants,
  reportDeviceRefusals,
} from '@vestibule/contract/kiosks/device.ts';
import {
  checkOutAtDevice,
  getHostStateAtDevice,
  lookUpBadgeAtDevice,
  lookUpPhoneAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { changeKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { setCompanyPreferences } from '@vestibule/contract/accounts/company-edit.ts';
import { setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { createMailCatcher } from '../../platform/integrations/mail/catcher.ts';
import { badgeCode } from '../../visits/badge/code.ts';
import { building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { seedImage } from '../../testing/images.ts';
import { patientBuilding } from '../../testing/escalation.ts';
import { companySettingsId, newKioskSettings } from '../../testing/kiosks.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';

type Visit = ReturnType<typeof visitTo>['body'];

const visit = (tenant: { id: number }, changes: Partial<Visit & { nonce: string; occurredAt: string }> = {}) => ({
  body: {
    ...visitTo(tenant, changes).body,
    nonce: changes.nonce ?? randomUUID(),
    occurredAt: changes.occurredAt ?? new Date().toISOString(),
  },
});
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

test('a visitor checks in at a kiosk, and the desk sees the time', async () => {
  const site = await building();
  const occurredAt = ago(3_600);
  const { status, data } = await site
    .as('kiosk')
    .call(registerVisitAtDevice, visit(site.tenant, { employeeId: site.employee.id, occurredAt }));
  expect(status).toBe(201);
  expect(data).toEqual({ visitId: data.visitId, badgeHtml: null, notified: ['email'] });
  const { data: inside } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'current' },
  });
  expect(inside).toMatchObject([
    {
      currentVisitRecordId: data.visitId,
      currentVisitRecord: { checkedInAt: occurredAt, tenant: { id: site.tenant.id } },
    },
  ]);
  const entry = await site.db
    .selectFrom('audit_entry')
    .select(['role', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'visit.checkedIn')
    .execute();
  expect(entry).toEqual([{ role: 'kiosk', subject_id: data.visitId }]);
});

test('a tenant that requires consent refuses check-ins without it, except stored ones', async () => {
  const site = await building();
  const come = (hasConsented: boolean | undefined, tenant = site.tenant) =>
    site.as('kiosk').call(registerVisitAtDevice, { body: { ...visit(tenant).body, hasConsented } });
  const switchTo = (isOn: boolean) =>
    site.db
      .updateTable('tenant_settings')
      .set({ enable_gdpr: isOn })
      .where('company_id', '=', site.company.id)
      .execute();
  await switchTo(false);
  expect((await come(false)).status).toBe(201);
  await switchTo(true);
  expect(await come(false)).toBeRefused(409, 'consentRequired');
  expect(await come(false, site.elsewhere.tenant)).toBeRefused(404, 'notFound');
  expect([(await come(true)).status, (await come(undefined)).status]).toEqual([201, 201]);
});

test('a visitor whom the kiosk did not ask about being remembered keeps the earlier choice', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { phone } = visit(site.tenant).body;
  const isKnownAfter = async (changes: { shouldSaveData: boolean; keepsChoice?: boolean; phone?: string }) => {
    await kiosk.call(registerVisitAtDevice, { body: { ...visit(site.tenant, { phone }).body, ...changes } });
    await kiosk.call(checkOutAtDevice, { body: { phone } });
    return (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data.known;
  };
  expect(await isKnownAfter({ shouldSaveData: false, keepsChoice: true })).toBe(false);
  expect(await isKnownAfter({ shouldSaveData: true })).toBe(true);
  expect(await isKnownAfter({ shouldSaveData: false, keepsChoice: true })).toBe(true);
  const national = phone.replace('+47', '');
  expect(await isKnownAfter({ shouldSaveData: false, keepsChoice: true, phone: national })).toBe(true);
  expect(await isKnownAfter({ shouldSaveData: false })).toBe(true);
});

test('a host gets no late message about a check-in at an offline kiosk', async () => {
  const site = await building();
  const { body } = visit(site.tenant, { employeeId: site.employee.id, occurredAt: ago(6 * 3_600) });
  const { data } = await site.as('kiosk').call(registerVisitAtDevice, { body });
  const message = await site.db
    .selectFrom('message')
    .select('expires_at')
    .where('visit_id', '=', data.visitId)
    .executeTakeFirstOrThrow();
  expect(Date.parse(message.expires_at)).toBe(Date.parse(body.occurredAt) + 4 * 3_600_000);
});

test('a late check-out of an earlier visit does not end the visitor’s current one', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { body } = visit(site.tenant);
  await kiosk.call(registerVisitAtDevice, { body });
  const leave = (occurredAt: string) =>
    kiosk.call(checkOutAtDevice, { body: { nonce: randomUUID(), phone: body.phone, occurredAt } });
  expect(await leave(ago(3_600))).toBeRefused(409, 'visitorIsNotCheckedIn');
  expect((await leave(ago(120))).status).toBe(200);
});

test('ignores a device time that is wrong by days', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  for (const occurredAt of [ago(30 * 86_400), ago(-3 * 86_400)]) {
    const { data } = await kiosk.call(registerVisitAtDevice, visit(site.tenant, { occurredAt }));
    const row = await site.db
      .selectFrom('visit')
      .select('checked_in_at')
      .where('id', '=', data.visitId)
      .executeTakeFirstOrThrow();
    expect(Math.abs(Date.parse(row.checked_in_at) - Date.now())).toBeLessThan(60_000);
  }
});

test('one visit sent a hundred times at once is one visit, and each answer is the first', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const input = visit(site.tenant);
  const answers = await Promise.all(Array.from({ length: 100 }, () => kiosk.call(registerVisitAtDevice, input)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ data }) => data.visitId)).size).toBe(1);
  const { count } = await site.db
    .selectFrom('visit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', site.company.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test('a refused visit can be sent again with its nonce', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  const input = visit(site.tenant, { phone });
  expect(await kiosk.call(registerVisitAtDevice, input)).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  await kiosk.call(checkOutAtDevice, { body: { phone } });
  expect((await kiosk.call(registerVisitAtDevice, input)).status).toBe(201);
});

test('prints a badge at the kiosk, and again after a lost answer', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const kiosk = site.as('kiosk');
  const input = visit(site.tenant, { name: 'Åse Ødegård', shouldPrintMainBadge: true });
  for (let sent = 0; sent < 2; sent += 1) {
    const { data } = await kiosk.call(registerVisitAtDevice, input);
    expect(data.badgeHtml).toContain('Åse Ødegård');
  }
});

test.for(['phone', 'badgeCode'] as const)('a visitor checks out by %s once', async (by) => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const phone = freshPhone();
  const { data } = await kiosk.call(registerVisitAtDevice, visit(site.tenant, { phone, name: 'Åse' }));
  const code = badgeCode(testVault, { kind: 'visit', id: data.visitId });
  const body = { nonce: randomUUID(), occurredAt: ago(0), ...(by === 'phone' ? { phone } : { badgeCode: code }) };
  for (let sent = 0; sent < 2; sent += 1) {
    expect((await kiosk.call(checkOutAtDevice, { body })).data).toEqual({ visitorName: 'Åse' });
  }
  expect(await kiosk.call(checkOutAtDevice, { body: { ...body, nonce: randomUUID() } })).toBeRefused(
    409,
    'visitorIsNotCheckedIn',
  );
});

test('refuses a check-out by an unknown phone, or without phone and badge', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  expect(await kiosk.call(checkOutAtDevice, { body: { phone: freshPhone() } })).toBeRefused(404, 'visitNotFound');
  expect(await kiosk.call(checkOutAtDevice, { body: { badgeCode: 'NONE' } })).toBeRefused(404, 'visitNotFound');
  expect(await kiosk.call(checkOutAtDevice, { body: {} })).toBeRefused(400, 'validation');
  const foreign = await seedVisitor(site.db, site.elsewhere, { inside: site.elsewhere.tenant });
  expect(await kiosk.call(checkOutAtDevice, { body: { phone: foreign.phone } })).toBeRefused(404, 'visitNotFound');
});

test('a kiosk greets expected and remembered visitors only', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant, name: 'Expected' });
  const saved = await seedVisitor(site.db, site, { name: 'Saved' });
  await site.db.updateTable('visitor').set({ should_save_data: true }).where('id', '=', saved.id).execute();
  const inside = await seedVisitor(site.db, site, { inside: site.tenant });
  const foreign = await seedVisitor(site.db, site.elsewhere, { expectedBy: site.elsewhere.tenant });
  const greet = async (phone: string) => (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data;
  expect(await greet(expected.phone)).toMatchObject({
    known: true,
    firstName: 'Expected',
    preregisteredTenant: { id: site.tenant.id },
  });
  expect(await greet(saved.phone)).toMatchObject({ known: true, firstName: 'Saved', preregisteredTenant: null });
  for (const { phone } of [inside, foreign]) {
    expect(await greet(phone)).toMatchObject({ known: false, firstName: null, preregisteredTenant: null });
  }
  const scan = async (id: number) =>
    (await kiosk.call(lookUpBadgeAtDevice, { body: { code: badgeCode(testVault, { kind: 'visitor', id }) } })).data;
  expect(await scan(expected.id)).toMatchObject({ known: true, name: 'Expected' });
  const nothing = { name: null, companyName: null, preregisteredTenantId: null, lastVisit: null };
  expect(await scan(foreign.id)).toEqual({ known: false, ...nothing });
});

test('a kiosk can look up six phones a minute', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const look = () => kiosk.call(lookUpPhoneAtDevice, { query: { phone: freshPhone() } });
  for (let looked = 0; looked < 6; looked += 1) expect((await look()).status).toBe(200);
  expect((await look()).status).toBe(429);
});

test('a kiosk finds hosts across tenants by three letters, without phone and e-mail', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { data: all } = await kiosk.call(listDeviceTenants);
  expect(all.map(({ id }) => id)).toEqual([site.neighbor.id, site.tenant.id]);
  expect(JSON.stringify(all)).not.toContain(site.employee.email);
  expect(JSON.stringify(all)).not.toContain(site.employee.phone);
  const { data: found } = await kiosk.call(listDeviceTenants, { query: { search: 'NEIGHBORING' } });
  expect(found).toMatchObject([{ id: site.neighbor.id, employees: [{ id: site.neighborEmployee.id, photo: null }] }]);
  expect((await kiosk.call(listDeviceTenants, { query: { search: 'nobody' } })).data).toEqual([]);
});

test('shows photos only to kiosks whose settings allow them, and answers the pictures of the settings', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const photo = await seedImage(site.db, { companyId: site.company.id, tenantId: site.tenant.id }, 'photo');
  await site.db.updateTable('employee').set({ photo_id: photo }).where('id', '=', site.employee.id).execute();
  const photos = async () => {
    const { data } = await kiosk.call(listDeviceTenants);
    return data.flatMap(({ employees }) => employees).map((employee) => employee.photo?.id ?? null);
  };
  expect(await photos()).toEqual([null, null]);
  const owner = { companyId: site.company.id, tenantId: null };
  const [logo, background] = [await seedImage(site.db, owner, 'logo'), await seedImage(site.db, owner, 'background')];
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId: await companySettingsId(site.db, site.company.id) },
    body: { ...newKioskSettings, background: 'image', logoImageId: logo, backgroundImageId: background },
  });
  expect(await photos()).toEqual([null, photo]);
  const { data } = await kiosk.call(getDeviceConfig);
  expect(Object.keys(data).toSorted()).toEqual(['company', 'kiosk', 'phrasesVersion', 'settings']);
  expect([data.company.logo?.id, data.settings.backgroundImageId]).toEqual([logo, background]);
  expect((await kiosk.call(getDeviceImages)).data).toMatchObject({
    logo: { id: logo },
    background: { id: background },
  });
});

test('a kiosk gets the color and texts of its settings, and the reception of its company', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  await site.as('company').call(changeKioskSettings, {
    params: { settingsId: await companySettingsId(site.db, site.company.id) },
    body: newKioskSettings,
  });
  await site.as('company').call(setCompanyPreferences, {
    params: { companyId: site.company.id },
    body: { hasReception: false, receptionPhone: '22862400' },
  });
  const { data } = await kiosk.call(getDeviceConfig);
  const { accentColor, welcomeTexts } = newKioskSettings;
  expect(data.settings).toMatchObject({ accentColor, welcomeTexts });
  expect(data.company).toMatchObject({ hasReception: false, receptionPhone: '+4722862400' });
});

test.for([
  { what: 'without delivery phones', phones: [], language: 'en', can: false },
  { what: 'without a language of the message', phones: ['+4745123456'], language: null, can: false },
  { what: 'with phones without SMS only', phones: ['+4782012345'], language: 'en', can: false },
  { what: 'with a mobile phone', phones: ['+4782012345', '+4745123456'], language: 'en', can: true },
] as const)('a tenant $what can receive deliveries: $can', async ({ phones, language, can }) => {
  const site = await building();
  await changeSettings(site, { delivery_sms_language: language });
  const of = (tenantId: number) =>
    site.db
      .updateTable('tenant')
      .set({ delivery_phones: [...phones] })
      .where('id', '=', tenantId)
      .execute();
  await of(site.tenant.id);
  const { data } = await site.as('kiosk').call(listDeviceTenants);
  const byId = new Map(data.map((tenant) => [tenant.id, tenant.canReceiveDeliveries]));
  expect([byId.get(site.tenant.id), byId.get(site.neighbor.id)]).toEqual([can, false]);
  expect(JSON.stringify(data)).not.toContain('+47');
});

test('stores a refused act once, and for no tenant of another company', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const refusal = { nonce: randomUUID(), reason: 'visitorIsAlreadyCheckedIn', occurredAt: ago(60) };
  const body = [
    { ...refusal, tenantId: site.tenant.id },
    { ...refusal, nonce: randomUUID(), tenantId: site.elsewhere.tenant.id },
  ];
  for (let sent = 0; sent < 2; sent += 1) expect((await kiosk.call(reportDeviceRefusals, { body })).status).toBe(200);
  const rows = await site.db
    .selectFrom('device_refusal')
    .select(['tenant_id', 'reason'])
    .where('company_id', '=', site.company.id)
    .execute();
  expect(rows.map((row) => row.tenant_id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([null, site.tenant.id]);
});

test('notifies the delivery phones of a tenant about a delivery', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const deliver = () => kiosk.call(announceDelivery, { body: { tenantId: site.tenant.id } });
  expect(await deliver()).toBeRefused(409, 'noDeliveryPhones');
  await changeSettings(site, { delivery_sms_language: 'en' });
  await site.as('company').call(setDeliveryPhones, {
    params: { tenantId: site.tenant.id },
    body: { deliveryPhones: [freshPhone(), freshPhone()] },
  });
  expect((await deliver()).data).toEqual({ notified: 2 });
  const query = { companyId: site.company.id, action: 'delivery.announced' } as const;
  const { data } = await site.as('company').call(listAuditEntries, { query });
  expect(data).toMatchObject([{ role: 'kiosk', subjectId: site.tenant.id }]);
});

test('a kiosk reads whether the host of its visit got a message, and no other kiosk does', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { body } = visit(site.tenant, { employeeId: site.employee.id });
  await kiosk.call(registerVisitAtDevice, { body });
  const read = (nonce = body.nonce) => kiosk.call(getHostStateAtDevice, { params: { nonce } });
  expect((await read()).data).toEqual({ state: 'sending', channel: 'email', answer: null, isAwaited: true });
  const becomes = (state: 'sent' | 'failed') =>
    site.db.updateTable('message').set({ state }).where('company_id', '=', site.company.id).execute();
  await becomes('sent');
  expect((await read()).data).toEqual({ state: 'sent', channel: 'email', answer: null, isAwaited: true });
  await becomes('failed');
  expect((await read()).data).toEqual({ state: 'notReached', channel: 'email', answer: null, isAwaited: false });
  expect(await read(randomUUID())).toBeRefused(404, 'notFound');
  const elsewhere = await building();
  expect(await elsewhere.as('kiosk').call(getHostStateAtDevice, { params: { nonce: body.nonce } })).toBeRefused(
    404,
    'notFound',
  );
  const alone = visit(site.tenant);
  await kiosk.call(registerVisitAtDevice, alone);
  expect((await read(alone.body.nonce)).data).toEqual({ state: 'none', channel: null, answer: null, isAwaited: false });
});

test('a kiosk waits while the escalation asks another person, though the host was not reached', async () => {
  const site = await patientBuilding();
  const per = await site.colleague('Per');
  await site.backup(per.id);
  const kiosk = site.as('kiosk');
  const { body } = visit(site.tenant, { employeeId: site.employee.id });
  const { data: begun } = await kiosk.call(registerVisitAtDevice, { body });
  const isAwaited = async () =>
    (await kiosk.call(getHostStateAtDevice, { params: { nonce: body.nonce } })).data.isAwaited;
  const becomes = (kind: 'arrival' | 'unanswered', state: 'sent' | 'failed') =>
    site.db
      .updateTable('message')
      .set({ state })
      .where('visit_id', '=', begun.visitId)
      .where('kind', '=', kind)
      .execute();
  await becomes('arrival', 'failed');
  expect(await isAwaited(), 'the next step asks Per').toBe(true);
  await site.step();
  expect(await isAwaited(), 'the message to Per is on its way').toBe(true);
  await becomes('unanswered', 'sent');
  expect(await isAwaited(), 'Per may answer').toBe(true);
  await becomes('unanswered', 'failed');
  expect(await isAwaited(), 'no one is left to ask').toBe(false);
});

test.for([
  ['waits in the demo, which shows the mail', createMailCatcher(), true],
  ['does not wait without a mail server', null, false],
] as const)('after a mail to the host that was not sent, a kiosk %s', async ([, mailCatcher, waits]) => {
  const roles = new Set(['web', 'worker'] as const);
  const site = await building(await startServer({ roles, ...(mailCatcher && { mailCatcher }) }));
  const kiosk = site.as('kiosk');
  const { body } = visit(site.tenant, { employeeId: site.employee.id });
  const { data } = await kiosk.call(registerVisitAtDevice, { body });
  await site.db
    .updateTable('message')
    .set({ state: 'notSent', problem: 'noProvider', attempts: 1 })
    .where('visit_id', '=', data.visitId)
    .execute();
  const told = await kiosk.call(getHostStateAtDevice, { params: { nonce: body.nonce } });
  expect(told.data).toEqual({ state: 'notReached', channel: 'email', answer: null, isAwaited: waits });
});

test('an expected visitor meets the host of the expectation, whom a typed phone does not name', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const guest = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await site.db
    .updateTable('visitor')
    .set({ expected_employee_id: site.employee.id })
    .where('id', '=', guest.id)
    .execute();
  const { data: greeting } = await kiosk.call(lookUpPhoneAtDevice, { query: { phone: guest.phone } });
  expect(greeting).toMatchObject({ preregisteredTenant: { id: site.tenant.id }, hasExpectedHost: true });
  expect(JSON.stringify(greeting)).not.toContain(site.employee.name);
  const body = {
    ...visit(site.tenant, { phone: guest.phone }).body,
    name: null,
    companyName: null,
    meetsExpectedHost: true,
  };
  const wrong = { ...body, nonce: randomUUID(), tenantId: site.neighbor.id };
  expect(await kiosk.call(registerVisitAtDevice, { body: wrong })).toBeRefused(404, 'notFound');
  const { data } = await kiosk.call(registerVisitAtDevice, { body });
  const row = await site.db
    .selectFrom('visit')
    .select('employee_id')
    .where('id', '=', data.visitId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ employee_id: site.employee.id });
});

test('tenants tell kiosks how long they keep visits, by the settings in force, and their Wi-Fi', async () => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: 'deletedAfter1week', wifi_info: 'Net "Guest"' });
  const { data } = await site.as('kiosk').call(listDeviceTenants);
  expect(data.find(({ id }) => id === site.tenant.id)).toMatchObject({
    gdprHandling: 'deletedAfter1week',
    wifiInfo: 'Net "Guest"',
  });
});
