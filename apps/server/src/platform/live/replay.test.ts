import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedVisitor } from '../../testing/building.ts';
import { countUpTo, listeningBuilding, numbersOf, openLive, register, visitorsIn } from '../../testing/live.ts';
import { publish } from './publish.ts';

test('sends a returning desk the missed events, then new ones', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'));
  await register(site);
  await desk.received(1);
  desk.socket.terminate();
  const missed = [await register(site), await register(site)];
  const back = await openLive(site.as('reception'), { after: 1 });
  await back.received(2);
  const next = await register(site);
  const messages = await back.received(3);
  expect(messages.map(visitorsIn)).toEqual([...missed, next].map(({ id }) => [id]));
  expect(numbersOf(messages)).toEqual([2, 3, 4]);
});

test('sends a desk that missed nothing only new events', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'));
  await register(site);
  await desk.received(1);
  const back = await openLive(site.as('reception'), { after: 1 });
  const { id } = await register(site);
  expect((await back.received(1)).map(visitorsIn)).toEqual([[id]]);
});

test('replays a visitor with current data, and omits a deleted one', async () => {
  const site = await listeningBuilding();
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
  expect(numbersOf(messages)).toEqual(countUpTo(6));
  expect(messages[0]).toMatchObject({ payload: [{ id, currentVisitRecord: null }] });
  expect(messages[1]).toMatchObject({ event: 'visitors_update', payload: [] });
});

test('sends resync when missed events are deleted, and the desk continues from there', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'));
  for (let came = 0; came < 3; came += 1) await register(site);
  await desk.received(3);
  await sql`delete from live_event where channel = ${`reception:${site.company.id}`} and number <= 2`.execute(site.db);
  const back = await openLive(site.as('reception'), { after: 1 });
  const { id } = await register(site);
  const messages = await back.received(2);
  expect(messages[0]).toEqual({ id: 3, event: 'resync', payload: null });
  expect([messages[1]?.id, messages[1] && visitorsIn(messages[1])]).toEqual([4, [id]]);
});

test('sends resync to a desk that names an unknown event', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'), { after: 99 });
  expect(await desk.received(1)).toEqual([{ id: 0, event: 'resync', payload: null }]);
});

test('sends resync to a desk that missed more than 500 events', async () => {
  const site = await listeningBuilding();
  const channel = `reception:${site.company.id}`;
  await sql`insert into live_channel (company_id, channel, last_number, timeline)
    values (${site.company.id}, ${channel}, 502, wal_timeline())`.execute(site.db);
  await sql`insert into live_event (company_id, channel, number, event, ids)
    select ${site.company.id}, ${channel}, n, 'visitors_removed', '{1}' from generate_series(1, 502) n`.execute(
    site.db,
  );
  const far = await openLive(site.as('reception'), { after: 1 });
  expect(await far.received(1)).toEqual([{ id: 502, event: 'resync', payload: null }]);
  const near = await openLive(site.as('reception'), { after: 2 });
  expect(numbersOf(await near.received(500))).toEqual(countUpTo(502).slice(2));
});

test('another process delivers events that a dying process left unnumbered', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('company'));
  const { id } = await seedVisitor(site.db, site, { inside: site.tenant });
  await publish(site.db, site.company.id, [
    { channel: `managers:${site.company.id}`, event: 'visitors_update', ids: [id] },
  ]);
  expect((await desk.received(1)).map(visitorsIn)).toEqual([[id]]);
});
