import { listMessages, maxMessagesAgain, retryMessage, retryMessages } from '@vestibule/contract/visits/message.ts';
import { requestReset } from '@vestibule/contract/accounts/recovery.ts';
import { inviteAgain } from '@vestibule/contract/accounts/user.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { smtpProvider } from '../../platform/integrations/mail/smtp.ts';
import { startBus } from '../../platform/live/bus.ts';
import { building, type Building, seedUser, seedVisitor } from '../../testing/building.ts';
import { linkPage } from '../../testing/links.ts';
import { startMailServer } from '../../testing/mail.ts';
import { invitation, seedFailedMessage } from '../../testing/messages.ts';
import { testVault } from '../../testing/server.ts';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import { mailOutlet } from '../../platform/outbox/outlet.ts';
import { startSender } from '../../platform/outbox/sender.ts';
import { visitMessages } from './arrival.ts';

async function mailing({ reach, server }: Building) {
  const mailServer = await startMailServer();
  const log = pino({ level: 'silent' });
  const bus = await startBus(server.database.connection, log);
  const from = { name: 'Vestibule', address: 'desk@vestibule.example' };
  const provider = smtpProvider({ url: mailServer.url, from });
  const sender = startSender({
    reach,
    vault: testVault,
    bus,
    outlet: mailOutlet(provider),
    visits: visitMessages,
    log,
  });
  onTestFinished(async () => {
    await sender.stop();
    await bus.stop();
    await mailServer.close();
  });
  return mailServer;
}

test('a company lists its messages with their results, newest first', async () => {
  const { as, db, company } = await building();
  const failed = await seedFailedMessage(db, company, 'kari@aurora.example');
  const queued = await enqueueMail(db, testVault, invitation({ companyId: company.id, to: 'ola@aurora.example' }));
  const { data } = await as('company').call(listMessages, { query: { companyId: company.id } });
  expect(data).toMatchObject([
    { id: queued, recipient: 'ola@aurora.example', state: 'queued', attempts: 0, problem: null, canRetry: false },
    {
      id: failed,
      companyId: company.id,
      companyName: company.name,
      channel: 'email',
      kind: 'invite',
      recipient: 'kari@aurora.example',
      state: 'failed',
      attempts: 1,
      nextAttemptAt: null,
      problem: 'refused',
      answer: '550 unknown',
      deliveredAt: null,
      canRetry: true,
    },
  ]);
  expect(data[0]?.nextAttemptAt).not.toBeNull();
  expect((await as('superAdmin').call(listMessages, { query: { companyId: company.id } })).data).toEqual(data);
});

test('a page continues after the previous one', async () => {
  const { as, db, company } = await building();
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) ids.unshift(await seedFailedMessage(db, company));
  const reader = as('company');
  const page = (cursor?: string) =>
    reader.call(listMessages, { query: { companyId: company.id, limit: 2, ...(cursor !== undefined && { cursor }) } });
  const first = await page();
  const second = await page(first.page?.next ?? '');
  const third = await page(second.page?.next ?? '');
  expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  expect(first.page).toMatchObject({ total: 5, totalIsExact: true });
  expect(third.page?.next).toBeNull();
});

test('a search of three characters or more finds recipients, ignoring accents', async () => {
  const { as, db, company } = await building();
  const wanted = await seedFailedMessage(db, company, 'ase.odegard@aurora.example');
  const other = await seedFailedMessage(db, company, 'kari@bryggen.example');
  const reader = as('company');
  const findMessages = async (search: string) => {
    const { data } = await reader.call(listMessages, { query: { companyId: company.id, search } });
    return data.map(({ id }) => id);
  };
  expect(await findMessages('ØDEGÅ')).toEqual([wanted]);
  expect(await findMessages('od')).toEqual([other, wanted]);
  expect(await findMessages('od_gard')).toEqual([]);
  const toPhone = await seedFailedMessage(db, company, '+4790123456');
  expect(await findMessages('901 23 456')).toEqual([toPhone]);
});

test('only a superAdmin reads the messages of all companies and of none', async () => {
  const { as, db, company, elsewhere } = await building();
  const here = await seedFailedMessage(db, company);
  const there = await seedFailedMessage(db, elsewhere.company);
  const nowhere = await enqueueMail(db, testVault, invitation());
  const deleted = (await building()).elsewhere.company;
  const gone = await seedFailedMessage(db, deleted);
  await sql`update company set deleted_at = now() where id = ${deleted.id}`.execute(db);
  const { data } = await as('superAdmin').call(listMessages);
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([here, there, nowhere]));
  expect(ids).not.toContain(gone);
  expect(await as('company').call(listMessages)).toBeRefused(403, 'notAllowed');
});

