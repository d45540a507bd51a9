import { checkInGuests, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { checkInExpected } from '@vestibule/contract/visits/expected.ts';
import { changePass } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, hourMs, invited, moveToLateEvening, moveToTomorrow, tokenOfGuest } from '../../testing/invitations.ts';
import { changeSettings } from '../../testing/settings.ts';

const soon = () => new Date(Date.now() + 60_000).toISOString();

const checkIn = (site: Building, ids: readonly (number | undefined)[], role: 'reception' | 'tenant' = 'reception') =>
  site.as(role).call(checkInGuests, { body: { ids: ids.map((id) => id ?? 0) } });

const stateOf = async (site: Building, invitationId: number) =>
  (await site.as('company').call(getInvitation, { params: { invitationId } })).data.guests.map(({ state }) => state);

test('checks a guest in with the host, and the visit is of the invitation', async () => {
  const site = await building();
  const host = site.employee;
  const someone = guest({ name: 'Åse' });
  const { id, guests } = await invited(site.as('tenant'), site.tenant, {
    startsAt: soon(),
    title: 'Audit',
    employeeId: host.id,
    guests: [someone],
  });
  const { status, data } = await checkIn(site, [guests[0]?.id]);
  expect(status).toBe(200);
  expect(data.conflicts).toEqual([]);
  expect(data.visitors).toMatchObject([
    {
      name: 'Åse',
      currentVisitRecord: { tenant: site.tenant, employee: { id: host.id }, invitation: { id, title: 'Audit' } },
    },
  ]);
  expect(await stateOf(site, id)).toEqual(['inside']);
  const messages = await site.db
    .selectFrom('message')
    .select(['kind', 'recipient'])
    .where('company_id', '=', site.company.id)
    .where('kind', '=', 'arrival')
    .execute();
  expect(messages).toEqual([{ kind: 'arrival', recipient: host.email }]);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: data.visitors[0]?.id ?? 0 } });
  expect(await stateOf(site, id)).toEqual(['left']);
  expect((await checkIn(site, [guests[0]?.id])).data.visitors).toHaveLength(1);
});

test('answers guests without a phone, inside, of another day and of canceled invitations as conflicts', async () => {
  const site = await building();
  const desk = site.as('company');
  const silent = guest({ phone: null, email: 'silent@test.example' });
  const [first, second] = [guest(), guest()];
  const today = await invited(desk, site.tenant, { startsAt: soon(), guests: [silent, first] });
  const startsAt = new Date(Date.now() + 48 * hourMs).toISOString();
  const later = await invited(desk, site.tenant, { startsAt, guests: [second] });
  await checkIn(site, [today.guests[1]?.id]);
  const { data } = await checkIn(
    site,
    [...today.guests, ...later.guests].map(({ id }) => id),
  );
  expect(data.visitors).toEqual([]);
  expect(data.conflicts.map(({ name, reason }) => [name, reason])).toEqual([
    [silent.name, 'phoneRequired'],
    [first.name, 'visitorIsAlreadyCheckedIn'],
    [second.name, 'visitorIsNotExpected'],
  ]);
});

test('checks a guest of tomorrow in as soon as the pass is valid', async () => {
  const site = await building();
  const { id, guests } = await invited(site.as('company'), site.tenant, { startsAt: soon() });
  await moveToLateEvening(site.db, site.company.id);
  const startAt = (minutes: number) => moveToTomorrow(site.db, site.company.id, id, minutes);
  await startAt(70);
  expect((await checkIn(site, [guests[0]?.id])).data.conflicts).toMatchObject([{ reason: 'visitorIsNotExpected' }]);
  await startAt(30);
  expect((await checkIn(site, [guests[0]?.id])).data.conflicts).toEqual([]);
});

test('refuses the whole call if one guest is of another tenant or company', async () => {
  const site = await building();
  const own = await invited(site.as('tenant'), site.tenant, { startsAt: soon() });
  const neighbors = await invited(site.as('company'), site.neighbor, { startsAt: soon() });
  const foreign = await invited(site.elsewhere.as('company'), site.elsewhere.tenant, { startsAt: soon() });
  expect(await checkIn(site, [own.guests[0]?.id, foreign.guests[0]?.id])).toBeRefused(404, 'notFound');
  expect(await checkIn(site, [own.guests[0]?.id, neighbors.guests[0]?.id], 'tenant')).toBeRefused(404, 'notFound');
  expect(await stateOf(site, own.id)).toEqual(['invited']);
});

