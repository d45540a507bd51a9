import { type Caller, permissions } from '@vestibule/contract/platform/access.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from './platform/db/database.ts';
import { queryRows, text, typedSql } from './platform/db/typed-sql.ts';
import { building, type Site } from './testing/building.ts';
import { idsOf, tryProbe } from './testing/probes.ts';
import { type ScopedStatement, watchScopedStatements } from './testing/scoped-statements.ts';

/** A node of a plan, as PostgreSQL describes it. */
const Node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans(): z.ZodOptional<z.ZodArray<typeof Node>> {
    return z.array(Node).optional();
  },
});
type Node = z.infer<typeof Node>;

/** Indexes that find the row of an id, or the few rows of an address. */
const byIdOrAddress: Record<string, string> = {
  employee_by_address: 'hosts sign in by the address before their company is known',
  visit_by_id: 'the links to hosts and visitors name the visit only',
  tenant_by_id: 'the live channel of a tenant names the tenant only',
};

let planner: pg.Client;
let tables: Set<string>;

beforeAll(async () => {
  const { server, db, elsewhere } = await building();
  await seedCrowd(db, elsewhere);
  planner = new pg.Client(server.database.connection);
  await planner.connect();
  const { rows } = await typedSql({ name: text })`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnotnull`.execute(db);
  tables = new Set(rows.map(({ name }) => name));
});

afterAll(() => planner.end());

/** Makes a scan of all rows dearer than one of a company's range. */
async function seedCrowd(db: Db, { company, tenant }: Site): Promise<void> {
  await sql`
    with met as (
      insert into visitor (company_id, name, company_name, phone)
      select ${company.id}::int, 'Visitor ' || n, 'Havila', '+46' || (700000000 + n) from generate_series(1, 3000) n
      returning company_id, id, name, company_name, phone
    ), inside as (
      insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id)
      select company_id, id, name, company_name, phone, ${tenant.id} from met returning company_id, id, visitor_id, phone
    )
    insert into message (company_id, visitor_id, visit_id, kind, channel, recipient, language, state, expires_at)
    select company_id, visitor_id, id, 'arrival', channel, phone, 'en', 'sent', now()
    from inside, unnest(array['email', 'sms']) as channel`.execute(db);
  await sql`
    with added as (
      insert into tenant (company_id, name)
      select ${company.id}::int, 'Tenant ' || n from generate_series(1, 1000) n returning company_id, id
    )
    insert into employee (company_id, tenant_id, name, email)
    select company_id, id, 'Kari', 'kari@test.example' from added`.execute(db);
  for (const table of ['visitor', 'visit', 'message', 'tenant', 'employee'])
    await sql.raw(`analyze ${table}`).execute(db);
}

const callers = ['reception', 'kiosk', 'host'] as const;
const cells = Object.keys(endpoints)
  .filter((name): name is EndpointName => name in endpoints)
  .flatMap((name) => callers.map((caller) => ({ name, caller })))
  .filter(({ name, caller }) => reaches(caller, name));

function reaches(caller: Caller, name: EndpointName): boolean {
  const { access } = endpoints[name];
  if (caller === 'host') return access === 'host.act';
  return permissions[access][caller] !== 'none' && !['host.act', 'host.choose', 'pass.act'].includes(access);
}

test.for(cells)('$name by $caller reads rows of one company only', async ({ name, caller }) => {
  const site = await building();
  const ids = await idsOf(site.db, site, name);
  const { statements, stop } = watchScopedStatements();
  await tryProbe(site.as(caller), name, ids, site);
  stop();
  const wide: string[] = [];
  for (const statement of new Map(statements.map((statement) => [statement.text, statement])).values()) {
    const scans = await widelyRead(statement);
    if (scans.length > 0) wide.push(`${scans.join(', ')} in ${statement.text.replaceAll(/\s+/g, ' ').trim()}`);
  }
  expect(wide).toEqual([]);
});

/** Plans the statement without row-level security, which would add the company. */
async function widelyRead({ text: statement, values }: ScopedStatement): Promise<string[]> {
  await planner.query('begin; set local enable_seqscan = off');
  try {
    const explained = { 'QUERY PLAN': z.array(z.object({ Plan: Node })) };
    const rows = await queryRows(planner, explained, `explain (format json) ${statement}`, values);
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => wideScans(Plan)));
  } finally {
    await planner.query('rollback');
  }
}

function wideScans(node: Node): string[] {
  const below = node.Plans ?? [];
  const table = node['Relation Name'];
  const isRead = node['Node Type'].endsWith('Scan') && table !== undefined && tables.has(table);
  const isWide = isRead && !(node['Node Type'] === 'Bitmap Heap Scan' ? below.some(isNarrow) : isNarrow(node));
  return [...(isWide ? [`${table} (${node['Index Name'] ?? node['Node Type']})`] : []), ...below.flatMap(wideScans)];
}

function isNarrow(node: Node): boolean {
  const parts = node.Plans ?? [];
  if (node['Node Type'] === 'BitmapOr') return parts.every(isNarrow);
  if (node['Node Type'] === 'BitmapAnd') return parts.some(isNarrow);
  const { 'Index Cond': condition, 'Index Name': index = '' } = node;
  return condition !== undefined && (condition.includes('company_id') || index in byIdOrAddress);
}
