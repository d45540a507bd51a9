import { randomUUID } from 'node:crypto';
import { getHostStateAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { type AnswerFields, giveAnswer, readAnswer } from '@vestibule/contract/visits/answer.ts';
import { exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { getPass } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { readToday, readVisitorStates } from '@vestibule/contract/visits/today.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { invited, tokenOfGuest } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { notifyEverything, startMessaging } from '../../testing/messaging.ts';
import { changeSettings } from '../../testing/settings.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { answerToken } from '../notification/answer-token.ts';

async function arrived(site: Building, { host = site.employee, checkedInAt = new Date() } = {}) {
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant: site.tenant, host, checkedInAt });
  const params = { token: answerToken(testVault, visitId) };
  const answer = (body: AnswerFields) => site.as('pass').call(giveAnswer, { params, body });
  const read = () => site.as('pass').call(readAnswer, { params });
  return { visitor, visitId, params, answer, read };
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('a host reads and answers a visit, and reading has no effect', async () => {
  const site = await building();
  const { visitor, visitId, answer, read } = await arrived(site);
  const { data, headers } = await read();
  expect(data).toMatchObject({
    id: visitId,
    visitorName: visitor.name,
    companyName: 'Havila Logistics',
    title: null,
    startsAt: null,
    checkedOutAt: null,
    answer: null,
    next: null,
    tenant: site.tenant,
    building: { name: site.company.name },
    colleagues: [],
  });
  expect(JSON.stringify(data)).not.toContain(visitor.phone);
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  });
  const given = await answer({ kind: 'coming', minutes: 5, text: ' In the lobby  ' });
  expect(given.data.answer).toMatchObject({ kind: 'coming', minutes: 5, text: 'In the lobby', employee: null });
  expect((await read()).data).toEqual(given.data);
  expect((await answer({ kind: 'coming' })).data.answer).toMatchObject({ minutes: 0, text: null });
});

test('an answer may name a colleague of the tenant, and no one else', async () => {
  const site = await building();
  const { answer, read } = await arrived(site);
  const colleague = await site.db
    .insertInto('employee')
    .values({ company_id: site.company.id, tenant_id: site.tenant.id, name: 'Near', email: 'near@test.example' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  expect((await read()).data.colleagues).toEqual([colleague]);
  const given = await answer({ kind: 'colleague', employeeId: colleague.id });
  expect(given.data.answer).toMatchObject({ kind: 'colleague', minutes: null, employee: colleague });
  for (const body of [
    { kind: 'colleague', employeeId: site.neighborEmployee.id },
    { kind: 'wait', employeeId: colleague.id },
    { kind: 'wait', minutes: 5 },
    { kind: 'wait', text: 'x'.repeat(121) },
  ] as const) {
    expect(await answer(body)).toBeRefused(400, 'validation');
  }
  expect((await read()).data).toEqual(given.data);
  await site.db.deleteFrom('employee').where('id', '=', colleague.id).execute();
  expect((await read()).data.answer).toMatchObject({ kind: 'colleague', employee: null });
});

test('of two answers at once one is stored whole, and both are in the audit log', async () => {
  const site = await building();
  const { answer, read, visitId } = await arrived(site);
  const both = await Promise.all([answer({ kind: 'wait', text: 'Wait' }), answer({ kind: 'coming', minutes: 10 })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { kind, minutes, text } = (await read()).data.answer ?? {};
  expect([
    ['wait', null, 'Wait'],
    ['coming', 10, null],
  ]).toContainEqual([kind, minutes, text]);
  const query = { companyId: site.company.id, action: 'visit.answered' } as const;
  const { data } = await site.as('company').call(listAuditEntries, { query });
  const entry = { role: 'pass', userId: site.employee.id, subject: 'visit', subjectId: visitId };
  expect(data).toMatchObject([entry, entry]);
});

test('a visit is over after check-out and after 24 hours', async () => {
  const site = await building();
  const left = await arrived(site);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: left.visitor.id } });
  const old = await arrived(site, { checkedInAt: ago(24 * 60) });
  for (const { answer, read } of [left, old]) {
    expect(await read()).toBeRefused(410, 'visitIsOver');
    expect(await answer({ kind: 'wait' })).toBeRefused(410, 'visitIsOver');
  }
  const young = await arrived(site, { checkedInAt: ago(24 * 60 - 1) });
  expect((await young.read()).status).toBe(200);
});

test('unknown, changed and foreign tokens get one response, at most 60 a minute', async () => {
  const site = await building();
  const { params, visitId } = await arrived(site);
  const hostless = await seedVisit(site.db, await seedVisitor(site.db, site), { tenant: site.tenant });
  const { token } = params;
  const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
  const other = answerToken(testVault, visitId + 1).slice(0, -26) + token.slice(-26);
  const tokens = ['x', '%00', token.slice(1), changed, other, answerToken(testVault, hostless)];
  const person = site.as('pass');
  const from = { from: '203.0.113.21' };
  const responses = await Promise.all(tokens.map((token) => person.call(readAnswer, { params: { token } }, from)));
  for (const response of responses) {
    expect(response).toBeRefused(404, 'linkInvalid');
    expect({ ...response.problem, requestId: '' }).toEqual({ ...responses[0]?.problem, requestId: '' });
  }
  const guess = () => person.call(giveAnswer, { params: { token: 'x' }, body: { kind: 'wait' } }, from);
  for (let guesses = tokens.length; guesses < 60; guesses += 1) expect(await guess()).toBeRefused(404, 'linkInvalid');
  expect(await guess()).toBeRefused(429, 'tooManyRequests');
  expect((await person.call(readAnswer, { params: { token: token.toLowerCase() } }, from)).status).toBe(200);
});

test('never logs a token', async () => {
  const lines: string[] = [];
  const site = await building(await startServer({ log: (line) => lines.push(line) }));
  const { params, answer, read } = await arrived(site);
  await read();
  await answer({ kind: 'coming' });
  const person = site.as('pass');
  for (const path of ['/answer/', '/api/v1/answer/', '/api/v1/answer/x']) {
    await person.send({ method: 'GET', url: `${path}${params.token}` });
  }
  await person.send({ method: 'GET', url: `/answer/${params.token}/%zz` });
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join('\n')).not.toContain(params.token);
});

