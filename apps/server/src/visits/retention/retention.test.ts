import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { type Building, building, seedVisitor, tenantOf, visitTo } from '../../testing/building.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { deleteVisits, listDueVisits } from './retention.store.ts';
import { purgeVisits, sweepLeftOvers } from './retention.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

const soon = () => Promise.resolve();

const handle = (site: Building, gdprHandling: string, enableGdpr = true) =>
  changeSettings(site, { gdpr_handling: gdprHandling, enable_gdpr: enableGdpr });

async function seedPastVisit(site: Building, endedAt: string, known: { shouldSaveData?: boolean } = {}) {
  const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
  await sql`
    update visit set checked_in_at = ${endedAt}::timestamptz - interval '1 hour', checked_out_at = ${endedAt}
    where visitor_id = ${visitor.id}`.execute(site.db);
  await sql`update visitor set should_save_data = ${known.shouldSaveData ?? false} where id = ${visitor.id}`.execute(
    site.db,
  );
  return visitor;
}

const left = async ({ db, company }: Building) => {
  const visitors = await db.selectFrom('visitor').select('id').where('company_id', '=', company.id).execute();
  const visits = await db.selectFrom('visit').select('id').where('company_id', '=', company.id).execute();
  return { visitors: visitors.length, visits: visits.length };
};

const purgeAt = ({ reach }: Building, now: string) => purgeVisits(reach, new Date(now), soon);

test.for([
  {
    handling: 'deletedAfter24hours',
    endedAt: '2026-05-10T12:00:00Z',
    kept: '2026-05-11T11:59:59Z',
    gone: '2026-05-11T12:00:00Z',
  },
  {
    handling: 'deletedAfter1week',
    endedAt: '2026-05-10T12:00:00Z',
    kept: '2026-05-17T11:59:59Z',
    gone: '2026-05-17T12:00:00Z',
  },
  {
    handling: 'deletedAfter1month',
    endedAt: '2026-05-10T12:00:00Z',
    kept: '2026-06-10T11:59:59Z',
    gone: '2026-06-10T12:00:00Z',
  },
  {
    handling: 'deletedAfter3months',
    endedAt: '2026-05-10T12:00:00Z',
    kept: '2026-08-10T11:59:59Z',
    gone: '2026-08-10T12:00:00Z',
  },
  {
    handling: 'deletedAfter1month',
    endedAt: '2026-01-31T12:00:00Z',
    kept: '2026-02-28T11:59:59Z',
    gone: '2026-02-28T12:00:00Z',
  },
  {
    handling: 'deletedAfter1week',
    endedAt: '2026-03-25T12:00:00Z',
    kept: '2026-04-01T10:59:59Z',
    gone: '2026-04-01T11:00:00Z',
  },
  {
    handling: 'deletedAfter1month',
    endedAt: '2026-10-10T12:00:00Z',
    kept: '2026-11-10T12:59:59Z',
    gone: '2026-11-10T13:00:00Z',
  },
  {
    handling: 'deletedAfter24hours',
    endedAt: '2026-10-24T22:00:00Z',
    kept: '2026-10-25T21:59:59Z',
    gone: '2026-10-25T22:00:00Z',
  },
])('under $handling a visit that ended at $endedAt is kept until $gone', async ({ handling, endedAt, kept, gone }) => {
  const site = await building();
  await handle(site, handling);
  await seedPastVisit(site, endedAt);
  await seedPastVisit(site, new Date(Date.parse(endedAt) + 1_000).toISOString());
  await purgeAt(site, kept);
  expect(await left(site)).toEqual({ visitors: 2, visits: 2 });
  await purgeAt(site, gone);
  expect(await left(site)).toEqual({ visitors: 1, visits: 1 });
});

test('removes nothing without retention', async () => {
  const site = await building();
  await handle(site, 'deletedAfter24hours', false);
  await sql`
    insert into tenant_settings (company_id, tenant_id, country_code) values (${site.company.id}, ${site.neighbor.id}, 'NO')`.execute(
    site.db,
  );
  await sql`update tenant set enable_custom_settings = true where id = ${site.neighbor.id}`.execute(site.db);
  await seedPastVisit(site, '2020-01-01T12:00:00Z');
  await seedVisitor(site.db, site);
  await seedVisitor(site.db, site.elsewhere);
  await purgeAt(site, '2026-01-01T12:00:00Z');
  await sweepLeftOvers(site.reach, new Date('2030-01-01T12:00:00Z'), soon);
  expect(await left(site)).toEqual({ visitors: 2, visits: 1 });
  expect(await left({ ...site, ...site.elsewhere })).toEqual({ visitors: 0, visits: 0 });
});

