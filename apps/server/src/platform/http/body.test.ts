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
])('refuses a body of $what with $status $reason', async ({ payload, status, reason }) => {
  expect(await register(await building(), { payload })).toMatchObject({ status, reason });
});

test('refuses a body that is invalid as a whole without naming a property', async () => {
  const problem = await register(await building(), { payload: '[]' });
  expect(problem).toMatchObject({ status: 400, reason: 'validation' });
  expect(problem).not.toHaveProperty('fields');
});

test('refuses half of a surrogate pair as text', async () => {
  const site = await building();
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, name: 'Kari \ud83d' });
  expect(await register(site, { payload })).toMatchObject({ status: 400, fields: { name: 'invalidText' } });
});

test('refuses an empty Idempotency-Key and names the header', async () => {
  const { as, tenant } = await building();
  const request = { method: 'POST', url: '/api/v1/visitors/register', payload: visitTo(tenant).body } as const;
  const answer = await as('reception').send({ ...request, headers: { 'idempotency-key': '' } });
  expect(answer.json()).toMatchObject({ status: 400, fields: { 'Idempotency-Key': 'invalidValue' } });
});

test('answers HEAD like GET, without a body', async () => {
  const { as, company } = await building();
  const url = `/api/v1/visitors/company/${company.id}`;
  const answer = await as('reception').send({ method: 'HEAD', url });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect((await as('signedOut').send({ method: 'HEAD', url })).statusCode).toBe(401);
});

test.for(['/health/live', '/health/ready', '/api/v1/openapi.json'])(
  'HEAD also works at %s, for monitoring',
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
])('answers a request $what with a problem document', async ({ head, status, reason }) => {
  const server = await startServer();
  await server.listen();
  const socket = createConnection(Number(server.authority?.split(':').at(-1)), '127.0.0.1');
  socket.write(head);
  const answer = await text(socket);
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, reason });
});

test('accepts a body of exactly 64 KB', async () => {
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
])('does not read a body of the type %j, which forms of any site can send', async (type) => {
  const site = await building();
  const payload = JSON.stringify(visitTo(site.tenant).body);
  expect(await register(site, { payload, type })).toMatchObject({ status: 415, reason: 'unsupportedMediaType' });
});

test('does not read a body without a content type', async () => {
  const site = await building();
  const payload = Buffer.from(JSON.stringify(visitTo(site.tenant).body));
  const response = await site.as('reception').send({ method: 'POST', url: '/api/v1/visitors/register', payload });
  expect(response.json()).toMatchObject({ status: 415, reason: 'unsupportedMediaType' });
});

test('refuses NUL in every text of a request', async () => {
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

test('refuses an unknown property in a body', async () => {
  const site = await building();
  const payload = JSON.stringify({ ...visitTo(site.tenant).body, companyId: 7, role: 'superAdmin' });
  expect(await register(site, { payload })).toMatchObject({
    status: 400,
    reason: 'validation',
    fields: { companyId: 'unknownProperty', role: 'unknownProperty' },
  });
});

test('refuses an unknown property in a query', async () => {
  const { as, company } = await building();
  const response = await as('reception').send({
    method: 'GET',
    url: `/api/v1/visitors/company/${company.id}?offset=1`,
  });
  expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { offset: 'unknownProperty' } });
});

test('a call without input refuses a body with content, and accepts an empty one', async () => {
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

test('marks every invalid field with its first key', async () => {
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
])('answers an unknown path %s with the usual problem document', async (url) => {
  const { as } = await building();
  const response = await as('company').send({ method: 'GET', url });
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.json()).toMatchObject({ status: 404, reason: 'notFound' });
});

test.for(['0', '-1', '1.5', '1e3', '01', '2147483648', '99999999999', 'abc', '%20', '1;drop'])(
  'refuses the id %s in a path',
  async (id) => {
    const { as } = await building();
    const response = await as('company').send({ method: 'GET', url: `/api/v1/company/${id}` });
    expect(response.json()).toMatchObject({ status: 400, reason: 'validation', fields: { companyId: 'invalidValue' } });
  },
);

test('forbids browsers and proxies to cache answers, and other sites to read them', async () => {
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
