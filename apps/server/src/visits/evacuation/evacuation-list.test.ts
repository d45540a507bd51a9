import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { building, type Building, seedTenant, seedVisitor } from '../../testing/building.ts';

const headingsOf = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/gs)].map(([, heading = '']) => read(heading));

const print = async ({ as, company }: Building, role: 'reception' | 'superAdmin' = 'reception') => {
  const { data } = await as(role).call(printCurrentVisitors, { params: { companyId: company.id } });
  return data.html;
};

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>\s*<td class="box">.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => read(cell)),
  );

const read = (markup: string) =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const cameAt = ({ db }: Building, { id }: { id: number }, moment: string) =>
  sql`update visit set checked_in_at = ${moment} where visitor_id = ${id}`.execute(db);

test('lists all visitors inside with name, company, phone, host and time', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site, {
    name: 'Liv Hauge',
    companyName: 'Bergen Kommune',
    inside: site.tenant,
    host: site.employee,
  });
  await cameAt(site, visitor, '2026-01-15T08:30:00Z');
  await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await seedVisitor(site.db, site.elsewhere, { inside: site.elsewhere.tenant });
  const gone = await seedVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: gone.id } });
  const html = await print(site, 'superAdmin');
  expect(html).toContain(site.company.name);
  expect(rowsOf(html)).toEqual([
    ['Liv Hauge', 'Bergen Kommune', visitor.phone, site.employee.name, '15.01.2026 09:30'],
  ]);
});

test('sorts visitors by tenant, then by name', async () => {
  const site = await building();
  const [alpha, beta] = [
    await seedTenant(site.db, site.company.id, 'ålpha'),
    await seedTenant(site.db, site.company.id, 'Beta'),
  ];
  await seedVisitor(site.db, site, { name: 'Zoe', inside: alpha });
  await seedVisitor(site.db, site, { name: 'Ada', inside: beta });
  await seedVisitor(site.db, site, { name: 'Åse', inside: alpha });
  const html = await print(site);
  const order = ['ålpha', 'Åse', 'Zoe', 'Beta', 'Ada'].map((name) => html.indexOf(`>${name}`));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(headingsOf(html)).toEqual(['ålpha 2', 'Beta 1']);
  expect(html.match(/<thead>\s*<tr>\s*<th[^>]*>\s*<h2>/g)).toHaveLength(2);
});

test('separates two tenants of one name', async () => {
  const site = await building();
  for (const tenant of [
    await seedTenant(site.db, site.company.id, 'Same'),
    await seedTenant(site.db, site.company.id, 'Same'),
  ]) {
    await seedVisitor(site.db, site, { inside: tenant });
  }
  expect(headingsOf(await print(site))).toEqual(['Same 1', 'Same 1']);
});

test('a name is text on the sheet, never markup', async () => {
  const site = await building();
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;{{x}}\${y}`;
  const tenant = await seedTenant(site.db, site.company.id, hostile);
  await sql`update company set name = ${hostile} where id = ${site.company.id}`.execute(site.db);
  const host = await site.db
    .insertInto('employee')
    .values({ company_id: site.company.id, tenant_id: tenant.id, name: hostile, email: 'x@test.example' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  await seedVisitor(site.db, site, { name: hostile, companyName: hostile, inside: tenant, host });
  const html = await print(site);
  expect(html).not.toMatch(/<script|<img/);
  const [row] = rowsOf(html);
  expect([row?.[0], row?.[1], row?.[3]]).toEqual([hostile, hostile, hostile]);
});

test('the sheet is a complete document that loads and runs nothing', async () => {
  const html = await print(await building());
  expect(html).toMatch(/^<!doctype html>\s*<html lang="en">/);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  expect(html).not.toMatch(/<script|<link|src=|href=|url\(/);
  expect(html).toMatch(/<\/html>$/);
});

test('the sheet has the paper size of the building, A4 or Letter', async () => {
  const html = await print(await building());
  expect(html).toContain('@page');
  expect(html).not.toMatch(/[{;]\s*size:/);
});

test('times are those of the building, across daylight-saving changes', async () => {
  const site = await building();
  await sql`update company set time_zone = 'America/New_York' where id = ${site.company.id}`.execute(site.db);
  const moments = {
    '2026-03-08T06:59:00Z': '08.03.2026 01:59',
    '2026-03-08T07:00:00Z': '08.03.2026 03:00',
    '2026-11-01T05:30:00Z': '01.11.2026 01:30',
    '2026-11-01T06:30:00Z': '01.11.2026 01:30',
  };
  for (const moment of Object.keys(moments))
    await cameAt(site, await seedVisitor(site.db, site, { name: moment, inside: site.tenant }), moment);
  const shown = rowsOf(await print(site)).map(([name = '', , , , timeIn = '']) => [name, timeIn] as const);
  expect(Object.fromEntries(shown)).toEqual(moments);
});

test('the sheet has the time of printing in the building’s time zone, and the number of visitors inside', async () => {
  const site = await building();
  for (let seeded = 0; seeded < 3; seeded += 1) await seedVisitor(site.db, site, { inside: site.tenant });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-07-01T22:15:00Z');
  const html = await print(site);
  expect(html).toContain('02.07.2026 00:15');
  expect(read(html.match(/<header>.*?<\/header>/s)?.[0] ?? '')).toMatch(/\b3\b/);
});

test('an empty list has a note', async () => {
  const site = await building();
  const html = await print(site);
  expect(rowsOf(html)).toEqual([]);
  const words = read(html.match(/<\/header>.*<\/body>/s)?.[0] ?? '').trim();
  expect(words).not.toBe('');
  await seedVisitor(site.db, site, { inside: site.tenant });
  expect(await print(site)).not.toContain(words);
});

test('logs a printed list with its user', async () => {
  const site = await building();
  await print(site);
  const entries = await site.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('company_id', '=', site.company.id)
    .execute();
  expect(entries).toMatchObject([
    { action: 'visitor.printed', user_id: site.users.reception.id, subject: 'company', subject_id: site.company.id },
  ]);
});
