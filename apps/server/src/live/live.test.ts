import { once } from 'node:events';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/registration.ts';
import { changePassword, getSession, logout, openLiveChannel } from '@vestibule/contract/session.ts';
import { deleteVisitor, updateVisitor } from '@vestibule/contract/visitor.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  building as layBuilding,
  type Building,
  layVisitor,
  signedIn,
  testPassword,
  visitTo,
} from '../testing/building.ts';
import { connect, liveAddress, openLive } from '../testing/live.ts';
import { sharedServer, startServer } from '../testing/server.ts';
import { type Change, publish } from './publish.ts';

/** A building whose server listens. */
async function building(): Promise<Building> {
  await (await sharedServer()).listen();
  return layBuilding();
}

/** Why the server closes a socket. */
const closes = { sessionOver: 4401, tooSlow: 4408, tooMany: 4429 };

const ids = (messages: LiveMessage[]) => messages.map(({ id }) => id);
const idsOf = ({ event, payload }: LiveMessage) => {
  if (event === 'visitors_update') return payload.map(({ id }) => id);
  return event === 'visitors_removed' ? payload.ids : [];
};
const countUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const register = ({ as, tenant }: Building, to = tenant) =>
  as('reception')
    .call(registerVisit, visitTo(to))
    .then(({ data }) => data.visitor);

test('the address of the channel is a socket’s at the console’s own host', async () => {
  const { as, server } = await building();
  expect(await liveAddress(as('reception'))).toMatch(
    new RegExp(`^ws://${server.authority}/api/v1/live\\?ticket=[\\w-]{43}$`),
  );
});

test('where the console is https the channel is wss', async () => {
  const server = await startServer({ publicUrl: new URL('https://desk.example.com') });
  const { users } = await layBuilding(server);
  const caller = signedIn(server, users.reception.id);
  const cookie = (await caller.cookie()).replace('vestibule=', '__Host-vestibule=');
  const response = await server.app.inject({ method: 'GET', url: '/api/v1/users/ws', headers: { cookie } });
  expect(response.json<{ data: { url: string } }>().data.url).toMatch(
    /^wss:\/\/desk\.example\.com\/api\/v1\/live\?ticket=/,
  );
});

