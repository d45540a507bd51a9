import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { permissions } from '@vestibule/contract/platform/access.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Db } from './platform/db/database.ts';
import { text, typedSql } from './platform/db/typed-sql.ts';
import { type Building, building, type Site } from './testing/building.ts';
import { type Job, jobs, seedWork } from './testing/company-jobs.ts';
import { isForeign, seedForeignCompany } from './testing/foreign-company.ts';
import { forgetWhere, plantForgottenWhere } from './testing/forgotten-where.ts';
import { takeMismatches } from './testing/mismatches.ts';
import type { Ids } from './testing/probe.ts';
import { idsOf, tryProbe } from './testing/probes.ts';
import { openReplayer, type Replayer } from './testing/replay.ts';
import { type ScopedStatement, watchScopedStatements } from './testing/scoped-statements.ts';
import { sharedServer } from './testing/server.ts';
import { traceSources } from './testing/sources.ts';
import { unprobedWork } from './testing/unprobed-work.ts';

/** Stores of which row-level security hides nothing. */
const exceptions: Record<string, string> = {
  'accounts/session/guard.store.ts': 'Failed sign-ins belong to no company.',
  'kiosks/license/license.store.ts': 'Licenses belong to the operator, and only superAdmins call it.',
  'operation/status/system.store.ts': 'It counts the rows of all companies for the operator.',
};

let foreign: Site;
let foreignRows: string;
/** Of calls that change no row. */
let shared: Building;
let replayer: Replayer;
let sourcesOf: ReturnType<typeof traceSources>;

beforeAll(async () => {
  foreign = await seedForeignCompany();
  replayer = await openReplayer((await sharedServer()).database);
  foreignRows = await replayer.rowsOf(foreign.company.id);
  shared = await building();
  sourcesOf = traceSources();
});

test('forgets conditions on ids, hashes and phones and nothing else', () => {
  const before = `select "id" from visit o where o.company_id = $1 and "visit"."id" = any($2::int[]) and o.name = $3
    and secret_hash = $4 and o.tenant_id = t.id and (o.visit_id = $5 or o.phone = any($6::text[]))`;
  expect(forgetWhere(before))
    .toBe(`select "id" from visit o where $1::int is not null and $2::int[] is not null and o.name = $3
    and $4::bytea is not null and o.tenant_id = t.id and ($5::int is not null or $6::text[] is not null)`);
  expect(forgetWhere('update visit set employee_id = $1')).toBe('update visit set employee_id = $1');
});

const callers = ['company', 'reception', 'tenant', 'kiosk', 'host', 'pass'] as const;
const cells = Object.keys(endpoints)
  .filter((name): name is EndpointName => name in endpoints)
  .flatMap((name) => callers.map((caller) => ({ name, caller })))
  .filter(({ name, caller }) => permissions[endpoints[name].access][caller] === 'own');

test.for(cells)('$name by $caller reaches no other company', async ({ name, caller }) => {
  const site = endpoints[name].method === 'GET' ? shared : await building();
  await makeHost(site, name, caller);
  const ids = await (site === shared ? sharedIds(name) : idsOf(site.db, site, name));
  const person = site.as(caller);
  const { statements, stop } = watchScopedStatements();
  expect((await tryProbe(person, name, ids, site)).status).toBeLessThan(500);
  stop();
  expect(await leaksOf(statements)).toEqual([]);

  const { mock } = vi.spyOn(site.server.app, 'inject');
  const planted = plantForgottenWhere();
  await tryProbe(person, name, ids, site);
  planted.stop();
  // Without conditions, rows and refusals differ from those that are stated.
  takeMismatches();
  const replies = await Promise.all(mock.results.map(async ({ value }) => Response.parse(await value).body));
  expect([...planted.rows, ...replies].filter(isForeign)).toEqual([]);
  const before = foreignRows;
  foreignRows = await replayer.rowsOf(foreign.company.id);
  expect(foreignRows).toBe(before);
});

/** Created once for calls that change no row. */
const sharedRows = new Map<EndpointName, Promise<Ids>>();
function sharedIds(name: EndpointName): Promise<Ids> {
  const ids = sharedRows.get(name) ?? idsOf(shared.db, shared, name);
  sharedRows.set(name, ids);
  return ids;
}

const Response = z.object({ body: z.string() });

