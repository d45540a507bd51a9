import type { Endpoint, PageInfo } from '@vestibule/contract/platform/endpoint.ts';
import { listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { listVisitors, visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { fresh } from '../../testing/fresh.ts';
import type { Answer } from '../../testing/caller.ts';
import { testVault } from '../../testing/server.ts';
import { sealCursor } from './cursor.ts';

interface List {
  what: string;
  seed: (site: Building, names: string[]) => Promise<unknown>;
  ask: (
    site: Building,
    query: { limit?: number; cursor?: string },
  ) => Promise<{ data: { id: number; name: string }[]; page: PageInfo | null }>;
}

const seedVisitors = async (site: Building, names: string[]) => {
  for (const [index, name] of names.entries()) {
    const inside = index % 3 === 0 && { inside: site.tenant };
    const expectedBy = index % 3 !== 2 && { expectedBy: site.tenant };
    await seedVisitor(site.db, site, { name, ...inside, ...expectedBy });
  }
};

const lists: List[] = [
  ...visitorScopes.map((scope) => ({
    what: `visitors, ${scope}`,
    seed: seedVisitors,
    ask: ({ as, company }: Building, query: object) =>
      as('company').call(listVisitors, { params: { companyId: company.id }, query: { scope, ...query } }),
  })),
  {
    what: 'tenants',
    seed: ({ db, company }, names) =>
      db
        .insertInto('tenant')
        .values(names.map((name) => ({ company_id: company.id, name })))
        .execute(),
    ask: ({ as, company }, query) => as('company').call(listTenants, { params: { companyId: company.id }, query }),
  },
  {
    what: 'employees',
    seed: ({ db, company, tenant }, names) =>
      db
        .insertInto('employee')
        .values(
          names.map((name) => ({
            company_id: company.id,
            tenant_id: tenant.id,
            name,
            email: `${fresh()}@test.example`,
          })),
        )
        .execute(),
    ask: ({ as, tenant }, query) => as('company').call(listEmployees, { params: { tenantId: tenant.id }, query }),
  },
  {
    what: 'companies of a partner',
    seed: seedCompanies,
    ask: ({ as, partner }, query) =>
      as('partner').call(listPartnerCompanies, { params: { partnerId: partner.id }, query }),
  },
];

async function seedCompanies({ db, partner }: Building, names: string[]) {
  const companies = names.map((name) => ({ name, time_zone: 'Europe/Oslo' }));
  const rows = await db.insertInto('company').values(companies).returning('id').execute();
  const attached = rows.map(({ id }) => ({ company_id: id, partner_id: partner.id }));
  await db.insertInto('company_partner').values(attached).execute();
}

interface Page {
  rows: { id: number; name: string }[];
  limit: number;
  total: number | undefined;
  isExact: boolean | undefined;
  isLast: boolean;
}

async function pagesOf(list: List, site: Building, sizes: number[]): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const limit = sizes[pages.length % sizes.length] ?? 1;
    const { data, page } = await list.ask(site, { limit, ...(cursor !== undefined && { cursor }) });
    pages.push({ rows: data, limit, total: page?.total, isExact: page?.totalIsExact, isLast: page?.next === null });
    cursor = page?.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const someName = fc.string({
  unit: fc.constantFrom('a', 'A', 'å', 'Á', 'b', 'B', '%', '_', '\\', ' '),
  minLength: 1,
  maxLength: 4,
});

test.for(lists)('$what: pages of any size list each row once, in the order of the whole list', async (list) => {
  const someRows = fc.array(someName, { minLength: 1, maxLength: 14 });
  const someSizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(someRows, someSizes, async (names, sizes) => {
    const site = await building();
    await list.seed(site, names);
    const whole = await list.ask(site, {});
    expect(whole.page).toBeNull();
    const pages = await pagesOf(list, site, sizes);
    const rows = pages.flatMap((page) => page.rows.map(({ id }) => id));
    expect(rows).toEqual(whole.data.map(({ id }) => id));
    expect(new Set(rows).size).toBe(rows.length);
    for (const page of pages) {
      expect(page).toMatchObject({ total: rows.length, isExact: true });
      expect(page.isLast || page.rows.length === page.limit).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: 12 });
});

test.for(lists.filter(({ what }) => what !== 'visitors, current'))(
  'sorts $what by name, ignoring case and accents',
  async (list) => {
    const site = await building();
    const before = new Set((await list.ask(site, {})).data.map(({ id }) => id));
    const names = ['zebra', 'Åse', 'ASE', 'ole', 'Öle', 'émile', 'Aa', 'ase b', 'Żubr'];
    await list.seed(
      site,
      names.flatMap((name) => [name, name, name]),
    );
    const { data } = await list.ask(site, {});
    const shown = data.filter(({ id }) => !before.has(id)).map(({ name }) => name);
    const folded = shown.map((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());
    expect(folded).toEqual(folded.toSorted());
    expect(new Set(shown)).toEqual(new Set(names));
  },
);

test('current visitors are listed with the newest arrival first', async () => {
  const site = await building();
  for (const hours of [3, 1, 2]) {
    const { id } = await seedVisitor(site.db, site, { inside: site.tenant, name: `${hours} hours` });
    await sql`update visit set checked_in_at = now() - make_interval(hours => ${hours}) where visitor_id = ${id}`.execute(
      site.db,
    );
  }
  const { data } = await site
    .as('reception')
    .call(listVisitors, { params: { companyId: site.company.id }, query: { scope: 'current' } });
  expect(data.map(({ name }) => name)).toEqual(['1 hours', '2 hours', '3 hours']);
});

test('pages of arrivals at the same moment list each once', async () => {
  const site = await building();
  for (let seeded = 0; seeded < 7; seeded += 1) await seedVisitor(site.db, site, { inside: site.tenant });
  await sql`update visit set checked_in_at = '2026-01-02T03:04:05.678Z' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  const list = lists.find(({ what }) => what === 'visitors, current');
  const pages = list ? await pagesOf(list, site, [2]) : [];
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(7);
});

test('rows added and removed between two pages do not repeat or hide others', async () => {
  const site = await building();
  const ask = (query: object) =>
    site.as('company').call(listVisitors, { params: { companyId: site.company.id }, query });
  const seeded = [];
  for (const name of ['b', 'd', 'f', 'h', 'j', 'l']) seeded.push(await seedVisitor(site.db, site, { name }));
  const first = await ask({ limit: 3 });
  await seedVisitor(site.db, site, { name: 'a' });
  await seedVisitor(site.db, site, { name: 'g' });
  await site.db
    .deleteFrom('visitor')
    .where('id', 'in', [seeded[0]?.id ?? 0, seeded[3]?.id ?? 0])
    .execute();
  const second = await ask({ limit: 3, cursor: first.page?.next });
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['b', 'd', 'f', 'g', 'j', 'l']);
});

test('counting stops at 10,000 and marks the total as inexact', async () => {
  const { as, db, company } = await building();
  const ask = async () =>
    (await as('company').call(listTenants, { params: { companyId: company.id }, query: { limit: 1 } })).page;
  await sql`insert into tenant (company_id, name) select ${company.id}, 'n' || n from generate_series(1, 9998) n`.execute(
    db,
  );
  expect(await ask()).toMatchObject({ total: 10_000, totalIsExact: true });
  await sql`insert into tenant (company_id, name) values (${company.id}, 'one more')`.execute(db);
  expect(await ask()).toMatchObject({ total: 10_000, totalIsExact: false });
});

test('a cursor contains no names', async () => {
  const { as, db, company } = await building();
  const names = ['Aase Lund', 'x'.repeat(120), '\u33AE'.repeat(120), '\u{1F468}'.repeat(60), 'last'];
  await db
    .insertInto('tenant')
    .values(names.map((name) => ({ company_id: company.id, name })))
    .execute();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 1, ...(cursor !== null && { cursor }) };
    const { data, page } = await as('company').call(listTenants, { params: { companyId: company.id }, query });
    seen.push(...data.map(({ name }) => name));
    cursor = page?.next ?? null;
    const written = [cursor ?? '', Buffer.from(cursor ?? '', 'base64url').toString()].join('\n');
    for (const { name } of data) expect(written.toLowerCase()).not.toContain(name.toLowerCase().slice(0, 8));
  } while (cursor !== null);
  expect(seen).toEqual(expect.arrayContaining(names));
});

const encode = (value: unknown) => sealCursor(testVault, JSON.stringify(value));

test.for([
  '',
  'garbage',
  '%%%',
  'bnVsbA',
  Buffer.from('["a",1]').toString('base64url'),
  encode(['a', 1]).slice(0, -4),
  testVault.seal('message.content:1', '["a",1]').toString('base64url'),
  sealCursor(testVault, 'null and more'),
  encode(null),
  encode({}),
  encode([]),
  encode(['a']),
  encode(['a', 'b']),
  encode([1, 1]),
  encode(['a', 0]),
  encode(['a', 1.5]),
  encode(['a', 2 ** 31]),
  encode(['a', 2 ** 53]),
  encode(['a', 1, 1]),
  encode(['a\0', 1]),
  'x'.repeat(2049),
])('every list refuses a cursor of %j', async (cursor) => {
  const site = await building();
  const { as, company, tenant, partner } = site;
  const query = { limit: 1, cursor };
  const answers: Answer<Endpoint>[] = [
    await as('superAdmin').call(listAllCompanies, { query }),
    await as('partner').call(listPartnerCompanies, { params: { partnerId: partner.id }, query }),
    await as('company').call(listTenants, { params: { companyId: company.id }, query }),
    await as('company').call(listEmployees, { params: { tenantId: tenant.id }, query }),
  ];
  for (const scope of visitorScopes) {
    answers.push(
      await as('company').call(listVisitors, { params: { companyId: company.id }, query: { ...query, scope } }),
    );
  }
  for (const answer of answers) expect(answer).toBeRefused(400, 'validation', { fields: { cursor: 'invalidValue' } });
});

test.for([
  'Aase',
  'now',
  'infinity',
  '0000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '99999-01-01T00:00:00.000Z',
])('the list of visitors refuses a cursor of another list, such as one at %s', async (key) => {
  const { as, company } = await building();
  const query = { limit: 1, scope: 'current', cursor: encode([key, 7]) } as const;
  const answer = await as('reception').call(listVisitors, { params: { companyId: company.id }, query });
  expect(answer).toBeRefused(400, 'validation', { fields: { cursor: 'invalidValue' } });
});

test.for(['0', '201', '-1', '1.5', 'ten', '', '1e2', '0x10', ' 5 ', '+5', '05'])(
  'refuses a limit of %j',
  async (limit) => {
    const { as, company } = await building();
    const answer = await as('company').call(listTenants, { params: { companyId: company.id }, query: { limit } });
    expect(answer).toBeRefused(400, 'validation', { fields: { limit: 'invalidValue' } });
  },
);

test('a superAdmin pages through all companies', async () => {
  const { as, company, elsewhere } = await building();
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { data, page } = await as('superAdmin').call(listAllCompanies, {
      query: { limit: 200, ...(cursor !== undefined && { cursor }) },
    });
    seen.push(...data.map(({ id }) => id));
    cursor = page?.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(expect.arrayContaining([company.id, elsewhere.company.id]));
  expect(new Set(seen).size).toBe(seen.length);
});