test('resends a failed message and logs who did it', async () => {
  const site = await building();
  const { as, db, company, users } = site;
  const { received } = await mailing(site);
  const id = await seedFailedMessage(db, company, 'again@aurora.example');
  const admin = as('company');
  const { data } = await admin.call(retryMessage, { params: { messageId: id } });
  expect(data).toMatchObject({ id, state: 'queued', attempts: 0, problem: null, answer: null, canRetry: false });
  const now = async () => {
    const { data } = await admin.call(listMessages, { query: { companyId: company.id } });
    return data.find((message) => message.id === id);
  };
  await expect.poll(now).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(received.filter(({ to }) => to.includes('again@aurora.example'))).toHaveLength(1);
  const entry = await db
    .selectFrom('audit_entry')
    .select(['company_id', 'user_id'])
    .where('action', '=', 'message.retried')
    .where('subject_id', '=', id)
    .executeTakeFirst();
  expect(entry).toEqual({ company_id: company.id, user_id: users.company.id });
});

test('resends many messages in one call, and names those that it cannot resend', async () => {
  const { as, db, company, users } = await building();
  const failed = [await seedFailedMessage(db, company), await seedFailedMessage(db, company)];
  const expired = await seedFailedMessage(db, company);
  await sql`update message set expires_at = now() - interval '1 hour' where id = ${expired}`.execute(db);
  const queued = await enqueueMail(db, testVault, invitation({ companyId: company.id }));
  const ids = [...failed, expired, queued, ...failed];
  const { data } = await as('company').call(retryMessages, { body: { ids } });
  expect(data).toEqual({
    queued: failed,
    held: [],
    conflicts: [
      { id: queued, reason: 'messageIsNotFailed' },
      { id: expired, reason: 'messageHasExpired' },
    ],
  });
  const entries = await db
    .selectFrom('audit_entry')
    .select(['subject_id', 'user_id'])
    .where('action', '=', 'message.retried')
    .where('company_id', '=', company.id)
    .orderBy('subject_id')
    .execute();
  expect(entries).toEqual(failed.map((id) => ({ subject_id: id, user_id: users.company.id })));
});

test('a call for many messages has limits, and sends none if one of them is another company’s', async () => {
  const { as, db, company, elsewhere } = await building();
  const own = await seedFailedMessage(db, company);
  const other = await seedFailedMessage(db, elsewhere.company);
  expect(await as('company').call(retryMessages, { body: { ids: [own, other] } })).toBeRefused(404, 'notFound');
  for (const ids of [[], [0], Array.from({ length: maxMessagesAgain + 1 }, (_, index) => index + 1)]) {
    expect(await as('company').call(retryMessages, { body: { ids } })).toBeRefused(400, 'validation');
  }
  for (const role of ['partner', 'reception', 'tenant'] as const) {
    expect(await as(role).call(retryMessages, { body: { ids: [own] } })).toBeRefused(403, 'notAllowed');
  }
  const { state } = await db.selectFrom('message').select('state').where('id', '=', own).executeTakeFirstOrThrow();
  expect(state).toBe('failed');
});

test('a message names its visit, its visitor and whether they are inside', async () => {
  const { as, db, company, tenant } = await building();
  const visitor = await seedVisitor(db, { company }, { name: 'Åse Ødegård', inside: tenant });
  const { id: visitId } = await db
    .selectFrom('visit')
    .select('id')
    .where('visitor_id', '=', visitor.id)
    .executeTakeFirstOrThrow();
  const id = await seedFailedMessage(db, company);
  const read = async () => {
    const { data } = await as('company').call(listMessages, { query: { companyId: company.id } });
    return data.find((message) => message.id === id);
  };
  expect(await read()).toMatchObject({ visit: null, visitor: null });
  await sql`update message set visit_id = ${visitId}, visitor_id = ${visitor.id}, content = null where id = ${id}`.execute(
    db,
  );
  const visit = { id: visitId, visitorName: 'Åse Ødegård', tenant: { id: tenant.id, name: tenant.name } };
  expect(await read()).toMatchObject({
    visit: { ...visit, isInside: true },
    visitor: { id: visitor.id, name: 'Åse Ødegård' },
  });
  await sql`update visit set checked_out_at = now() where id = ${visitId}`.execute(db);
  expect(await read()).toMatchObject({ visit: { ...visit, isInside: false } });
});

test('a message without a provider can be sent after a provider is set up', async () => {
  const { as, db, company } = await building();
  const id = await seedFailedMessage(db, company);
  await db.updateTable('message').set({ state: 'notSent', problem: 'noProvider' }).where('id', '=', id).execute();
  const answer = await as('company').call(retryMessage, { params: { messageId: id } });
  expect(answer.data).toMatchObject({ state: 'queued' });
});

