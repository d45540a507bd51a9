import { randomUUID } from 'node:crypto';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { changeTenantSettings } from '@vestibule/contract/building/settings.ts';
import { type AnswerFields, giveAnswer, readAnswer } from '@vestibule/contract/visits/answer.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { checkOutVisitor, reopenVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, test } from 'vitest';
import { seedVisitor, visitTo } from '../../testing/building.ts';
import { pass, patientBuilding } from '../../testing/escalation.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { startMessaging } from '../../testing/messaging.ts';
import { changeSettings, newSettings } from '../../testing/settings.ts';
import { testVault } from '../../testing/server.ts';
import { answerToken } from './answer-token.ts';

test('asks the host by SMS, the stand-in and the backup employee, one after another', async () => {
  const site = await patientBuilding();
  const { employee, step, needs } = site;
  const [per, live] = [await site.colleague('Per'), await site.colleague('Live')];
  await site.standIn(per.id);
  await site.backup(live.id);
  const { visitorId, visitId, messages, next, ladder } = await site.arrive();
  const asked = [['arrival', 'email', employee.name, 'queued']];
  expect(await messages()).toEqual(asked);
  expect(await next()).toMatchObject({ name: 'Per' });
  expect(await step([], 59)).toBe(0);
  expect(await needs(visitorId)).toBe(false);
  await pass(site.db, -59);

  await changeSettings(site, { sms_language_to_employee: 'no' });
  expect(await next(per.id)).toEqual({ name: employee.name, at: (await ladder()).due_at });
  expect(await next()).toBeNull();
  expect(await step()).toBe(1);
  asked.push(['arrival', 'sms', employee.name, 'queued']);
  expect(await messages()).toEqual(asked);
  expect(await needs(visitorId)).toBe(true);
  expect(await step([], 0)).toBe(0);

  expect(await next()).toEqual({ name: 'Per', at: (await ladder()).due_at });
  expect(await next(per.id)).toBeNull();
  await step();
  asked.push(['unanswered', 'email', 'Per', 'queued'], ['unanswered', 'sms', 'Per', 'queued']);
  expect(await messages()).toEqual(asked);

  expect(await next()).toMatchObject({ name: 'Live' });
  await step();
  asked.push(['unanswered', 'email', 'Live', 'queued'], ['unanswered', 'sms', 'Live', 'queued']);
  expect(await messages()).toEqual(asked);
  expect(await next()).toBeNull();
  expect(await ladder()).toMatchObject({ steps: 3, due_at: null });
  expect(await step()).toBe(0);
  expect(visitId).toBeGreaterThan(0);
});

test('never repeats a channel of the arrival, a person or a stand-in whose time is over', async () => {
  const site = await patientBuilding({ sms_language_to_employee: 'en' });
  const [per, live] = [await site.colleague('Per'), await site.colleague('Live')];
  await site.backup(per.id);
  await site.standIn(per.id);
  const { messages, ladder } = await site.arrive();
  await site.step();
  await site.step();
  const both = [
    ['arrival', 'email', site.employee.name, 'queued'],
    ['arrival', 'sms', site.employee.name, 'queued'],
    ['unanswered', 'email', 'Per', 'queued'],
    ['unanswered', 'sms', 'Per', 'queued'],
  ];
  expect(await messages()).toEqual(expect.arrayContaining(both));
  expect(await messages()).toHaveLength(both.length);
  expect((await ladder()).due_at).toBeNull();

  await site.standIn(live.id, '2020-01-01');
  await site.backup(site.employee.id);
  const later = await site.arrive();
  await site.step();
  expect((await later.messages()).filter(([kind]) => kind === 'unanswered')).toEqual([]);
  expect(await site.needs(later.visitorId)).toBe(true);
});

