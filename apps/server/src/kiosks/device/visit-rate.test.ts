import { randomUUID } from 'node:crypto';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';

type Kiosk = ReturnType<Building['as']>;

function arrival({ tenant }: Building, nonce = randomUUID()) {
  return { body: { ...visitTo(tenant).body, nonce, occurredAt: new Date().toISOString() } };
}

async function arriveTogether(site: Building, kiosk: Kiosk, count: number) {
  return Promise.all(Array.from({ length: count }, () => kiosk.call(registerVisitAtDevice, arrival(site))));
}

test('accepts 120 of 150 simultaneous check-ins of a kiosk, and gives the others a time to retry', async () => {
  const site = await building();
  const [kiosk, beside] = [site.as('kiosk'), site.as('kiosk')];
  const first = arrival(site);
  const { data } = await kiosk.call(registerVisitAtDevice, first);
  const answers = await arriveTogether(site, kiosk, 149);
  const [made, refused] = [201, 429].map((status) => answers.filter((answer) => answer.status === status));
  expect([made?.length, refused?.length]).toEqual([119, 30]);
  expect(refused?.[0]).toBeRefused(429, 'tooManyRequests');
  const seconds = Number(refused?.[0]?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(540);
  expect(seconds).toBeLessThanOrEqual(600);
  const visits = site.db.selectFrom('visit').select('id').where('company_id', '=', site.company.id);
  expect(await visits.execute()).toHaveLength(120);

  expect((await kiosk.call(registerVisitAtDevice, first)).data).toEqual(data);
  expect((await beside.call(registerVisitAtDevice, arrival(site))).status).toBe(201);
});

test('does not count a repeat, and forgets the oldest check-ins first', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const nonce = randomUUID();
  const repeated = arrival(site, nonce);
  for (let count = 0; count < 3; count++) await kiosk.call(registerVisitAtDevice, repeated);
  await arriveTogether(site, kiosk, 119);
  expect((await kiosk.call(registerVisitAtDevice, arrival(site))).status).toBe(429);
  await sql`update kiosk_nonce set created_at = created_at - interval '10 minutes' where nonce = ${nonce}`.execute(
    site.db,
  );
  const another = arrival(site);
  expect((await kiosk.call(registerVisitAtDevice, another)).status).toBe(201);
  expect((await kiosk.call(registerVisitAtDevice, arrival(site))).status).toBe(429);
});
