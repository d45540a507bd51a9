import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Figure } from './report.ts';

const members = 10_000;
const pageSize = 500;
const domain = 'loopbooking.test';

export async function measureSynchronization(
  client: pg.Client,
  port: number,
  companyId: number,
  cookie: string,
): Promise<Figure> {
  const { rows } = await client.query<{ id: number }>(
    `insert into tenant (company_id, name) values ($1, 'Out of a directory') returning id`,
    [companyId],
  );
  const tenant = `http://127.0.0.1:${port}/api/v1/tenants/${rows[0]?.id}`;
  await call(`${tenant}/integration/loopboking`, 'POST', cookie, {
    loopbookingDomain: `house.${domain}`,
    loopbookingCode: 'the-access-key',
  });
  const began = performance.now();
  const { data } = await call(`${tenant}/employees/sync`, 'PUT', cookie);
  const measured = (performance.now() - began) / 1_000;
  if (data.added !== members) throw new Error(`${data.added} of ${members} were imported.`);
  const target = { atMost: 60, aim: 20 };
  return { what: 'first synchronization of 10,000 members', measured, unit: 's', target, from: 'one call' };
}

export async function startDirectory() {
  const server = createServer((request, response) => {
    const from = Number(new URL(request.url ?? '/', 'http://directory').searchParams.get('from') ?? 0);
    const employees = Array.from({ length: pageSize }, (_, index) => ({
      id: `member-${from + index}`,
      name: `Member ${from + index}`,
      email: `member-${from + index}@bench.test`,
      phone: `${40_000_000 + from + index}`,
    }));
    const next = from + pageSize < members ? `/api/v1/employees?from=${from + pageSize}` : null;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ employees, next }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { LOOPBOOKING_DOMAINS: domain, LOOPBOOKING_URL: url },
    close: () => {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}

async function call(url: string, method: string, cookie: string, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program's own answer
  return (await answer.json()) as { data: { added?: number } };
}
