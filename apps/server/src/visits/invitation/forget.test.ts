import { connectLoopbooking, synchronizeEmployees } from '@vestibule/contract/building/directory.ts';
import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import {
  cancelInvitation,
  changeInvitation,
  checkInGuests,
  createInvitation,
  getInvitation,
  listInvitations,
  listTenantInvitations,
} from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, deletePassData } from '@vestibule/contract/visits/pass.ts';
import { readToday } from '@vestibule/contract/visits/today.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { employeesLeave } from '../../building/employee/employee.events.ts';
import { transaction } from '../../platform/db/database.ts';
import { type Building, building, tenantOf } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, meeting, tokenOfGuest } from '../../testing/invitations.ts';
import { access, listedBuilding, somePeople } from '../../testing/listing.ts';
import { openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { purgeVisits } from '../retention/retention.ts';
import { forgetGuests } from './forget.ts';

const soon = () => new Date(Date.now() + 60_000).toISOString();
const inDays = (days: number) => new Date(Date.now() + days * 24 * hourMs);

const rowsOf = async ({ db, company }: Building) => {
  const count = async (table: 'visitor' | 'meeting' | 'invitation' | 'guest' | 'invitation_guest' | 'pass') =>
    (await db.selectFrom(table).selectAll().where('company_id', '=', company.id).execute()).length;
  return {
    visitors: await count('visitor'),
    meetings: await count('meeting'),
    dates: await count('invitation'),
    guests: (await count('guest')) + (await count('invitation_guest')) + (await count('pass')),
  };
};
const nothing = { visitors: 0, meetings: 0, dates: 0, guests: 0 };

test.for([
  ['noInfoSaved', 1],
  ['deletedAfter24hours', 1],
  ['deletedAfter1week', 7],
  ['deletedAfter1month', 30],
  ['deletedAfter3months', 30],
] as const)('forgets guests who did not come under %s after %i days', async ([handling, days]) => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: handling });
  await invited(site.as('company'), site.tenant, { startsAt: soon() });
  const [before, after] = [inDays(days - 0.1), inDays(days + 1.2)];
  await forgetGuests(site.reach, before);
  expect(await rowsOf(site)).toEqual({ visitors: 1, meetings: 1, dates: 1, guests: 3 });
  await forgetGuests(site.reach, after);
  expect(await rowsOf(site)).toEqual(nothing);
});

test('keeps guests while the tenant deletes nothing', async () => {
  const site = await building();
  await changeSettings(site, { enable_gdpr: false });
  await invited(site.as('company'), site.tenant, { startsAt: soon() });
  await forgetGuests(site.reach, inDays(400));
  expect(await rowsOf(site)).toMatchObject({ guests: 3 });
});

test('forgets title, note and guest with the visit', async () => {
  const site = await building();
  const desk = site.as('company');
  const { guests } = await invited(desk, site.tenant, { startsAt: soon(), title: 'Secret', note: 'Plan' });
  const { data } = await desk.call(checkInGuests, { body: { ids: guests.map(({ id }) => id) } });
  await desk.call(checkOutVisitor, { params: { visitorId: data.visitors[0]?.id ?? 0 } });
  await forgetGuests(site.reach, inDays(20));
  expect(await rowsOf(site)).toMatchObject({ dates: 1, guests: 3 });
  const now = inDays(40);
  await purgeVisits(site.reach, now, () => Promise.resolve());
  await forgetGuests(site.reach, now);
  expect(await rowsOf(site)).toEqual(nothing);
});

const withTitle = { startsAt: soon(), title: 'Secret', note: 'Plan' };

test('forgets title and note at check-out if the tenant keeps no visits', async () => {
  const site = await building();
  const desk = site.as('company');
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const { id, guests } = await invited(desk, site.tenant, { ...withTitle, guests: [guest(), guest()] });
  const { data } = await desk.call(checkInGuests, { body: { ids: guests.map((each) => each.id) } });
  const leave = (visitorId = 0) => desk.call(checkOutVisitor, { params: { visitorId } });
  const read = async () => (await desk.call(getInvitation, { params: { invitationId: id } })).data;
  await leave(data.visitors[0]?.id);
  expect(await read()).toMatchObject({ title: 'Secret', note: 'Plan', guests: [{}] });
  await leave(data.visitors[1]?.id);
  expect(await read()).toMatchObject({ title: null, note: null, guests: [] });
});

