import {
  connectLoopbooking,
  getSynchronization,
  removeDirectory,
  synchronizeEmployees,
} from '@vestibule/contract/building/directory.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { createEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { getTenant } from '@vestibule/contract/building/tenant.ts';
import { getHost, setStandIn } from '@vestibule/contract/visits/host.ts';
import { getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notify } from '../../platform/live/bus.ts';
import { atHost, type Building, visitTo } from '../../testing/building.ts';
import { noDirectories } from '../../testing/directories.ts';
import { dayThere } from '../../testing/day.ts';
import { invited } from '../../testing/invitations.ts';
import { access, listedBuilding, somePeople, startWorking } from '../../testing/listing.ts';
import { openLive } from '../../testing/live.ts';
import { keepDirectories } from './nightly.ts';

type Listed = Awaited<ReturnType<typeof listedBuilding>>;

async function connectedBuilding(people = somePeople(10)): Promise<Listed> {
  const site = await listedBuilding(people);
  const body = access;
  expect(await site.as('company').call(connectLoopbooking, { ...of(site), body })).toMatchObject({ status: 200 });
  return site;
}

const of = ({ tenant }: Pick<Building, 'tenant'>) => ({ params: { tenantId: tenant.id } });

function synchronize(site: Building, query: { preview?: 'true'; confirm?: 'true' } = {}) {
  return site.as('company').call(synchronizeEmployees, { ...of(site), query });
}

async function broughtTo(site: Building) {
  const { data } = await site.as('company').call(listEmployees, of(site));
  return data.filter(({ idFromService }) => idFromService !== null);
}

async function namesOf(site: Building) {
  return (await broughtTo(site)).map(({ name }) => name).toSorted();
}

test('connecting imports no employee, a preview lists them, and the first synchronization imports them', async () => {
  const site = await connectedBuilding(somePeople(3));
  expect(await broughtTo(site)).toEqual([]);
  const preview = await synchronize(site, { preview: 'true' });
  expect(preview.data).toMatchObject({ added: 3, changed: 0, removed: 0, conflicts: [] });
  expect(await broughtTo(site)).toEqual([]);
  const { data } = await synchronize(site);
  expect(data).toMatchObject({ added: 3, changed: 0, removed: 0, conflicts: [] });
  const first = data.employees.find(({ idFromService }) => idFromService === 'person-0');
  expect(first).toEqual({
    id: first?.id,
    tenantId: site.tenant.id,
    name: 'Person 0',
    email: 'person-0@aurora.test',
    phone: '+4740000000',
    photoId: null,
    photo: null,
    idFromService: 'person-0',
  });
  expect(data.employees).toHaveLength(4);
  expect((await site.as('company').call(getTenant, of(site))).data.lastSyncAt).not.toBeNull();
});

test('updates an employee after changes in the directory, with the same id', async () => {
  const site = await connectedBuilding(somePeople(3));
  await synchronize(site);
  const before = await broughtTo(site);
  site.listing.people = site.listing.people.map((one) =>
    one.id === 'person-1' ? { ...one, name: 'Kari Nordmann' } : one,
  );
  expect((await synchronize(site)).data).toMatchObject({ added: 0, changed: 1, removed: 0 });
  const after = await broughtTo(site);
  expect(new Set(after.map(({ id }) => id))).toEqual(new Set(before.map(({ id }) => id)));
  expect(after.find(({ idFromService }) => idFromService === 'person-1')).toMatchObject({ name: 'Kari Nordmann' });
  expect((await synchronize(site)).data).toMatchObject({ added: 0, changed: 0, removed: 0 });
});

test('desks get the new name of a visited employee from the directory', async () => {
  const site = await connectedBuilding(somePeople(1));
  await site.server.listen();
  await synchronize(site);
  const [host] = await broughtTo(site);
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { employeeId: host?.id ?? null }));
  const desk = await openLive(site.as('reception'));
  site.listing.people = somePeople(1).map((person) => ({ ...person, name: 'Kari Moe' }));
  await synchronize(site);
  const employee = { id: host?.id, name: 'Kari Moe' };
  await expect.poll(() => desk.messages.at(-1)).toMatchObject({ payload: [{ currentVisitRecord: { employee } }] });
});

