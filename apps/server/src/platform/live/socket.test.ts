import { once } from 'node:events';
import { deleteCompany } from '@vestibule/contract/accounts/company-edit.ts';
import { changePassword, getSession, logout } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Building, building as seedBuilding, testPassword } from '../../testing/building.ts';
import {
  closes,
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
import { type Change, publish } from './publish.ts';

test('a ticket opens the channel once', async () => {
  const site = await listeningBuilding();
  const address = await liveAddress(site.as('reception'));
  const first = connectLive(address);
  await register(site);
  await first.received(1);
  expect(await connectLive(address).closed()).toBe(closes.sessionOver);
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('of two sockets that open with one ticket at the same time, one succeeds', async () => {
  const site = await listeningBuilding();
  const address = await liveAddress(site.as('reception'));
  const clients = [connectLive(address), connectLive(address)];
  expect(await Promise.race(clients.map((client) => client.closed()))).toBe(closes.sessionOver);
  await register(site);
  expect(await Promise.race(clients.map((client) => client.received(1)))).toHaveLength(1);
});

test('a ticket is valid for a minute', async () => {
  const { as, db } = await listeningBuilding();
  const [late, early] = [await liveAddress(as('reception')), await liveAddress(as('company'))];
  const expire = (seconds: number, url: string) =>
    sql`update live_ticket set expires_at = expires_at - make_interval(secs => ${seconds})
      where id_hash = sha256(convert_to(${new URL(url).searchParams.get('ticket')}, 'UTF8'))`.execute(db);
  await expire(61, late);
  await expire(55, early);
  expect(await connectLive(late).closed()).toBe(closes.sessionOver);
  expect(await connectLive(early).opened()).toBe(true);
});

test.for([
  '',
  '?ticket=',
  `?ticket=${'a'.repeat(43)}`,
  '?ticket=a&ticket=b',
  '?ticket=%00',
  `?ticket=${'a'.repeat(5_000)}`,
])('closes a socket at /live%s', async (query) => {
  const { server } = await listeningBuilding();
  expect(await connectLive(`ws://${server.authority}/api/v1/live${query}`).closed()).not.toBe(1000);
});

test('a page of another site cannot open a channel and does not use up the ticket', async () => {
  const { as, server } = await listeningBuilding();
  const address = await liveAddress(as('reception'));
  for (const origin of ['https://evil.example', 'null', `https://${server.authority}`]) {
    const foreign = new WebSocket(address, { headers: { origin } });
    foreign.on('error', () => undefined);
    onTestFinished(() => foreign.terminate());
    expect((await once(foreign, 'unexpected-response'))[1]).toMatchObject({ statusCode: 403 });
  }
  const own = connectLive(address, { origin: `http://${server.authority}` });
  expect(await own.opened()).toBe(true);
});

test('refuses the ticket of a session that has ended', async () => {
  const { as } = await listeningBuilding();
  const caller = as('reception');
  const address = await liveAddress(caller);
  await caller.call(logout);
  expect(await connectLive(address).closed()).toBe(closes.sessionOver);
});

test('signing out closes the channels of that session in all processes, and no others', async () => {
  const site = await listeningBuilding();
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
  const [mine, elsewhere, other2] = [await openLive(caller), connectLive(url), await openLive(site.as('reception'))];
  await elsewhere.opened();
  await caller.call(logout);
  expect(await mine.closed()).toBe(closes.sessionOver);
  expect(await elsewhere.closed()).toBe(closes.sessionOver);
  const { id } = await register(site);
  expect((await other2.received(1)).map(visitorsIn)).toEqual([[id]]);
});

test('a new password closes the channels of the user’s other sessions', async () => {
  const { as } = await listeningBuilding();
  const [here, there] = [as('company'), as('company')];
  const [mine, theirs] = [await openLive(here), await openLive(there)];
  await here.call(changePassword, { body: { currentPassword: testPassword, newPassword: 'Another-Horse-8!' } });
  expect(await theirs.closed()).toBe(closes.sessionOver);
  expect(mine.socket.readyState).toBe(mine.socket.OPEN);
});

test('detaching a partner closes its channel', async () => {
  const site = await listeningBuilding();
  const caller = site.as('partner');
  const client = await openLive(caller, { companyId: site.company.id });
  await site.db.deleteFrom('company_partner').where('partner_id', '=', site.partner.id).execute();
  await sql`select pg_notify('vestibule_session', ${String(site.users.partner.id)})`.execute(site.db);
  expect(await client.closed()).toBe(closes.sessionOver);
});

test('deleting a company closes its channels, also those of superAdmins, and no others', async () => {
  const site = await listeningBuilding();
  const superAdmin = site.as('superAdmin');
  const gone = await openLive(superAdmin, { companyId: site.company.id });
  const other = await openLive(superAdmin, { companyId: site.elsewhere.company.id });
  await site.as('superAdmin').call(deleteCompany, { params: { companyId: site.company.id } });
  expect(await gone.closed()).toBe(closes.sessionOver);
  expect(other.socket.readyState).toBe(other.socket.OPEN);
});

test('a user has at most five open channels: the sixth closes the first', async () => {
  const site = await listeningBuilding();
  const clients = [];
  for (let opened = 0; opened < 6; opened += 1) clients.push(await openAccepted(site));
  expect(await clients[0]?.closed()).toBe(closes.tooMany);
  expect(clients.slice(1).map(({ socket }) => socket.readyState === socket.OPEN)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('channels of different users count separately', async () => {
  const { as } = await listeningBuilding();
  const clients = [];
  for (let opened = 0; opened < 5; opened += 1) clients.push(await openLive(as('reception')));
  await openLive(as('company'));
  await as('reception').call(getSession);
  expect(clients.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
});

test('sockets that close before they are accepted do not count', async () => {
  const server = await startServer();
  await server.listen();
  const site = await seedBuilding(server);
  const { as, db } = site;
  const reception = as('reception');
  const addresses = await Promise.all(Array.from({ length: 5 }, () => liveAddress(reception)));
  await db.transaction().execute(async (db) => {
    await sql`select from live_ticket for update`.execute(db);
    const gone = addresses.map((address) => connectLive(address));
    for (const client of gone) await client.opened();
    for (const { socket } of gone) socket.terminate();
    await expect.poll(() => server.app.websocketServer.clients.size).toBe(0);
  });
  const clients = [];
  for (let opened = 0; opened < 6; opened += 1) clients.push(await openAccepted(site));
  expect(await clients[0]?.closed()).toBe(closes.tooMany);
});

test('drops a desk that reads too slowly, and the others continue', async () => {
  const site = await listeningBuilding();
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
  await publish(
    site.db,
    site.company.id,
    Array.from({ length: 40 }, () => change),
  );
  expect(numbersOf(await quick.received(40))).toEqual(countUpTo(40));
  slow.socket.resume();
  expect(await slow.closed()).toBe(closes.tooSlow);
  expect(slow.messages.length).toBeLessThan(40);
  expect(numbersOf(slow.messages)).toEqual(countUpTo(slow.messages.length));
  expect(quick.socket.readyState).toBe(quick.socket.OPEN);
});

test('a closing server closes its channels', async () => {
  const server = await startServer();
  await server.listen();
  const { as } = await seedBuilding(server);
  const client = await openLive(as('reception'));
  await server.close();
  expect(await client.closed()).toBeGreaterThan(1000);
});

/** A socket opens before the server has read its ticket, so later sockets could be accepted first. */
async function openAccepted({ as, db, company }: Building) {
  const client = await openLive(as('reception'));
  const tickets = () => db.selectFrom('live_ticket').select('id_hash').where('company_id', '=', company.id).execute();
  await expect.poll(tickets).toEqual([]);
  return client;
}
