import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { VisitorQuery } from '@vestibule/contract/visits/visitor.ts';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Db } from '../apps/server/src/platform/db/database.ts';
import type { Tables } from '../apps/server/src/platform/db/tables.ts';
import { hashOf } from '../apps/server/src/platform/http/secret.ts';
import { toPass } from '../apps/server/src/visits/pass/pass-view.ts';
import { findPass, type PassRow } from '../apps/server/src/visits/pass/pass.store.ts';
import { listVisitors } from '../apps/server/src/visits/visitor/visitor-list.store.ts';
import { type ShownVisitorRow, toVisitor } from '../apps/server/src/visits/visitor/visitor.rows.ts';

const limit = 50;

/** Runs the same statements with the same pool size, without access checks, sealed cursors, audit or live events. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

/** Stands for the value of a request in a recorded statement. */
const anyCompany = -1;
const anyHash = Buffer.alloc(0);

const list = await record('list', (db) =>
  listVisitors(db, anyCompany, VisitorQuery.parse({ scope: 'current', limit: String(limit) })),
);
const pass = await record('pass', (db) => findPass(db, anyHash));

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const message = String(error);
    response.writeHead(500, { 'content-length': Buffer.byteLength(message) }).end(message);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
});
process.on('SIGTERM', () => process.exit());

async function answer(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '' } = request;
  const isRead = method === 'GET';
  const data = isRead ? await read(url) : await register(await text(request));
  const body = JSON.stringify(data);
  const length = Buffer.byteLength(body);
  response.writeHead(isRead ? 200 : 201, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': length,
  });
  response.end(body);
}

function read(url: string) {
  return url.startsWith('/api/v1/pass/') ? showPass(url) : listCurrent(url);
}

async function listCurrent(url: string) {
  const companyId = Number(url.split(/[/?]/)[5]);
  const { rows } = await pool.query<ShownVisitorRow & { checked_in_at: Date; counted: string }>({
    ...list,
    values: list.values.map((value) => (value === anyCompany ? companyId : value)),
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const total = Number(rows[0]?.counted ?? 0);
  const next = rows.length > limit && last ? JSON.stringify([last.checked_in_at.toISOString(), last.visit_id]) : null;
  return { data: shown.map(toVisitor), page: { total: Math.min(total, 10_000), totalIsExact: total <= 10_000, next } };
}

async function showPass(url: string) {
  const secret = url.split('/')[4] ?? '';
  const hash = hashOf(secret);
  const { rows } = await pool.query<PassRow>({
    ...pass,
    values: pass.values.map((value) => (value === anyHash ? hash : value)),
  });
  const [row] = rows;
  if (!row) throw new Error('There is no such pass.');
  return { data: toPass({ row, secret }) };
}

/** Returns the statement that `run` sends. A copy would miss each change of the server. */
async function record(name: string, run: (db: Db) => Promise<unknown>) {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query),
  });
  await run(db);
  const [statement, ...others] = statements;
  if (!statement || others.length > 0) throw new Error(`The server sends ${statements.length} statements for ${name}.`);
  return { name, text: statement.sql, values: statement.parameters };
}

interface Arrival {
  name: string;
  companyName: string;
  phone: string;
  shouldSaveData: boolean;
  tenantId: number;
  employeeId: number;
}

async function register(body: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the baseline does not validate its input
  const arrival = JSON.parse(body) as Arrival;
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<ShownVisitorRow>({
      name: 'visitor',
      text: `
        insert into visitor as v (company_id, phone, name, company_name, should_save_data)
        values ((select company_id from tenant where id = $1), $2, $3, $4, $5)
        on conflict (company_id, phone) do update
          set name = excluded.name, company_name = excluded.company_name, should_save_data = excluded.should_save_data, updated_at = now()
        returning id, company_id, name as shown_name, company_name as shown_company_name, phone as shown_phone,
          should_save_data as shown_should_save_data, preregistered_tenant_id, null as preregistered_tenant_name, expected_at,
          expected_employee_id, null as expected_employee_name, expected_invitation_id, created_at, updated_at`,
      values: [arrival.tenantId, arrival.phone, arrival.name, arrival.companyName, arrival.shouldSaveData],
    });
    const [visitor] = rows;
    const { rows: visits } = await client.query<ShownVisitorRow>({
      name: 'visit',
      text: `
        with opened as (
          insert into visit (company_id, visitor_id, tenant_id, employee_id, name, company_name, phone)
          values ($1, $2, $3, $4, $5, $6, $7)
          returning id as visit_id, checked_in_at, tenant_id, employee_id, invitation_id, null as invitation_title, null as answer
        )
        select opened.*, t.name as tenant_name, e.name as employee_name, e.phone as employee_phone
        from opened join tenant t on t.id = tenant_id left join employee e on e.id = employee_id`,
      values: [
        visitor?.company_id,
        visitor?.id,
        arrival.tenantId,
        arrival.employeeId,
        arrival.name,
        arrival.companyName,
        arrival.phone,
      ],
    });
    await client.query('commit');
    failed = false;
    const [visit] = visits;
    return { data: { visitor: visitor && visit && toVisitor({ ...visitor, ...visit }), html: null } };
  } finally {
    client.release(failed);
  }
}