test('refuses to resend a pending or delivered message', async () => {
  const { as, db, company } = await building();
  const admin = as('company');
  const id = await seedFailedMessage(db, company);
  for (const state of ['queued', 'sending', 'delivered'] as const) {
    const content = state === 'delivered' ? { content: null } : {};
    await db
      .updateTable('message')
      .set({ state, ...content })
      .where('id', '=', id)
      .execute();
    expect(await admin.call(retryMessage, { params: { messageId: id } })).toBeRefused(409, 'messageIsNotFailed');
  }
});

test('refuses to resend a message to a deleted user', async () => {
  const { as, company, db } = await building();
  const user = await seedUser(db, { role: 'reception', companyId: company.id });
  const id = await seedFailedMessage(db, company);
  await db.updateTable('message').set({ user_id: user.id }).where('id', '=', id).execute();
  const read = async () => (await as('company').call(listMessages, { query: { companyId: company.id } })).data[0];
  expect(await read()).toMatchObject({ id, canRetry: true });
  await db.deleteFrom('user_account').where('id', '=', user.id).execute();
  expect(await read()).toMatchObject({ id, canRetry: false });
  expect(await as('company').call(retryMessage, { params: { messageId: id } })).toBeRefused(409, 'messageHasExpired');
});

test('metrics count waiting messages, and the results of the last day', async () => {
  const { company, db, server } = await building();
  const read = server.readMetrics;
  const valueOf = (body: string, name: string) => Number(body.split(`\n${name} `)[1]?.split('\n')[0]);
  const before = await read();
  await seedFailedMessage(db, company);
  await enqueueMail(db, testVault, invitation({ companyId: company.id }));
  const after = await read();
  const names = ['messages_waiting', 'messages_of_last_day{state="failed"}', 'messages_of_last_day{state="queued"}'];
  expect(names.map((name) => valueOf(after, name) - valueOf(before, name))).toEqual([1, 1, 1]);
  expect(valueOf(after, 'messages_of_last_day{state="delivered"}')).toBeGreaterThanOrEqual(0);
});

test('of two simultaneous resends of a message, one succeeds', async () => {
  const { as, db, company } = await building();
  const [one, other] = [as('company'), as('superAdmin')];
  const id = await seedFailedMessage(db, company);
  const answers = await Promise.all([one, other].map((user) => user.call(retryMessage, { params: { messageId: id } })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('neither a worker nor a user sends a mail whose link was replaced', async () => {
  const site = await building();
  const { as, db, company } = site;
  const { id: userId, email } = await seedUser(db, { role: 'company', companyId: company.id }, null);
  const admin = as('company');
  const again = () => admin.call(inviteAgain, { params: { userId }, body: { url: linkPage } });
  const messages = async () =>
    (await admin.call(listMessages, { query: { companyId: company.id, search: email } })).data.toReversed();
  await again();
  const [failed] = await messages();
  await sql`update message set state = 'failed', problem = 'refused' where id = ${failed?.id ?? 0}`.execute(db);
  expect(await messages()).toMatchObject([{ canRetry: true }]);
  await again();
  await as('signedOut').call(requestReset, { body: { email, url: linkPage } });
  expect(await messages()).toMatchObject([{ canRetry: false }, { state: 'queued' }, { state: 'queued' }]);
  const answer = await admin.call(retryMessage, { params: { messageId: failed?.id ?? 0 } });
  expect(answer).toBeRefused(409, 'messageHasExpired');

  const { received } = await mailing(site);
  await expect
    .poll(messages)
    .toMatchObject([
      { problem: 'refused' },
      { state: 'failed', problem: 'expired', canRetry: false },
      { kind: 'passwordReset', state: 'delivered' },
    ]);
  expect(received.filter(({ to }) => to.includes(email))).toHaveLength(1);
});

test('refuses to resend an expired message', async () => {
  const { as, db, company } = await building();
  const id = await seedFailedMessage(db, company);
  await sql`update message set expires_at = now() where id = ${id}`.execute(db);
  const admin = as('company');
  expect(await admin.call(retryMessage, { params: { messageId: id } })).toBeRefused(409, 'messageHasExpired');
  const { data } = await admin.call(listMessages, { query: { companyId: company.id } });
  expect(data).toMatchObject([{ id, canRetry: false }]);
});

test('hides messages of another company, and those without a company', async () => {
  const { as, db, elsewhere } = await building();
  const foreign = await seedFailedMessage(db, elsewhere.company);
  const nowhere = await enqueueMail(db, testVault, invitation());
  const admin = as('company');
  for (const messageId of [foreign, nowhere, 2_147_483_647]) {
    expect(await admin.call(retryMessage, { params: { messageId } })).toBeRefused(404, 'notFound');
  }
  const { id: companyId } = elsewhere.company;
  expect(await admin.call(listMessages, { query: { companyId } })).toBeRefused(404, 'notFound');
});