test('gives a person without an address a period, skips channels without a provider at once, and lists them', async () => {
  const site = await patientBuilding();
  const [silent, live] = [
    await site.colleague('Silent', { email: null, phone: null }),
    await site.colleague('Live', { email: null }),
  ];
  await site.standIn(silent.id);
  await site.backup(live.id);
  const first = await site.arrive();
  expect(await first.next()).toBeNull();
  await site.step();
  const host = site.employee.name;
  const silentStep = [
    ['arrival', 'email', host, 'queued'],
    ['unanswered', 'email', 'Silent', 'noAddress'],
  ];
  expect(await first.messages()).toEqual(silentStep);
  await site.step();
  expect(await first.messages()).toEqual([...silentStep, ['unanswered', 'email', 'Live', 'noAddress']]);

  await changeSettings(site, { sms_language_to_employee: 'en', enable_email_to_employee: false });
  await site.standIn((await site.colleague('Per')).id);
  const second = await site.arrive();
  await site.step(['sms']);
  expect(await second.messages()).toEqual([
    ['arrival', 'sms', host, 'queued'],
    ['unanswered', 'sms', 'Per', 'noProvider'],
    ['unanswered', 'sms', 'Live', 'noProvider'],
  ]);
  expect(await second.ladder()).toMatchObject({ steps: 1, due_at: null });
});

test('reception sees a missing answer also if the host cannot be reached', async () => {
  const site = await patientBuilding();
  await site.db.updateTable('employee').set({ email: null }).where('id', '=', site.employee.id).execute();
  await site.backup((await site.colleague('Live')).id);
  const { visitorId, messages } = await site.arrive();
  await site.step();
  expect(await messages()).toEqual([['unanswered', 'email', 'Live', 'queued']]);
  expect(await site.needs(visitorId)).toBe(true);
});

test('the list of the visit has the step at reception once, also if no one is left to ask', async () => {
  const site = await patientBuilding();
  await site.db.updateTable('employee').set({ phone: null }).where('id', '=', site.employee.id).execute();
  const alone = await site.arrive();
  expect(await alone.shown()).toEqual([]);
  await site.step();
  expect(await alone.messages()).toHaveLength(1);
  expect(await alone.shown()).toEqual([{ place: 1, at: (await alone.ladder()).since }]);

  const [per, live] = [await site.colleague('Per', { phone: null }), await site.colleague('Live', { phone: null })];
  await site.standIn(per.id);
  await site.backup(live.id);
  const { messages, shown, ladder } = await site.arrive();
  await site.step();
  const { since: at } = await ladder();
  await site.step();
  expect((await ladder()).since > at).toBe(true);
  expect((await messages()).map(([, , name]) => name)).toEqual([site.employee.name, 'Per', 'Live']);
  expect(await shown()).toEqual([{ place: 2, at }]);
});

test('an answer, a check-out, 24 hours and the setting stop the ladder', async () => {
  const site = await patientBuilding();
  await site.backup((await site.colleague('Live')).id);
  const reception = site.as('reception');
  const [answered, left, old, off] = [
    await site.arrive(),
    await site.arrive(),
    await site.arrive(),
    await site.arrive(),
  ];
  const params = { token: answerToken(testVault, answered.visitId) };
  await site.as('pass').call(giveAnswer, { params, body: { kind: 'wait' } });
  expect(await answered.next()).toBeNull();
  await reception.call(checkOutVisitor, { params: { visitorId: left.visitorId } });
  const checkedInAt = new Date(Date.now() - 24 * 3_600_000);
  await site.db.updateTable('visit').set({ checked_in_at: checkedInAt }).where('id', '=', old.visitId).execute();
  expect(await site.step()).toBe(1);
  expect((await off.messages()).map(([kind]) => kind)).toEqual(['arrival', 'unanswered']);
  for (const { messages } of [answered, left, old]) expect(await messages()).toHaveLength(1);
  for (const { ladder } of [answered, old]) expect((await ladder()).due_at).toBeNull();

  // The check-out is undone, so the ladder continues.
  await reception.call(reopenVisit, { params: { visitId: left.visitId } });
  expect(await site.step()).toBe(1);
  expect(await left.messages()).toHaveLength(2);

  const last = await site.arrive();
  await changeSettings(site, { answer_within_seconds: null });
  expect(await last.next()).toBeNull();
  expect(await site.step()).toBe(0);
  expect(await last.messages()).toHaveLength(1);
  expect(await site.needs(off.visitorId)).toBe(false);
  await changeSettings(site, { answer_within_seconds: 60 });
  expect(await site.needs(off.visitorId)).toBe(true);
});

