import { exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { countArrivals, exportPastVisits, listPastVisits } from '@vestibule/contract/visits/history.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { type Named } from '../../testing/fresh.ts';
import { collectStatements } from '../../testing/statements.ts';

interface Past {
  cameAt: string;
  wentAt?: string;
  to?: Named;
  host?: Named;
  name?: string;
  companyName?: string;
}

async function seedPast(site: Building, { cameAt, wentAt = cameAt, to = site.tenant, host, ...known }: Past) {
  const visitor = await seedVisitor(site.db, site, { ...known, inside: to, ...(host && { host }) });
  await sql`
    update visit set checked_in_at = ${cameAt}, checked_out_at = ${wentAt} where visitor_id = ${visitor.id}`.execute(
    site.db,
  );
  return visitor;
}

const listOf = async (site: Building, query: Record<string, string> = {}, role: 'reception' | 'tenant' = 'reception') =>
  (await site.as(role).call(listPastVisits, { params: { companyId: site.company.id }, query })).data;

const namesOf = async (...asked: Parameters<typeof listOf>) =>
  (await listOf(...asked)).map(({ visitor }) => visitor.name);

const exportOf = async (site: Building) =>
  (await site.as('company').call(exportPastVisits, { params: { companyId: site.company.id }, query: {} })).data.csv;

test('lists past visits, newest first, without open ones', async () => {
  const site = await building();
  const older = await seedPast(site, {
    cameAt: '2026-05-10T08:00:00Z',
    wentAt: '2026-05-10T09:30:00Z',
    host: site.employee,
  });
  const newer = await seedPast(site, { cameAt: '2026-05-11T08:00:00Z', to: site.neighbor });
  await seedVisitor(site.db, site, { inside: site.tenant });
  const [first, second] = await listOf(site);
  expect(first).toMatchObject({ visitor: { id: newer.id }, tenant: { name: site.neighbor.name }, employee: null });
  expect(second).toMatchObject({
    checkedInAt: '2026-05-10T08:00:00.000Z',
    checkedOutAt: '2026-05-10T09:30:00.000Z',
    visitor: { id: older.id, name: older.name, phone: older.phone },
    employee: { id: site.employee.id, name: site.employee.name },
  });
  expect(await listOf(site)).toHaveLength(2);
});

test('a visit names its host, even a deleted one', async () => {
  const site = await building();
  const { id } = await seedPast(site, { cameAt: '2026-05-10T08:00:00Z', host: site.employee });
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  expect(await listOf(site)).toMatchObject([{ employee: null, formerHost: site.employee.name }]);
  expect(await exportOf(site)).toContain(`;${site.employee.name}\r\n`);
  const { data } = await site.as('company').call(exportVisitorData, { params: { visitorId: id } });
  expect(data.visits).toMatchObject([{ employee: null, formerHost: site.employee.name }]);
});

test('days are those of the building, both included', async () => {
  const site = await building();
  await seedPast(site, { name: 'first', cameAt: '2026-05-09T22:30:00Z' });
  await seedPast(site, { name: 'second', cameAt: '2026-05-10T21:30:00Z' });
  await seedPast(site, { name: 'third', cameAt: '2026-05-10T22:30:00Z' });
  expect(await namesOf(site, { from: '2026-05-10', to: '2026-05-10' })).toEqual(['second', 'first']);
  expect(await namesOf(site, { from: '2026-05-11' })).toEqual(['third']);
  expect(await namesOf(site, { to: '2026-05-09' })).toEqual([]);
});

test('a day with two midnights begins at the first', async () => {
  const site = await building();
  await site.db
    .updateTable('company')
    .set({ time_zone: 'Atlantic/Azores' })
    .where('id', '=', site.company.id)
    .execute();
  await seedPast(site, { name: 'evening', cameAt: '2026-10-24T23:30:00Z' });
  await seedPast(site, { name: 'first', cameAt: '2026-10-25T00:30:00Z' });
  await seedPast(site, { name: 'second', cameAt: '2026-10-25T01:30:00Z' });
  expect(await namesOf(site, { to: '2026-10-24' })).toEqual(['evening']);
  expect(await namesOf(site, { from: '2026-10-25' })).toEqual(['second', 'first']);
  const query = { from: '2026-10-24', to: '2026-10-24' };
  const { data } = await site.as('company').call(countArrivals, { params: { companyId: site.company.id }, query });
  expect(data.byHour.map((arrivals, hour) => ({ hour, arrivals })).filter(({ arrivals }) => arrivals > 0)).toEqual([
    { hour: 23, arrivals: 1 },
  ]);
});

test('filters by tenant, host, visitor and words', async () => {
  const site = await building();
  const { id, phone } = await seedPast(site, {
    name: 'Åse Ødegård',
    cameAt: '2026-05-10T08:00:00Z',
    host: site.employee,
  });
  await seedPast(site, {
    name: 'Jonas',
    companyName: 'Baltic Freight',
    cameAt: '2026-05-10T09:00:00Z',
    to: site.neighbor,
  });
  expect(await namesOf(site, { tenantId: String(site.neighbor.id) })).toEqual(['Jonas']);
  expect(await namesOf(site, { employeeId: String(site.employee.id) })).toEqual(['Åse Ødegård']);
  expect(await namesOf(site, { visitorId: String(id) })).toEqual(['Åse Ødegård']);
  expect(await namesOf(site, { search: 'odeg' })).toEqual(['Åse Ødegård']);
  expect(await namesOf(site, { search: 'balt' })).toEqual(['Jonas']);
  expect(await namesOf(site, { search: `${phone.slice(0, 3)} ${phone.slice(3)}` })).toEqual(['Åse Ødegård']);
});

test('pages have no gaps, even among visits that began at the same moment', async () => {
  const site = await building();
  for (let n = 0; n < 7; n += 1) await seedPast(site, { name: `Visitor ${n}`, cameAt: '2026-05-10T08:00:00Z' });
  const params = { companyId: site.company.id };
  const pageAt = async (cursor: string | null) => {
    const query = { limit: '3', ...(cursor !== null && { cursor }) };
    const { data, page } = await site.as('reception').call(listPastVisits, { params, query });
    expect(page).toMatchObject({ total: 7, totalIsExact: true });
    return { names: data.map(({ visitor }) => visitor.name), next: page?.next ?? null };
  };
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageAt>> = await pageAt(cursor);
    seen.push(...page.names);
    cursor = page.next;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Visitor ${n}`));
});

test('pages of any size use a few prepared statements', async () => {
  const site = await building();
  for (const cameAt of ['2026-05-10T08:00:00Z', '2026-05-11T08:00:00Z']) await seedPast(site, { cameAt });
  const statements = collectStatements();
  for (const limit of [1, 2, 3, 10, 20, 25])
    expect(await listOf(site, { limit: `${limit}` })).toHaveLength(Math.min(limit, 2));
  expect(statements('visit o')).toHaveLength(2);
});

test('a tenant user sees and counts only visits to the tenant', async () => {
  const site = await building();
  await seedPast(site, { name: 'here', cameAt: '2026-05-10T08:00:00Z' });
  await seedPast(site, { name: 'there', cameAt: '2026-05-10T08:00:00Z', to: site.neighbor });
  expect(await namesOf(site, {}, 'tenant')).toEqual(['here']);
  const params = { companyId: site.company.id };
  const query = { from: '2026-05-10', to: '2026-05-10' };
  const { data } = await site.as('tenant').call(countArrivals, { params, query });
  expect(data.byTenant).toEqual([{ tenant: { id: site.tenant.id, name: site.tenant.name }, arrivals: 1 }]);
});

test('the arrivals of a day name those that are still inside', async () => {
  const site = await building();
  await seedPast(site, { cameAt: '2026-05-10T08:00:00Z' });
  const inside = await seedPast(site, { cameAt: '2026-05-10T09:00:00Z', to: site.neighbor });
  await sql`update visit set checked_out_at = null where visitor_id = ${inside.id}`.execute(site.db);
  const count = async (query: Record<string, string | number>) => {
    const params = { companyId: site.company.id };
    const { data } = await site.as('company').call(countArrivals, { params, query });
    return [data.byHour.reduce((sum, arrivals) => sum + arrivals, 0), data.inside];
  };
  const day = { from: '2026-05-10', to: '2026-05-10' };
  expect(await count(day)).toEqual([2, 1]);
  expect(await count({ ...day, tenantId: site.tenant.id })).toEqual([1, 0]);
  expect(await count({ from: '2026-05-11', to: '2026-05-11' })).toEqual([0, 0]);
});

test('an export is safe to open in a spreadsheet, and keeps phones as text', async () => {
  const site = await building();
  const { phone } = await seedPast(site, {
    name: '=HYPERLINK("x")',
    cameAt: '2026-05-10T08:00:00Z',
    wentAt: '2026-05-10T09:05:00Z',
  });
  await seedPast(site, {
    name: "Ola,=cmd|' /C calc'!A0,x",
    companyName: 'Havila; @sum',
    cameAt: '2026-05-11T08:00:00Z',
  });
  const csv = await exportOf(site);
  expect(csv.split(/[,;\t\r\n]/).filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
  expect(csv).toContain(`10.05.2026;10:00;11:05;`);
  expect(csv).toContain(`'=HYPERLINK`);
  expect(csv).toContain(phone);
});

test('counts arrivals by day, hour and tenant of the building, and keeps counts after the visits', async () => {
  const site = await building();
  await seedPast(site, { cameAt: '2026-05-10T06:10:00Z' });
  await seedPast(site, { cameAt: '2026-05-10T06:50:00Z', to: site.neighbor });
  await seedPast(site, { cameAt: '2026-05-11T22:30:00Z' });
  const count = async () => {
    const query = { from: '2026-05-10', to: '2026-05-12' };
    return (await site.as('company').call(countArrivals, { params: { companyId: site.company.id }, query })).data;
  };
  const before = await count();
  expect(before.byDay).toEqual([
    { day: '2026-05-10', arrivals: 2 },
    { day: '2026-05-11', arrivals: 0 },
    { day: '2026-05-12', arrivals: 1 },
  ]);
  expect(before.byHour.map((arrivals, hour) => ({ hour, arrivals })).filter(({ arrivals }) => arrivals > 0)).toEqual([
    { hour: 0, arrivals: 1 },
    { hour: 8, arrivals: 2 },
  ]);
  expect(before.byTenant.map(({ arrivals }) => arrivals)).toEqual([2, 1]);
  await site.db.deleteFrom('visitor').where('company_id', '=', site.company.id).execute();
  expect(await count()).toEqual(before);
});

test.for(['Asia/Kolkata', 'Asia/Kathmandu'])(
  'counts arrivals in %s, where hours begin between those of UTC',
  async (zone) => {
    const site = await building();
    await site.db.updateTable('company').set({ time_zone: zone }).where('id', '=', site.company.id).execute();
    await seedPast(site, { cameAt: '2026-05-10T18:45:00Z' });
    const count = async () => {
      const query = { from: '2026-05-10', to: '2026-05-11' };
      return (await site.as('company').call(countArrivals, { params: { companyId: site.company.id }, query })).data;
    };
    const before = await count();
    expect(before.byDay.map(({ arrivals }) => arrivals)).toEqual([0, 1]);
    await site.db.deleteFrom('visitor').where('company_id', '=', site.company.id).execute();
    expect(await count()).toEqual(before);
  },
);

test.for([
  { from: '2026-05-11', to: '2026-05-10' },
  { from: '2020-01-01', to: '2026-05-10' },
  { from: '2026-02-30', to: '2026-03-01' },
  { to: '0001-01-10' },
])('refuses arrivals from $from to $to', async (query) => {
  const site = await building();
  const answer = await site.as('company').call(countArrivals, { params: { companyId: site.company.id }, query });
  expect(answer).toBeRefused(400, 'validation', { fields: { from: 'invalidValue' } });
});
