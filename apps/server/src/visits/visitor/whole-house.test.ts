import type { LiveMessage } from '@vestibule/contract/live.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import { renameTenant } from '@vestibule/contract/building/tenant.ts';
import {
  deleteVisitor,
  listTenantVisitors,
  listVisitors,
  updateVisitor,
  type Visitor,
} from '@vestibule/contract/visits/visitor.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { building, seedUser, signedIn, visitTo } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { openLive } from '../../testing/live.ts';

/* Compares random acts of a desk and two tenants with a model. */

const people = [0, 1] as const;
const places = ['tenant', 'neighbor'] as const;
type Place = (typeof places)[number];
const viewers = ['desk', ...places] as const;
type Viewer = (typeof viewers)[number];

interface Known {
  remembered: string;
  inside?: Place | undefined;
  visiting?: string;
  expected?: Place | undefined;
  expectedAs?: string | undefined;
  visited: ReadonlySet<Place>;
}

const acts = ['register', 'register', 'leave', 'expect', 'expect', 'comeIn', 'edit', 'remove', 'renameTenant'] as const;
const anyAct = fc.record({
  act: fc.constantFrom(...acts),
  by: fc.constantFrom(...viewers),
  whom: fc.constantFrom(...people),
  where: fc.constantFrom(...places),
});
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

/** Acts between two comparisons. */
const actsBetween = 3;

test(
  'screens that follow the live channel show the same as the lists, after any changes',
  { timeout: 120_000 },
  async () => {
    const property = fc.asyncProperty(fc.array(anyAct, { minLength: 15, maxLength: 24 }), async (sequence) => {
      const house = await openHouse();
      const known = new Map<number, Known>();
      for (const [index, act] of sequence.entries()) {
        const name = `Visitor ${index}`;
        expect([index, act, await house.make(act, name)]).toEqual([index, act, answerOf(known, act, name)]);
        if ((index + 1) % actsBetween > 0) continue;
        for (const viewer of viewers) {
          const listed = await house.listOf(viewer);
          expect([viewer, index, byId(await house.shownTo(viewer))]).toEqual([viewer, index, byId(listed)]);
          const seen = [...known.values()].filter((one) => isSeenBy(viewer, one)).map((one) => nameSeenBy(viewer, one));
          expect([viewer, index, listed.map(({ name }) => name).toSorted()]).toEqual([viewer, index, seen.toSorted()]);
        }
      }
    });
    await fc.assert(property, { seed: 20_261_122, numRuns: 6 });
  },
);

function answerOf(known: Map<number, Known>, { act, by, whom, where }: Act, name: string): number | 'left out' {
  const place = by === 'desk' ? where : by;
  const person = known.get(whom);
  const remembered = !person || mayRemember(by, person) ? name : person.remembered;
  if (act === 'renameTenant') return by === 'desk' ? 200 : 403;
  if (act === 'register') {
    if (person?.inside) return 409;
    const visited = new Set([...(person?.visited ?? []), place]);
    known.set(whom, { ...person, remembered, inside: place, visiting: name, visited });
    return 201;
  }
  if (act === 'expect') {
    if (person?.inside && (by === 'desk' || person.inside === by)) return 'left out';
    if (person?.expected && by !== 'desk' && person.expected !== by) return 'left out';
    known.set(whom, { visited: new Set(), ...person, remembered, expected: place, expectedAs: name });
    return 200;
  }
  if (!person || !isSeenBy(by, person)) return 404;
  switch (act) {
    case 'leave': {
      if (!person.inside || (by !== 'desk' && person.inside !== by)) return 409;
      const { inside, visiting: _, ...left } = person;
      known.set(whom, left.expected === inside ? { ...left, expected: undefined, expectedAs: undefined } : left);
      return 200;
    }
    case 'comeIn': {
      if (person.inside || !person.expected) return 'left out';
      const visited = new Set([...person.visited, person.expected]);
      known.set(whom, { ...person, inside: person.expected, visiting: nameOutside(person), visited });
      return 200;
    }
    case 'edit':
      known.set(whom, edited(person, by, name));
      return 200;
    case 'remove':
      if (by !== 'desk') return 404;
      if (person.inside) return 409;
      known.delete(whom);
      return 200;
  }
}

function edited(person: Known, by: Viewer, name: string): Known {
  const isShared = !mayRemember(by, person);
  const isHere = person.inside !== undefined && (by === 'desk' || person.inside === by);
  const expectedAs = person.expected ? name : undefined;
  if (!isShared) return { ...person, remembered: name, ...(isHere ? { visiting: name } : { expectedAs }) };
  return { ...person, ...(isHere && { visiting: name }), ...(person.expected === by && { expectedAs: name }) };
}