test('opens one visit if two desks check the same guest in at once', async () => {
  const site = await building();
  const { guests } = await invited(site.as('tenant'), site.tenant, { startsAt: soon() });
  const answers = await Promise.all([1, 2, 3].map(() => checkIn(site, [guests[0]?.id])));
  expect(answers.reduce((sum, { data }) => sum + data.visitors.length, 0)).toBe(1);
  const conflicts = answers.flatMap(({ data }) => data.conflicts.map(({ reason }) => reason));
  expect(conflicts).toEqual(['visitorIsAlreadyCheckedIn', 'visitorIsAlreadyCheckedIn']);
});

test('gives a repeated request the first answer', async () => {
  const site = await building();
  const desk = site.as('reception');
  const { guests } = await invited(desk, site.tenant, { startsAt: soon() });
  const body = { ids: guests.map(({ id }) => id) };
  const first = await desk.call(checkInGuests, { body }, { idempotencyKey: 'arrived' });
  const second = await desk.call(checkInGuests, { body }, { idempotencyKey: 'arrived' });
  expect(second.data).toEqual(first.data);
});

test('checks a guest in as an expected visitor too', async () => {
  const site = await building();
  const { id, guests } = await invited(site.as('tenant'), site.tenant, { startsAt: soon() });
  const { data } = await site.as('tenant').call(checkInExpected, { body: { ids: [guests[0]?.visitorId ?? 0] } });
  expect(data.visitors[0]?.currentVisitRecord?.invitation).toEqual({ id, title: null });
  expect(await stateOf(site, id)).toEqual(['inside']);
});

test('takes the phone of a guest at the desk', async () => {
  const site = await building();
  const desk = site.as('reception');
  const silent = guest({ phone: null, email: 'silent@test.example' });
  const { id, guests } = await invited(desk, site.tenant, { startsAt: soon(), guests: [silent] });
  const phone = freshPhone();
  const { body } = visitTo(site.tenant, { phone });
  const { data } = await desk.call(registerVisit, { body: { ...body, guestId: guests[0]?.id } });
  expect(data.visitor.currentVisitRecord?.invitation).toEqual({ id, title: null });
  expect(await stateOf(site, id)).toEqual(['inside']);
  const { data: known } = await desk.call(getInvitation, { params: { invitationId: id } });
  expect(known.guests).toMatchObject([{ phone, visitorId: data.visitor.id }]);
  const elsewhere = visitTo(site.neighbor).body;
  const wrong = { ...elsewhere, guestId: guests[0]?.id };
  expect(await desk.call(registerVisit, { body: wrong })).toBeRefused(404, 'notFound');
});

test('checks a guest in whose visitor a desk deleted', async () => {
  const site = await building();
  const desk = site.as('reception');
  const { id, guests } = await invited(desk, site.tenant, { startsAt: soon() });
  await desk.call(deleteVisitor, { params: { visitorId: guests[0]?.visitorId ?? 0 } });
  expect((await checkIn(site, [guests[0]?.id])).data.visitors).toHaveLength(1);
  expect(await stateOf(site, id)).toEqual(['inside']);
});

test('prints the badges of guests if their tenant has badges', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { guests } = await invited(site.as('tenant'), site.tenant, { startsAt: soon() });
  expect((await checkIn(site, [guests[0]?.id])).data.html).toContain(guests[0]?.name);
});

/** A guest agrees on the pass to be remembered, with the phone of the invitation or another one. */
async function agreed(site: Building, phone: string, changes: Parameters<typeof guest>[0] = {}) {
  const invitation = await invited(site.as('company'), site.tenant, { startsAt: soon(), guests: [guest(changes)] });
  const id = invitation.guests[0]?.id ?? 0;
  const params = { token: await tokenOfGuest(site.db, id) };
  const body = { name: 'Åse Ødegård', companyName: 'Fjord', phone, shouldSaveData: true };
  await site.as('pass').call(changePass, { params, body });
  return id;
}

const visitsOf = ({ db, company }: Building) =>
  db.selectFrom('visit').select('should_save_data').where('company_id', '=', company.id).execute();