test('signs out hosts whose address or membership changes, and a stand-in gets their invitations', async () => {
  const site = await connectedBuilding();
  await synchronize(site);
  const hosts = await broughtTo(site);
  const [moved, gone, standIn] = hosts;
  if (!moved || !gone || !standIn) throw new Error('expected employees');
  const browserOf = ({ id }: { id: number }) =>
    atHost(site.server, { id, companyId: site.company.id, tenantId: site.tenant.id });
  const [ofMoved, ofGone, ofStandIn] = [browserOf(moved), browserOf(gone), browserOf(standIn)];
  for (const browser of [ofMoved, ofGone, ofStandIn]) expect((await browser.call(getHost)).status).toBe(200);
  const until = dayThere(Date.now(), 2);
  await ofGone.call(setStandIn, { body: { employeeId: standIn.id, until } });
  const { id: invitationId } = await invited(site.as('company'), site.tenant, { employeeId: gone.id });
  site.listing.people = somePeople(10)
    .map((person) => (person.id === moved.idFromService ? { ...person, email: 'moved@aurora.test' } : person))
    .map((person) => (person.id === standIn.idFromService ? { ...person, name: 'Renamed' } : person))
    .filter(({ id }) => id !== gone.idFromService);
  await synchronize(site);
  for (const browser of [ofMoved, ofGone]) expect(await browser.call(getHost)).toBeRefused(401, 'notSignedIn');
  expect((await ofStandIn.call(getHost)).status).toBe(200);
  const { data } = await site.as('company').call(getInvitation, { params: { invitationId } });
  expect(data).toMatchObject({ host: { id: standIn.id } });
});

test('applies a swap of addresses and phones between two members', async () => {
  const site = await connectedBuilding(somePeople(2));
  await synchronize(site);
  const [one, other] = site.listing.people;
  site.listing.people = [
    { ...one, id: 'person-0', name: 'Person 0', email: other?.email ?? null, phone: other?.phone ?? null },
    { ...other, id: 'person-1', name: 'Person 1', email: one?.email ?? null, phone: one?.phone ?? null },
  ];
  expect((await synchronize(site)).data).toMatchObject({ changed: 2, conflicts: [] });
});

test('a member who leaves and returns is the same employee with the same visits', async () => {
  const site = await connectedBuilding();
  await synchronize(site);
  const leaver = (await broughtTo(site)).find(({ idFromService }) => idFromService === 'person-3');
  const reception = site.as('reception');
  const { data } = await reception.call(registerVisit, visitTo(site.tenant, { employeeId: leaver?.id ?? 0 }));
  await reception.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  const [hidden] = site.listing.people.splice(3, 1);
  expect((await synchronize(site)).data).toMatchObject({ removed: 1 });
  expect(await namesOf(site)).not.toContain('Person 3');
  const kept = await sql`select * from employee where id = ${leaver?.id}`.execute(site.db);
  expect(kept.rows).toEqual([]);
  const history = async () =>
    (await reception.call(listPastVisits, { params: { companyId: site.company.id }, query: {} })).data;
  expect(await history()).toMatchObject([{ employee: null, formerHost: 'Person 3' }]);

  if (hidden) site.listing.people.push(hidden);
  expect((await synchronize(site)).data).toMatchObject({ added: 1 });
  expect(await broughtTo(site)).toContainEqual(leaver);
  const visits = await sql`select employee_id from visit where visitor_id = ${data.visitor.id}`.execute(site.db);
  expect(visits.rows).toEqual([{ employee_id: leaver?.id }]);
  expect(await history()).toMatchObject([{ employee: { name: 'Person 3' }, formerHost: null }]);
});