/** Staff act as the employee with their address. */
async function makeHost({ db, users, employee }: Building, name: EndpointName, caller: string): Promise<void> {
  const email = new Map<string, { email: string }>(Object.entries(users)).get(caller)?.email;
  if (!endpoints[name].access.startsWith('host.') || email === undefined) return;
  await db.updateTable('employee').set({ email }).where('id', '=', employee.id).execute();
}

test.for(unprobedWork)('$what reaches no other company', async ({ work }) => {
  const site = await building();
  const { statements, stop } = watchScopedStatements();
  await work(site);
  stop();
  expect(await leaksOf(statements)).toEqual([]);
});

test.for(jobs)('the job $what reaches no other company', async (job) => {
  const { planted, statements, ...seen } = await tryJob(job);
  expect(planted).not.toEqual([]);
  expect(seen).toEqual({ isSeen: false, isChanged: false });
  expect(await leaksOf(statements)).toEqual([]);
});

/** By module: whether row-level security hides rows from its statements. */
const guarded = new Map<string, boolean>();
const repeated = new Set<string>();

/** Repeats new statements without their conditions. Returns those that reach foreign rows in spite of row-level security. */
async function leaksOf(statements: readonly ScopedStatement[]): Promise<string[]> {
  const isNew = ({ text, companies }: ScopedStatement) =>
    !repeated.has(text) && forgetWhere(text) !== text && !isForeign(companies);
  const fresh = new Map(statements.filter(isNew).map((statement) => [statement.text, statement]));
  const outcomes = await replayer.repeat([...fresh.values()], foreign.company.id);
  for (const { text, isGuarded } of outcomes) {
    repeated.add(text);
    for (const module of sourcesOf(text)) guarded.set(module, guarded.get(module) === true || isGuarded);
  }
  return outcomes.filter(({ isLeaking }) => isLeaking).map(({ text }) => text);
}

const stores: string[] = [];
for await (const file of glob('**/*.{store,sql}.ts', { cwd: import.meta.dirname })) stores.push(file);

test.for(stores)('row-level security hides other companies from %s', async (store) => {
  expect(await isGuarded(store)).toBe(!(store in exceptions));
});

/** A fragment of statements is guarded by a module that uses it. */
async function isGuarded(store: string): Promise<boolean> {
  if (!store.endsWith('.sql.ts')) return guarded.get(store) === true;
  for (const [module, isGuarded] of guarded) {
    const source = isGuarded ? await readFile(path.join(import.meta.dirname, module), 'utf8') : '';
    if (source.includes(`/${path.basename(store)}';`)) return true;
  }
  return false;
}

// Last, because these reach all companies.
test.for(jobs.filter(({ isSafeAlone }) => !isSafeAlone))('the job $what needs row-level security', async (job) => {
  expect(await tryUnguarded(job)).toBe(true);
});

test.for(jobs.filter(({ isSafeAlone }) => isSafeAlone))('the job $what needs no row-level security', async (job) => {
  expect(await tryUnguarded(job)).toBe(false);
});

async function tryUnguarded(job: Job): Promise<boolean> {
  const { database } = await sharedServer();
  await switchPolicies(database.db, 'disable');
  onTestFinished(() => switchPolicies(database.db, 'enable'));
  const { isSeen, isChanged } = await tryJob(job);
  return isSeen || isChanged;
}

async function switchPolicies(db: Db, to: 'enable' | 'disable'): Promise<void> {
  const { rows } = await typedSql({ name: text })`
    select format('%I', tablename) as name from pg_policies where schemaname = 'public'`.execute(db);
  for (const { name } of rows) await sql.raw(`alter table ${name} ${to} row level security`).execute(db);
}

async function tryJob({ prepare, work }: Job) {
  const site = await building();
  const { db, elsewhere } = site;
  const mark = `Foreigner ${elsewhere.company.id}`;
  await seedWork(db, elsewhere, mark);
  const own = await seedWork(db, site, 'Liv Moe');
  await sql`update tenant_settings set enable_gdpr = false where company_id = ${elsewhere.company.id}`.execute(db);
  await prepare?.(site, own);
  const before = await replayer.rowsOf(elsewhere.company.id);
  const { planted, statements, rows, stop } = plantForgottenWhere();
  // Without conditions much fails, which rolls back.
  await work(site, own).catch(() => undefined);
  stop();
  const names = [mark, elsewhere.company.name, elsewhere.tenant.name, elsewhere.employee.name];
  const isSeen = rows.some((row) => names.some((name) => row.includes(`"${name}"`)));
  const isChanged = (await replayer.rowsOf(elsewhere.company.id)) !== before;
  return { planted, statements, isSeen, isChanged };
}
