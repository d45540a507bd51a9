import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { deleteVisitor, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { type Building, building as seedBuilding, seedVisitor, signedIn, visitTo } from '../../testing/building.ts';
import {
  connectLive,
  countUpTo,
  listeningBuilding,
  liveAddress,
  numbersOf,
  openLive,
  register,
  visitorsIn,
} from '../../testing/live.ts';
import { startServer } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';

test('the URL of the channel is a WebSocket on the host of the console', async () => {
  const { as, server } = await listeningBuilding();
  expect(await liveAddress(as('reception'))).toMatch(
    new RegExp(`^ws://${server.authority}/api/v1/live\\?ticket=[\\w-]{43}$`),
  );
});

test('uses wss if the console uses https', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { users } = await seedBuilding(server);
  const caller = signedIn(server, users.reception.id);
  const cookie = (await caller.cookie()).replace('vestibule=', '__Host-vestibule=');
  const response = await server.app.inject({ method: 'GET', url: '/api/v1/users/ws', headers: { cookie } });
  expect(response.json<{ data: { url: string } }>().data.url).toMatch(
    /^wss:\/\/desk\.example\.com\/api\/v1\/live\?ticket=/,
  );
});

test('desks get a registration, an edit, a check-out and a deletion when each happens', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('company'));
  const reception = site.as('reception');
  const { body } = visitTo(site.tenant);
  const { data } = await reception.call(registerVisit, { body });
  const params = { visitorId: data.visitor.id };
  expect((await desk.received(1))[0]).toEqual({ id: 1, event: 'visitors_update', payload: [data.visitor] });

  const edited = await reception.call(updateVisitor, {
    params,
    body: { name: 'Renamed', companyName: 'x', phone: body.phone },
  });
  expect((await desk.received(2))[1]).toEqual({ id: 2, event: 'visitors_update', payload: [edited.data] });

  const out = await reception.call(checkOutVisitor, { params });
  expect((await desk.received(3))[2]).toEqual({ id: 3, event: 'visitors_update', payload: [out.data] });

  await reception.call(deleteVisitor, { params });
  expect((await desk.received(4))[3]).toEqual({
    id: 4,
    event: 'visitors_removed',
    payload: { ids: [data.visitor.id] },
  });
});

test('delivers all events since the URL was requested, however late the channel opens', async () => {
  const site = await listeningBuilding();
  await register(site);
  await expect.poll(() => numbered(site)).toBe(1);
  const address = await liveAddress(site.as('company'));
  const { id } = await register(site);
  await expect.poll(() => numbered(site)).toBe(2);
  expect(await connectLive(address).received(1)).toMatchObject([{ id: 2, payload: [{ id }] }]);
});

const numbered = async ({ db, company }: Building) => {
  const channel = await db
    .selectFrom('live_channel')
    .selectAll()
    .where('channel', '=', `managers:${company.id}`)
    .executeTakeFirst();
  return channel?.last_number;
};

test('desks remove a visitor whom retention deletes at check-out', async () => {
  const site = await listeningBuilding();
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const { id } = await register(site);
  await site.as('company').call(checkOutVisitor, { params: { visitorId: id } });
  for (const client of [desk, tenant]) {
    expect((await client.received(2))[1]).toEqual({ id: 2, event: 'visitors_removed', payload: { ids: [id] } });
  }
});

test('a refused change causes no event', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('company'));
  const { phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
  const { id } = await register(site);
  const [message] = await desk.received(1);
  expect([message?.id, message && visitorsIn(message)]).toEqual([1, [id]]);
});

test('the channel of a company has no events of another company', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'));
  await site.elsewhere.as('reception').call(registerVisit, visitTo(site.elsewhere.tenant));
  const { id } = await register(site);
  expect((await desk.received(1)).map(visitorsIn)).toEqual([[id]]);
});

