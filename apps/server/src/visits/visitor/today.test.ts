import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { readToday, readVisitorStates } from '@vestibule/contract/visits/today.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { register } from '../../testing/live.ts';
import { missingId } from '../../testing/probe.ts';
import { changeSettings } from '../../testing/settings.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms);

/** A building where it is noon, so that no test depends on the hour. */
async function atNoon(): Promise<Building> {
  const site = await building();
  const ahead = 12 - new Date().getUTCHours();
  await site.db
    .updateTable('company')
    .set({ time_zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` })
    .where('id', '=', site.company.id)
    .execute();
  return site;
}

async function expectAt(site: Building, at: Date | null, by = site.tenant, host = site.employee) {
  const visitor = await seedVisitor(site.db, site, { expectedBy: by });
  await site.db
    .updateTable('visitor')
    .set({ expected_at: at, expected_employee_id: host.id })
    .where('id', '=', visitor.id)
    .execute();
  return visitor.id;
}

async function leaveAt(site: Building, at: Date, tenant = site.tenant) {
  const visitor = await seedVisitor(site.db, site);
  await seedVisit(site.db, visitor, { tenant, checkedInAt: new Date(at.getTime() - hour), checkedOutAt: at });
  return visitor.id;
}

async function enter(site: Building, at: Date, { tenant = site.tenant, host = site.employee } = {}) {
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant, host, checkedInAt: at });
  return { id: visitor.id, visitId };
}

const message = ({ db, company }: Building, visitId: number, state: string, problem: string | null = null) =>
  sql`
    insert into message (company_id, visit_id, channel, kind, recipient, language, state, problem, expires_at)
    values (${company.id}, ${visitId}, ${state === 'delivered' ? 'sms' : 'email'}, 'arrival', 'host@test.example', 'en', ${state}, ${problem},
      now() + interval '1 hour')`.execute(db);

const closeAt = ({ db, company }: Building, time: string) =>
  sql`update kiosk_settings set working_hours_end = ${time} where company_id = ${company.id}`.execute(db);

const today = async ({ as, company }: Building, role: Parameters<Building['as']>[0] = 'reception') =>
  (await as(role).call(readToday, { params: { companyId: company.id } })).data;

type Query = NonNullable<Input<typeof listVisitors>['query']>;

const list = async ({ as, company }: Building, query: Query) =>
  (await as('reception').call(listVisitors, { params: { companyId: company.id }, query })).data.map(({ id }) => id);

const states = (site: Building, ids: number[], role: Parameters<Building['as']>[0] = 'reception') =>
  site.as(role).call(readVisitorStates, { params: { companyId: site.company.id }, body: { ids } });

test('counts nothing in an empty building', async () => {
  expect(await today(await atNoon())).toEqual({
    inside: 0,
    tenantsInside: 0,
    expectedToday: 0,
    guestsExpected: 0,
    nextExpectedAt: null,
    leftToday: 0,
    lastLeftAt: null,
    needsAttention: 0,
    notReached: 0,
  });
});

test('counts and lists visitors expected on the day of the building, and those without a time', async () => {
  const site = await atNoon();
  const next = ago(-hour);
  const expected = [await expectAt(site, ago(2 * hour)), await expectAt(site, next), await expectAt(site, null)];
  await expectAt(site, ago(-day));
  await expectAt(site, ago(day));
  await register(site);
  expect(await today(site)).toMatchObject({ expectedToday: 3, nextExpectedAt: next.toISOString() });
  const rows = await list(site, { scope: 'imported', only: 'expectedToday' });
  expect(rows.toSorted((one, other) => one - other)).toEqual(expected);
});

test('shows when and for whom a visitor is expected, to the company and to the expecting tenant', async () => {
  const site = await atNoon();
  const at = ago(-hour);
  const id = await expectAt(site, at);
  const { data } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'imported' },
  });
  const employee = { id: site.employee.id, name: site.employee.name };
  expect(data).toMatchObject([{ id, expected: { at: at.toISOString(), employee, invitationId: null } }]);
});

test('counts and lists visitors who left today, unless they are inside again', async () => {
  const site = await atNoon();
  const last = ago(hour);
  const first = await leaveAt(site, ago(3 * hour));
  const second = await leaveAt(site, last, site.neighbor);
  await leaveAt(site, ago(day));
  const back = await leaveAt(site, ago(2 * hour));
  await seedVisit(site.db, { id: back }, { tenant: site.tenant });
  expect(await today(site)).toMatchObject({ leftToday: 2, lastLeftAt: last.toISOString(), inside: 1 });
  expect(await list(site, { only: 'leftToday', sort: 'time' })).toEqual([second, first]);
  expect(await list(site, { only: 'leftToday', sort: 'time', order: 'asc' })).toEqual([first, second]);
  expect(await list(site, { only: 'leftToday', tenantId: String(site.neighbor.id) })).toEqual([second]);
});

test('counts visitors inside and their tenants', async () => {
  const site = await atNoon();
  for (const tenant of [site.tenant, site.tenant, site.neighbor]) await register(site, tenant);
  expect(await today(site)).toMatchObject({ inside: 3, tenantsInside: 2 });
});

test('a visitor is late 15 minutes after the expected time of today', async () => {
  const site = await atNoon();
  const late = await expectAt(site, ago(16 * minute));
  const soon = await expectAt(site, ago(14 * minute));
  const yesterday = await expectAt(site, ago(day));
  expect(await today(site)).toMatchObject({ needsAttention: 1 });
  expect(await list(site, { only: 'needsAttention' })).toEqual([late]);
  const { data } = await states(site, [late, soon, yesterday]);
  expect(data.map(({ attention }) => attention)).toEqual([['late'], [], []]);
  await seedVisit(site.db, { id: late }, { tenant: site.tenant });
  expect(await today(site)).toMatchObject({ needsAttention: 0 });
});

test('a visitor who is inside since before the closing hour needs attention', async () => {
  const site = await atNoon();
  const { id } = await enter(site, ago(5 * hour));
  expect(await today(site)).toMatchObject({ needsAttention: 0 });
  await closeAt(site, '11:00');
  const { id: afterClosing } = await enter(site, new Date());
  expect(await list(site, { only: 'needsAttention' })).toEqual([id]);
  const { data } = await states(site, [afterClosing, id]);
  expect(data.map(({ attention }) => attention)).toEqual([[], ['afterHours']]);
});

test.for([
  { state: 'failed', problem: 'refused', host: 'notReached', needs: true },
  { state: 'held', problem: 'senderLimit', host: 'notReached', needs: true },
  { state: 'notSent', problem: 'numberNotAllowed', host: 'notReached', needs: true },
  { state: 'notSent', problem: 'noProvider', host: 'notReached', needs: false },
  { state: 'queued', problem: null, host: 'sending', needs: false },
  { state: 'sent', problem: null, host: 'sent', needs: false },
] as const)('a host whose message is $state for $problem is $host', async ({ state, problem, host, needs }) => {
  const site = await atNoon();
  const { id, visitId } = await enter(site, new Date());
  await message(site, visitId, state, problem);
  const { data } = await states(site, [id]);
  expect(data).toMatchObject([
    { attention: needs ? ['notReached'] : [], host: { state: host, channel: 'email', phone: site.employee.phone } },
  ]);
  expect(await today(site)).toMatchObject({ notReached: Number(needs), needsAttention: Number(needs) });
  expect(await list(site, { only: 'needsAttention' })).toEqual(needs ? [id] : []);
});

test('a host is reached if one of several messages is', async () => {
  const site = await atNoon();
  const { id, visitId } = await enter(site, new Date());
  await message(site, visitId, 'failed', 'refused');
  await message(site, visitId, 'delivered');
  expect((await states(site, [id])).data).toMatchObject([{ attention: [], host: { state: 'sent', channel: 'sms' } }]);
});

test('a host without an address for the messages that the tenant sends is not reached', async () => {
  const site = await atNoon();
  await changeSettings(site, { enable_email_to_employee: true, sms_language_to_employee: null });
  const { id } = await enter(site, new Date());
  expect((await states(site, [id])).data).toMatchObject([{ attention: [], host: { state: 'none' } }]);
  await site.db.updateTable('employee').set({ email: null }).where('id', '=', site.employee.id).execute();
  expect((await states(site, [id])).data).toMatchObject([{ attention: ['notReached'], host: { state: 'notReached' } }]);
  await changeSettings(site, { enable_email_to_employee: false });
  expect((await states(site, [id])).data).toMatchObject([{ attention: [], host: { state: 'none' } }]);
});

test('refused acts of kiosks need attention', async () => {
  const site = await atNoon();
  await sql`insert into device_refusal (company_id, nonce, reason, occurred_at)
    values (${site.company.id}, gen_random_uuid(), 'visitorIsAlreadyCheckedIn', now())`.execute(site.db);
  expect(await today(site)).toMatchObject({ needsAttention: 1, notReached: 0 });
});

test('returns states in the requested order, without visitors of other companies', async () => {
  const site = await atNoon();
  const at = ago(hour);
  const gone = await leaveAt(site, at);
  const inside = await register(site);
  const stranger = await seedVisitor(site.db, site.elsewhere);
  const { data } = await states(site, [gone, stranger.id, missingId, inside.id]);
  expect(data).toEqual([
    { visitorId: gone, leftAt: at.toISOString(), attention: [], failedMessages: [], host: null },
    { visitorId: inside.id, leftAt: null, attention: [], failedMessages: [], host: null },
  ]);
});

test("a tenant's user sees the states of visits to its tenant only", async () => {
  const site = await atNoon();
  const here = await leaveAt(site, ago(2 * hour));
  await seedVisit(site.db, { id: here }, { tenant: site.neighbor, checkedInAt: ago(hour), checkedOutAt: ago(minute) });
  const there = await enter(site, new Date(), { tenant: site.neighbor, host: site.neighborEmployee });
  const lateThere = await expectAt(site, ago(hour), site.neighbor, site.neighborEmployee);
  const { data } = await states(site, [here, there.id, lateThere], 'tenant');
  expect(data).toEqual([{ visitorId: here, leftAt: data[0]?.leftAt, attention: [], failedMessages: [], host: null }]);
  expect(new Date(data[0]?.leftAt ?? 0).getTime()).toBeLessThan(ago(hour).getTime());
});

test('shows a failed message to the desk, and to the tenant only its own', async () => {
  const site = await atNoon();
  const here = await enter(site, new Date());
  const there = await enter(site, new Date(), { tenant: site.neighbor, host: site.neighborEmployee });
  for (const { visitId } of [here, there]) await message(site, visitId, 'failed', 'refused');
  const ask = async (role: 'reception' | 'tenant') =>
    (await states(site, [here.id, there.id], role)).data.map(({ visitorId, attention }) => [visitorId, attention]);
  expect(await ask('reception')).toEqual([
    [here.id, ['notReached']],
    [there.id, ['notReached']],
  ]);
  expect(await ask('tenant')).toEqual([[here.id, ['notReached']]]);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: here.id } });
  expect(await ask('tenant')).toEqual([[here.id, []]]);
});

test('refuses too many ids, none, and a filter of another scope', async () => {
  const site = await building();
  expect(await states(site, [])).toBeRefused(400, 'validation', { fields: { ids: 'invalidValue' } });
  const many = Array.from({ length: 501 }, (_, index) => index + 1);
  expect(await states(site, many)).toBeRefused(400, 'validation', { fields: { ids: 'max500visitors' } });
  const ask = (query: object) =>
    site.as('reception').call(listVisitors, { params: { companyId: site.company.id }, query });
  const mismatches = [
    ['all', 'expectedToday'],
    ['current', 'needsAttention'],
    ['imported', 'leftToday'],
    ['all', 'nothing'],
  ];
  for (const [scope, only] of mismatches) {
    expect(await ask({ scope, only })).toBeRefused(400, 'validation', { fields: { only: 'invalidValue' } });
  }
  expect(await ask({ sort: 'phone' })).toBeRefused(400, 'validation', { fields: { sort: 'invalidValue' } });
  expect(await ask({ order: 'up' })).toBeRefused(400, 'validation', { fields: { order: 'invalidValue' } });
  expect(await ask({ tenantId: '0' })).toBeRefused(400, 'validation', { fields: { tenantId: 'invalidValue' } });
  expect(await ask({ tenantId: String(site.elsewhere.tenant.id) })).toBeRefused(404, 'notFound');
  expect(await ask({ sort: 'time', cursor: '["x",1]' })).toBeRefused(400, 'validation', {
    fields: { cursor: 'invalidValue' },
  });
});

test('pages each order of each scope without gaps or doubles', async () => {
  const site = await atNoon();
  for (const [index, company] of ['Beta', 'beta', 'Alfa', 'Åse AS'].entries()) {
    const expected = await seedVisitor(site.db, site, { companyName: company, expectedBy: site.tenant });
    await site.db
      .updateTable('visitor')
      .set({ expected_at: index === 3 ? null : ago((index - 1) * day) })
      .where('id', '=', expected.id)
      .execute();
    const inside = await seedVisitor(site.db, site, { companyName: company });
    await seedVisit(site.db, inside, { tenant: site.tenant, checkedInAt: ago(index * minute) });
  }
  for (const scope of ['current', 'imported', 'all'] as const) {
    for (const sort of ['name', 'company', 'time'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        for (const search of [undefined, 'visitor']) {
          const query = { scope, sort, order, ...(search && { search }) };
          const whole = await list(site, query);
          expect(whole).toHaveLength(scope === 'all' ? 8 : 4);
          const paged: number[] = [];
          for (let cursor: string | null | undefined; cursor !== null;) {
            const { data, page } = await site.as('reception').call(listVisitors, {
              params: { companyId: site.company.id },
              query: { ...query, limit: '3', ...(cursor && { cursor }) },
            });
            expect(page?.total).toBe(whole.length);
            paged.push(...data.map(({ id }) => id));
            cursor = page?.next ?? null;
          }
          expect(paged).toEqual(whole);
          const upwards = await list(site, { ...query, order: 'asc' });
          expect(whole).toEqual(order === 'desc' ? upwards.toReversed() : upwards);
        }
      }
    }
  }
});

test('sorts expected visitors by day: today, those without a time, later, and earlier days', async () => {
  const site = await atNoon();
  const earlier = await expectAt(site, ago(2 * day));
  const yesterday = await expectAt(site, ago(day));
  const anyTime = await expectAt(site, null);
  const later = await expectAt(site, ago(-day));
  const soon = await expectAt(site, ago(-hour));
  const before = await expectAt(site, ago(hour));
  expect(await list(site, { scope: 'imported', sort: 'time' })).toEqual([
    before,
    soon,
    anyTime,
    later,
    yesterday,
    earlier,
  ]);
});

test('filters each scope by tenant', async () => {
  const site = await atNoon();
  const inside = await register(site);
  const insideThere = await register(site, site.neighbor);
  const here = await expectAt(site, null);
  const there = await expectAt(site, null, site.neighbor, site.neighborEmployee);
  const past = await leaveAt(site, ago(hour), site.neighbor);
  const tenantId = String(site.neighbor.id);
  expect(await list(site, { scope: 'current', tenantId })).toEqual([insideThere.id]);
  expect(await list(site, { scope: 'current', tenantId, sort: 'company' })).toEqual([insideThere.id]);
  expect(await list(site, { scope: 'imported', tenantId })).toEqual([there]);
  expect(new Set(await list(site, { scope: 'all', tenantId }))).toEqual(new Set([insideThere.id, there, past]));
  expect(await list(site, { scope: 'all', tenantId, search: insideThere.name })).toEqual([insideThere.id]);
  expect(await list(site, { scope: 'imported', only: 'expectedToday', tenantId: String(site.tenant.id) })).toEqual([
    here,
  ]);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: inside.id } });
});
