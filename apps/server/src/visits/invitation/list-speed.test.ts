import { getSession } from '@vestibule/contract/accounts/session.ts';
import { listExpectedGuests } from '@vestibule/contract/visits/expected-guest.ts';
import { listInvitations, listTenantInvitations } from '@vestibule/contract/visits/invitation.ts';
import { readToday } from '@vestibule/contract/visits/today.ts';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { building, type Building } from '../../testing/building.ts';

/** As many as a building for a congress has in a day, each with a guest, and as many on other days. */
const perDay = 10_000;

async function seedDays({ db, company, tenant }: Building): Promise<void> {
  await sql`
    with made as (
      insert into meeting (company_id, tenant_id, notify_guests, created_by)
      select ${company.id}::int, ${tenant.id}::int, false, 'staff' from generate_series(1, ${2 * perDay}::int) returning id
    ), dates as (
      insert into invitation (company_id, meeting_id, tenant_id, language, starts_at, ends_at)
      select ${company.id}::int, id, ${tenant.id}::int, 'en', at, at + interval '1 hour'
      from (select id, now() + make_interval(secs => id % 1800) + (id % 2) * interval '40 days' as at from made) as made
      returning id, meeting_id
    ), people as (
      insert into guest (company_id, meeting_id, name, phone, language)
      select ${company.id}::int, id, 'Guest ' || id, '+4790' || id, 'en' from made returning id, meeting_id
    )
    insert into invitation_guest (company_id, invitation_id, guest_id)
    select ${company.id}::int, dates.id, people.id from dates join people using (meeting_id)`.execute(db);
  for (const table of ['meeting', 'invitation', 'guest', 'invitation_guest']) {
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
}

const Statement = z.object({ text: z.string(), values: z.array(z.unknown()) });

/** The plan of the statement that `call` ran and whose text contains `part`. */
async function planOf({ db }: Building, part: string, call: () => Promise<unknown>): Promise<string> {
  const { mock } = vi.spyOn(pg.Client.prototype, 'query');
  await call();
  const statements = mock.calls.flatMap(([query]: unknown[]) => Statement.safeParse(query).data ?? []);
  vi.restoreAllMocks();
  const { text, values } = statements.findLast((statement) => statement.text.includes(part)) ?? {
    text: '',
    values: [],
  };
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, values));
  return JSON.stringify(rows);
}

test('reads a page of 10,000 guests of a day by indices', async () => {
  const site = await building();
  await seedDays(site);
  const desk = site.as('reception');
  const query = { limit: 25 };
  const ofCompany = await planOf(site, 'json_agg', () =>
    desk.call(listInvitations, { params: { companyId: site.company.id }, query }),
  );
  const ofTenant = await planOf(site, 'json_agg', () =>
    desk.call(listTenantInvitations, { params: { tenantId: site.tenant.id }, query }),
  );
  for (const plan of [ofCompany, ofTenant]) {
    expect(plan).toMatch(/Index Scan using invitation_(by_start|of_tenant)/);
    expect(plan).not.toMatch(/Seq Scan on (invitation|invitation_guest|guest|meeting|message|visit)\b/);
  }
  const ofSearch = await planOf(site, 'json_agg', () =>
    desk.call(listInvitations, { params: { companyId: site.company.id }, query: { ...query, search: 'guest 123' } }),
  );
  expect(ofSearch).toContain('guest_search');
  expect(ofSearch).not.toMatch(/(Seq Scan on|invitation_by_start on) invitation\b/);
}, 60_000);

/** `usualMs` is the time of a small call before, which is long on a busy machine. */
async function timed<Result>({ as }: Building, call: () => Promise<Result>) {
  const began = performance.now();
  await as('reception').call(getSession);
  const begun = performance.now();
  const result = await call();
  return { result, tookMs: performance.now() - begun, usualMs: begun - began };
}

test('lists, searches and counts 10,000 guests of today without a phone by indices, in less than a second', async () => {
  const site = await building();
  await seedDays(site);
  await sql`update guest set phone = null where company_id = ${site.company.id}`.execute(site.db);
  const desk = site.as('reception');
  const params = { companyId: site.company.id };
  for (const query of [{ limit: 25 }, { limit: 25, search: 'guest 1' }, { limit: 25, only: 'late' as const }]) {
    const list = () => desk.call(listExpectedGuests, { params, query });
    const plan = await planOf(site, 'is_confirmed', list);
    expect(plan).toMatch(/Index Scan (using invitation_(by_start|of_tenant)|on guest_search)/);
    expect(plan).not.toMatch(/Seq Scan on (invitation|invitation_guest|guest|meeting|visitor|visit)\b/);
    const { tookMs, usualMs } = await timed(site, list);
    expect(tookMs).toBeLessThan(Math.max(1_000, 20 * usualMs));
  }
  const { result, tookMs, usualMs } = await timed(site, () => desk.call(readToday, { params }));
  const { data } = result;
  expect(tookMs).toBeLessThan(Math.max(1_000, 20 * usualMs));
  expect(data.guestsExpected).toBeGreaterThan(0);
}, 60_000);
