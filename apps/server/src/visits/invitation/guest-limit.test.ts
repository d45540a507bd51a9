import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { addGuests, createInvitation, removeGuest } from '@vestibule/contract/visits/invitation.ts';
import { listMessages, releaseMessage } from '@vestibule/contract/visits/message.ts';
import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { building, type Building } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { guest, hourMs, invited, meeting } from '../../testing/invitations.ts';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { sendHeldGuestMessages, turnOf } from './guest-limit.ts';

const { smsLimits: limits, smsCountries: countries } = readConfig({});
const job = sendHeldGuestMessages({ limits, countries, secret: 'of tests' });

const invite = (site: Building, employeeId: number, guests: number) => {
  const people = Array.from({ length: guests }, () => guest({ phone: null, email: `guest-${fresh()}@test.example` }));
  const body = meeting({ employeeId, guests: people });
  return site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
};

const messagesOf = async ({ db, company }: Building) => {
  const messages = await db
    .selectFrom('message')
    .select(['id', 'state', 'problem', 'next_attempt_at'])
    .where('company_id', '=', company.id)
    .where('kind', '=', 'invitation')
    .orderBy('id')
    .execute();
  const held = messages.filter(({ state }) => state === 'held');
  return { held, sent: messages.length - held.length };
};

/** As if the hour was over. */
async function passAnHour({ db, employee }: Building): Promise<void> {
  await sql`update message set next_attempt_at = now() where problem = 'hostLimit'`.execute(db);
  await sql`
    update sms_count set hour = hour - interval '1 hour'
    where subject = ${`guests of employee:${employee.id}`}`.execute(db);
}

