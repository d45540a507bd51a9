import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { building, visitTo } from '../../testing/building.ts';
import { addressOf } from '../../testing/caller.ts';
import { idsOf, probeInput } from '../../testing/probes.ts';
import { startServer } from '../../testing/server.ts';

const changing = Object.entries(endpoints)
  .filter(([, endpoint]) => endpoint.method !== 'GET')
  .map(([name]) => name)
  .filter((name): name is EndpointName => name in endpoints);

test.for(changing)('refuses %s sent by a page of another site, for all users', async (name) => {
  const site = await building();
  const input: { body?: object } = probeInput(name, await idsOf(site.db, site, name), site);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const response = await site.as('company').send({
      method: endpoints[name].method,
      url: addressOf(endpoints[name], input),
      headers,
      ...(input.body && { payload: input.body }),
    });
    expect(response.json()).toMatchObject({ status: 403, reason: 'crossSiteRequest' });
  }
});

test.for([
  { headers: {}, status: 201 },
  { headers: { 'sec-fetch-site': 'same-origin' }, status: 201 },
  { headers: { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }, status: 201 },
  { headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'none' }, status: 403 },
  { headers: { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }, status: 403 },
  { headers: { origin: 'http://localhost:80' }, status: 201 },
  { headers: { origin: 'https://localhost:80' }, status: 403 },
  { headers: { origin: 'http://localhost:81' }, status: 403 },
  { headers: { origin: 'http://localhost:80.evil.example' }, status: 403 },
  { headers: { origin: 'null' }, status: 403 },
  { headers: { origin: '' }, status: 403 },
])('answers $status to a change with the headers $headers', async ({ headers, status }) => {
  const { as, tenant } = await building();
  const payload = visitTo(tenant).body;
  const response = await as('reception').send({ method: 'POST', url: '/api/v1/visitors/register', payload, headers });
  expect(response.statusCode).toBe(status);
});

test.for([
  { origin: 'https://desk.example.com', status: 201 },
  { origin: 'http://desk.example.com', status: 403 },
  { origin: 'http://localhost:80', status: 403 },
])(
  'with the public URL https://desk.example.com, answers $status to a change from $origin',
  async ({ origin, status }) => {
    const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
    const { tenant, users, as } = await building(server);
    const caller = as('signedOut');
    const { email } = users.reception;
    await caller.send({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: 'Right-Horse-7!' } });
    const payload = visitTo(tenant).body;
    const response = await caller.send({
      method: 'POST',
      url: '/api/v1/visitors/register',
      payload,
      headers: { origin },
    });
    expect(response.statusCode).toBe(status);
  },
);

test('answers GET for pages of any site', async () => {
  const { as } = await building();
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const response = await as('reception').send({ method: 'GET', url: '/api/v1/users/me', headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test.for(['a b', '[', 'desk:99999', '<script>'])(
  'refuses a request for the impossible host %j without a server error',
  async (host) => {
    const { as } = await building();
    const response = await as('reception').send({ method: 'GET', url: '/api/v1/users/me', headers: { host } });
    expect(response.json()).toMatchObject({ status: 400, reason: 'malformedBody' });
  },
);