test('the channel of a tenant has only its own visitors, numbered without a gap', async () => {
  const site = await listeningBuilding();
  const tenant = await openLive(site.as('tenant'));
  await register(site, site.neighbor);
  const first = await register(site);
  await register(site, site.neighbor);
  const second = await register(site);
  const messages = await tenant.received(2);
  expect(messages.map(visitorsIn)).toEqual([[first.id], [second.id]]);
  expect(numbersOf(messages)).toEqual([1, 2]);
});

test('a tenant that expects a visitor gets no event about a visit to its neighbor', async () => {
  const site = await listeningBuilding();
  const tenant = await openLive(site.as('tenant'));
  const { phone } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  await site
    .as('reception')
    .call(registerVisit, visitTo(site.neighbor, { phone, employeeId: site.neighborEmployee.id }));
  const [message] = await tenant.received(1);
  expect(message).toMatchObject({
    event: 'visitors_update',
    payload: [{ phone, currentVisitRecordId: null, currentVisitRecord: null, preregisteredTenantId: site.tenant.id }],
  });
  expect(JSON.stringify(message)).not.toContain(site.neighbor.name);
});

test('a tenant gets an event when its visitor leaves its list', async () => {
  const site = await listeningBuilding();
  const tenant = await openLive(site.as('tenant'));
  const { id } = await register(site);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  const [, left] = await tenant.received(2);
  expect(left).toEqual({ id: 2, event: 'visitors_removed', payload: { ids: [id] } });
});

test('a tenant gets one event when a visitor whom it expected is deleted', async () => {
  const site = await listeningBuilding();
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant, expectedBy: site.tenant });
  const tenant = await openLive(site.as('tenant'));
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  const next = await register(site);
  expect((await tenant.received(2)).map(visitorsIn)).toEqual([[id], [next.id]]);
});

test('managers can follow the channel of a tenant, and see what the tenant sees', async () => {
  const site = await listeningBuilding();
  const tenant = await openLive(site.as('company'), { tenantId: site.tenant.id });
  await register(site, site.neighbor);
  const { id } = await register(site);
  expect((await tenant.received(1)).map(visitorsIn)).toEqual([[id]]);
});

test.for(['superAdmin', 'partner', 'company', 'reception'] as const)(
  'a %s follows the requested company',
  async (role) => {
    const site = await listeningBuilding();
    const client = await openLive(site.as(role), { companyId: site.company.id });
    const { id } = await register(site);
    expect((await client.received(1)).map(visitorsIn)).toEqual([[id]]);
  },
);

test('a superAdmin has to name a company', async () => {
  const { as } = await listeningBuilding();
  expect(await as('superAdmin').call(openLiveChannel)).toBeRefused(400, 'validation', {
    fields: { companyId: 'invalidValue' },
  });
});

test('a tenant user who asks for the channel of the company follows the tenant only', async () => {
  const site = await listeningBuilding();
  const client = await openLive(site.as('tenant'), { companyId: site.company.id });
  await register(site, site.neighbor);
  const { id } = await register(site);
  expect((await client.received(1)).map(visitorsIn)).toEqual([[id]]);
});

test('each desk of two processes gets fifty simultaneous check-ins once each, numbered without a gap', async () => {
  const site = await listeningBuilding();
  const other = await startServer();
  await other.listen();
  const desks = [
    await openLive(site.as('reception')),
    await openLive(signedIn(other, site.users.reception.id)),
    await openLive(site.as('company')),
    await openLive(signedIn(other, site.users.tenant.id)),
  ];
  const [here, there] = [site.as('reception'), signedIn(other, site.users.reception.id)];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? here : there).call(registerVisit, visitTo(site.tenant)),
    ),
  );
  const registered = answers.map(({ data }) => data.visitor.id).toSorted((a, b) => a - b);
  for (const desk of desks) {
    const messages = await desk.received(50);
    expect(numbersOf(messages)).toEqual(countUpTo(50));
    expect(messages.flatMap(visitorsIn).toSorted((a, b) => a - b)).toEqual(registered);
  }
});
