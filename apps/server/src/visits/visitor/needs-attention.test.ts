import { retryGuestMessage, retryVisitMessage } from '@vestibule/contract/visits/message.ts';
import { type AnswerFields, answerForHost, readAnswer } from '@vestibule/contract/visits/answer.ts';
import { dismissExpected, dismissGuest, listExpectedGuests } from '@vestibule/contract/visits/expected-guest.ts';
import { cancelInvitation, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { readToday, readVisitorStates } from '@vestibule/contract/visits/today.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlyRow } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { patientBuilding } from '../../testing/escalation.ts';
import { guest, invited, moveDate } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { testVault } from '../../testing/server.ts';
import { answerToken } from '../notification/answer-token.ts';

const numbersOf = async ({ as, company }: Building) =>
  (await as('reception').call(readToday, { params: { companyId: company.id } })).data.needsAttention;

const inNeed = async ({ as, company }: Building) =>
  (
    await as('reception').call(listVisitors, {
      params: { companyId: company.id },
      query: { only: 'needsAttention' },
    })
  ).data.map(({ id }) => id);

const stateOf = async ({ as, company }: Building, id: number) =>
  (await as('reception').call(readVisitorStates, { params: { companyId: company.id }, body: { ids: [id] } })).data[0];

const guestsInNeed = async ({ as, company }: Building) =>
  (
    await as('reception').call(listExpectedGuests, {
      params: { companyId: company.id },
      query: { only: 'needsAttention' },
    })
  ).data;

async function enter(site: Building) {
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant: site.tenant, host: site.employee });
  return { id: visitor.id, visitId };
}

async function message({ db, company }: Building, visitId: number, kind: string, problem: string, state = 'failed') {
  const { rows } = await typedSql({ id: int })`
    insert into message (company_id, visit_id, channel, kind, recipient, language, state, problem, expires_at)
    values (${company.id}, ${visitId}, 'sms', ${kind}, '+4746512345', 'en', ${state}, ${problem}, now() + interval '1 hour')
    returning id`.execute(db);
  return onlyRow(rows).id;
}

/** Fails the last message to each guest. */
const failGuests = ({ db, company }: Building, problem = 'refused', state: 'failed' | 'notSent' = 'failed') =>
  db
    .updateTable('message')
    .set({ state, problem: problem === 'noProvider' ? 'noProvider' : 'refused' })
    .where('company_id', '=', company.id)
    .where('guest_id', 'is not', null)
    .execute();

test.for(['unanswered', 'visitConfirmation', 'wifi', 'stillHere'])(
  'a visit whose %s message failed needs attention until it is sent again',
  async (kind) => {
    const site = await building();
    const { id, visitId } = await enter(site);
    const messageId = await message(site, visitId, kind, 'refused');
    expect([await numbersOf(site), await inNeed(site)]).toEqual([1, [id]]);
    expect(await stateOf(site, id)).toMatchObject({ attention: ['messageFailed'], failedMessages: [messageId] });
    await site.as('reception').call(retryVisitMessage, { params: { visitId, messageId } });
    expect([await numbersOf(site), await inNeed(site)]).toEqual([0, []]);
    expect(await stateOf(site, id)).toMatchObject({ attention: [], failedMessages: [] });
  },
);

test('a missing provider is no failure, and neither is a message that is too late', async () => {
  const site = await building();
  const { visitId } = await enter(site);
  await message(site, visitId, 'visitConfirmation', 'noProvider', 'notSent');
  await message(site, visitId, 'unanswered', 'noProvider', 'notSent');
  const late = await message(site, visitId, 'wifi', 'refused');
  await sql`update message set expires_at = now() - interval '1 minute' where id = ${late}`.execute(site.db);
  await invited(site.as('company'), site.tenant, { guests: [guest()] });
  await failGuests(site, 'noProvider', 'notSent');
  expect([await numbersOf(site), await inNeed(site), await guestsInNeed(site)]).toEqual([0, [], []]);
});