test('applies the settings of the visited tenant, and the desk sees the removed visitors', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'));
  await handle(site, 'deletedAfter3months');
  await sql`
    insert into tenant_settings (company_id, tenant_id, country_code, gdpr_handling)
    values (${site.company.id}, ${site.tenant.id}, 'NO', 'deletedAfter24hours')`.execute(site.db);
  await site.db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', site.tenant.id).execute();
  const here = await seedPastVisit(site, '2026-05-10T12:00:00Z');
  const there = await seedPastVisit(site, '2026-05-10T12:00:00Z');
  await site.db.updateTable('visit').set({ tenant_id: site.neighbor.id }).where('visitor_id', '=', there.id).execute();
  await purgeAt(site, '2026-05-12T12:00:00Z');
  const rows = await site.db.selectFrom('visitor').select('id').where('company_id', '=', site.company.id).execute();
  expect(rows).toEqual([{ id: there.id }]);
  expect(await desk.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [here.id] } }]);
});

test('keeps a visitor who is inside, expected or was here again, and removes the expired visit', async () => {
  const site = await building();
  await handle(site, 'deletedAfter24hours');
  const again = async (change: ReturnType<typeof sql>) => {
    const { id } = await seedPastVisit(site, '2026-05-10T12:00:00Z');
    await sql`${change} ${id}`.execute(site.db);
  };
  const visit = sql`
    insert into visit (company_id, tenant_id, visitor_id, name, company_name, phone)
    select company_id, ${site.tenant.id}::int, id, name, company_name, phone from visitor where id =`;
  await again(visit);
  await again(sql`update visitor set preregistered_tenant_id = ${site.tenant.id} where id = `);
  await seedVisitor(site.db, site);
  expect(await left(site)).toEqual({ visitors: 3, visits: 3 });
  await purgeAt(site, '2026-05-12T12:00:00Z');
  expect(await left(site)).toEqual({ visitors: 3, visits: 1 });
  const { rows } = await sql`select saved_until from visitor where company_id = ${site.company.id}`.execute(site.db);
  expect(rows).toEqual([1, 2, 3].map(() => ({ saved_until: null })));
});

test('keeps a visitor with consent for twelve months after the last visit, without visits', async () => {
  const site = await building();
  await handle(site, 'deletedAfter24hours');
  const { id } = await seedPastVisit(site, '2026-05-10T12:00:00Z', { shouldSaveData: true });
  const earlier = sql`
    insert into visit (company_id, tenant_id, visitor_id, name, company_name, phone, checked_in_at, checked_out_at)
    select company_id, ${site.tenant.id}::int, id, name, company_name, phone, '2026-03-01'::timestamptz, '2026-03-02'::timestamptz
    from visitor where id = ${id}`;
  await earlier.execute(site.db);
  await seedPastVisit(site, '2026-04-10T12:00:00Z', { shouldSaveData: true });
  await purgeAt(site, '2026-05-12T12:00:00Z');
  await earlier.execute(site.db);
  await purgeAt(site, '2026-05-12T12:00:00Z');
  expect(await left(site)).toEqual({ visitors: 2, visits: 0 });
  await sweepLeftOvers(site.reach, new Date('2027-04-10T12:00:00Z'), soon);
  expect(await left(site)).toEqual({ visitors: 1, visits: 0 });
  await sweepLeftOvers(site.reach, new Date('2027-05-10T11:59:00Z'), soon);
  expect(await left(site)).toEqual({ visitors: 1, visits: 0 });
  await sweepLeftOvers(site.reach, new Date('2027-05-10T12:00:00Z'), soon);
  expect(await left(site)).toEqual({ visitors: 0, visits: 0 });
});

test('keeps a visitor who consented elsewhere when a tenant stores no visits', async () => {
  const site = await building();
  const { id, phone } = await seedVisitor(site.db, site);
  await sql`update visitor set should_save_data = true, saved_until = now() + interval '3 months' where id = ${id}`.execute(
    site.db,
  );
  await handle(site, 'noInfoSaved');
  const reception = site.as('reception');
  await reception.call(registerVisit, visitTo(site.tenant, { phone, shouldSaveData: true }));
  const { data } = await reception.call(checkOutVisitor, { params: { visitorId: id } });
  expect(data).toMatchObject({ id, currentVisitRecord: null });
  expect(await left(site)).toEqual({ visitors: 1, visits: 0 });
});

test('after a tenant stops storing visits, the next run removes the earlier ones', async () => {
  const site = await building();
  await seedPastVisit(site, '2026-05-10T12:00:00Z', { shouldSaveData: true });
  await handle(site, 'noInfoSaved');
  await purgeAt(site, '2026-05-10T12:00:01Z');
  expect(await left(site)).toEqual({ visitors: 0, visits: 0 });
});

