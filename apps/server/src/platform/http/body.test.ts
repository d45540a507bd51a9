import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { startServer } from '../../testing/server.ts';

interface Sent {
  payload: string;
  type?: string;
}

async function register({ as }: Building, { payload, type = 'application/json' }: Sent) {
  const request = { method: 'POST', url: '/api/v1/visitors/register', payload, headers: { 'content-type': type } };
  return (await as('reception').send(request)).json<unknown>();
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.for([
  { what: 'no JSON', payload: '{"name":', status: 400, reason: 'malformedBody' },
  { what: 'two documents', payload: '{}{}', status: 400, reason: 'malformedBody' },
  { what: 'objects 21 deep', payload: nested(21), status: 400, reason: 'malformedBody' },
  { what: 'objects 10,000 deep', payload: nested(10_000), status: 400, reason: 'malformedBody' },
  {
    what: 'arrays 10,000 deep',
    payload: `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    status: 400,
    reason: 'malformedBody',
  },
  { what: 'a prototype', payload: '{"__proto__":{"isAdmin":true}}', status: 400, reason: 'malformedBody' },
  {
    what: 'a constructor’s prototype',
    payload: '{"constructor":{"prototype":{"isAdmin":true}}}',
    status: 400,
    reason: 'malformedBody',
  },
  { what: 'a list', payload: '[]', status: 400, reason: 'validation' },
  { what: 'null', payload: 'null', status: 400, reason: 'validation' },
  { what: 'a text', payload: '"name"', status: 400, reason: 'validation' },
  { what: 'more than 64 KB', payload: `{"name":"${'x'.repeat(64 * 1024)}"}`, status: 413, reason: 'bodyTooLarge' },
])('a body of $what is refused with $status $reason', async ({ payload, status, reason }) => {
  expect(await register(await building(), { payload })).toMatchObject({ status, reason });
});

test('a body that is wrong as a whole is refused without naming a property', async () => {
  const problem = await register(await building(), { payload: '[]' });
  expect(problem).toMatchObject({ status: 400, reason: 'validation' });
  expect(problem).not.toHaveProperty('fields');
});

test('half of a surrogate pair is no text', async () => {
  const site = await building();
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, name: 'Kari \ud83d' });
  expect(await register(site, { payload })).toMatchObject({ status: 400, fields: { name: 'invalidText' } });
});

test('an empty Idempotency-Key is refused, and named', async () => {
  const { as, tenant } = await building();
  const request = { method: 'POST', url: '/api/v1/visitors/register', payload: visitTo(tenant).body } as const;
  const answer = await as('reception').send({ ...request, headers: { 'idempotency-key': '' } });
  expect(answer.json()).toMatchObject({ status: 400, fields: { 'Idempotency-Key': 'invalidValue' } });
});

test('HEAD answers what GET would, without a body', async () => {
  const { as, company } = await building();
  const url = `/api/v1/visitors/company/${company.id}`;
  const answer = await as('reception').send({ method: 'HEAD', url });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect((await as('signedOut').send({ method: 'HEAD', url })).statusCode).toBe(401);
});

test.for(['/health/live', '/health/ready', '/api/v1/openapi.json'])(
  'HEAD answers at %s as well, which watchers ask',
  async (url) => {
    const { server } = await building();
    const answer = await server.app.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  },
);

test.for([
  { what: 'that is none', head: 'NO HTTP\r\n\r\n', status: 400, reason: 'malformedBody' },
  {
    what: 'with an endless address',
    head: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    status: 431,
    reason: 'headersTooLarge',
  },
])('a request $what is answered with a problem document', async ({ head, status, reason }) => {
  const server = await startServer();
  await server.listen();
  const socket = createConnection(Number(server.authority?.split(':').at(-1)), '127.0.0.1');
  socket.write(head);
  const answer = await text(socket);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, reason });
});

test('a body of just 64 KB is read', async () => {
  const site = await building();
  const empty = JSON.stringify({ ...visitTo(site.tenant).body, name: '' });
  const name = 'x'.repeat(64 * 1024 - empty.length);
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, name });
  expect(await register(site, { payload })).toMatchObject({ status: 400, fields: { name: 'max120chars' } });
});

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'none',
  '',
])('a body of the type %j, which any site’s form could send, is not read', async (type) => {
  const site = await building();
  const payload = JSON.stringify(visitTo(site.tenant).body);
  expect(await register(site, { payload, type })).toMatchObject({ status: 415, reason: 'unsupportedMediaType' });
});

test('a body without a type is not read', async () => {
  const site = await building();
  const payload = Buffer.from(JSON.stringify(visitTo(site.tenant).body));
  const response = await site.as('reception').send({ method: 'POST', url: '/api/v1/visitors/register', payload });
  expect(response.json()).toMatchObject({ status: 415, reason: 'unsupportedMediaType' });
});

test('NUL is refused wherever text comes in', async () => {
  const site = await building();
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, name: 'Åse\0Ødegård' });
  expect(await register(site, { payload })).toMatchObject({
    status: 400,
    reason: 'validation',
    fields: { name: 'invalidText' },
  });
  const credentials = { email: 'desk@test.example', password: 'Right\0Horse' };
  const signIn = await site.as('signedOut').send({ method: 'POST', url: '/api/v1/auth/login', payload: credentials });
  expect(signIn.json()).toMatchObject({ status: 400, fields: { password: 'invalidText' } });
  const urls = [
    `/api/v1/visitors/company/${site.company.id}?search=%00abc`,
    `/api/v1/visitors/company/${site.company.id}?cursor=%00`,
    '/api/v1/visitors/company/%00',
  ];
  for (const url of urls) {
    const response = await site.as('reception').send({ method: 'GET', url });
    expect(response.json()).toMatchObject({ status: 400, reason: 'validation' });
  }
});

test('a property that the call does not know is refused, not dropped', async () => {
  const site = await building();
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, companyId: 7, role: 'superAdmin' });
  expect(await register(site, { payload })).toMatchObject({
    status: 400,
    reason: 'validation',
    fields: { companyId: 'unknownProperty', role: 'unknownProperty' },
  });
});

test('a property of a query that the call does not know is refused', async () => {
  const { as, company } = await building();
  const response = await as('reception').send({
    method: 'GET',
    url: `/api/v1/visitors/company/${company.id}?offset=1`,
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { offset: 'unknownProperty' } });
});

test('a call that takes no body refuses one with content, and accepts an empty one', async () => {
  const { as } = await building();
  const logOut = (payload: string) =>
    as('company').send({
      method: 'POST',
      url: '/api/v1/auth/logout',
      payload,
      headers: { 'content-type': 'application/json' },
    });
  expect((await logOut('{"all":true}')).json()).toMatchObject({ status: 400, fields: { all: 'unknownProperty' } });
  expect((await logOut('')).statusCode).toBe(200);
  expect((await logOut('{}')).statusCode).toBe(200);
});

test('every field that is wrong is marked with its first key', async () => {
  const site = await building();
  const payload = JSON.stringify({
    name: ' ',
    companyName: 'x'.repeat(121),
    phone: 7,
    shouldSaveData: 'yes',
    tenantId: null,
    employeeId: 0,
  });
  expect(await register(site, { payload })).toMatchObject({
    status: 400,
    reason: 'validation',
    fields: {
      name: 'nameRequired',
      companyName: 'max120chars',
      phone: 'invalidValue',
      shouldSaveData: 'invalidValue',
      tenantId: 'tenantRequired',
      employeeId: 'invalidValue',
      shouldPrintMainBadge: 'invalidValue',
      shouldPrintParkingBadge: 'invalidValue',
    },
  });
});

test.for([
  '/api/v1/none',
  '/api/v1/company/%zz',
  '/api/v1/',
  '/api/v2/users/me',
  `/api/v1/company/${'1'.repeat(300)}`,
  `/api/v1/tenants/${'1'.repeat(300)}/none`,
])('there is nothing at %s, in the form of every refusal', async (url) => {
  const { as } = await building();
  const response = await as('company').send({ method: 'GET', url });
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.json()).toMatchObject({ status: 404, reason: 'notFound' });
});

test.for(['0', '-1', '1.5', '1e3', '01', '2147483648', '99999999999', 'abc', '%20', '1;drop'])(
  'an id of %s in a path is refused as no id',
  async (id) => {
    const { as } = await building();
    const response = await as('company').send({ method: 'GET', url: `/api/v1/company/${id}` });
    expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { companyId: 'invalidValue' } });
  },
);

test('an answer is never kept by a browser or a proxy, and says nothing to other sites', async () => {
  const { as } = await building();
  const { headers } = await as('company').send({ method: 'GET', url: '/api/v1/users/me' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toContain("default-src 'self'");
});