test('lists guests whom the last message did not reach, also of later days and of a canceled meeting', async () => {
  const site = await building();
  const desk = site.as('reception');
  const coming = await invited(site.as('company'), site.tenant, { guests: [guest({ name: 'Åse' })] });
  await moveDate(site.db, coming.id, 72);
  const canceled = await invited(site.as('company'), site.neighbor, { guests: [guest({ name: 'Bo' })] });
  await moveDate(site.db, canceled.id, 96);
  await desk.call(cancelInvitation, { params: { invitationId: canceled.id } });
  expect([await numbersOf(site), await guestsInNeed(site)]).toEqual([0, []]);
  await failGuests(site);
  const listed = await guestsInNeed(site);
  expect(listed).toMatchObject([
    { name: 'Åse', failedMessage: 'invitation', isLate: false, isCanceled: false },
    { name: 'Bo', failedMessage: 'invitationCanceled', isLate: false, isCanceled: true },
  ]);
  expect(await numbersOf(site)).toBe(2);

  const [first, second] = listed;
  const again = (of: typeof first, role: Parameters<Building['as']>[0] = 'reception') =>
    site.as(role).call(retryGuestMessage, { params: { invitationId: of?.invitationId ?? 0, guestId: of?.id ?? 0 } });
  expect(await again(second, 'tenant')).toBeRefused(404, 'notFound');
  expect((await again(second)).status).toBe(200);
  expect(await again(second)).toBeRefused(409, 'messageIsNotFailed');
  expect([await numbersOf(site), (await guestsInNeed(site)).length]).toEqual([1, 1]);
  const params = { invitationId: coming.id };
  await desk.call(dismissGuest, { params: { ...params, guestId: first?.id ?? 0 } });
  expect([await numbersOf(site), await guestsInNeed(site)]).toEqual([0, []]);
  expect((await desk.call(getInvitation, { params })).data.guests).toMatchObject([{ state: 'declined' }]);
});

test('an answer that the desk records settles a host whom no message reached', async () => {
  const site = await building();
  const { id, visitId } = await enter(site);
  const messageId = await message(site, visitId, 'arrival', 'refused');
  expect(await stateOf(site, id)).toMatchObject({ attention: ['notReached'], failedMessages: [messageId] });
  await site.as('reception').call(answerForHost, { params: { visitId }, body: { kind: 'wait' } });
  expect(await stateOf(site, id)).toMatchObject({ attention: [], failedMessages: [] });
  expect([await numbersOf(site), await inNeed(site)]).toEqual([0, []]);
});

test('a desk records the answer of a host, which ends the escalation', async () => {
  const site = await patientBuilding({}, await listeningBuilding());
  const per = await site.colleague('Per');
  await site.backup(per.id);
  const { visitorId, visitId, next } = await site.arrive();
  await site.step();
  expect(await site.needs(visitorId)).toBe(true);
  const live = await openLive(site.as('company'));
  const record = (at: Pick<Building, 'as'>, body: AnswerFields = { kind: 'coming', minutes: 5 }) =>
    at.as('reception').call(answerForHost, { params: { visitId }, body });
  expect(await record(await building())).toBeRefused(404, 'notFound');
  expect(await record(site, { kind: 'wait', minutes: 5 })).toBeRefused(400, 'validation');
  const { status, data } = await record(site);
  const answer = { kind: 'coming', minutes: 5, employee: null };
  expect([status, data]).toMatchObject([200, { id: visitId, answer, next: null }]);
  await live.until(({ event }) => event === 'visit_answered');
  expect([await site.needs(visitorId), await site.step(), await next()]).toEqual([false, 0, null]);
  const page = await site.as('pass').call(readAnswer, { params: { token: answerToken(testVault, visitId) } });
  expect(page.data.answer).toMatchObject(answer);
  const { data: entries } = await site
    .as('company')
    .call(listAuditEntries, { query: { companyId: site.company.id, action: 'visit.answered' } });
  expect(entries).toMatchObject([{ role: 'reception', subjectId: visitId }]);
  await site.db
    .updateTable('visit')
    .set({ checked_out_at: sql`now()` })
    .where('id', '=', visitId)
    .execute();
  expect(await record(site)).toBeRefused(410, 'visitIsOver');
});

test('a desk notes that an expected visitor does not come, with and without an invitation', async () => {
  const site = await building();
  const desk = site.as('reception');
  const dismiss = (visitorId: number, at: Building = site) =>
    at.as('reception').call(dismissExpected, { params: { visitorId } });
  const imported = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  expect(await dismiss(imported.id, await building())).toBeRefused(404, 'notFound');
  expect((await dismiss(imported.id)).status).toBe(200);
  const { data } = await desk.call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'imported' },
  });
  expect(data).toEqual([]);
  const { data: entries } = await site
    .as('company')
    .call(listAuditEntries, { query: { companyId: site.company.id, action: 'visitor.dismissed' } });
  expect(entries).toMatchObject([{ role: 'reception', subjectId: imported.id }]);

  const inside = await seedVisitor(site.db, site, { inside: site.tenant });
  expect(await dismiss(inside.id)).toBeRefused(409, 'visitorIsCheckedIn');
  const stranger = await seedVisitor(site.db, site);
  expect(await dismiss(stranger.id)).toBeRefused(409, 'visitorIsNotExpected');

  const invitation = await invited(site.as('company'), site.tenant, {
    startsAt: new Date(Date.now() + 60_000).toISOString(),
  });
  const visitorId = invitation.guests[0]?.visitorId ?? 0;
  expect((await dismiss(visitorId)).status).toBe(200);
  const after = await desk.call(getInvitation, { params: { invitationId: invitation.id } });
  expect(after.data.guests).toMatchObject([{ state: 'declined' }]);
});