const memoryOf = ({ db, company }: Building, phone: string) =>
  db
    .selectFrom('visitor')
    .select(['name', 'company_name', 'should_save_data'])
    .where('company_id', '=', company.id)
    .where('phone', '=', phone)
    .execute();

const remembered = [{ name: 'Åse Ødegård', company_name: 'Fjord', should_save_data: true }];

test('remembers a guest who agreed on the pass', async () => {
  const site = await building();
  const phone = freshPhone();
  const id = await agreed(site, phone, { name: 'Åse', phone });
  const { data } = await checkIn(site, [id]);
  expect(await visitsOf(site)).toEqual([{ should_save_data: true }]);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: data.visitors[0]?.id ?? 0 } });
  expect(await memoryOf(site, phone)).toEqual(remembered);
});

test('remembers a guest who agreed on the pass, also as an expected visitor', async () => {
  const site = await building();
  const phone = freshPhone();
  await agreed(site, phone, { name: 'Åse', phone });
  const { id } = await site.db
    .selectFrom('visitor')
    .select('id')
    .where('company_id', '=', site.company.id)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  await site.as('reception').call(checkInExpected, { body: { ids: [id] } });
  expect(await visitsOf(site)).toEqual([{ should_save_data: true }]);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: id } });
  expect(await memoryOf(site, phone)).toEqual(remembered);
});

test('changes no remembered visitor whose phone a guest typed on the pass', async () => {
  const site = await building();
  const known = await seedVisitor(site.db, site, { name: 'Kari Known', companyName: 'Remembered' });
  await site.db.updateTable('visitor').set({ should_save_data: true }).where('id', '=', known.id).execute();
  const before = await memoryOf(site, known.phone);
  const id = await agreed(site, known.phone, { phone: null, email: 'guest@test.example' });
  expect((await checkIn(site, [id])).data.visitors).toMatchObject([{ id: known.id, name: 'Åse Ødegård' }]);
  expect(await visitsOf(site)).toEqual([{ should_save_data: true }]);
  expect(await memoryOf(site, known.phone)).toEqual(before);
});

test('uses the choice on the pass for a guest whose phone the desk enters', async () => {
  const site = await building();
  const desk = site.as('reception');
  const arrive = async (choice: boolean | undefined, phone = freshPhone()) => {
    const silent = guest({ phone: null, email: 'silent@test.example' });
    const { id, guests } = await invited(desk, site.tenant, { startsAt: soon(), guests: [silent] });
    const guestId = guests[0]?.id ?? 0;
    const params = { token: await tokenOfGuest(site.db, guestId) };
    const typed = { name: 'Åse', companyName: 'Fjord', phone: null, shouldSaveData: choice };
    if (choice !== undefined) await site.as('pass').call(changePass, { params, body: typed });
    const shouldSaveData = choice !== true;
    const { body } = visitTo(site.tenant, { phone, name: 'Åse Ødegård', companyName: 'Typed', shouldSaveData });
    const { data } = await desk.call(registerVisit, { body: { ...body, guestId } });
    expect(data.visitor).toMatchObject({ companyName: 'Typed', currentVisitRecord: { invitation: { id } } });
    const [memory] = await memoryOf(site, phone);
    return { ...memory, visitorId: data.visitor.id };
  };
  expect(await arrive(true)).toMatchObject({ should_save_data: true, company_name: 'Typed' });
  expect(await arrive(false)).toMatchObject({ should_save_data: false });
  expect(await arrive(undefined)).toMatchObject({ should_save_data: true });

  const phone = freshPhone();
  await desk.call(registerVisit, visitTo(site.tenant, { phone, companyName: 'Known', shouldSaveData: true }));
  const known = { should_save_data: true, company_name: 'Known' };
  const [{ id: visitorId } = { id: 0 }] = await site.db
    .selectFrom('visitor')
    .select('id')
    .where('phone', '=', phone)
    .execute();
  await desk.call(checkOutVisitor, { params: { visitorId } });
  expect(await arrive(false, phone)).toMatchObject({ ...known, visitorId });
  await desk.call(checkOutVisitor, { params: { visitorId } });
  expect(await memoryOf(site, phone)).toMatchObject([known]);
});
