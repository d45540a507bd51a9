import {
  addGuests,
  cancelInvitation,
  changeInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  listTenantInvitations,
} from '@vestibule/contract/visits/invitation.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, meeting } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';

const actionsOf = async ({ db, company }: Building) => {
  const entries = await db.selectFrom('audit_entry').selectAll().where('company_id', '=', company.id).execute();
  return entries.map(({ action }) => action);
};

test('invites a guest with a phone, who is a visitor, and writes an audit entry', async () => {
  const site = await building();
  const host = site.employee;
  const body = meeting({ employeeId: host.id, title: ' Audit ', note: 'Bring ID', language: 'de' });
  const created = await site.as('reception').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
  expect(created.status).toBe(201);
  const [typed] = body.guests;
  expect(created.data).toMatchObject({
    seriesId: null,
    companyId: site.company.id,
    tenant: site.tenant,
    host: { id: host.id, name: host.name },
    title: 'Audit',
    note: 'Bring ID',
    startsAt: body.startsAt,
    endsAt: body.endsAt,
    language: 'de',
    notifyGuests: true,
    repeat: null,
    status: 'planned',
    createdBy: 'staff',
    guests: [{ ...typed, language: 'de', state: 'invited', passState: 'queued', passProblem: null }],
  });
  expect(created.data.guests[0]?.visitorId).toBeGreaterThan(0);
  expect(await site.as('company').call(getInvitation, { params: { invitationId: created.data.id } })).toMatchObject({
    data: created.data,
  });
  expect(await actionsOf(site)).toEqual(['invitation.created']);
});

test('gives a repeated request the first invitation', async () => {
  const site = await building();
  const desk = site.as('reception');
  const request = { params: { tenantId: site.tenant.id }, body: meeting() };
  const first = await desk.call(createInvitation, request, { idempotencyKey: 'twice' });
  const second = await desk.call(createInvitation, request, { idempotencyKey: 'twice' });
  expect(second.data).toEqual(first.data);
  const { page } = await desk.call(listInvitations, { params: { companyId: site.company.id }, query: { limit: 5 } });
  expect(page).toEqual({ total: 1, totalIsExact: true, next: null });
});

test('shows staff the invitations of their scope', async () => {
  const site = await building();
  const own = await invited(site.as('tenant'), site.tenant);
  const other = await invited(site.as('company'), site.neighbor, { employeeId: site.neighborEmployee.id });
  const list = async (role: 'reception' | 'tenant') =>
    (await site.as(role).call(listInvitations, { params: { companyId: site.company.id } })).data.map(({ id }) => id);
  expect(await list('reception')).toEqual([own.id, other.id].toSorted((a, b) => a - b));
  expect(await list('tenant')).toEqual([own.id]);
  const user = site.as('tenant');
  const ofNeighbor = { params: { invitationId: other.id } };
  expect(await user.call(getInvitation, ofNeighbor)).toBeRefused(404, 'notFound');
  expect(await user.call(cancelInvitation, ofNeighbor)).toBeRefused(404, 'notFound');
  expect(await user.call(listTenantInvitations, { params: { tenantId: site.neighbor.id } })).toBeRefused(
    404,
    'notFound',
  );
  const stranger = site.elsewhere.as('company');
  expect(await stranger.call(getInvitation, ofNeighbor)).toBeRefused(404, 'notFound');
  expect(await stranger.call(changeInvitation, { ...ofNeighbor, body: { title: 'x' } })).toBeRefused(404, 'notFound');
});

test('refuses hosts of other tenants and companies', async () => {
  const site = await building();
  for (const employeeId of [site.neighborEmployee.id, site.elsewhere.employee.id]) {
    const body = meeting({ employeeId });
    const answer = await site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
    expect(answer).toBeRefused(404, 'notFound');
  }
  const body = meeting();
  const elsewhere = { params: { tenantId: site.elsewhere.tenant.id }, body };
  expect(await site.as('company').call(createInvitation, elsewhere)).toBeRefused(404, 'notFound');
});

