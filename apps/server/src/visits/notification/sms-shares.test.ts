import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SmsLimit } from '../../platform/integrations/sms/limits.ts';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { notifyEverything } from '../../testing/messaging.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';

const plenty = { hour: 1_000_000, day: 1_000_000 };

async function send({ db, company, tenant }: Building, sender: string, phones: string[], { hour, day }: SmsLimit) {
  const rest = [plenty.hour, plenty.day];
  const limits = [...rest, hour, day, ...rest, ...rest, ...rest];
  const { rows } = await typedSql({ held: z.record(text, text) })`
    select hold_sms(${sender}, ${tenant.id}, ${company.id}, ${phones}::text[], ${phones}::text[], ${limits}::int[], 'of tests') as held`.execute(
    db,
  );
  return phones.length - Object.keys(rows[0]?.held ?? {}).length;
}

const freshPhones = (count: number) => Array.from({ length: count }, () => freshPhone());

async function importMany({ as, tenant }: Building, count: number) {
  const { status } = await as('reception').call(importVisitors, {
    params: { tenantId: tenant.id },
    query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false', announce: 'true' },
    file: csv(
      freshPhones(count)
        .map((phone) => `${phone};Åse;Havila`)
        .join('\n'),
    ),
  });
  expect(status).toBe(200);
}

async function countStates({ db, company }: Building): Promise<Record<string, number>> {
  const { rows } = await typedSql({ state: text, messages: int })`
    select coalesce(problem, state) as state, count(*)::int as messages from message
    where company_id = ${company.id} and channel = 'sms' group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]));
}

test('with the default limits, imports and check-ins of one user send 600 SMS in an hour, also when counts expire', async () => {
  const site = await building();
  await notifyEverything(site, { enable_wifi_info_sms: false });
  const desk = site.as('reception');
  await desk.call(registerVisit, visitTo(site.tenant));
  await expireRows.run(site.reach);
  for (let round = 0; round < 3; round++) {
    await importMany(site, 150);
    await expireRows.run(site.reach);
  }
  for (let count = 0; count < 20; count++) await desk.call(registerVisit, visitTo(site.tenant));
  expect(await countStates(site)).toEqual({ queued: 471 });
  await importMany(site, 150);
  expect(await countStates(site)).toEqual({ queued: 600, senderLimit: 21 });
});

test('a changed limit also applies to earlier messages', async () => {
  const site = await building();
  const sender = 'user:changed';
  const steps = [
    { hour: 8, wanted: 9, sent: 8 },
    { hour: 600, wanted: 112, sent: 112 },
    { hour: 60, wanted: 9, sent: 0 },
    { hour: 130, wanted: 99, sent: 10 },
    { hour: 800, wanted: 700, sent: 670 },
    { hour: 700, wanted: 9, sent: 0 },
    { hour: 1_000, wanted: 400, sent: 200 },
  ];
  for (const { hour, wanted, sent } of steps) {
    expect([hour, await send(site, sender, freshPhones(wanted), { hour, day: 3_000 })]).toEqual([hour, sent]);
  }
  expect(await send(site, sender, freshPhones(9), { hour: 5_000, day: 1_004 })).toBe(4);
});

test('a limit is fully usable after days of uneven use', async () => {
  const site = await building();
  const sender = 'user:uneven';
  const limit = { hour: 600, day: 900 };
  await send(site, sender, freshPhones(30), limit);
  await sql`update sms_count set in_hour = 0, in_day = case when shard = 0 then 75 else 0 end where subject = ${sender}`.execute(
    site.db,
  );
  expect(await send(site, sender, freshPhones(650), limit)).toBe(600);
  await sql`update sms_count set hour = hour - interval '1 hour' where subject = ${sender}`.execute(site.db);
  expect(await send(site, sender, freshPhones(650), limit)).toBe(225);
});

test.for([8, 100, 600])(
  'of twenty simultaneous senders none exceeds a limit of %d or loses a part of it',
  async (hour) => {
    const site = await building();
    const sender = `user:parallel-${hour}`;
    const sent = await Promise.all(
      Array.from({ length: 20 }, async () => {
        let count = 0;
        for (let round = 0; round < 4; round++) count += await send(site, sender, freshPhones(9), { hour, day: 3_000 });
        return count;
      }),
    );
    const all = sent.reduce((sum, count) => sum + count, 0);
    expect(all).toBe(Math.min(hour, 720));
    const { rows } = await typedSql({ counted: int })`
    select sum(in_hour)::int as counted from sms_count where subject = ${sender}`.execute(site.db);
    expect(rows).toEqual([{ counted: all }]);
  },
);
