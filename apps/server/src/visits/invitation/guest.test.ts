import {
  addGuests,
  changeInvitation,
  checkInGuests,
  createInvitation,
  getInvitation,
  removeGuest,
  resendPass,
} from '@vestibule/contract/visits/invitation.ts';
import { listMessages } from '@vestibule/contract/visits/message.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { fresh, freshPhone } from '../../testing/fresh.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, invited, meeting, moveToNoon } from '../../testing/invitations.ts';

const invite = (site: Building, guests: object[], changes: object = {}) =>
  site.as('company').call(createInvitation, {
    params: { tenantId: site.tenant.id },
    body: { ...meeting(changes), guests: guests.map((changes) => guest(changes)) },
  });

const sentTo = async (site: Building) => {
  const { data } = await site.as('company').call(listMessages, { query: { companyId: site.company.id } });
  return data.map(({ kind, channel, recipient }) => [kind, channel, recipient]).toReversed();
};

test.for([
  ['no guest', [], 'guests', 'guestRequired'],
  ['a guest without a name', [{ name: ' ' }], 'guests.0.name', 'nameRequired'],
  ['a name of 121 characters', [{ name: 'x'.repeat(121) }], 'guests.0.name', 'max120chars'],
  ['line breaks in an e-mail', [{ email: 'a@b.example\r\nBcc: c@d.example' }], 'guests.0.email', 'incorrectEmail'],
  ['line breaks in a name', [{ name: 'A\r\nB' }], 'guests.0.name', 'invalidText'],
] as const)('refuses %s', async ([, guests, field, key]) => {
  const site = await building();
  expect(await invite(site, [...guests])).toBeRefused(400, 'validation', { fields: { [field]: key } });
});

test('refuses phones that cannot be read or are listed twice', async () => {
  const site = await building();
  const wrong = await invite(site, [{}, { phone: '12345' }]);
  expect(wrong).toBeRefused(400, 'invalidPhone', { fields: { 'guests.1.phone': 'invalidPhone' } });
  const phone = freshPhone();
  const twice = await invite(site, [{ phone }, { phone: phone.slice(3) }]);
  expect(twice).toBeRefused(400, 'validation', { fields: { 'guests.1.phone': 'phoneListedTwice' } });
});

test('reads phones of other countries, and names in any script', async () => {
  const site = await building();
  const names = ['Ægir Þór', '山田太郎', 'محمد بن سلمان', '𝒜'.repeat(60), 'x'.repeat(120)];
  const { data } = await invite(site, [
    { name: names[0], phone: '+44 20 7946 0958' },
    ...names.slice(1).map((name) => ({ name })),
  ]);
  expect(data.guests.map(({ name }) => name)).toEqual(names);
  expect(data.guests[0]?.phone).toBe('+442079460958');
});

test('requires an address of guests who are notified', async () => {
  const site = await building();
  const unreachable = { email: null, phone: null };
  const refused = await invite(site, [{}, unreachable]);
  expect(refused).toBeRefused(400, 'guestNeedsEmailOrPhone', {
    fields: { 'guests.1.email': 'guestNeedsEmailOrPhone' },
  });
  const { status, data } = await invite(site, [unreachable], { notifyGuests: false });
  expect(status).toBe(201);
  expect(data.guests).toMatchObject([{ visitorId: null, passState: null }]);
});

test('notifies guests by mail, or by SMS if only a phone is known', async () => {
  const site = await building();
  const email = `liv-${fresh()}@test.example`;
  const [first, second] = [freshPhone(), freshPhone()];
  await invite(site, [{ email, phone: first }, { phone: second }]);
  expect(await sentTo(site)).toEqual([
    ['invitation', 'email', email],
    ['invitation', 'sms', second],
  ]);
});

test('sends no message if guests are not notified', async () => {
  const site = await building();
  await invite(site, [{}], { notifyGuests: false });
  expect(await sentTo(site)).toEqual([]);
});

test('sends one message about a series', async () => {
  const site = await building();
  const until = dayThere(Date.now(), 5);
  await invite(site, [{}], { repeat: { unit: 'day', interval: 1, until } });
  expect(await sentTo(site)).toHaveLength(1);
});

