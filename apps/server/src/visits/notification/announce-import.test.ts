import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';

interface Sent {
  announce?: 'true' | 'false';
  preview?: 'true';
  tenantId?: number;
  idempotencyKey?: string;
}

async function send(
  site: Building,
  phones: readonly string[],
  { tenantId = site.tenant.id, idempotencyKey, ...query }: Sent = {},
) {
  const { data } = await site.as('reception').call(
    importVisitors,
    {
      params: { tenantId },
      query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false', ...query },
      file: csv(phones.map((phone) => `${phone};Åse;Havila`).join('\n')),
    },
    { headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey } },
  );
  return data;
}

const freshPhones = (count: number) => Array.from({ length: count }, freshPhone);

async function statesOf({ db, company }: Building): Promise<Record<string, number>> {
  const { rows } = await typedSql({ state: text, count: int })`
    select concat_ws(' ', state, problem) as state, count(*)::int as count from message
    where company_id = ${company.id} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function telling(): Promise<Building> {
  const site = await building();
  await notifyEverything(site);
  return site;
}

test('an import without a choice announces up to 50 visitors, and holds the messages to 51', async () => {
  const site = await telling();
  expect(await send(site, freshPhones(50))).not.toHaveProperty('messagesHeld');
  expect(await statesOf(site)).toEqual({ queued: 50 });
  const phones = freshPhones(51);
  expect(await send(site, phones, { preview: 'true' })).toMatchObject({ messagesHeld: 51 });
  expect(await statesOf(site)).toEqual({ queued: 50 });
  const answer = await send(site, phones, { idempotencyKey: 'once' });
  expect(answer).toMatchObject({ messagesHeld: 51 });
  expect(answer.visitors).toHaveLength(51);
  expect(await statesOf(site)).toEqual({ queued: 50, 'held importUndecided': 51 });
  expect(await send(site, phones, { idempotencyKey: 'once' })).toMatchObject({ messagesHeld: 51 });
});

test('the same file with announce=true sends held messages, and with announce=false cancels them', async () => {
  const site = await telling();
  const [sent, unsent] = [freshPhones(60), freshPhones(60)];
  await send(site, sent);
  await send(site, unsent);
  expect(await statesOf(site)).toEqual({ 'held importUndecided': 120 });
  expect(await send(site, sent, { announce: 'true' })).not.toHaveProperty('messagesHeld');
  expect(await send(site, unsent, { announce: 'false' })).not.toHaveProperty('messagesHeld');
  expect(await statesOf(site)).toEqual({ queued: 60 });
});

test('announce=true sends within the limits, and announce=false sends none', async () => {
  const site = await telling();
  await send(site, freshPhones(60), { announce: 'false' });
  expect(await statesOf(site)).toEqual({});
  expect(await send(site, freshPhones(700), { announce: 'true' })).toMatchObject({ messagesHeld: 100 });
  expect(await statesOf(site)).toEqual({ queued: 600, 'held senderLimit': 100 });
});

test('announces a visitor once a day, for any number of tenants', async () => {
  const site = await telling();
  const phones = freshPhones(2);
  await send(site, phones);
  await send(site, phones, { announce: 'true' });
  await send(site, phones, { tenantId: site.neighbor.id });
  await send(site, phones, { tenantId: site.tenant.id, announce: 'true' });
  expect(await statesOf(site)).toEqual({ queued: 2 });
  await sql`update message set created_at = created_at - interval '25 hours' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  await send(site, phones, { announce: 'true' });
  expect(await statesOf(site)).toEqual({ queued: 4 });
});

test('deleting and importing a visitor repeatedly does not lift the SMS limit of a phone', async () => {
  const site = await telling();
  const [phone = ''] = freshPhones(1);
  for (let count = 0; count < 8; count++) {
    const { visitors } = await send(site, [phone], { announce: 'true' });
    if (count < 7) await site.as('reception').call(deleteVisitor, { params: { visitorId: visitors[0]?.id ?? 0 } });
  }
  expect(await statesOf(site)).toEqual({ 'held phoneLimit': 1 });
});

test('6,000 premium, satellite and foreign numbers get nothing by any import', async () => {
  const site = await telling();
  const { sms } = await startMessaging(site.server);
  const number = (index: number) => String(index).padStart(5, '0');
  const phones = Array.from({ length: 1_500 }, (_, index) => [
    `+47829${number(index)}`,
    `+8707731${number(index)}`,
    `+8816123${number(index)}`,
    `+53${52_000_000 + index}`,
  ]).flat();
  const { conflicts, visitors, messagesHeld } = await send(site, phones, { announce: 'true' });
  expect(conflicts).toHaveLength(0);
  expect(visitors).toHaveLength(6_000);
  expect(messagesHeld).toBeUndefined();
  expect(await statesOf(site)).toEqual({ 'notSent numberNotAllowed': 4_500, 'notSent countryNotAllowed': 1_500 });
  const [ordinary = ''] = freshPhones(1);
  await send(site, [ordinary]);
  await expect.poll(() => sms.received.map(({ to }) => to)).toEqual([ordinary]);
});
