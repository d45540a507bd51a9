import { createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { listMessages, releaseMessage } from '@vestibule/contract/visits/message.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { building, type Building } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import { guest, meeting } from '../../testing/invitations.ts';
import { sendHeldGuestMessages } from './guest-limit.ts';

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
