import { type Caller, callers, permissions, roles } from '@vestibule/contract/platform/access.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { visitorScopes } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Building, building, type Site } from './testing/building.ts';
import { addressOf } from './testing/caller.ts';
import { newKioskSettings } from './testing/kiosks.ts';
import type { Db } from './platform/db/database.ts';
import { exceptions, type Ids, missingId } from './testing/probe.ts';
import { idsOf, namedIds, probeInput, tryProbe } from './testing/probes.ts';
import { startServer } from './testing/server.ts';
import { text, typedSql } from './platform/db/typed-sql.ts';

/** Shared by all refused calls, which change nothing. */
let closed: Building;
/** Without row-level security, which could hide a missing condition of a query. */
let unguarded: Building;

// The first server of the run migrates the database, which takes longer than a test may.
beforeAll(async () => {
  closed = await building();
  unguarded = await building(await startServer({ hasRowSecurity: false }));
});

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

/** Created once for all refused calls, which change no row. */
const sharedRows = new Map<string, Promise<Ids>>();
function sharedIds(name: EndpointName, site: Site, of: 'tenant' | 'neighbor' = 'tenant'): Promise<Ids> {
  const key = `${name} ${site.company.id} ${of}`;
  const ids = sharedRows.get(key) ?? idsOf(closed.db, site, name, of);
  sharedRows.set(key, ids);
  return ids;
}

test.for(names)('the probe of %s is a valid request', async (name) => {
  const { params, query, body }: Endpoint = endpoints[name];
  const input: { params?: object; query?: object; body?: object } = probeInput(
    name,
    await sharedIds(name, closed),
    closed,
  );
  const parts = [params?.safeParse(input.params), query?.safeParse(input.query), body?.safeParse(input.body)];
  expect(parts.flatMap((part) => part?.error?.issues ?? [])).toEqual([]);
});

test('tries each call of the contract as each caller', () => {
  expect(cells).toHaveLength(Object.keys(endpoints).length * callers.length);
});

const cells = names.flatMap((name) => callers.map((caller) => ({ name, caller, expected: expectedOf(name, caller) })));

function expectedOf(name: EndpointName, caller: Caller): string {
  const { access, ...endpoint } = { status: 200, ...endpoints[name] };
  const reaches = permissions[access];
  // The token alone identifies a guest, and other callers have none.
  const unknown = /(Answer|Stay)$/.test(name) ? 'linkInvalid' : 'passUnknown';
  if (access === 'pass.act' && caller !== 'pass') return `404 ${unknown}`;
  if (access !== 'pass.act' && caller === 'pass') return expectedOf(name, 'signedOut');
  // The cookie of a host counts for calls of hosts only.
  if (access !== 'host.act' && caller === 'host') return expectedOf(name, 'signedOut');
  if (reaches[caller] === 'none') return caller === 'signedOut' ? '401 notSignedIn' : '403 notAllowed';
  const { answer = `${endpoint.status}` } = exceptions[name] ?? {};
  if (typeof answer === 'string') return answer;
  return caller === 'signedOut' ? answer.signedOut : answer.signedIn;
}

test.for(cells)('$name by $caller answers $expected', async ({ name, caller, expected }) => {
  const isRefused = /^40[13]/.test(expected);
  const site = isRefused ? closed : await building();
  if (isOfHost(name) && !isRefused) await makeHost(site, caller);
  const ids = await (isRefused ? sharedIds(name, closed) : idsOf(site.db, site, name));
  const known =
    caller === 'pass' ? ids : { ...ids, ...(isOfPass(name) && { invitedGuestId: missingId, visitId: missingId }) };
  // Unknown tokens are counted for each network.
  const from = `198.51.100.${callers.indexOf(caller)}`;
  const { status, problem } = await tryProbe(site.as(caller), name, known, site, isOfPass(name) ? { from } : {});
  expect([status, problem?.reason].join(' ').trim()).toBe(expected);
});

function isOfHost(name: EndpointName): boolean {
  const { access } = endpoints[name];
  return access === 'host.act' || access === 'host.choose';
}

/** Staff act as the employee with their address. */
async function makeHost({ db, users, employee }: Building, caller: Caller): Promise<void> {
  const email = new Map<string, { email: string }>(Object.entries(users)).get(caller)?.email;
  if (email) await db.updateTable('employee').set({ email }).where('id', '=', employee.id).execute();
}

function isOfPass(name: EndpointName): boolean {
  return endpoints[name].access === 'pass.act';
}

const scoped = names.flatMap((name) =>
  ([...roles, 'kiosk', 'host'] as const)
    .filter((role) => permissions[endpoints[name].access][role] !== 'none')
    .flatMap((role) => namedIds(name).map((id) => ({ name, role, id }))),
);

test.for(scoped)(
  '$name by $role: a missing $id and one outside of the scope get the same answer',
  async ({ name, role, id }) => {
    const site = unguarded;
    const own = await sharedIds(name, site);
    const foreign = await sharedIds(name, site.elsewhere);
    const caller = site.as(role);
    const ofMissing = await tryProbe(caller, name, { ...own, [id]: missingId }, site);
    expect(ofMissing).toBeRefused(404, 'notFound');

    const outside: Ids[] = [];
    // For a superAdmin, a row is outside only if it belongs to another company than the other ids.
    if (role !== 'superAdmin') outside.push(foreign);
    if (role !== 'superAdmin' || namedIds(name).length > 1) outside.push({ ...own, [id]: foreign[id] });
    if ((role === 'tenant' || role === 'host') && isOfTenant(id)) outside.push(await sharedIds(name, site, 'neighbor'));
    for (const ids of outside) {
      const answer = await tryProbe(caller, name, ids, site);
      expect(answer).toBeRefused(404, 'notFound');
      expect({ ...answer.problem, requestId: '' }).toEqual({ ...ofMissing.problem, requestId: '' });
      expect(Object.keys(answer.headers)).toEqual(Object.keys(ofMissing.headers));
    }
  },
);