function mayRemember(by: Viewer, { expected, visited }: Known): boolean {
  if (by === 'desk') return true;
  const places = new Set([...visited, ...(expected ? [expected] : [])]);
  return places.size === 1 && places.has(by);
}

function nameOutside({ expectedAs, remembered }: Known): string {
  return expectedAs ?? remembered;
}

function nameSeenBy(viewer: Viewer, person: Known): string {
  const isHere = viewer === 'desk' || person.inside === viewer;
  return (isHere ? person.visiting : undefined) ?? nameOutside(person);
}

function isSeenBy(viewer: Viewer, { inside, expected }: Known): boolean {
  return viewer === 'desk' || inside === viewer || expected === viewer;
}

async function openHouse() {
  const site = await building();
  const { db, server, company, as } = site;
  await server.listen();
  const neighbor = await seedUser(db, { role: 'tenant', companyId: company.id, tenantId: site.neighbor.id });
  const callers = { desk: as('company'), tenant: as('tenant'), neighbor: signedIn(server, neighbor.id) };
  const screens = {
    desk: await openLive(callers.desk),
    tenant: await openLive(callers.tenant),
    neighbor: await openLive(callers.neighbor),
  };
  const phones = people.map(() => freshPhone());

  async function make({ act, by, whom, where }: Act, name: string): Promise<number | 'left out'> {
    const caller = act === 'remove' ? callers.desk : callers[by];
    if (act === 'remove' && by !== 'desk') return 404;
    const place = by === 'desk' ? where : by;
    const phone = phones[whom] ?? '';
    if (act === 'register') return (await caller.call(registerVisit, visitTo(site[place], { phone, name }))).status;
    if (act === 'expect') return expectAt(caller, site[place].id, `${phone};${name};Fjord`);
    if (act === 'renameTenant') {
      const sent = { params: { tenantId: site[where].id }, body: { name: `Renamed ${name}` } };
      return (await caller.call(renameTenant, sent)).status;
    }
    const row = await db
      .selectFrom('visitor')
      .select('id')
      .where('company_id', '=', company.id)
      .where('phone', '=', phone)
      .executeTakeFirst();
    const visitorId = row?.id ?? 2_000_000_000;
    const params = { visitorId };
    if (act === 'leave') return (await caller.call(checkOutVisitor, { params })).status;
    if (act === 'remove') return (await caller.call(deleteVisitor, { params })).status;
    if (act === 'edit') {
      return (await caller.call(updateVisitor, { params, body: { name, companyName: 'Fjord', phone } })).status;
    }
    const answer = await caller.call(checkInExpected, { body: { ids: [visitorId] } });
    return answer.status === 200 && answer.data.conflicts.length > 0 ? 'left out' : answer.status;
  }

  async function shownTo(viewer: Viewer): Promise<Visitor[]> {
    const channel = {
      desk: `managers:${company.id}`,
      tenant: `tenant:${site.tenant.id}`,
      neighbor: `tenant:${site.neighbor.id}`,
    };
    const query = db.selectFrom('live_channel').select('last_number').where('channel', '=', channel[viewer]);
    await expect.poll(() => db.selectFrom('live_outbox').select('id').execute()).toEqual([]);
    const last = (await query.executeTakeFirst())?.last_number ?? 0;
    const messages = last === 0 ? [] : await screens[viewer].received(last);
    expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    return [...follow(viewer, messages, site)];
  }

  const listOf = async (viewer: Viewer): Promise<Visitor[]> =>
    viewer === 'desk'
      ? (await callers.desk.call(listVisitors, { params: { companyId: company.id } })).data
      : (await callers[viewer].call(listTenantVisitors, { params: { tenantId: site[viewer].id } })).data;

  return { make, shownTo, listOf };
}

async function expectAt(caller: Caller, tenantId: number, line: string): Promise<number | 'left out'> {
  const query = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;
  const answer = await caller.call(importVisitors, { params: { tenantId }, query, file: csv(line) });
  return answer.data.conflicts.length > 0 ? 'left out' : answer.status;
}

function follow(
  viewer: Viewer,
  messages: readonly LiveMessage[],
  site: Record<Place, { id: number }>,
): Iterable<Visitor> {
  const rows = new Map<number, Visitor>();
  const belongs = ({ currentVisitRecord, preregisteredTenantId }: Visitor) =>
    viewer === 'desk' || [currentVisitRecord?.tenant.id, preregisteredTenantId].includes(site[viewer].id);
  for (const { event, payload } of messages) {
    if (event === 'visitors_removed') for (const id of payload.ids) rows.delete(id);
    if (event !== 'visitors_update') continue;
    for (const visitor of payload) {
      if (belongs(visitor)) rows.set(visitor.id, visitor);
      else rows.delete(visitor.id);
    }
  }
  return rows.values();
}

function byId(visitors: readonly Visitor[]): Visitor[] {
  return visitors.toSorted((one, other) => one.id - other.id);
}