test('keeps an employee with a visitor until the check-out, then removes the employee', async () => {
  const site = await connectedBuilding();
  await synchronize(site);
  const host = (await broughtTo(site)).find(({ idFromService }) => idFromService === 'person-0');
  const reception = site.as('reception');
  const { data } = await reception.call(registerVisit, visitTo(site.tenant, { employeeId: host?.id ?? 0 }));
  site.listing.people.shift();
  expect((await synchronize(site)).data).toMatchObject({ removed: 0 });
  await keepDirectories.run(site.reach);
  expect(await broughtTo(site)).toContainEqual(host);
  await reception.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  await keepDirectories.run(site.reach);
  expect(await broughtTo(site)).not.toContainEqual(host);
});

test('removes more than 30 % only after a confirmation', async () => {
  const site = await connectedBuilding();
  await synchronize(site);
  site.listing.people.splice(0, 3);
  expect(await synchronize(site)).toMatchObject({ status: 200 });
  site.listing.people.splice(0, 3);
  const refused = await synchronize(site);
  expect(refused).toBeRefused(409, 'tooManyRemovals');
  expect(refused.problem).toMatchObject({ removed: 3, of: 7 });
  expect(await broughtTo(site)).toHaveLength(7);
  expect((await synchronize(site, { preview: 'true' })).data).toMatchObject({ removed: 3 });
  expect((await synchronize(site, { confirm: 'true' })).data).toMatchObject({ removed: 3 });
  expect(await broughtTo(site)).toHaveLength(4);
});

test('reports an address or phone of a manual employee as a conflict, and imports the others', async () => {
  const site = await connectedBuilding([
    ...somePeople(2),
    { id: 'by-mail', name: 'Same Mail', email: 'SAME@aurora.test', phone: null },
    { id: 'by-phone', name: 'Same Phone', email: 'phone@aurora.test', phone: '+47 481 23 456' },
  ]);
  const company = site.as('company');
  await company.call(createEmployee, { ...of(site), body: { name: 'By hand', email: 'same@aurora.test' } });
  await company.call(createEmployee, { ...of(site), body: { name: 'Other', phone: '48123456' } });
  const { data } = await synchronize(site);
  expect(data.added).toBe(2);
  expect(data.conflicts).toEqual([
    { name: 'Same Mail', email: 'same@aurora.test', phone: null, reason: 'AlreadyInUseForOtherEmployee' },
    { name: 'Same Phone', email: 'phone@aurora.test', phone: '+4748123456', reason: 'AlreadyInUseForOtherEmployee' },
  ]);
});

test('runs two simultaneous synchronizations as one', async () => {
  const site = await connectedBuilding();
  await synchronize(site);
  const { readings } = site.listing;
  const { promise, resolve } = Promise.withResolvers<void>();
  site.listing.hold = promise;
  const [one, other] = [synchronize(site), synchronize(site)];
  await expect
    .poll(async () => (await site.as('tenant').call(getSynchronization, of(site))).data.state)
    .toBe('running');
  await expect.poll(() => site.listing.readings).toBe(readings + 1);
  resolve();
  expect((await one).data).toEqual((await other).data);
  expect(site.listing.readings).toBe(readings + 1);
});

test('another worker repeats the work of a dead worker after its lease ends', async () => {
  const site = await listedBuilding(somePeople(4));
  await site.as('company').call(connectLoopbooking, { ...of(site), body: access });
  await sql`
    update directory_sync set state = 'running', run = gen_random_uuid(), run_kind = 'sync', asked_by = connected_by,
      asked_as = connected_as, held_by = gen_random_uuid(), held_until = now() - interval '1 second', begun = 1
    where tenant_id = ${site.tenant.id}`.execute(site.db);
  await notify(site.db, 'directory', '');
  expect((await synchronize(site)).data.added).toBe(4);
});