test('a registration, an edit, a check-out and a deletion reach the desk, each when it happens', async () => {
  const site = await building();
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

test('nothing that happens once the address was asked for is missed, however late it is opened', async () => {
  const site = await building();
  await register(site);
  await vi.waitUntil(async () => (await numbered(site)) === 1);
  const address = await liveAddress(site.as('company'));
  const { id } = await register(site);
  await vi.waitUntil(async () => (await numbered(site)) === 2);
  expect(await connect(address).received(1)).toMatchObject([{ id: 2, payload: [{ id }] }]);
});

const numbered = async ({ db, company }: Building) => {
  const channel = await db
    .selectFrom('live_channel')
    .selectAll()
    .where('channel', '=', `managers:${company.id}`)
    .executeTakeFirst();
  return channel?.last_number;
};

test('a visitor whom retention removes at check-out is told to be removed', async () => {
  const site = await building();
  await site.db
    .updateTable('tenant_settings')
    .set({ gdpr_handling: 'noInfoSaved' })
    .where('company_id', '=', site.company.id)
    .execute();
  const [desk, tenant] = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const { id } = await register(site);
  await site.as('company').call(checkOutVisitor, { params: { visitorId: id } });
  for (const client of [desk, tenant]) {
    expect((await client.received(2))[1]).toEqual({ id: 2, event: 'visitors_removed', payload: { ids: [id] } });
  }
});

test('a change that is refused is told to nobody', async () => {
  const site = await building();
  const desk = await openLive(site.as('company'));
  const { phone } = await layVisitor(site.db, site, { inside: site.tenant });
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
  const { id } = await register(site);
  const [message] = await desk.received(1);
  expect([message?.id, message && idsOf(message)]).toEqual([1, [id]]);
});

test('a company’s channel carries nothing of another company', async () => {
  const site = await building();
  const desk = await openLive(site.as('reception'));
  await site.elsewhere.as('reception').call(registerVisit, visitTo(site.elsewhere.tenant));
  const { id } = await register(site);
  expect((await desk.received(1)).map(idsOf)).toEqual([[id]]);
});

test('a tenant’s channel carries its own visitors alone, numbered without a gap', async () => {
  const site = await building();
  const tenant = await openLive(site.as('tenant'));
  await register(site, site.neighbour);
  const first = await register(site);
  await register(site, site.neighbour);
  const second = await register(site);
  const messages = await tenant.received(2);
  expect(messages.map(idsOf)).toEqual([[first.id], [second.id]]);
  expect(ids(messages)).toEqual([1, 2]);
});

test('a tenant that expects a visitor who visits the neighbour learns nothing of that visit', async () => {
  const site = await building();
  const tenant = await openLive(site.as('tenant'));
  const { phone } = await layVisitor(site.db, site, { expectedBy: site.tenant });
  await site
    .as('reception')
    .call(registerVisit, visitTo(site.neighbour, { phone, employeeId: site.neighbourEmployee.id }));
  const [message] = await tenant.received(1);
  expect(message).toMatchObject({
    event: 'visitors_update',
    payload: [{ phone, currentVisitRecordId: null, currentVisitRecord: null, preregisteredTenantId: site.tenant.id }],
  });
  expect(JSON.stringify(message)).not.toContain(site.neighbour.name);
});

test('a tenant whose visitor is gone from its list is told so', async () => {
  const site = await building();
  const tenant = await openLive(site.as('tenant'));
  const { id } = await register(site);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  const [, left] = await tenant.received(2);
  expect(left).toEqual({ id: 2, event: 'visitors_removed', payload: { ids: [id] } });
});

test('managers may follow a tenant’s channel, and see there what the tenant sees', async () => {
  const site = await building();
  const tenant = await openLive(site.as('company'), { tenantId: site.tenant.id });
  await register(site, site.neighbour);
  const { id } = await register(site);
  expect((await tenant.received(1)).map(idsOf)).toEqual([[id]]);
});

test.for(['superAdmin', 'partner', 'company', 'reception'] as const)(
  'a %s follows the company that is asked for',
  async (role) => {
    const site = await building();
    const client = await openLive(site.as(role), { companyId: site.company.id });
    const { id } = await register(site);
    expect((await client.received(1)).map(idsOf)).toEqual([[id]]);
  },
);

test('a superAdmin has no channel of their own, and is asked which', async () => {
  const { as } = await building();
  expect(await as('superAdmin').call(openLiveChannel)).toBeRefused(400, 'validation', {
    fields: { companyId: 'invalidValue' },
  });
});

test('a tenant’s user who asks for the company follows the tenant alone', async () => {
  const site = await building();
  const client = await openLive(site.as('tenant'), { companyId: site.company.id });
  await register(site, site.neighbour);
  const { id } = await register(site);
  expect((await client.received(1)).map(idsOf)).toEqual([[id]]);
});

test('fifty check-ins at once in two processes reach every desk of both, each once and numbered without a gap', async () => {
  const site = await building();
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
    expect(ids(messages)).toEqual(countUpTo(50));
    expect(messages.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(registered);
  }
});

test('a desk that was away gets what it missed, then what is new', async () => {
  const site = await building();
  const desk = await openLive(site.as('reception'));
  await register(site);
  await desk.received(1);
  desk.socket.terminate();
  const missed = [await register(site), await register(site)];
  const back = await openLive(site.as('reception'), { after: 1 });
  await back.received(2);
  const next = await register(site);
  const messages = await back.received(3);
  expect(messages.map(idsOf)).toEqual([...missed, next].map(({ id }) => [id]));
  expect(ids(messages)).toEqual([2, 3, 4]);
});

test('a desk that missed nothing gets nothing but what is new', async () => {
  const site = await building();
  const desk = await openLive(site.as('reception'));
  await register(site);
  await desk.received(1);
  const back = await openLive(site.as('reception'), { after: 1 });
  const { id } = await register(site);
  expect((await back.received(1)).map(idsOf)).toEqual([[id]]);
});

test('a replay shows a visitor as they are now, and one who is gone not at all', async () => {
  const site = await building();
  const { id } = await register(site);
  const { id: gone } = await register(site);
  const desk = await openLive(site.as('reception'));
  await register(site);
  await desk.received(1);
  const company = site.as('company');
  await company.call(checkOutVisitor, { params: { visitorId: gone } });
  await company.call(deleteVisitor, { params: { visitorId: gone } });
  await company.call(checkOutVisitor, { params: { visitorId: id } });
  await desk.until((message) => message.id === 6);
  const back = await openLive(site.as('reception'), { after: 0 });
  const messages = await back.received(6);
  expect(ids(messages)).toEqual(countUpTo(6));
  expect(messages[0]).toMatchObject({ payload: [{ id, currentVisitRecord: null }] });
  expect(messages[1]).toMatchObject({ event: 'visitors_update', payload: [] });
});

test('where what was missed is not kept any more, a desk is told to load afresh and goes on from there', async () => {
  const site = await building();
  const desk = await openLive(site.as('reception'));
  for (let came = 0; came < 3; came += 1) await register(site);
  await desk.received(3);
  await sql`delete from live_event where channel = ${`reception:${site.company.id}`} and number <= 2`.execute(site.db);
  const back = await openLive(site.as('reception'), { after: 1 });
  const { id } = await register(site);
  const messages = await back.received(2);
  expect(messages[0]).toEqual({ id: 3, event: 'resync', payload: null });
  expect([messages[1]?.id, messages[1] && idsOf(messages[1])]).toEqual([4, [id]]);
});

test('a desk that names a message which never was is told to load afresh', async () => {
  const site = await building();
  const desk = await openLive(site.as('reception'), { after: 99 });
  expect(await desk.received(1)).toEqual([{ id: 0, event: 'resync', payload: null }]);
});

test('a desk that missed more than 500 messages is told to load afresh', async () => {
  const site = await building();
  const channel = `reception:${site.company.id}`;
  await sql`insert into live_channel (channel, last_number) values (${channel}, 502)`.execute(site.db);
  await sql`insert into live_event (channel, number, event, ids) select ${channel}, n, 'visitors_removed', '{1}' from generate_series(1, 502) n`.execute(
    site.db,
  );
  const far = await openLive(site.as('reception'), { after: 1 });
  expect(await far.received(1)).toEqual([{ id: 502, event: 'resync', payload: null }]);
  const near = await openLive(site.as('reception'), { after: 2 });
  expect(ids(await near.received(500))).toEqual(countUpTo(502).slice(2));
});

test('events that a dying process left unnumbered are delivered by another', async () => {
  const site = await building();
  const desk = await openLive(site.as('company'));
  const { id } = await layVisitor(site.db, site, { inside: site.tenant });
  await publish(site.db, [{ channel: `managers:${site.company.id}`, event: 'visitors_update', ids: [id] }]);
  expect((await desk.received(1)).map(idsOf)).toEqual([[id]]);
});

test('a ticket opens the channel once', async () => {
  const site = await building();
  const address = await liveAddress(site.as('reception'));
  const first = connect(address);
  await register(site);
  await first.received(1);
  expect(await connect(address).closed()).toBe(closes.sessionOver);
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('of two who open with one ticket at once, one gets in', async () => {
  const site = await building();
  const address = await liveAddress(site.as('reception'));
  const clients = [connect(address), connect(address)];
  expect(await Promise.race(clients.map((client) => client.closed()))).toBe(closes.sessionOver);
  await register(site);
  expect(await Promise.race(clients.map((client) => client.received(1)))).toHaveLength(1);
});

test('a ticket is good for a minute', async () => {
  const { as, db } = await building();
  const [late, early] = [await liveAddress(as('reception')), await liveAddress(as('company'))];
  const expire = (seconds: number, url: string) =>
    sql`update live_ticket set expires_at = expires_at - make_interval(secs => ${seconds})
      where id_hash = sha256(convert_to(${new URL(url).searchParams.get('ticket')}, 'UTF8'))`.execute(db);
  await expire(61, late);
  await expire(55, early);
  expect(await connect(late).closed()).toBe(closes.sessionOver);
  expect(await connect(early).opened()).toBe(true);
});

test.for([
  '',
  '?ticket=',
  `?ticket=${'a'.repeat(43)}`,
  '?ticket=a&ticket=b',
  '?ticket=%00',
  `?ticket=${'a'.repeat(5_000)}`,
])('a socket at /live%s is closed', async (query) => {
  const { server } = await building();
  expect(await connect(`ws://${server.authority}/api/v1/live${query}`).closed()).not.toBe(1000);
});

test('a page of another site cannot open a channel, and does not use up the ticket by trying', async () => {
  const { as, server } = await building();
  const address = await liveAddress(as('reception'));
  for (const origin of ['https://evil.example', 'null', `https://${server.authority}`]) {
    const foreign = new WebSocket(address, { headers: { origin } });
    foreign.on('error', () => undefined);
    onTestFinished(() => foreign.terminate());
    expect((await once(foreign, 'unexpected-response'))[1]).toMatchObject({ statusCode: 403 });
  }
  const own = connect(address, { origin: `http://${server.authority}` });
  expect(await own.opened()).toBe(true);
});

test('a ticket of a session that ended opens nothing', async () => {
  const { as } = await building();
  const caller = as('reception');
  const address = await liveAddress(caller);
  await caller.call(logout);
  expect(await connect(address).closed()).toBe(closes.sessionOver);
});

test('signing out closes the channels of that session, in every process, and no others', async () => {
  const site = await building();
  const other = await startServer();
  await other.listen();
  const caller = site.as('reception');
  const cookie = await caller.cookie();
  const there = await other.app.inject({
    method: 'GET',
    url: '/api/v1/users/ws',
    headers: { cookie, host: other.authority },
  });
  const { url } = there.json<{ data: { url: string } }>().data;
  const [mine, elsewhere, other2] = [await openLive(caller), connect(url), await openLive(site.as('reception'))];
  await elsewhere.opened();
  await caller.call(logout);
  expect(await mine.closed()).toBe(closes.sessionOver);
  expect(await elsewhere.closed()).toBe(closes.sessionOver);
  const { id } = await register(site);
  expect((await other2.received(1)).map(idsOf)).toEqual([[id]]);
});

test('a new password closes the channels of the user’s other sessions', async () => {
  const { as } = await building();
  const [here, there] = [as('company'), as('company')];
  const [mine, theirs] = [await openLive(here), await openLive(there)];
  await here.call(changePassword, { body: { currentPassword: testPassword, newPassword: 'Another-Horse-8!' } });
  expect(await theirs.closed()).toBe(closes.sessionOver);
  expect(mine.socket.readyState).toBe(mine.socket.OPEN);
});

test('the channel of a partner that is detached is closed', async () => {
  const site = await building();
  const caller = site.as('partner');
  const client = await openLive(caller, { companyId: site.company.id });
  await site.db.deleteFrom('company_partner').where('partner_id', '=', site.partner.id).execute();
  await sql`select pg_notify('vestibule_session', ${String(site.users.partner.id)})`.execute(site.db);
  expect(await client.closed()).toBe(closes.sessionOver);
});

test('a user has at most five channels open: the sixth closes the first', async () => {
  const { as } = await building();
  const clients = [];
  for (let opened = 0; opened < 6; opened += 1) clients.push(await openLive(as('reception')));
  expect(await clients[0]?.closed()).toBe(closes.tooMany);
  expect(clients.slice(1).map(({ socket }) => socket.readyState === socket.OPEN)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('the channels of one user do not count for another', async () => {
  const { as } = await building();
  const clients = [];
  for (let opened = 0; opened < 5; opened += 1) clients.push(await openLive(as('reception')));
  await openLive(as('company'));
  await as('reception').call(getSession);
  expect(clients.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
});

test('sockets that went before they were let in do not count', async () => {
  const server = await startServer();
  await server.listen();
  const { as, db } = await layBuilding(server);
  const reception = as('reception');
  const addresses = await Promise.all(Array.from({ length: 5 }, () => liveAddress(reception)));
  await db.transaction().execute(async (db) => {
    // Nobody is let in while the tickets are held.
    await sql`select from live_ticket for update`.execute(db);
    const gone = addresses.map((address) => connect(address));
    for (const client of gone) await client.opened();
    for (const { socket } of gone) socket.terminate();
    await vi.waitUntil(() => server.app.websocketServer.clients.size === 0);
  });
  const clients = [];
  for (let opened = 0; opened < 6; opened += 1) clients.push(await openLive(reception));
  expect(await clients[0]?.closed()).toBe(closes.tooMany);
});

test('a desk too slow to keep up is dropped, and the others go on', async () => {
  const site = await building();
  const [slow, quick] = [await openLive(site.as('reception')), await openLive(site.as('reception'))];
  slow.socket.pause();
  await sql`insert into visitor (company_id, name, company_name, phone)
    select ${site.company.id}, repeat('x', 120), repeat('y', 120), '+4791' || (100000 + n) from generate_series(1, 1000) n`.execute(
    site.db,
  );
  const rows = await site.db.selectFrom('visitor').select('id').where('company_id', '=', site.company.id).execute();
  const change: Change = {
    channel: `reception:${site.company.id}`,
    event: 'visitors_update',
    ids: rows.map(({ id }) => id),
  };
  // Far more than the system itself keeps on the way between the two.
  await publish(
    site.db,
    Array.from({ length: 40 }, () => change),
  );
  expect(ids(await quick.received(40))).toEqual(countUpTo(40));
  slow.socket.resume();
  expect(await slow.closed()).toBe(closes.tooSlow);
  expect(slow.messages.length).toBeLessThan(40);
  expect(ids(slow.messages)).toEqual(countUpTo(slow.messages.length));
  expect(quick.socket.readyState).toBe(quick.socket.OPEN);
});

test('a closing server closes its channels', async () => {
  const server = await startServer();
  await server.listen();
  const { as } = await layBuilding(server);
  const client = await openLive(as('reception'));
  await server.close();
  expect(await client.closed()).toBeGreaterThan(1000);
});