test('holds the messages of a host above 50 in an hour, and sends them in the next', async () => {
  const site = await building();
  const { data } = await invite(site, site.employee.id, 60);
  const { held, sent } = await messagesOf(site);
  expect([held.length, sent]).toEqual([10, 50]);
  expect(held[0]).toMatchObject({ problem: 'hostLimit' });
  expect(new Date(held[0]?.next_attempt_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  expect(data.guests.at(-1)).toMatchObject({
    passState: 'queued',
    passProblem: 'hostLimit',
    held: { messageId: held.at(-1)?.id, sendsAt: new Date(held[0]?.next_attempt_at ?? 0).toISOString() },
  });
  expect(data.guests[0]?.held).toBeNull();
  expect(data.guests.at(-1)).toMatchObject({ passState: 'queued', passProblem: 'hostLimit' });
  const { data: shown } = await site
    .as('company')
    .call(listMessages, { query: { companyId: site.company.id, state: 'held' } });
  expect(Date.parse(shown.at(-1)?.nextAttemptAt ?? '') % 3_600_000).toBe(0);
  await job.run(site.reach);
  expect((await messagesOf(site)).held).toHaveLength(10);
  await passAnHour(site);
  await job.run(site.reach);
  expect(await messagesOf(site)).toMatchObject({ held: [], sent: 60 });
});

test('counts each host on its own', async () => {
  const site = await building();
  await invite(site, site.employee.id, 50);
  const { id } = await site.db
    .insertInto('employee')
    .values({ company_id: site.company.id, tenant_id: site.tenant.id, name: 'Liv', email: 'liv@test.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invite(site, id, 50);
  expect((await messagesOf(site)).held).toEqual([]);
  await invite(site, site.employee.id, 1);
  expect((await messagesOf(site)).held).toHaveLength(1);
});

test('a manager releases a held message', async () => {
  const site = await building();
  await invite(site, site.employee.id, 51);
  const { held } = await messagesOf(site);
  const params = { messageId: held[0]?.id ?? 0 };
  expect(await site.as('reception').call(releaseMessage, { params })).toBeRefused(403, 'notAllowed');
  expect((await site.as('company').call(releaseMessage, { params })).data.state).toBe('queued');
});

const mailed = () => guest({ phone: null, email: `guest-${fresh()}@test.example` });

const storedOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['kind', 'state', 'recipient', 'content'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();

test.for(['removed', 'of a deleted tenant'] as const)(
  'deletes address and text of the last message to a guest %s once it is final',
  async (how) => {
    const site = await building();
    const desk = site.as('company');
    const { id, guests } = await invited(desk, site.tenant, { guests: [mailed()] });
    await site.db.updateTable('message').set({ state: 'sent' }).where('company_id', '=', site.company.id).execute();
    await (how === 'removed'
      ? desk.call(removeGuest, { params: { invitationId: id, guestId: guests[0]?.id ?? 0 }, query: { dates: 'this' } })
      : desk.call(deleteTenant, { params: { tenantId: site.tenant.id } }));
    await expireRows.run(site.reach);
    const { email } = guests[0] ?? {};
    expect(await storedOf(site)).toContainEqual(expect.objectContaining({ state: 'queued', recipient: email }));
    await sql`update message set state = 'failed' where company_id = ${site.company.id}`.execute(site.db);
    await expireRows.run(site.reach);
    expect((await storedOf(site)).at(-1)).toEqual({
      kind: 'invitationCanceled',
      state: 'failed',
      recipient: null,
      content: null,
    });
  },
);

test('a last message that waits too long is not sent, and its address is deleted', async () => {
  const site = await building();
  const { id, guests } = await invited(site.as('company'), site.tenant, { guests: [mailed()] });
  const params = { invitationId: id, guestId: guests[0]?.id ?? 0 };
  await site.as('company').call(removeGuest, { params, query: { dates: 'this' } });
  await sql`update message set expires_at = now() - interval '1 minute' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  await expireRows.run(site.reach);
  expect((await storedOf(site)).at(-1)).toMatchObject({ state: 'failed', recipient: null, content: null });
});

test('ends a held message after 30 days, and sends none to its guest who is removed', async () => {
  const site = await building();
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + 90 * 24 * hourMs).toISOString();
  const { id, guests } = await invited(desk, site.tenant, { startsAt, guests: [mailed()] });
  const age = (days: number) =>
    sql`update message set state = 'held', problem = 'senderLimit', created_at = now() - make_interval(days => ${days})
      where company_id = ${site.company.id}`.execute(site.db);
  await age(29);
  await expireRows.run(site.reach);
  expect(await storedOf(site)).toMatchObject([{ state: 'held', recipient: guests[0]?.email }]);
  await age(31);
  await expireRows.run(site.reach);
  expect(await storedOf(site)).toEqual([{ kind: 'invitation', state: 'failed', recipient: null, content: null }]);
  await desk.call(removeGuest, { params: { invitationId: id, guestId: guests[0]?.id ?? 0 }, query: { dates: 'this' } });
  expect((await storedOf(site)).filter(({ kind }) => kind !== 'invitation')).toEqual([]);
});

test('removes the other expired rows if one statement fails', async () => {
  const site = await building();
  await invited(site.as('company'), site.tenant, { guests: [mailed()] });
  await sql`
    update message set state = 'sent', created_at = now() - interval '31 days' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  let statements = 0;
  const failsOnce: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      if (statements === 1) throw new Error('the first statement fails');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const reach = { ...site.reach, acrossCompanies: site.reach.acrossCompanies.withPlugin(failsOnce) };
  await expect(expireRows.run(reach)).rejects.toThrow(AggregateError);
  expect(await storedOf(site)).toMatchObject([{ state: 'sent', recipient: null }]);
});

test('counts the message to a removed guest, and sends none to a guest whose invitation is held', async () => {
  const site = await building();
  const desk = site.as('company');
  const { data } = await invite(site, site.employee.id, 51);
  const remove = (guestId = 0) =>
    desk.call(removeGuest, { params: { invitationId: data.id, guestId }, query: { dates: 'this' } });
  await remove(data.guests[50]?.id);
  expect((await storedOf(site)).filter(({ state }) => state === 'held')).toEqual([]);
  expect(await storedOf(site)).toHaveLength(50);
  await site.db.updateTable('message').set({ state: 'sent' }).where('company_id', '=', site.company.id).execute();
  await remove(data.guests[0]?.id);
  const [last] = (await storedOf(site)).filter(({ kind }) => kind === 'invitationCanceled');
  expect(last).toMatchObject({ state: 'held', recipient: data.guests[0]?.email });
  await passAnHour(site);
  await job.run(site.reach);
  expect((await storedOf(site)).filter(({ kind }) => kind === 'invitationCanceled')).toMatchObject([
    { state: 'queued' },
  ]);
});

test('says when each held message is sent, by its place', async () => {
  const site = await building();
  const { data } = await invite(site, site.employee.id, 120);
  const hour = (hours: number) => new Date((Math.floor(Date.now() / 3_600_000) + hours) * 3_600_000).toISOString();
  const sendsAt = data.guests.map(({ held }) => held?.sendsAt ?? null);
  expect(new Set(sendsAt.slice(0, 50))).toEqual(new Set([null]));
  expect(new Set(sendsAt.slice(50, 100))).toEqual(new Set([hour(1)]));
  expect(new Set(sendsAt.slice(100))).toEqual(new Set([hour(2)]));
  const added = await site.as('company').call(addGuests, {
    params: { invitationId: data.id },
    query: { dates: 'this' },
    body: { guests: Array.from({ length: 40 }, mailed) },
  });
  const later = added.data.guests.slice(120).map(({ held }) => held?.sendsAt);
  expect(new Set(later.slice(0, 30))).toEqual(new Set([hour(2)]));
  expect(new Set(later.slice(30))).toEqual(new Set([hour(3)]));
});

test.for([
  ['2026-11-26T10:20:00Z', 0, 50, '2026-11-26T11:00:00Z'],
  ['2026-11-26T10:20:00Z', 49, 50, '2026-11-26T11:00:00Z'],
  ['2026-11-26T10:20:00Z', 50, 50, '2026-11-26T12:00:00Z'],
  ['2026-11-26T10:20:00Z', 0, 300, '2026-11-27T00:00:00Z'],
  ['2026-11-26T10:20:00Z', 0, 290, '2026-11-26T11:00:00Z'],
  ['2026-11-26T10:20:00Z', 10, 290, '2026-11-27T00:00:00Z'],
  ['2026-11-26T10:20:00Z', 310, 290, '2026-11-28T00:00:00Z'],
  ['2026-11-26T23:20:00Z', 0, 300, '2026-11-27T00:00:00Z'],
] as const)('at %s, a message at place %i waits after %i of the day until %s', ([now, place, sent, turn]) => {
  expect(turnOf(place, { hour: 50, day: 300 }, { now: new Date(now), sent })).toEqual(new Date(turn));
});
