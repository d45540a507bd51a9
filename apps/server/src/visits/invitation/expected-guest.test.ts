import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { dismissGuest, listExpectedGuests } from '@vestibule/contract/visits/expected-guest.ts';
import {
  cancelInvitation,
  checkInGuests,
  getInvitation,
  type Invitation,
} from '@vestibule/contract/visits/invitation.ts';
import { changePass } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { readToday } from '@vestibule/contract/visits/today.ts';
import { deleteVisitor, listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import {
  guest,
  hourMs,
  invited,
  moveDate,
  moveToLateEvening,
  moveToTomorrow,
  tokenOfGuest,
} from '../../testing/invitations.ts';
import { missingId } from '../../testing/probe.ts';
import { expectGuests } from './expectation.ts';

type Query = NonNullable<Input<typeof listExpectedGuests>['query']>;

/** A building where it is noon, so that no test depends on the hour. */
async function atNoon(): Promise<Building> {
  const site = await building();
  const ahead = 12 - new Date().getUTCHours();
  await site.db
    .updateTable('company')
    .set({ time_zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` })
    .where('id', '=', site.company.id)
    .execute();
  return site;
}

const list = ({ as, company }: Building, query: Query = {}, role: Parameters<Building['as']>[0] = 'reception') =>
  as(role).call(listExpectedGuests, { params: { companyId: company.id }, query });

const names = async (...asked: Parameters<typeof list>) => (await list(...asked)).data.map(({ name }) => name);

const today = async ({ as, company }: Building) =>
  (await as('reception').call(readToday, { params: { companyId: company.id } })).data;

const withoutPhone = (name: string) => guest({ name, phone: null, email: `guest-${fresh()}@test.example` });

/** Began `minutes` ago and lasts for two hours more. */
async function began(site: Building, { id }: Invitation, minutes: number): Promise<void> {
  await sql`
    update invitation set starts_at = now() - make_interval(mins => ${minutes}), ends_at = now() + interval '2 hours'
    where id = ${id}`.execute(site.db);
}

test('lists guests of today without a phone by start, and counts them among the expected', async () => {
  const site = await atNoon();
  const host = site.employee;
  await invited(site.as('company'), site.tenant, {
    employeeId: host.id,
    title: 'Audit',
    guests: [withoutPhone('Åse'), guest({ name: 'Emil' }), withoutPhone('Bo')],
  });
  const early = await invited(site.as('company'), site.neighbor, { guests: [withoutPhone('Carla')] });
  await began(site, early, -5);
  const tomorrow = await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Dag')] });
  await moveDate(site.db, tomorrow.id, 24);
  const canceled = await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Eva')] });
  await site.as('company').call(cancelInvitation, { params: { invitationId: canceled.id } });

  const { data } = await list(site);
  expect(data.map(({ name }) => name)).toEqual(['Carla', 'Åse', 'Bo']);
  expect(data[1]).toMatchObject({
    tenant: site.tenant,
    host: { id: host.id, name: host.name },
    title: 'Audit',
    state: 'invited',
    hasPhone: false,
    isLate: false,
  });
  expect(await today(site)).toMatchObject({
    expectedToday: 4,
    guestsExpected: 3,
    nextExpectedAt: data[0]?.startsAt,
    needsAttention: 0,
  });
});

test('lists late guests, who need attention until the desk notes that they do not come', async () => {
  const site = await atNoon();
  const meeting = await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Åse'), withoutPhone('Bo')] });
  await began(site, meeting, 16);
  const soon = await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Carla')] });
  await began(site, soon, 14);
  expect(await names(site, { only: 'late' })).toEqual(['Åse', 'Bo']);
  expect(await today(site)).toMatchObject({ expectedToday: 3, needsAttention: 2 });

  const [first] = meeting.guests;
  const params = { invitationId: meeting.id, guestId: first?.id ?? 0 };
  const { data } = await site.as('reception').call(dismissGuest, { params });
  expect(data.guests.map(({ state }) => state)).toEqual(['declined', 'invited']);
  expect(await names(site, { only: 'late' })).toEqual(['Bo']);
  expect(await today(site)).toMatchObject({ expectedToday: 2, needsAttention: 1 });
});

test('lists a second invitation of an expected visitor, but not while the visitor is inside', async () => {
  const site = await atNoon();
  const someone = guest({ name: 'Åse' });
  const first = await invited(site.as('company'), site.tenant, { guests: [someone] });
  const second = await invited(site.as('company'), site.neighbor, { guests: [someone] });
  await began(site, second, -90);
  expect(await list(site)).toMatchObject({
    data: [{ invitationId: second.id, hasPhone: true, id: second.guests[0]?.id }],
  });
  expect(await today(site)).toMatchObject({ expectedToday: 2 });
  const ids = first.guests.map(({ id }) => id);
  await site.as('reception').call(checkInGuests, { body: { ids } });
  expect(await names(site)).toEqual([]);
  const { data: visitors } = await site
    .as('reception')
    .call(listVisitors, { params: { companyId: site.company.id }, query: { scope: 'imported' } });
  expect(visitors).toEqual([]);
});

/** A guest of a meeting types a phone on the pass. */
async function typePhone(site: Building, invitation: Invitation, place: number, phone: string): Promise<void> {
  const { id = 0, name = '' } = invitation.guests[place] ?? {};
  const params = { token: await tokenOfGuest(site.db, id) };
  await site.as('pass').call(changePass, { params, body: { name, companyName: 'Fjord', phone } });
}

test('lists a guest whose phone, typed on the pass, a visitor has, until the check-in', async () => {
  const site = await atNoon();
  const known = await seedVisitor(site.db, site, { name: 'Kari Known' });
  const meeting = await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Åse')] });
  await typePhone(site, meeting, 0, known.phone);
  expect((await list(site, { search: 'fjord' })).data).toMatchObject([
    { name: 'Åse', state: 'confirmed', hasPhone: true, isPhoneUnverified: true, isLate: false },
  ]);
  expect(await today(site)).toMatchObject({ expectedToday: 1, guestsExpected: 1, needsAttention: 0 });
  await began(site, meeting, 16);
  expect(await names(site, { only: 'late' })).toEqual(['Åse']);
  expect(await today(site)).toMatchObject({ needsAttention: 1 });

  const ids = meeting.guests.map(({ id }) => id);
  const { data } = await site.as('reception').call(checkInGuests, { body: { ids } });
  expect(data.visitors.map(({ id }) => id)).toEqual([known.id]);
  expect(await names(site)).toEqual([]);
  expect(await today(site)).toMatchObject({ expectedToday: 0, needsAttention: 0 });
});

test('does not expect a guest again whose visitor a desk deleted', async () => {
  const site = await atNoon();
  const desk = site.as('reception');
  const known = await seedVisitor(site.db, site);
  const guests = [withoutPhone('Åse'), guest({ name: 'Bo' })];
  const meeting = await invited(site.as('company'), site.tenant, { guests });
  await typePhone(site, meeting, 0, known.phone);
  const [first, second] = meeting.guests;
  await desk.call(checkInGuests, { body: { ids: [first?.id ?? 0] } });
  await desk.call(checkOutVisitor, { params: { visitorId: known.id } });
  // As on the next date of a series.
  await sql`update invitation_guest set arrived_at = null where id = ${first?.id ?? 0}`.execute(site.db);
  expect(await names(site)).toEqual(['Åse']);
  for (const visitorId of [known.id, second?.visitorId ?? 0]) await desk.call(deleteVisitor, { params: { visitorId } });
  expect(await names(site)).toEqual([]);
  expect(await today(site)).toMatchObject({ expectedToday: 0 });
});

test('lists a guest with the phone of another guest, and checks one of them in', async () => {
  const site = await atNoon();
  const known = await seedVisitor(site.db, site);
  const guests = [withoutPhone('Åse'), withoutPhone('Bo')];
  const meeting = await invited(site.as('company'), site.tenant, { guests });
  await typePhone(site, meeting, 0, known.phone);
  await typePhone(site, meeting, 1, known.phone);
  expect(await names(site)).toEqual(['Åse', 'Bo']);
  const ids = meeting.guests.map(({ id }) => id);
  const { data } = await site.as('reception').call(checkInGuests, { body: { ids } });
  expect(data.visitors).toHaveLength(1);
  expect(data.conflicts).toMatchObject([{ name: 'Bo', reason: 'phoneRequired' }]);
  expect(await names(site)).toEqual(['Bo']);
});

test('lists guests of a meeting after midnight as soon as the pass is valid', async () => {
  const site = await building();
  const guests = [withoutPhone('Åse'), guest({ name: 'Bo' })];
  const startsAt = new Date(Date.now() + 48 * hourMs).toISOString();
  const meeting = await invited(site.as('company'), site.tenant, { startsAt, guests });
  await moveToLateEvening(site.db, site.company.id);
  await moveToTomorrow(site.db, site.company.id, meeting.id, 70);
  // As the minute job does.
  await expectGuests(site.reach);
  expect(await names(site)).toEqual([]);
  await moveToTomorrow(site.db, site.company.id, meeting.id, 30);
  await expectGuests(site.reach);
  expect(await names(site)).toEqual(['Åse', 'Bo']);
  expect(await today(site)).toMatchObject({ expectedToday: 2, guestsExpected: 2, needsAttention: 0 });
  const ids = [meeting.guests[1]?.id ?? 0];
  expect((await site.as('reception').call(checkInGuests, { body: { ids } })).data.conflicts).toEqual([]);
  expect(await names(site)).toEqual(['Åse']);
});

test('finds guests by name, company and tenant, page by page', async () => {
  const site = await atNoon();
  const guests = ['Anna', 'Bo', 'Carla', 'Dag'].map((name) => withoutPhone(`${name} Ødegård`));
  await invited(site.as('company'), site.tenant, { guests });
  await invited(site.as('company'), site.neighbor, { guests: [withoutPhone('Emil')] });
  expect(await names(site, { search: 'odegard' })).toHaveLength(4);
  expect(await names(site, { search: 'carla' })).toEqual(['Carla Ødegård']);
  expect(await names(site, { search: 'baltic', tenantId: String(site.neighbor.id) })).toEqual(['Emil']);
  const first = await list(site, { limit: 3 });
  expect(first.page).toMatchObject({ total: 5, totalIsExact: true });
  const rest = await list(site, { limit: 3, cursor: first.page?.next ?? '' });
  expect([...first.data, ...rest.data].map(({ name }) => name.split(' ')[0])).toEqual([
    'Anna',
    'Bo',
    'Carla',
    'Dag',
    'Emil',
  ]);
  expect(rest.page?.next).toBeNull();
});

test('shows a tenant its own guests, and no one those of another company', async () => {
  const site = await atNoon();
  await invited(site.as('company'), site.tenant, { guests: [withoutPhone('Åse')] });
  await invited(site.as('company'), site.neighbor, { guests: [withoutPhone('Bo')] });
  expect(await names(site, {}, 'tenant')).toEqual(['Åse']);
  const foreign = { tenantId: String(site.neighbor.id) };
  expect(await list(site, foreign, 'tenant')).toBeRefused(404, 'notFound');
  expect(await list(site, { tenantId: String(site.elsewhere.tenant.id) })).toBeRefused(404, 'notFound');
  expect(await list(site, { tenantId: String(missingId) })).toBeRefused(404, 'notFound');
});

test('notes that a guest with a phone does not come, who is not expected any more', async () => {
  const site = await atNoon();
  const meeting = await invited(site.as('company'), site.tenant, { guests: [guest({ phone: freshPhone() })] });
  const params = { invitationId: meeting.id, guestId: meeting.guests[0]?.id ?? 0 };
  await site.as('reception').call(dismissGuest, { params });
  expect(await today(site)).toMatchObject({ expectedToday: 0, guestsExpected: 0 });
  const messages = await site.db
    .selectFrom('message')
    .select('kind')
    .where('company_id', '=', site.company.id)
    .execute();
  expect(messages).toEqual([{ kind: 'invitation' }]);
  const audited = await site.db
    .selectFrom('audit_entry')
    .select('action')
    .where('company_id', '=', site.company.id)
    .execute();
  expect(audited.map(({ action }) => action)).toContain('invitation.guestDismissed');
});

test('refuses to dismiss a guest who is inside, or of a meeting that is over', async () => {
  const site = await atNoon();
  const meeting = await invited(site.as('company'), site.tenant);
  const params = { invitationId: meeting.id, guestId: meeting.guests[0]?.id ?? 0 };
  await site.as('reception').call(checkInGuests, { body: { ids: [params.guestId] } });
  expect(await site.as('reception').call(dismissGuest, { params })).toBeRefused(409, 'visitorIsCheckedIn');
  await moveDate(site.db, meeting.id, -3);
  expect(await site.as('reception').call(dismissGuest, { params })).toBeRefused(409, 'invitationIsOver');
  const { data } = await site.as('reception').call(getInvitation, { params });
  expect(data.guests[0]?.state).toBe('inside');
});
