import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { checkOutByItself, checkOutForgotten } from './auto-check-out.ts';

async function seedVisit(checkedInAt: string, hour: string | null, timeZone = 'Europe/Oslo'): Promise<Building> {
  const site = await building();
  await seedVisitor(site.db, site, { inside: site.tenant });
  const { db, company } = site;
  await db.updateTable('visit').set({ checked_in_at: checkedInAt }).where('company_id', '=', company.id).execute();
  await db
    .updateTable('company')
    .set({ auto_check_out_at: hour, time_zone: timeZone })
    .where('id', '=', company.id)
    .execute();
  return site;
}

const isInside = async ({ db, company }: Building) => {
  const open = await sql`select from visit where company_id = ${company.id} and checked_out_at is null`.execute(db);
  return open.rows.length === 1;
};

test.for([
  { what: 'before the hour', hour: '18:00', zone: 'Europe/Oslo', now: '2026-05-10T15:59:00Z', inside: true },
  { what: 'at the hour', hour: '18:00', zone: 'Europe/Oslo', now: '2026-05-10T16:00:00Z', inside: false },
  { what: 'after midnight', hour: '18:00', zone: 'Europe/Oslo', now: '2026-05-11T01:00:00Z', inside: false },
  { what: 'in another zone', hour: '18:00', zone: 'America/New_York', now: '2026-05-10T16:00:00Z', inside: true },
  {
    what: 'in another zone, at its hour',
    hour: '18:00',
    zone: 'America/New_York',
    now: '2026-05-10T22:00:00Z',
    inside: false,
  },
  { what: 'where no hour is set', hour: null, zone: 'Europe/Oslo', now: '2026-06-10T16:00:00Z', inside: true },
])('a visitor who came at 08:00 UTC is inside $what: $inside', async ({ hour, zone, now, inside }) => {
  const site = await seedVisit('2026-05-10T08:00:00Z', hour, zone);
  await checkOutForgotten(site.reach, new Date(now));
  expect(await isInside(site)).toBe(inside);
});

test('a visitor who comes after the hour stays until the next day’s', async () => {
  const site = await seedVisit('2026-05-10T16:30:00Z', '18:00');
  await checkOutForgotten(site.reach, new Date('2026-05-11T15:59:00Z'));
  expect(await isInside(site)).toBe(true);
  await checkOutForgotten(site.reach, new Date('2026-05-11T16:00:00Z'));
  expect(await isInside(site)).toBe(false);
});

test('an hour that daylight saving skips or repeats checks out once', async () => {
  const spring = await seedVisit('2026-03-28T20:00:00Z', '02:30');
  await checkOutForgotten(spring.reach, new Date('2026-03-29T00:29:00Z'));
  expect(await isInside(spring)).toBe(true);
  await checkOutForgotten(spring.reach, new Date('2026-03-29T01:35:00Z'));
  expect(await isInside(spring)).toBe(false);
  const autumn = await seedVisit('2026-10-24T20:00:00Z', '02:30');
  await checkOutForgotten(autumn.reach, new Date('2026-10-25T01:35:00Z'));
  expect(await isInside(autumn)).toBe(false);
});

test.for([
  { what: 'before the hour it has twice', came: '2026-10-25T00:35:00Z', now: '2026-10-25T00:40:00Z' },
  { what: 'after an hour that is left out', came: '2026-03-29T01:10:00Z', now: '2026-03-29T01:15:00Z' },
])('a visitor who arrives in the night of daylight saving $what is not checked out at once', async ({ came, now }) => {
  const site = await seedVisit(came, '02:30');
  await checkOutForgotten(site.reach, new Date(now));
  expect(await isInside(site)).toBe(true);
});

test('a visitor who leaves and returns during the check-out of a building stays', async () => {
  const site = await building();
  const { id, phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  await sql`update visit set checked_in_at = '2026-05-10T08:00:00Z' where visitor_id = ${id}`.execute(site.db);
  await sql`update company set auto_check_out_at = '18:00' where id = ${site.company.id}`.execute(site.db);
  const desk = site.as('reception');
  const row = sql`select from visitor where id = ${id} for update`;
  await queuedBehind<unknown>(site.db, row, [
    () => desk.call(checkOutVisitor, { params: { visitorId: id } }),
    () => desk.call(registerVisit, visitTo(site.tenant, { phone })),
    () => checkOutForgotten(site.reach, new Date('2026-05-10T16:00:00Z')),
  ]);
  expect(await isInside(site)).toBe(true);
});

test('a worker with a fast clock checks out no visitor early', async () => {
  const site = await seedVisit('now', null, 'UTC');
  await sql`update company set auto_check_out_at = (now() at time zone 'UTC' + interval '30 minutes')::time
    where id = ${site.company.id}`.execute(site.db);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await checkOutByItself.run(site.reach);
  expect(await isInside(site)).toBe(true);
  await sql`update visit set checked_in_at = now() - interval '24 hours' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  await checkOutByItself.run(site.reach);
  expect(await isInside(site), 'since before the last time').toBe(false);
});

test('the audit log shows the program as the actor of an automatic check-out', async () => {
  const site = await seedVisit('2026-05-10T08:00:00Z', '18:00');
  await checkOutForgotten(site.reach, new Date('2026-05-10T16:00:00Z'));
  const { rows } = await sql`
    select action, user_id, role from audit_entry where company_id = ${site.company.id}`.execute(site.db);
  expect(rows).toEqual([{ action: 'visit.checkedOut', user_id: 0, role: 'system' }]);
});