test.for(['before', 'after'] as const)(
  'a guest who deletes data %s the visit takes title and note along',
  async (when) => {
    const site = await building();
    const desk = site.as('company');
    const { id, guests } = await invited(desk, site.tenant, withTitle);
    const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
    if (when === 'after') {
      await desk.call(checkInGuests, { body: { ids: guests.map((each) => each.id) } });
      await site.as('pass').call(checkOutPass, { params });
    }
    await site.as('pass').call(deletePassData, { params });
    const { data } = await desk.call(getInvitation, { params: { invitationId: id } });
    expect(data).toMatchObject({ title: null, note: null, guests: [] });
  },
);

test('a guest who deletes data during the visit takes titles of other dates along at once', async () => {
  const site = await building();
  const desk = site.as('company');
  const until = dayThere(Date.now(), 2);
  const { guests, seriesId } = await invited(desk, site.tenant, {
    ...withTitle,
    repeat: { unit: 'day', interval: 1, until },
  });
  await desk.call(checkInGuests, { body: { ids: guests.map((each) => each.id) } });
  const titles = async () => {
    const dates = await site.db
      .selectFrom('invitation')
      .select('title')
      .where('meeting_id', '=', seriesId)
      .orderBy('starts_at')
      .execute();
    return new Set(dates.slice(1).map(({ title }) => title)).add(dates[0]?.title ?? null);
  };
  const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
  await site.as('pass').call(deletePassData, { params });
  expect(await titles()).toEqual(new Set([null, 'Secret']));
  await site.as('pass').call(checkOutPass, { params });
  expect(await titles()).toEqual(new Set([null]));
});

test('a data request takes title and note along, but another guest keeps them', async () => {
  const site = await building();
  const desk = site.as('company');
  const { id, guests } = await invited(desk, site.tenant, { ...withTitle, guests: [guest(), guest()] });
  const read = async () => (await desk.call(getInvitation, { params: { invitationId: id } })).data;
  await desk.call(eraseVisitorData, { params: { visitorId: guests[0]?.visitorId ?? 0 } });
  expect(await read()).toMatchObject({ title: 'Secret', note: 'Plan' });
  await desk.call(eraseVisitorData, { params: { visitorId: guests[1]?.visitorId ?? 0 } });
  expect(await read()).toMatchObject({ title: null, note: null });
});

test('exports and erases the invitations of a visitor, with stored replies', async () => {
  const site = await building();
  const desk = site.as('company');
  const someone = guest({ name: 'Zqerased', email: 'zqerased@test.example' });
  const body = meeting({ startsAt: soon(), title: 'Audit', guests: [someone, guest()] });
  const request = { params: { tenantId: site.tenant.id }, body };
  const { data: made } = await desk.call(createInvitation, request, { idempotencyKey: 'erase' });
  const params = { visitorId: made.guests[0]?.visitorId ?? 0 };
  const { data } = await desk.call(exportVisitorData, { params });
  expect(data.invitations).toMatchObject([
    { title: 'Audit', tenant: site.tenant.name, name: 'Zqerased', email: someone.email, phone: someone.phone },
  ]);
  expect(data.messages).toMatchObject([{ kind: 'invitation', recipient: someone.email }]);
  await desk.call(eraseVisitorData, { params });
  const left = await desk.call(getInvitation, { params: { invitationId: made.id } });
  expect(left.data.guests.map(({ name }) => name)).toEqual([body.guests[1]?.name]);
  const replies = await site.db.selectFrom('idempotent_reply').selectAll().where('key', '=', 'erase').execute();
  expect(JSON.stringify(replies)).not.toContain('Zqerased');
  const messages = await site.db
    .selectFrom('message')
    .select('recipient')
    .where('company_id', '=', site.company.id)
    .execute();
  expect(messages).toEqual([{ recipient: body.guests[1]?.phone }]);
});

test('moves open invitations of a deleted host to the tenant', async () => {
  const site = await building();
  const desk = site.as('company');
  const { id } = await invited(desk, site.tenant, { startsAt: soon(), employeeId: site.employee.id });
  await desk.call(deleteEmployee, { params: { employeeId: site.employee.id } });
  const { data } = await desk.call(getInvitation, { params: { invitationId: id } });
  expect(data).toMatchObject({ host: null, status: 'planned', tenant: site.tenant });
  expect(data.hostLeftAt).toBeDefined();
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['subject_id', 'role'])
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'invitation.hostLeft')
    .execute();
  expect(entries).toEqual([{ subject_id: id, role: 'system' }]);
  // Numbering moves events from one table to the other, so one statement reads both.
  const channel = `reception:${site.company.id}`;
  const waiting = site.db.selectFrom('live_outbox').select(['channel', 'event', 'ids']);
  const numbered = site.db.selectFrom('live_event').select(['channel', 'event', 'ids']);
  const events = await waiting.unionAll(numbered).execute();
  expect(
    events.filter((one) => one.channel === channel && one.event === 'invitations_update' && one.ids.includes(id)),
  ).toHaveLength(2);
});