test.for([
  { shouldSaveData: false, after: '1 day' },
  { shouldSaveData: true, after: '12 months' },
])('a visitor who remains without other data is deleted after $after', async ({ shouldSaveData, after }) => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site);
  const changed = (earlier: string) =>
    sql`
      update visitor set should_save_data = ${shouldSaveData}, updated_at = now() - ${after}::interval + ${earlier}::interval
      where id = ${id}`.execute(site.db);
  await changed('1 minute');
  await sweepLeftOvers(site.reach, new Date(), soon);
  expect(await left(site)).toMatchObject({ visitors: 1 });
  await changed('-1 minute');
  await sweepLeftOvers(site.reach, new Date(), soon);
  expect(await left(site)).toMatchObject({ visitors: 0 });
});

const seedCrowd = ({ db, company, tenant }: Building, count: number) =>
  sql`
    with people as (
      insert into visitor (company_id, name, company_name, phone)
      select ${company.id}, 'Visitor ' || n, 'Havila', '+4740' || lpad(n::text, 6, '0') from generate_series(1, ${count}::int) n
      returning id, name, company_name, phone
    )
    insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, checked_in_at, checked_out_at)
    select ${company.id}, id, name, company_name, phone, ${tenant.id}, '2026-05-10T08:15:00Z', '2026-05-10T12:00:00Z' from people`.execute(
    db,
  );

test('removes many visits in several batches, and counts each by tenant and hour', async () => {
  const site = await building();
  await seedCrowd(site, 1_200);
  const pause = vi.fn<typeof soon>(soon);
  const { visits, visitors } = await purgeVisits(site.reach, new Date('2026-12-01T12:00:00Z'), pause);
  expect(Math.min(visits, visitors)).toBeGreaterThanOrEqual(1_200);
  expect(await left(site)).toEqual({ visitors: 0, visits: 0 });
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(2);
  const { rows } = await sql`select hour, visits from visit_count where tenant_id = ${site.tenant.id}`.execute(site.db);
  expect(rows).toEqual([{ hour: '2026-05-10T08:00:00.000Z', visits: 1_200 }]);
});

test('a batch reads only the visits that it removes, however many are due', async () => {
  const site = await building();
  await seedCrowd(site, 3_000);
  await sql`analyze visit`.execute(site.db);
  const read = await transaction(site.db, async (db) => {
    const now = new Date('2026-12-01T12:00:00Z');
    const due = await listDueVisits(db, tenantOf(site), { now, from: null, limit: 50 });
    const { visits } = await deleteVisits(db, site.company.id, due);
    expect(visits).toBe(50);
    const { rows } = await typedSql({ read: int })`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'visit'`.execute(
      db,
    );
    return rows[0]?.read;
  });
  expect(read).toBeGreaterThanOrEqual(50);
  expect(read).toBeLessThan(500);
});

test('two simultaneous runs remove everything once', async () => {
  const site = await building();
  for (let n = 0; n < 20; n += 1) await seedPastVisit(site, '2026-05-10T12:00:00Z');
  await Promise.all([1, 2, 3].map(() => purgeAt(site, '2026-12-01T12:00:00Z')));
  const { rows } = await sql`select visits from visit_count where tenant_id = ${site.tenant.id}`.execute(site.db);
  expect(rows).toEqual([{ visits: 20 }]);
  expect(await left(site)).toEqual({ visitors: 0, visits: 0 });
});

test('deletes stored replies together with the visitor', async () => {
  const site = await building();
  const { id, name } = await seedPastVisit(site, '2026-05-10T12:00:00Z');
  const keep = (key: string, reply: unknown) =>
    sql`
      insert into idempotent_reply (user_id, key, request_hash, reply)
      values (${site.users.reception.id}, ${key}, '', ${JSON.stringify(reply)}::jsonb)`.execute(site.db);
  await keep('one', { visitor: { id, name }, html: null });
  await keep('many', {
    visitors: [
      { id: id + 1000, name: 'somebody else' },
      { id, name },
    ],
    conflicts: [],
  });
  await keep('other', { visitors: [{ id: id + 1000, name: 'somebody else' }], conflicts: [] });
  await purgeAt(site, '2026-12-01T12:00:00Z');
  const kept = await site.db
    .selectFrom('idempotent_reply')
    .select('key')
    .where('user_id', '=', site.users.reception.id)
    .execute();
  expect(kept).toEqual([{ key: 'other' }]);
});
