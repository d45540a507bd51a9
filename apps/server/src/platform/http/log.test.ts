import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testLoopbooking } from '@vestibule/contract/building/directory.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors, lookUpPhone } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { building, testPassword, visitTo } from '../../testing/building.ts';
import { startServer } from '../../testing/server.ts';

async function loggedBuilding() {
  const lines: string[] = [];
  const server = await startServer({ log: (line) => lines.push(line) });
  return { ...(await building(server)), lines };
}

test('logs each answer in one line, with the route template and the request id that a refusal shows', async () => {
  const { as, elsewhere, lines } = await loggedBuilding();
  const { problem } = await as('reception').call(registerVisit, visitTo(elsewhere.tenant));
  const answered = lines
    .map((line): unknown => JSON.parse(line))
    .filter((line) => JSON.stringify(line).includes('"answered"'));
  expect(answered).toMatchObject([
    { method: 'POST', route: '/api/v1/visitors/register', status: 404, reqId: problem?.requestId },
  ]);
});

test('each line of a call has the request id that its refusal shows', async () => {
  const { as, elsewhere, lines } = await loggedBuilding();
  lines.length = 0;
  const { problem } = await as('reception').call(registerVisit, visitTo(elsewhere.tenant));
  await as('reception').send({ method: 'GET', url: '/api/v1/%zz' });
  const ids = lines.map((line) => z.object({ reqId: z.string() }).parse(JSON.parse(line)).reqId);
  expect(ids).toContain(problem?.requestId);
});

test('logs an unreadable request under the id of its answer', async () => {
  const { server, lines } = await loggedBuilding();
  await server.listen();
  const [host = '', port] = (server.authority ?? '').split(':');
  const socket = connect(Number(port), host).setEncoding('utf8');
  socket.end('SECRET nonsense\r\n\r\n');
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  const { requestId } = z.object({ requestId: z.string() }).parse(JSON.parse(body));
  expect(lines.some((line) => line.includes(`"reqId":"${requestId}"`))).toBe(true);
  expect(lines.join('\n')).not.toMatch(/secret/i);
});

test('refuses a socket at an unknown path, and logs no URL', async () => {
  const { server, lines } = await loggedBuilding();
  await server.listen();
  const [host = '', port] = (server.authority ?? '').split(':');
  for (const path of ['/api/v1/users/me', '/api/v1/nowhere']) {
    const socket = connect(Number(port), host).setEncoding('utf8');
    socket.write(
      `GET ${path}?phone=SECRET HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')).map(String);
    socket.destroy();
    expect(answer).toContain('HTTP/1.1 404');
  }
  expect(lines.join('\n')).not.toMatch(/secret/i);
});

test('logs why a directory was not reached, without the key', async () => {
  const { as, lines } = await loggedBuilding();
  const body = { loopbookingDomain: 'elsewhere.example', loopbookingCode: 'secret-key' };
  expect(await as('company').call(testLoopbooking, { body })).toBeRefused(400, 'loopbookingTestFailed');
  const line = lines.find((text) => text.includes('a directory could not be connected')) ?? '{}';
  const reason: unknown = expect.stringMatching(/\w/);
  expect(JSON.parse(line)).toMatchObject({ error: { type: 'DirectoryFailed', message: reason } });
  expect(lines.join('')).not.toContain('secret-key');
});

test('no name, phone, e-mail, password, search or cookie is in the log', async () => {
  const { as, tenant, company, users, lines } = await loggedBuilding();
  const visit = visitTo(tenant, { name: 'Secret Visitor', phone: '+4790909090', companyName: 'Secret Company' });
  const reception = as('reception');
  await reception.call(registerVisit, visit);
  await reception.call(registerVisit, visit);
  await reception.call(lookUpPhone, { params: { companyId: company.id }, query: { phone: '90 90 90 90' } });
  await reception.call(listVisitors, { params: { companyId: company.id }, query: { search: 'secret' } });
  await reception.call(listVisitors, { params: { companyId: company.id }, query: { cursor: 'secret' } });
  await reception.send({ method: 'GET', url: '/api/v1/secret/%zz?secret=secret' });
  await reception.send({ method: 'GET', url: `/api/v1/tenants/${'secret'.repeat(50)}/name` });
  await reception.send({
    method: 'POST',
    url: '/api/v1/visitors/register',
    payload: '{"secret":',
    headers: { 'content-type': 'application/json' },
  });
  await as('signedOut').call(login, { body: { email: users.company.email, password: testPassword } });
  await as('signedOut').call(login, { body: { email: users.company.email, password: 'Wrong-Secret-1!' } });
  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(log).not.toMatch(/secret/i);
  expect(log).not.toMatch(/90 ?90 ?90|%2B47/);
  expect(log).not.toContain(users.company.email);
  expect(log).not.toContain(testPassword);
  expect(log).not.toContain((await reception.cookie()).split('=')[1]);
});

test('answers unexpected errors by an id alone, and logs them without the row', async () => {
  const { as, tenant, db, lines } = await loggedBuilding();
  onTestFinished(async () => {
    await sql`drop trigger broken on visitor; drop function broken`.execute(db);
  });
  await sql`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken by %', new.name; end $$`.execute(
    db,
  );
  await sql`create trigger broken before insert on visitor for each row execute function broken()`.execute(db);
  const answer = await as('reception').call(registerVisit, visitTo(tenant, { name: 'Secret Visitor' }));
  expect(answer).toBeRefused(500, 'unexpected');
  expect(JSON.stringify(answer.problem)).not.toMatch(/secret|broken|at /i);
  const logged = lines.find((line) => line.includes('unexpected error')) ?? '';
  expect(logged).toContain(answer.problem?.requestId);
  expect(logged).toContain('P0001');
  expect(lines.join('\n')).not.toContain('Secret');
});