test('writes the audit entries of a series whose host leaves in one statement', async () => {
  const site = await building();
  const desk = site.as('company');
  const series = { repeat: { unit: 'day', interval: 1, until: dayThere(inDays(4)) } } as const;
  await invited(desk, site.tenant, { startsAt: soon(), employeeId: site.employee.id, ...series });
  const { mock } = vi.spyOn(pg.Client.prototype, 'query');
  await desk.call(deleteEmployee, { params: { employeeId: site.employee.id } });
  expect(mock.calls.filter((call) => JSON.stringify(call).includes('invitation.hostLeft'))).toHaveLength(1);
  const entries = site.db.selectFrom('audit_entry').select('id').where('company_id', '=', site.company.id);
  expect((await entries.where('action', '=', 'invitation.hostLeft').execute()).length).toBeGreaterThan(3);
});

test('a directory that lists a host no more leaves the invitations to the tenant, and reception hears of it', async () => {
  const site = await listedBuilding(somePeople(12));
  const desk = site.as('company');
  const params = { tenantId: site.tenant.id };
  await desk.call(connectLoopbooking, { params, body: access });
  const { data: synchronized } = await desk.call(synchronizeEmployees, { params });
  const host = synchronized.employees.find(({ idFromService }) => idFromService === 'person-3');
  const { id } = await invited(desk, site.tenant, { startsAt: soon(), employeeId: host?.id ?? 0 });
  await site.server.listen();
  const reception = await openLive(site.as('reception'));
  site.listing.people = site.listing.people.filter((person) => person.id !== 'person-3');
  const { data } = await desk.call(synchronizeEmployees, { params });
  expect(data).toMatchObject({ removed: 1 });
  const left = await desk.call(getInvitation, { params: { invitationId: id } });
  expect(left.data).toMatchObject({ host: null, status: 'planned' });
  await expect
    .poll(() => reception.messages)
    .toContainEqual(expect.objectContaining({ event: 'invitations_update', payload: { ids: [id] } }));
});