test('a worker that stops releases its work for another', async () => {
  const site = await listedBuilding(somePeople(4));
  await site.as('company').call(connectLoopbooking, { ...of(site), body: access });
  const { promise, resolve } = Promise.withResolvers<void>();
  site.listing.hold = promise;
  const readings = site.listing.readings;
  const answer = synchronize(site);
  await expect.poll(() => site.listing.readings).toBe(readings + 1);
  await site.stopWorking();
  expect(await broughtTo(site)).toEqual([]);
  resolve();
  await startWorking(site, { ...noDirectories, loopbooking: { ...noDirectories.loopbooking, url: site.listing.url } });
  expect((await answer).data.added).toBe(4);
});

test('shows why a directory fails, and sends mails after three failures in a row', async () => {
  const site = await connectedBuilding();
  await site.db
    .updateTable('company')
    .set({ notification_emails: ['desk@aurora.test', 'it@aurora.test'] })
    .where('id', '=', site.company.id)
    .execute();
  await synchronize(site);
  site.listing.code = 'another';
  const mails = () =>
    site.db.selectFrom('message').select('recipient').where('company_id', '=', site.company.id).execute();
  for (let times = 1; times <= 4; times += 1) {
    expect(await synchronize(site)).toBeRefused(502, 'consentRevoked');
    expect(await mails()).toHaveLength(times < 3 ? 0 : 2);
  }
  const { data } = await site.as('tenant').call(getSynchronization, of(site));
  expect(data).toMatchObject({ state: 'idle', done: 0, of: null, lastFailure: 'consentRevoked' });
  expect(await broughtTo(site)).toHaveLength(10);
  site.listing.code = access.loopbookingCode;
  await synchronize(site);
  expect((await site.as('tenant').call(getSynchronization, of(site))).data.lastFailure).toBeNull();
});

test('synchronizes each integrated tenant during the night of its building', async () => {
  const site = await connectedBuilding(somePeople(2));
  const { data } = await site.as('company').call(getSynchronization, of(site));
  const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Oslo', hour: 'numeric', hourCycle: 'h23' });
  const next = new Date(data.nextAt ?? '');
  expect([1, 2, 3, 4]).toContain(Number(hour.format(next)));
  expect(next.getTime()).toBeGreaterThan(Date.now());
  expect(next.getTime()).toBeLessThan(Date.now() + 25 * 3_600_000);
  await keepDirectories.run(site.reach);
  expect(await broughtTo(site)).toEqual([]);
  await sql`update directory_sync set next_at = now() where tenant_id = ${site.tenant.id}`.execute(site.db);
  await keepDirectories.run(site.reach);
  await expect.poll(() => namesOf(site)).toEqual(['Person 0', 'Person 1']);
  const after = await site.as('company').call(getSynchronization, of(site));
  expect(after.data).toMatchObject({ state: 'idle', lastFailure: null, nextAt: data.nextAt });
});

test('refuses to synchronize a tenant without a directory', async () => {
  const site = await listedBuilding([]);
  expect(await synchronize(site)).toBeRefused(409, 'noIntegration');
  expect((await site.as('company').call(getSynchronization, of(site))).data).toEqual({
    state: 'idle',
    done: 0,
    of: null,
    lastSuccessAt: null,
    lastFailure: null,
    nextAt: null,
  });
});

test('saves nothing of a run whose integration is removed during it', async () => {
  const site = await connectedBuilding();
  const { promise, resolve } = Promise.withResolvers<void>();
  site.listing.hold = promise;
  const { readings } = site.listing;
  const answer = synchronize(site);
  await expect.poll(() => site.listing.readings).toBe(readings + 1);
  await site.as('company').call(removeDirectory, { ...of(site), body: { shouldDeleteEmployees: true } });
  resolve();
  expect(await answer).toBeRefused(409, 'noIntegration');
  expect(await broughtTo(site)).toEqual([]);
});

test('imports 10,000 members in less than a minute', { timeout: 90_000 }, async () => {
  const site = await connectedBuilding(somePeople(10_000));
  const started = Date.now();
  expect((await synchronize(site)).data.added).toBe(10_000);
  expect(Date.now() - started).toBeLessThan(60_000);
});