test('a changed period moves the next step, and no ladder starts while the setting is off', async () => {
  const site = await patientBuilding();
  await site.backup((await site.colleague('Live')).id);
  const { ladder, visitId } = await site.arrive();
  const secondsAhead = async () => {
    const { since, due_at: due } = await ladder();
    return (Date.parse(due ?? '') - Date.parse(since)) / 1_000;
  };
  const { id } = await site.db
    .selectFrom('tenant_settings')
    .select('id')
    .where('company_id', '=', site.company.id)
    .executeTakeFirstOrThrow();
  const body = { ...newSettings, answerWithinSeconds: 600 };
  const changed = await site.as('company').call(changeTenantSettings, { params: { settingsId: id }, body });
  expect(changed.status).toBe(200);
  expect(await secondsAhead()).toBe(600);
  const own = { company_id: site.company.id, tenant_id: site.tenant.id, country_code: 'NO' };
  await site.db
    .insertInto('tenant_settings')
    .values({ ...own, answer_within_seconds: 90 })
    .execute();
  const switchOwn = (enableCustomSettings: boolean) =>
    site
      .as('company')
      .call(setCustomSettings, { params: { tenantId: site.tenant.id }, body: { enableCustomSettings } });
  await switchOwn(true);
  expect(await secondsAhead()).toBe(90);
  await switchOwn(false);
  expect(await secondsAhead()).toBe(600);

  for (const off of [
    { answer_within_seconds: null },
    { answer_within_seconds: 60, enable_email_to_employee: false, sms_language_to_employee: null },
  ]) {
    await changeSettings(site, off);
    await expect((await site.arrive()).ladder()).rejects.toThrow('no result');
  }
  expect(visitId).toBeGreaterThan(0);
});

test('the ladder of a visit at an offline kiosk starts with the report, unless it is no news', async () => {
  const site = await patientBuilding();
  await site.backup((await site.colleague('Live')).id);
  const kiosk = site.as('kiosk');
  const report = async (hoursAgo: number) => {
    const visit = visitTo(site.tenant, { employeeId: site.employee.id }).body;
    const occurredAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const { data } = await kiosk.call(registerVisitAtDevice, { body: { ...visit, nonce: randomUUID(), occurredAt } });
    return site.db.selectFrom('escalation').selectAll().where('visit_id', '=', data.visitId).executeTakeFirst();
  };
  const late = await report(1);
  expect(Date.parse(late?.due_at ?? '') - Date.now()).toBeGreaterThan(50_000);
  expect(await site.step()).toBe(1);
  const { expires_at: expiresAt } = await site.db
    .selectFrom('message')
    .select('expires_at')
    .where('visit_id', '=', late?.visit_id ?? 0)
    .where('kind', '=', 'unanswered')
    .executeTakeFirstOrThrow();
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3.9 * 3_600_000);
  expect(await report(5)).toBeUndefined();
});

test('expected visitors who are checked in together get ladders too', async () => {
  const site = await patientBuilding();
  const visitor = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await site.db
    .updateTable('visitor')
    .set({ expected_employee_id: site.employee.id })
    .where('id', '=', visitor.id)
    .execute();
  await site.as('reception').call(checkInExpected, { body: { ids: [visitor.id] } });
  expect(await site.step()).toBe(1);
  expect(await site.needs(visitor.id)).toBe(true);
});