function isOfTenant(id: keyof Ids) {
  return id !== 'companyId' && id !== 'partnerId';
}

test('answers a host of another tenant as missing, also to users of both tenants', async () => {
  const site = await building();
  const ids = await idsOf(site.db, site, 'registerVisit');
  for (const role of ['superAdmin', 'partner', 'company', 'reception'] as const) {
    const answer = await tryProbe(
      site.as(role),
      'registerVisit',
      { ...ids, employeeId: site.neighborEmployee.id },
      site,
    );
    expect(answer).toBeRefused(404, 'notFound');
  }
});

/** Calls whose probes name a tenant or a kiosk, and that may name the company instead. */
const ofCompany = [
  'getTenantSettings',
  'getKioskSettings',
  'listImages',
  'uploadImage',
  'listUsers',
  'listSecondFactors',
  'inviteUser',
  'openLiveChannel',
] as const;

test.for(ofCompany)('%s answers 404 for another company to each role below superAdmin', async (name) => {
  const { as, db, elsewhere } = unguarded;
  const ids = await idsOf(db, elsewhere, name);
  const { query, ...input } = { query: {}, ...probeInput(name, ids, elsewhere) };
  const { tenantId: _, kioskId: __, ...rest } = { tenantId: 0, kioskId: 0, ...query };
  const reaches = permissions[endpoints[name].access];
  for (const role of roles.filter((one) => one !== 'superAdmin' && reaches[one] !== 'none')) {
    const answer = await as(role).call<Endpoint>(endpoints[name], {
      ...input,
      query: { ...rest, companyId: elsewhere.company.id },
    });
    expect([role, answer.status]).toEqual([role, 404]);
  }
});

test('hides kiosk settings of another company, also when they have no picture', async () => {
  const { as, db, elsewhere } = unguarded;
  const { kioskSettingsId } = await idsOf(db, elsewhere, 'changeKioskSettings');
  const foreign = { params: { settingsId: kioskSettingsId }, body: newKioskSettings };
  for (const role of ['partner', 'company'] as const) {
    expect(await as(role).call(endpoints.changeKioskSettings, foreign)).toBeRefused(404, 'notFound');
  }
});

test('no answer contains a word of another company, even without row-level security', async () => {
  const site = await building(unguarded.server);
  const { db, elsewhere } = site;
  const company = site.as('company');
  await makeHost(site, 'company');
  for (const name of ['checkOutVisitor', 'checkInExpected'] as const) await idsOf(db, elsewhere, name);
  const params = { companyId: site.company.id };
  const addresses = visitorScopes.map((scope) => addressOf(endpoints.listVisitors, { params, query: { scope } }));
  for (const name of names) {
    if (endpoints[name].method !== 'GET' || expectedOf(name, 'company') !== '200') continue;
    addresses.push(addressOf(endpoints[name], probeInput(name, await idsOf(db, site, name), site)));
  }
  const answers = await Promise.all(addresses.map((url) => company.send({ method: 'GET', url })));
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  const { rows } = await typedSql({ name: text })`
    select name from visitor where company_id = ${elsewhere.company.id} union all
    select name from kiosk where company_id = ${elsewhere.company.id} union all
    select email from user_account where company_id = ${elsewhere.company.id}`.execute(db);
  const { tenant, neighbor, employee, neighborEmployee } = elsewhere;
  const words = [elsewhere.company, tenant, neighbor, employee, neighborEmployee, ...rows].map(({ name }) => name);
  const foreign = new RegExp(`\\b(${words.map((word) => RegExp.escape(word)).join('|')})\\b`);
  expect(answers.map(({ body }) => body).filter((body) => foreign.test(body))).toEqual([]);
});

test('calls on rows of another company change no row and wait for no lock', async () => {
  const { as, db, elsewhere } = await building(unguarded.server);
  const foreign = await Promise.all(names.map(async (name) => ({ name, ids: await idsOf(db, elsewhere, name) })));
  const tables = await tablesOfCompany(db);
  const rows = (db: Db, lock = sql``) =>
    Promise.all(
      tables.map(async (table) => {
        const found = sql`select * from ${sql.table(table)} as held where company_id = ${elsewhere.company.id}`;
        return (await sql`${found} order by held::text ${lock}`.execute(db)).rows;
      }),
    );
  await db.transaction().execute(async (held) => {
    await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(held);
    const before = await rows(held, sql`for update`);
    for (const { name, ids } of foreign.filter(({ name }) => namedIds(name).length > 0)) {
      for (const role of ['reception', 'company'] as const) await tryProbe(as(role), name, ids, elsewhere);
    }
    expect(await rows(db)).toEqual(before);
  });
});

async function tablesOfCompany(db: Db): Promise<string[]> {
  const { rows } = await typedSql({ name: text })`
    select table_name as name
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE'`.execute(db);
  expect(rows.length).toBeGreaterThan(10);
  return rows.map(({ name }) => name);
}