async function standInOf(
  { db, company, tenant, employee }: Building,
  days: number,
): Promise<{ id: number; name: string }> {
  const colleague = await db
    .insertInto('employee')
    .values({ company_id: company.id, tenant_id: tenant.id, name: 'Stand-in', email: 'stand-in@test.example' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  await sql`
    update employee set stand_in_id = ${colleague.id}, stand_in_until = (now() at time zone 'Europe/Oslo')::date + ${days}::int
    where id = ${employee.id}`.execute(db);
  return colleague;
}

test('moves open invitations of a deleted host to the stand-in in force', async () => {
  const site = await building();
  const desk = site.as('company');
  const standIn = await standInOf(site, 0);
  const made = await invited(desk, site.tenant, { startsAt: soon(), employeeId: site.employee.id });
  const params = { invitationId: made.id };
  await desk.call(deleteEmployee, { params: { employeeId: site.employee.id } });
  const { data } = await desk.call(getInvitation, { params });
  expect(data).toMatchObject({ host: standIn, status: 'planned' });
  expect(data.hostLeftAt).toBeDefined();
  const visitorId = made.guests[0]?.visitorId ?? 0;
  const { expected_employee_id: expectedBy } = await site.db
    .selectFrom('visitor')
    .select('expected_employee_id')
    .where('id', '=', visitorId)
    .executeTakeFirstOrThrow();
  expect(expectedBy).toBe(standIn.id);
  const { data: chosen } = await desk.call(changeInvitation, { params, body: { employeeId: standIn.id } });
  expect(chosen.hostLeftAt).toBeUndefined();
});

test('reception needs to choose a host for each meeting whose host left', async () => {
  const site = await building();
  const desk = site.as('reception');
  const standIn = await standInOf(site, 5);
  const params = { companyId: site.company.id };
  const needs = async () => (await desk.call(readToday, { params })).data.needsAttention;
  const left = async (caller = desk) =>
    (await caller.call(listInvitations, { params, query: { only: 'hostLeft' } })).data;
  const until = dayThere(Date.now(), 120);
  const employeeId = site.employee.id;
  const far = await invited(desk, site.tenant, { startsAt: inDays(60).toISOString(), employeeId, title: 'Audit' });
  const series = await invited(desk, site.tenant, {
    startsAt: inDays(50).toISOString(),
    employeeId,
    title: 'Weekly',
    repeat: { unit: 'week', interval: 1, until },
  });
  const canceled = await invited(desk, site.tenant, { startsAt: inDays(1).toISOString(), employeeId });
  await desk.call(cancelInvitation, { params: { invitationId: canceled.id } });
  await invited(desk, site.neighbor, { startsAt: inDays(1).toISOString() });
  expect(await needs()).toBe(0);
  await site.as('company').call(deleteEmployee, { params: { employeeId } });
  expect(await needs()).toBe(2);
  expect(await left()).toMatchObject([
    { id: series.id, host: standIn },
    { id: far.id, host: standIn },
  ]);
  expect(await left(site.as('tenant'))).toHaveLength(2);

  await desk.call(changeInvitation, {
    params: { invitationId: series.id },
    query: { dates: 'following' },
    body: { employeeId: null },
  });
  await desk.call(changeInvitation, { params: { invitationId: far.id }, body: { employeeId: standIn.id } });
  expect(await left()).toEqual([]);
  expect(await needs()).toBe(0);
});

test('a choice for the dates whose host left keeps a host that someone chose for a later date', async () => {
  const site = await building();
  const desk = site.as('reception');
  const standIn = await standInOf(site, 5);
  const first = inDays(50);
  const { id: firstId } = await invited(desk, site.tenant, {
    startsAt: first.toISOString(),
    employeeId: site.employee.id,
    repeat: { unit: 'day', interval: 1, until: dayThere(first, 2) },
  });
  const params = { tenantId: site.tenant.id };
  const query = { from: dayThere(first), to: dayThere(first, 2) };
  const dates = async () => (await desk.call(listTenantInvitations, { params, query })).data;
  const secondId = (await dates())[1]?.id ?? 0;
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  await desk.call(changeInvitation, { params: { invitationId: secondId }, body: { employeeId: standIn.id } });
  const left = { params: { invitationId: firstId }, query: { dates: 'following', only: 'hostLeft' } } as const;
  await desk.call(changeInvitation, { ...left, body: { employeeId: null } });
  expect((await dates()).map(({ host, hostLeftAt }) => [host?.id, hostLeftAt])).toEqual([
    [undefined, undefined],
    [standIn.id, undefined],
    [undefined, undefined],
  ]);
  const repeat = { unit: 'day', interval: 2, until: dayThere(first, 2) } as const;
  expect(await desk.call(changeInvitation, { ...left, body: { repeat } })).toBeRefused(400, 'validation');
});

test('a stand-in until yesterday receives no invitations', async () => {
  const site = await building();
  await standInOf(site, -1);
  const { id } = await invited(site.as('company'), site.tenant, { startsAt: soon(), employeeId: site.employee.id });
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  const { data } = await site.as('company').call(getInvitation, { params: { invitationId: id } });
  expect(data.host).toBeNull();
});

test('of employees who leave together, a stand-in receives no invitations', async () => {
  const site = await building();
  const standIn = await standInOf(site, 5);
  const { id } = await invited(site.as('company'), site.tenant, { startsAt: soon(), employeeId: site.employee.id });
  const employeeIds = [site.employee.id, standIn.id];
  await transaction(site.db, (db) => employeesLeave.publish(db, { ...tenantOf(site), employeeIds }));
  const { data } = await site.as('company').call(getInvitation, { params: { invitationId: id } });
  expect(data.host).toBeNull();
});

test('cancels the invitations of a deleted tenant and notifies the guests', async () => {
  const site = await building();
  const someone = guest();
  const { id } = await invited(site.as('company'), site.tenant, { startsAt: soon(), guests: [someone] });
  await site.server.listen();
  const live = await openLive(site.as('reception'));
  await site.as('company').call(deleteTenant, { params: { tenantId: site.tenant.id } });
  await live.until(({ event, payload }) => event === 'invitations_update' && payload.ids.includes(id));
  const messages = await site.db
    .selectFrom('message')
    .select(['kind', 'recipient'])
    .where('company_id', '=', site.company.id)
    .orderBy('id')
    .execute();
  expect(messages.at(-1)).toEqual({ kind: 'invitationCanceled', recipient: someone.phone });
  expect(await rowsOf(site)).toMatchObject({ meetings: 0, dates: 0, guests: 0 });
});
