import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** Runs the same statements with the same pool size, without access checks, sealed cursors, audit or live events. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

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
  const isList = request.method === 'GET';
  const data = isList ? await listCurrent(request.url ?? '') : await register(await text(request));
  const body = JSON.stringify(data);
  const length = Buffer.byteLength(body);
  response.writeHead(isList ? 200 : 201, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': length,
  });
  response.end(body);
}

interface VisitorRow {
  id: number;
  company_id: number;
  name: string;
  company_name: string;
  phone: string;
  should_save_data: boolean;
  preregistered_tenant_id: number | null;
  preregistered_tenant_name: string | null;
  expected_at: Date | null;
  expected_employee_id: number | null;
  expected_employee_name: string | null;
  created_at: Date;
  updated_at: Date;
  visit_id: number;
  checked_in_at: Date;
  tenant_id: number;
  tenant_name: string;
  employee_id: number | null;
  employee_name: string | null;
  employee_phone: string | null;
}

async function listCurrent(url: string) {
  const companyId = Number(url.split(/[/?]/)[5]);
  const { rows } = await pool.query<VisitorRow & { counted: string }>({
    name: 'list',
    text: `
      select v.id, v.company_id, coalesce(o.name, v.expected_name, v.name) as name,
        coalesce(o.company_name, v.expected_company_name, v.company_name) as company_name,
        coalesce(o.phone, v.phone) as phone, v.should_save_data and o.opt_out is null as should_save_data, v.preregistered_tenant_id,
        p.name as preregistered_tenant_name, v.expected_at, v.expected_employee_id,
        case when v.expected_employee_id is not null
          then (select h.name from employee h where h.id = v.expected_employee_id) end as expected_employee_name,
        v.created_at, v.updated_at,
        o.id as visit_id, o.checked_in_at, o.tenant_id, t.name as tenant_name, o.employee_id, e.name as employee_name,
        e.phone as employee_phone, (
          select count(*) from (
            select from visit where company_id = $1 and checked_out_at is null limit 10001
          ) as members
        ) as counted
      from (
        select * from visit where company_id = $1 and checked_out_at is null order by checked_in_at desc, id desc limit 51
      ) o
      join visitor v on v.id = o.visitor_id
      left join tenant t on t.id = o.tenant_id
      left join employee e on e.id = o.employee_id
      left join tenant p on p.id = v.preregistered_tenant_id
      order by o.checked_in_at desc, o.id desc`,
    values: [companyId],
  });
  const shown = rows.slice(0, 50);
  const last = shown.at(-1);
  const total = Number(rows[0]?.counted ?? 0);
  const next = rows.length > 50 && last ? JSON.stringify([last.checked_in_at.toISOString(), last.visit_id]) : null;
  return { data: shown.map(toVisitor), page: { total: Math.min(total, 10_000), totalIsExact: total <= 10_000, next } };
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
    const { rows } = await client.query<VisitorRow>({
      name: 'visitor',
      text: `
        insert into visitor as v (company_id, phone, name, company_name, should_save_data)
        values ((select company_id from tenant where id = $1), $2, $3, $4, $5)
        on conflict (company_id, phone) do update
          set name = excluded.name, company_name = excluded.company_name, should_save_data = excluded.should_save_data, updated_at = now()
        returning id, company_id, name, company_name, phone, should_save_data, preregistered_tenant_id, created_at, updated_at,
          null as preregistered_tenant_name, expected_at, expected_employee_id, null as expected_employee_name`,
      values: [arrival.tenantId, arrival.phone, arrival.name, arrival.companyName, arrival.shouldSaveData],
    });
    const [visitor] = rows;
    const { rows: visits } = await client.query<VisitorRow>({
      name: 'visit',
      text: `
        with opened as (
          insert into visit (company_id, visitor_id, tenant_id, employee_id, name, company_name, phone)
          values ($1, $2, $3, $4, $5, $6, $7)
          returning id as visit_id, checked_in_at, tenant_id, employee_id
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

function toVisitor(row: VisitorRow) {
  const tenant = { id: row.tenant_id, name: row.tenant_name };
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    companyName: row.company_name,
    phone: row.phone,
    shouldSaveData: row.should_save_data,
    currentVisitRecordId: row.visit_id,
    preregisteredTenantId: row.preregistered_tenant_id,
    preregisteredTenant: row.preregistered_tenant_id && {
      id: row.preregistered_tenant_id,
      name: row.preregistered_tenant_name,
    },
    currentVisitRecord: {
      id: row.visit_id,
      checkedInAt: row.checked_in_at,
      checkedOutAt: null,
      tenant,
      employee: row.employee_id && { id: row.employee_id, name: row.employee_name, phone: row.employee_phone, tenant },
    },
    expected: row.preregistered_tenant_id && {
      at: row.expected_at,
      employee: row.expected_employee_id && { id: row.expected_employee_id, name: row.expected_employee_name },
      invitationId: null,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