test('audits partners and super admins who read invitations', async () => {
  const site = await building();
  const { id } = await invited(site.as('company'), site.tenant);
  for (const role of ['partner', 'superAdmin'] as const) {
    await site.as(role).call(listInvitations, { params: { companyId: site.company.id } });
    await site.as(role).call(getInvitation, { params: { invitationId: id } });
  }
  expect((await actionsOf(site)).filter((action) => action === 'invitation.listed')).toHaveLength(4);
});

test('refuses invitations of a tenant that turned them off', async () => {
  const site = await building();
  await changeSettings(site, { enable_invitations: false });
  const request = { params: { tenantId: site.tenant.id }, body: meeting() };
  expect(await site.as('company').call(createInvitation, request)).toBeRefused(409, 'invitationsAreOff');
});

test('changes one date of a series, the following ones, or all', async () => {
  const site = await building();
  const desk = site.as('company');
  const start = new Date(Date.now() + 24 * hourMs);
  const until = dayThere(start, 3);
  const first = await invited(desk, site.tenant, {
    startsAt: start.toISOString(),
    title: 'Course',
    repeat: { unit: 'day', interval: 1, until },
  });
  expect(first.seriesId).toBeGreaterThan(0);
  const list = async () => (await desk.call(listTenantInvitations, { params: { tenantId: site.tenant.id } })).data;
  const dates = await list();
  expect(new Set(dates.map(({ seriesId }) => seriesId))).toEqual(new Set([first.seriesId]));
  const [, second, third] = dates;
  const change = (invitationId: number, dates: 'this' | 'following' | 'all', title: string) =>
    desk.call(changeInvitation, { params: { invitationId }, query: { dates }, body: { title } });
  await change(third?.id ?? 0, 'following', 'Late');
  await change(second?.id ?? 0, 'this', 'Once');
  const titles = (await list()).map(({ title }) => title);
  expect(titles.slice(0, 3)).toEqual(['Course', 'Once', 'Late']);
  await change(second?.id ?? 0, 'all', 'Everywhere');
  expect(new Set((await list()).map(({ title }) => title))).toEqual(new Set(['Everywhere']));
  const canceled = await desk.call(cancelInvitation, {
    params: { invitationId: second?.id ?? 0 },
    query: { dates: 'following' },
  });
  expect(canceled.data.status).toBe('canceled');
  expect((await list()).map(({ status }) => status)[0]).toBe('planned');
  expect(new Set((await list()).slice(1).map(({ status }) => status))).toEqual(new Set(['canceled']));
});

test('refuses changes of an invitation that is canceled', async () => {
  const site = await building();
  const desk = site.as('company');
  const { id } = await invited(desk, site.tenant);
  const params = { invitationId: id };
  expect(await desk.call(cancelInvitation, { params })).toMatchObject({ status: 200 });
  expect(await desk.call(cancelInvitation, { params })).toBeRefused(409, 'invitationIsOver');
  expect(await desk.call(changeInvitation, { params, body: { title: 'x' } })).toBeRefused(409, 'invitationIsOver');
});

