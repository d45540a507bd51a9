import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { eraseVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

const openVisits = ({ db, company }: Building) =>
  db
    .selectFrom('visit')
    .select(['id', 'visitor_id', 'tenant_id'])
    .where('company_id', '=', company.id)
    .where('checked_out_at', 'is', null)
    .orderBy('visitor_id')
    .execute();

const checkIn = (site: Building, ids: readonly number[], role: 'reception' | 'tenant' | 'superAdmin' = 'reception') =>
  site.as(role).call(checkInExpected, { body: { ids: [...ids] } });

test('checks in expected visitors together, each at their tenant, in the order of the request', async () => {
  const site = await building();
  const first = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await seedVisit(site.db, first, { tenant: site.tenant, checkedInAt: new Date(0), checkedOutAt: new Date(1) });
  const second = await seedVisitor(site.db, site, { expectedBy: site.neighbor });
  const { status, data } = await checkIn(site, [second.id, first.id, second.id]);
  expect(status).toBe(200);
  expect(data).toMatchObject({ conflicts: [], html: null });
  expect(data.visitors).toMatchObject([
    { id: second.id, currentVisitRecord: { tenant: site.neighbor, employee: null } },
    { id: first.id, currentVisitRecord: { tenant: site.tenant } },
  ]);
  const visits = await openVisits(site);
  const entries = await site.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('company_id', '=', site.company.id)
    .execute();
  expect(entries.map((entry) => [entry.action, entry.subject, entry.subject_id])).toEqual(
    visits.map(({ id }) => ['visit.checkedIn', 'visit', id]),
  );
});

test('answers visitors inside and unexpected ones as conflicts, and checks in the others', async () => {
  const site = await building();
  const inside = await seedVisitor(site.db, site, { expectedBy: site.tenant, inside: site.neighbor });
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const unexpected = await seedVisitor(site.db, site);
  const { data } = await checkIn(site, [inside.id, expected.id, unexpected.id]);
  expect(data.visitors.map(({ id }) => id)).toEqual([expected.id]);
  const companyName = 'Havila Logistics';
  expect(data.conflicts).toEqual([
    { name: inside.name, phone: inside.phone, companyName, reason: 'visitorIsAlreadyCheckedIn' },
    { name: unexpected.name, phone: unexpected.phone, companyName, reason: 'visitorIsNotExpected' },
  ]);
  expect(await openVisits(site)).toHaveLength(2);
});

test('refuses the whole call if one visitor is foreign', async () => {
  const site = await building();
  const own = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const foreign = await seedVisitor(site.db, site.elsewhere, { expectedBy: site.elsewhere.tenant });
  const neighbors = await seedVisitor(site.db, site, { expectedBy: site.neighbor });
  expect(await checkIn(site, [own.id, foreign.id])).toBeRefused(404, 'notFound');
  expect(await checkIn(site, [own.id, foreign.id], 'superAdmin')).toBeRefused(404, 'notFound');
  expect(await checkIn(site, [own.id, neighbors.id], 'tenant')).toBeRefused(404, 'notFound');
  expect(await openVisits(site)).toEqual([]);
  expect(await checkIn(site, [own.id], 'tenant')).toMatchObject({ status: 200 });
});

test('answers badges of checked-in visitors if their tenant has badges', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const inside = await seedVisitor(site.db, site, { expectedBy: site.tenant, inside: site.tenant });
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const { data } = await checkIn(site, [inside.id, expected.id]);
  expect(data.html).toContain(expected.name);
  expect(data.html?.match(/<section class="badge">/g)).toHaveLength(1);
});

test('of two desks that check in the same visitors at once, each visitor is checked in once', async () => {
  const site = await building();
  const seeded = await Promise.all(
    Array.from({ length: 20 }, () => seedVisitor(site.db, site, { expectedBy: site.tenant })),
  );
  const ids = seeded.map(({ id }) => id);
  const answers = await Promise.all([checkIn(site, ids), checkIn(site, ids.toReversed())]);
  expect(answers.map(({ data }) => data.visitors.length + data.conflicts.length)).toEqual([20, 20]);
  expect(answers.flatMap(({ data }) => data.visitors)).toHaveLength(20);
  expect(await openVisits(site)).toHaveLength(20);
});

test('the same call again has the same answer until one of its visitors is erased', async () => {
  const site = await building();
  const inside = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.tenant });
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const company = site.as('company');
  const send = () =>
    company.send({
      method: 'POST',
      url: '/api/v1/visitors/preregistered/checkin',
      headers: { 'idempotency-key': `arrivals of ${site.company.id}`.replaceAll(' ', '-') },
      payload: { ids: [inside.id, expected.id] },
    });
  const first = await send();
  expect(first.json()).toMatchObject({ data: { conflicts: [{ name: inside.name }] } });
  expect((await send()).json()).toEqual(first.json());
  await company.call(eraseVisitorData, { params: { visitorId: inside.id } });
  const { rows } = await sql`select from idempotent_reply where reply::text like ${`%${inside.phone}%`}`.execute(
    site.db,
  );
  expect(rows).toEqual([]);
});

test('desks get all arrivals, and each tenant its own', async () => {
  const site = await building();
  await site.server.listen();
  const own = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const neighbors = await seedVisitor(site.db, site, { expectedBy: site.neighbor });
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const { data } = await checkIn(site, [own.id, neighbors.id]);
  const payload = data.visitors.toSorted((one, other) => one.id - other.id);
  expect(await desk.received(1)).toEqual([{ id: 1, event: 'visitors_update', payload }]);
  expect(await tenant.received(1)).toMatchObject([{ event: 'visitors_update', payload: [{ id: own.id }] }]);
});

test.for([{ ids: [] }, { ids: [0] }, { ids: ['1'] }, {}])('refuses %j without a visitor', async (payload) => {
  const { as } = await building();
  const response = await as('reception').send({
    method: 'POST',
    url: '/api/v1/visitors/preregistered/checkin',
    payload,
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation' });
});

// Processor time does not depend on other load.
test('checks in 500 visitors with less than a second of work, and refuses 501', async () => {
  const site = await building();
  const { rows } = await typedSql({ id: int })`
    insert into visitor (company_id, phone, name, company_name, preregistered_tenant_id)
    select ${site.company.id}::int, '+4741' || lpad(n::text, 6, '0'), 'Visitor ' || n, 'Fjord', ${site.tenant.id}::int
    from generate_series(1, 501) as n returning id`.execute(site.db);
  const ids = rows.map(({ id }) => id);
  expect(await checkIn(site, ids)).toBeRefused(400, 'validation', { fields: { ids: 'max500visitors' } });
  const began = process.cpuUsage();
  const { data } = await checkIn(site, ids.slice(1));
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000_000).toBeLessThan(1);
  expect(data.visitors).toHaveLength(500);
});

test('a visitor who was checked in like this checks out as usual and is no longer expected', async () => {
  const site = await building();
  const { id } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await checkIn(site, [id]);
  const { data } = await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(data).toMatchObject({ currentVisitRecord: null, preregisteredTenant: null });
});