test('the answer of a stand-in names the stand-in, and tells whom the visitor waits for', async () => {
  const site = await patientBuilding();
  const [per, live] = [await site.colleague('Per'), await site.colleague('Live')];
  await site.standIn(per.id);
  const { visitId } = await site.arrive();
  await site.step();
  const person = site.as('pass');
  const params = { token: answerToken(testVault, visitId, per.id) };
  const { data: page } = await person.call(readAnswer, { params });
  expect(page).toMatchObject({ host: { id: site.employee.id, name: site.employee.name }, reader: per });
  expect(page.colleagues.map(({ name }) => name).toSorted()).toEqual([site.employee.name, 'Live'].toSorted());
  const answer = async (body: AnswerFields) => (await person.call(giveAnswer, { params, body })).data.answer;
  expect(await answer({ kind: 'coming', minutes: 5 })).toMatchObject({ kind: 'coming', minutes: 5, employee: per });
  expect(await answer({ kind: 'colleague', employeeId: live.id })).toMatchObject({ employee: live });
  expect(await answer({ kind: 'colleague' })).toMatchObject({ employee: null });
  expect(await answer({ kind: 'unavailable' })).toMatchObject({ kind: 'unavailable', employee: per });
  const ofHost = { token: answerToken(testVault, visitId) };
  const { data } = await person.call(giveAnswer, { params: ofHost, body: { kind: 'wait' } });
  expect(data).toMatchObject({ reader: data.host, answer: { kind: 'wait', employee: null } });

  const foreign = answerToken(testVault, visitId, site.neighborEmployee.id);
  expect(await person.call(readAnswer, { params: { token: foreign } })).toBeRefused(404, 'linkInvalid');
  const mixed = answerToken(testVault, visitId, live.id).slice(0, -26) + params.token.slice(-26);
  expect(await person.call(readAnswer, { params: { token: mixed } })).toBeRefused(404, 'linkInvalid');
  await site.db.deleteFrom('employee').where('id', '=', per.id).execute();
  expect(await person.call(readAnswer, { params })).toBeRefused(404, 'linkInvalid');
});

test('messages to a colleague tell for whom they come, and are dropped if they are late', async () => {
  const site = await patientBuilding({ sms_language_to_employee: 'en' }, await listeningBuilding());
  const [per, gone] = [await site.colleague('Per'), await site.colleague('Gone')];
  await site.standIn(per.id);
  await site.backup(gone.id);
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  const { mail, sms } = await startMessaging(site.server);
  const { visitorId, visitId, messages } = await site.arrive();
  await expect.poll(() => mail.received.length).toBe(1);
  const before = (await desk.received(1)).length;
  await site.step();
  const { payload } = (await desk.received(before + 1)).at(-1) ?? {};
  expect(payload).toMatchObject([{ id: visitorId }]);
  await expect.poll(() => [mail.received.length, sms.received.length]).toEqual([2, 2]);
  const email = mail.received.map(({ email }) => email).find(({ subject }) => subject?.includes('waiting'));
  const link = `http://desk.example.com/answer/${answerToken(testVault, visitId, per.id)}`;
  expect(email?.text).toContain('Hello Per');
  expect(email?.text).toContain(`${site.employee.name} has not answered.`);
  expect(email?.text).toContain(`Answer:\n${link}`);
  const text = sms.received.map((message) => message.text).find((one) => one.includes('not answered'));
  expect(text?.split('\n\n').at(-1)).toBe(link);

  await site.db.deleteFrom('employee').where('id', '=', gone.id).execute();
  const late = { company_id: site.company.id, visit_id: visitId, channel: 'email', language: 'en' } as const;
  const soon = new Date(Date.now() + 60_000);
  await site.db
    .insertInto('message')
    .values({ ...late, kind: 'unanswered', employee_id: gone.id, recipient: 'gone@test.example', expires_at: soon })
    .execute();
  await expect.poll(messages).toContainEqual(['unanswered', 'email', null, 'employeeDeleted']);
  const params = { token: answerToken(testVault, visitId, per.id) };
  await site.as('pass').call(giveAnswer, { params, body: { kind: 'coming' } });
  await site.db
    .insertInto('message')
    .values({ ...late, kind: 'unanswered', employee_id: per.id, recipient: 'other@test.example', expires_at: soon })
    .execute();
  await expect.poll(messages).toContainEqual(['unanswered', 'email', 'Per', 'expired']);
});