test('gives each guest a pass with a sealed secret', async () => {
  const site = await building();
  await invite(site, [{}, {}]);
  const passes = await site.db.selectFrom('pass').selectAll().where('company_id', '=', site.company.id).execute();
  expect(passes).toHaveLength(2);
  expect(new Set(passes.map(({ secret_hash: hash }) => hash.toString('hex'))).size).toBe(2);
  for (const { secret, secret_hash: hash } of passes) expect(secret.includes(hash)).toBe(false);
});

test('adds guests, notifies only them, and removes one', async () => {
  const site = await building();
  const desk = site.as('tenant');
  const { id, guests } = await invited(desk, site.tenant);
  const added = await desk.call(addGuests, {
    params: { invitationId: id },
    body: { guests: [guest({ name: 'Liv' })] },
  });
  expect(added.data.guests.map(({ name }) => name)).toEqual([guests[0]?.name, 'Liv']);
  expect((await sentTo(site)).map(([kind]) => kind)).toEqual(['invitation', 'invitation']);
  const params = { invitationId: id, guestId: guests[0]?.id ?? 0 };
  const removed = await desk.call(removeGuest, { params });
  expect(removed.data.guests.map(({ name }) => name)).toEqual(['Liv']);
  const kinds = (await sentTo(site)).map(([kind, , recipient]) => [kind, recipient === guests[0]?.phone]);
  expect(kinds).toContainEqual(['invitationCanceled', true]);
  expect(kinds).not.toContainEqual(['invitation', true]);
  expect(await desk.call(removeGuest, { params })).toBeRefused(404, 'notFound');
});

test('adds a guest to the following dates of a series', async () => {
  const site = await building();
  const desk = site.as('company');
  const until = dayThere(Date.now(), 3);
  const first = await invited(desk, site.tenant, { repeat: { unit: 'day', interval: 1, until } });
  const body = { guests: [guest({ name: 'Liv' })] };
  await desk.call(addGuests, { params: { invitationId: first.id }, query: { dates: 'following' }, body });
  const dates = await site.db
    .selectFrom('invitation_guest')
    .innerJoin('guest', 'guest.id', 'invitation_guest.guest_id')
    .select('invitation_id')
    .where('guest.name', '=', 'Liv')
    .where('guest.company_id', '=', site.company.id)
    .execute();
  expect(dates.length).toBeGreaterThan(2);
});

test('limits the guests of an invitation that gets more', async () => {
  const site = await building();
  const people = (count: number) =>
    Array.from({ length: count }, () => guest({ phone: null, email: `g${fresh()}@test.example` }));
  const { data } = await invite(site, people(150));
  const call = (count: number) =>
    site.as('company').call(addGuests, { params: { invitationId: data.id }, body: { guests: people(count) } });
  expect(await call(51)).toBeRefused(400, 'tooManyGuests');
  expect((await call(50)).data.guests).toHaveLength(200);
});

test('sends an invitation again, also if guests are not notified', async () => {
  const site = await building();
  const desk = site.as('company');
  const [reached, silent] = [guest(), guest({ phone: null })];
  const { id, guests } = await invited(desk, site.tenant, { notifyGuests: false, guests: [reached, silent] });
  const resend = (place: number) =>
    desk.call(resendPass, { params: { invitationId: id, guestId: guests[place]?.id ?? 0 } });
  expect((await resend(0)).data.guests[0]).toMatchObject({ passState: 'queued' });
  expect(await resend(1)).toBeRefused(400, 'guestNeedsEmailOrPhone');
  expect(await sentTo(site)).toEqual([['invitation', 'sms', reached.phone]]);
});

test('treats a phone of another company as unknown', async () => {
  const site = await building();
  const phone = freshPhone();
  const there = await invited(site.elsewhere.as('company'), site.elsewhere.tenant, { guests: [guest({ phone })] });
  const here = await invited(site.as('company'), site.tenant, { guests: [guest({ phone })] });
  expect(here.guests[0]?.visitorId).not.toBe(there.guests[0]?.visitorId);
});

const edit = (site: Building, invitationId: number, guests: object[], role: 'company' | 'tenant' = 'company') =>
  site.as(role).call(changeInvitation, {
    params: { invitationId },
    body: { guests: guests.map((changes) => ({ id: 0, ...guest(), ...changes })) },
  });