test('limits the open invitations of a host and counts a series once', async () => {
  const site = await building();
  const employeeId = site.employee.id;
  const many = Array.from({ length: 499 }, () => ({
    company_id: site.company.id,
    tenant_id: site.tenant.id,
    notify_guests: false,
    created_by: 'staff' as const,
  }));
  const meetings = await site.db.insertInto('meeting').values(many).returning('id').execute();
  const dates = meetings.map(({ id }) => ({
    company_id: site.company.id,
    tenant_id: site.tenant.id,
    meeting_id: id,
    employee_id: employeeId,
    language: 'en' as const,
    starts_at: new Date(Date.now() + hourMs),
    ends_at: new Date(Date.now() + 2 * hourMs),
  }));
  await site.db.insertInto('invitation').values(dates).execute();
  const request = { params: { tenantId: site.tenant.id }, body: meeting({ employeeId }) };
  const desk = site.as('company');
  const both = await Promise.all([1, 2].map(() => desk.call(createInvitation, request)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await desk.call(createInvitation, request)).toBeRefused(409, 'tooManyInvitations');
});

test('filters invitations by day, guest, search and state', async () => {
  const site = await building();
  const desk = site.as('company');
  const soon = await invited(desk, site.tenant, { guests: [guest({ name: 'Åse Ødegård' }), guest({ name: 'Bo' })] });
  const later = await invited(desk, site.tenant, {
    startsAt: new Date(Date.now() + 40 * 24 * hourMs).toISOString(),
    title: 'Far away',
  });
  const list = async (query: object) => {
    const { data } = await desk.call(listInvitations, { params: { companyId: site.company.id }, query });
    return data.map(({ id }) => id);
  };
  const from = dayThere(later.startsAt);
  expect(await list({})).toEqual([soon.id]);
  expect(await list({ from })).toEqual([later.id]);
  expect(await list({ search: 'ødeg' })).toEqual([soon.id]);
  expect(await list({ search: 'nowhere' })).toEqual([]);
  expect(await list({ from, search: 'far away' })).toEqual([later.id]);
  expect(await list({ state: 'declined' })).toEqual([]);
  await site.db
    .updateTable('invitation_guest')
    .set({ declined_at: new Date() })
    .where('id', '=', soon.guests[0]?.id ?? 0)
    .execute();
  const { data } = await desk.call(listInvitations, {
    params: { companyId: site.company.id },
    query: { state: 'declined' },
  });
  expect(data.map(({ guests }) => guests.map(({ name }) => name))).toEqual([['Åse Ødegård']]);
  const tooLong = { from: '2026-01-01', to: '2026-06-01' };
  const refused = await desk.call(listInvitations, { params: { companyId: site.company.id }, query: tooLong });
  expect(refused).toBeRefused(400, 'validation', { fields: { to: 'timeOutOfRange' } });
});

test('pages in the order of the starts', async () => {
  const site = await building();
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + hourMs).toISOString();
  for (let n = 0; n < 3; n += 1) await invited(desk, site.tenant, { startsAt });
  const params = { companyId: site.company.id };
  const whole = (await desk.call(listInvitations, { params })).data.map(({ id }) => id);
  const first = await desk.call(listInvitations, { params, query: { limit: 2 } });
  const cursor = first.page?.next ?? '';
  const second = await desk.call(listInvitations, { params, query: { limit: 2, cursor } });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(whole);
});

test('notifies desks of changed invitations', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  const { id } = await invited(site.as('company'), site.tenant);
  const message = await desk.until(({ event }) => event === 'invitations_update');
  expect(message.payload).toEqual({ ids: [id] });
});

test('reads the guests of the dates that a change would concern, each once', async () => {
  const site = await building();
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + 24 * hourMs).toISOString();
  const until = dayThere(Date.now(), 3);
  const { id, seriesId } = await invited(desk, site.tenant, { startsAt, repeat: { unit: 'day', interval: 1, until } });
  const dates = await site.db
    .selectFrom('invitation')
    .select('id')
    .where('meeting_id', '=', seriesId)
    .orderBy('id')
    .execute();
  const [, second, third] = dates.map((date) => date.id);
  const add = (invitationId = 0, name = '') =>
    desk.call(addGuests, { params: { invitationId }, query: { dates: 'this' }, body: { guests: [guest({ name })] } });
  await add(second, 'Second');
  await add(third, 'Third');
  await desk.call(cancelInvitation, { params: { invitationId: third ?? 0 } });
  const read = async (invitationId: number, range: 'this' | 'following' | 'all') => {
    const { data } = await desk.call(getInvitation, { params: { invitationId }, query: { dates: range } });
    return data.guests.map(({ name }) => name);
  };
  const [first] = await read(id, 'this');
  expect(await read(id, 'this')).toEqual([first]);
  expect(await read(id, 'following')).toEqual([first, 'Second']);
  expect(await read(id, 'all')).toEqual([first, 'Second']);
  expect(await read(second ?? 0, 'following')).toEqual([first, 'Second']);
});