test('desks get the answer live, and a tenant only its own', async () => {
  const site = await listeningBuilding();
  const { answer, visitor, visitId } = await arrived(site);
  const desks = [
    await openLive(site.as('reception'), { companyId: site.company.id }),
    await openLive(site.as('tenant'), { tenantId: site.tenant.id }),
  ];
  const { data } = await answer({ kind: 'unavailable', text: 'Ask Kari' });
  for (const desk of desks) {
    const { payload } = await desk.until(({ event }) => event === 'visit_answered');
    expect(payload).toEqual({ visitorId: visitor.id, visitId, answer: data.answer });
    await desk.until(({ event }) => event === 'visitors_update');
  }
});

test('lists and exports show the answer, and it goes with the visit', async () => {
  const site = await building();
  const { answer, visitor } = await arrived(site);
  const { data: given } = await answer({ kind: 'coming', minutes: 2, text: 'Hello' });
  const params = { companyId: site.company.id };
  const { data: list } = await site.as('reception').call(listVisitors, { params, query: {} });
  expect(list).toMatchObject([{ currentVisitRecord: { answer: given.answer } }]);
  const { data: own } = await site.as('company').call(exportVisitorData, { params: { visitorId: visitor.id } });
  expect(own.visits).toMatchObject([{ answer: given.answer }]);
});

test('kiosk and pass show the answer', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const nonce = randomUUID();
  const visit = {
    ...visitTo(site.tenant, { employeeId: site.employee.id }).body,
    nonce,
    occurredAt: ago(0).toISOString(),
  };
  const { data: registered } = await kiosk.call(registerVisitAtDevice, { body: visit });
  const params = { token: answerToken(testVault, registered.visitId) };
  const { data } = await site.as('pass').call(giveAnswer, { params, body: { kind: 'coming', minutes: 2 } });
  const told = await kiosk.call(getHostStateAtDevice, { params: { nonce } });
  expect(told.data).toEqual({ state: 'answered', channel: null, answer: data.answer, isAwaited: false });

  const startsAt = ago(-1).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, {
    startsAt,
    employeeId: site.employee.id,
    title: 'Audit',
  });
  const guestId = invitation.guests[0]?.id ?? 0;
  await site.as('reception').call(checkInGuests, { body: { ids: [guestId] } });
  const { id } = await site.db
    .selectFrom('visit')
    .select('id')
    .where('invitation_id', '=', invitation.id)
    .executeTakeFirstOrThrow();
  const ofGuest = { token: answerToken(testVault, id) };
  const { data: page } = await site.as('pass').call(giveAnswer, { params: ofGuest, body: { kind: 'wait' } });
  expect(page).toMatchObject({ title: 'Audit', startsAt: invitation.startsAt });
  const pass = await site.as('pass').call(getPass, { params: { token: await tokenOfGuest(site.db, guestId) } });
  expect(pass.data.visit?.answer).toEqual(page.answer);
});

test('a host who does not answer in time needs attention', async () => {
  const site = await building();
  const { answer, visitor, visitId } = await arrived(site);
  const companyId = site.company.id;
  const needs = async () => {
    const { data } = await site
      .as('reception')
      .call(readVisitorStates, { params: { companyId }, body: { ids: [visitor.id] } });
    const { data: today } = await site.as('reception').call(readToday, { params: { companyId } });
    return [data[0]?.attention, today.needsAttention];
  };
  expect(await needs()).toEqual([[], 0]);
  await site.db
    .insertInto('escalation')
    .values({ visit_id: visitId, company_id: companyId, due_at: ago(-1) })
    .execute();
  expect(await needs()).toEqual([[], 0]);
  await site.db.updateTable('escalation').set({ steps: 1 }).where('visit_id', '=', visitId).execute();
  expect(await needs()).toEqual([['noAnswer'], 1]);
  await changeSettings(site, { answer_within_seconds: null });
  expect(await needs()).toEqual([[], 0]);
  await changeSettings(site, { answer_within_seconds: 120 });
  await answer({ kind: 'wait' });
  expect(await needs()).toEqual([[], 0]);
});

test('mail and SMS to the host link the answer', async () => {
  const site = await building();
  const { mail, sms } = await startMessaging(site.server);
  await notifyEverything(site);
  const phone = freshPhone();
  const { data } = await site
    .as('reception')
    .call(registerVisit, visitTo(site.tenant, { phone, employeeId: site.employee.id }));
  const link = `http://desk.example.com/answer/${answerToken(testVault, data.visitor.currentVisitRecordId ?? 0)}`;
  await expect.poll(() => [mail.received.length, sms.received.length]).toEqual([1, 3]);
  const { email } = mail.received[0] ?? {};
  expect(email?.text).toContain(`Answer:\n${link}`);
  expect(email?.html).toContain(`href="${link}"`);
  const texts = Map.groupBy(sms.received, ({ to }) => (to === phone ? 'visitor' : 'host'));
  expect(texts.get('host')?.map(({ text }) => text.split('\n\n').at(-1))).toEqual([link]);
  expect(texts.get('visitor')?.filter(({ text }) => text.includes('/answer/'))).toEqual([]);
});