test('edits a guest, who keeps the pass and gets the invitation again at another address only', async () => {
  const site = await building();
  const email = `anna-${fresh()}@test.example`;
  const { data } = await invite(site, [{ name: 'Ana', email, phone: null }, {}]);
  const id = data.guests[0]?.id ?? 0;
  const passes = () =>
    site.db.selectFrom('pass').select('secret_hash').where('company_id', '=', site.company.id).execute();
  const before = await passes();
  const named = { id, name: 'Anna', email, phone: null, companyName: 'Nordlys', language: 'no' };
  const renamed = await edit(site, data.id, [named]);
  expect(renamed.data.guests[0]).toMatchObject({ name: 'Anna', companyName: 'Nordlys', email, language: 'no' });
  expect(await sentTo(site)).toHaveLength(2);
  const moved = `anna-${fresh()}@test.example`;
  const { data: after } = await edit(site, data.id, [{ ...named, email: moved, language: undefined }]);
  expect(after.guests).toMatchObject([{ id, email: moved, language: 'no' }, { id: data.guests[1]?.id }]);
  expect((await sentTo(site)).at(-1)).toEqual(['invitation', 'email', moved]);
  expect(await passes()).toEqual(before);
});

test('makes an edited guest the visitor with the new phone, and two guests exchange their phones', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const { data } = await invite(site, [{}, {}]);
  const [first, second] = data.guests;
  const { data: swapped } = await edit(site, data.id, [
    { id: first?.id, name: 'Anna', phone: second?.phone },
    { id: second?.id, name: 'Bo', phone: first?.phone },
  ]);
  expect(swapped.guests.map(({ visitorId }) => visitorId)).toEqual([second?.visitorId, first?.visitorId]);
  const phone = freshPhone();
  const { data: after } = await edit(site, data.id, [{ id: first?.id, phone }]);
  expect(after.guests[0]).toMatchObject({ phone });
  const visitors = await site.db
    .selectFrom('visitor')
    .select(['id', 'phone', 'expected_invitation_id'])
    .where('company_id', '=', site.company.id)
    .execute();
  expect(visitors).toContainEqual({ id: after.guests[0]?.visitorId, phone, expected_invitation_id: data.id });
  expect(visitors).toContainEqual({ id: second?.visitorId, phone: second?.phone, expected_invitation_id: null });
});

test('refuses an edit with the phone of another guest, without an address, or of a guest inside', async () => {
  const site = await building();
  const { data } = await invite(site, [{}, {}]);
  const [first, second] = data.guests;
  expect(await edit(site, data.id, [{ id: first?.id, phone: second?.phone }])).toBeRefused(400, 'validation', {
    fields: { 'guests.0.phone': 'phoneListedTwice' },
  });
  expect(await edit(site, data.id, [{ id: first?.id, phone: null }])).toBeRefused(400, 'guestNeedsEmailOrPhone', {
    fields: { 'guests.0.email': 'guestNeedsEmailOrPhone' },
  });
  expect(await edit(site, data.id, [{ id: first?.id, phone: '123456' }])).toBeRefused(400, 'invalidPhone', {
    fields: { 'guests.0.phone': 'invalidPhone' },
  });
  const other = await invited(site.as('company'), site.neighbor);
  expect(await edit(site, data.id, [{ id: other.guests[0]?.id }])).toBeRefused(404, 'notFound');
  expect(await edit(site, other.id, [{ id: other.guests[0]?.id }], 'tenant')).toBeRefused(404, 'notFound');
  await site.as('company').call(checkInGuests, { body: { ids: [first?.id ?? 0] } });
  expect(await edit(site, data.id, [{ id: first?.id }])).toBeRefused(409, 'visitorIsCheckedIn');
  const mixed = { title: 'New', guests: [{ id: second?.id ?? 0, name: 'Bo' }] };
  const params = { invitationId: data.id };
  expect(await site.as('company').call(changeInvitation, { params, body: mixed })).toBeRefused(400, 'validation');
  const { data: after } = await site.as('company').call(getInvitation, { params });
  expect(after.guests.map(({ name }) => name)).toEqual(data.guests.map(({ name }) => name));
});

test('a changed language reaches the guests who had that of the invitation', async () => {
  const site = await building();
  const desk = site.as('company');
  const guests = [guest(), guest({ language: 'de' })];
  const { id } = await invited(desk, site.tenant, { language: 'en', guests });
  const { data } = await desk.call(changeInvitation, { params: { invitationId: id }, body: { language: 'no' } });
  expect(data.guests.map(({ language }) => language)).toEqual(['no', 'de']);
});
