import { cancelInvitation, changeInvitation, removeGuest } from '@vestibule/contract/visits/invitation.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import {
  deleteVisitor,
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  updateVisitor,
} from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, hourMs, invited, moveDate } from '../../testing/invitations.ts';
import { changeSettings } from '../../testing/settings.ts';
import { sweepLeftOvers } from '../retention/retention.ts';
import { expectGuests } from './expectation.ts';

const expectedOf = async (site: Building) => {
  const params = { companyId: site.company.id };
  return (await site.as('company').call(listVisitors, { params, query: { scope: 'imported' } })).data;
};

/** The last quarter of an hour of a day could move a meeting to the next. */
const soon = () => new Date(Date.now() + 60_000).toISOString();
const tomorrow = () => new Date(Date.now() + 24 * hourMs).toISOString();

test('expects a guest of today with host and time', async () => {
  const site = await building();
  const host = site.employee;
  const someone = guest({ name: 'Åse' });
  const { id, startsAt } = await invited(site.as('tenant'), site.tenant, {
    startsAt: soon(),
    employeeId: host.id,
    guests: [someone],
  });
  expect(await expectedOf(site)).toMatchObject([
    {
      name: 'Åse',
      phone: someone.phone,
      preregisteredTenantId: site.tenant.id,
      currentVisitRecord: null,
      expected: { at: startsAt, employee: { id: host.id, name: host.name }, invitationId: id },
    },
  ]);
  const { data } = await site.as('tenant').call(listTenantVisitors, { params: { tenantId: site.tenant.id } });
  expect(data).toMatchObject([{ name: 'Åse', expected: { invitationId: id } }]);
});

test('expects a guest of another day from the midnight before on', async () => {
  const site = await building();
  const { id, guests } = await invited(site.as('company'), site.tenant, { startsAt: tomorrow() });
  expect(await expectedOf(site)).toEqual([]);
  await expectGuests(site.reach);
  expect(await expectedOf(site)).toEqual([]);
  await moveDate(site.db, id, -24);
  await expectGuests(site.reach);
  expect(await expectedOf(site)).toMatchObject([{ id: guests[0]?.visitorId, expected: { invitationId: id } }]);
});

test('expects a guest until the end of the meeting', async () => {
  const site = await building();
  const { id } = await invited(site.as('company'), site.tenant, { startsAt: soon() });
  expect(await expectedOf(site)).toHaveLength(1);
  await moveDate(site.db, id, -2);
  await expectGuests(site.reach);
  expect(await expectedOf(site)).toEqual([]);
});

test('expects a guest of several invitations for the next start, and then for the other', async () => {
  const site = await building();
  const [someone, desk] = [guest(), site.as('company')];
  const later = { startsAt: new Date(Date.now() + 120_000).toISOString(), guests: [someone] };
  const second = await invited(desk, site.neighbor, later);
  const first = await invited(desk, site.tenant, { startsAt: soon(), guests: [someone] });
  expect(await expectedOf(site)).toMatchObject([{ expected: { invitationId: first.id } }]);
  const { data } = await desk.call(registerVisit, visitTo(site.tenant, { phone: someone.phone ?? '' }));
  expect(data.visitor.currentVisitRecord?.invitation).toEqual({ id: first.id, title: null });
  await desk.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  expect(await expectedOf(site)).toMatchObject([
    { preregisteredTenantId: site.neighbor.id, expected: { invitationId: second.id } },
  ]);
});

test('ends the expectation of a canceled invitation and of a removed guest', async () => {
  const site = await building();
  const desk = site.as('company');
  const canceled = await invited(desk, site.tenant, { startsAt: soon() });
  await desk.call(cancelInvitation, { params: { invitationId: canceled.id } });
  expect(await expectedOf(site)).toEqual([]);
  const other = await invited(desk, site.tenant, { startsAt: soon() });
  expect(await expectedOf(site)).toHaveLength(1);
  await desk.call(removeGuest, { params: { invitationId: other.id, guestId: other.guests[0]?.id ?? 0 } });
  expect(await expectedOf(site)).toEqual([]);
});

test('moves the expectation with the invitation', async () => {
  const site = await building();
  const desk = site.as('company');
  const { id } = await invited(desk, site.tenant, { startsAt: soon() });
  const startsAt = new Date(Date.now() + 90_000).toISOString();
  const body = { startsAt, employeeId: site.employee.id };
  await desk.call(changeInvitation, { params: { invitationId: id }, body });
  expect(await expectedOf(site)).toMatchObject([{ expected: { at: startsAt, employee: { id: site.employee.id } } }]);
  const away = { startsAt: tomorrow(), endsAt: new Date(Date.now() + 25 * hourMs).toISOString() };
  await desk.call(changeInvitation, { params: { invitationId: id }, body: away });
  expect(await expectedOf(site)).toEqual([]);
});

test('keeps an expectation that a desk made for an earlier time of today', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site, { expectedBy: site.neighbor });
  const at = new Date(Date.now() + 30_000);
  await site.db.updateTable('visitor').set({ expected_at: at }).where('id', '=', visitor.id).execute();
  await invited(site.as('company'), site.tenant, { startsAt: soon(), guests: [guest({ phone: visitor.phone })] });
  expect(await expectedOf(site)).toMatchObject([
    { preregisteredTenantId: site.neighbor.id, expected: { at: at.toISOString(), invitationId: null } },
  ]);
});

test('does not change the name that the building remembers', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site);
  const someone = guest({ name: 'Another name', phone: visitor.phone });
  await invited(site.as('tenant'), site.tenant, { startsAt: tomorrow(), guests: [someone] });
  const query = { phone: visitor.phone };
  const { data } = await site.as('company').call(lookUpPhone, { params: { companyId: site.company.id }, query });
  expect(data.visitor).toMatchObject({ id: visitor.id, name: visitor.name });
});

test('does not expect a guest again whom a desk deleted', async () => {
  const site = await building();
  const desk = site.as('company');
  const { guests } = await invited(desk, site.tenant, { startsAt: soon() });
  await desk.call(deleteVisitor, { params: { visitorId: guests[0]?.visitorId ?? 0 } });
  await expectGuests(site.reach);
  expect(await expectedOf(site)).toEqual([]);
});

test('does not expect a guest again whom the tenant deleted from a shared visitor', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site, { inside: site.neighbor });
  await site.as('company').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  await invited(site.as('tenant'), site.tenant, { startsAt: soon(), guests: [guest({ phone: visitor.phone })] });
  await site.as('tenant').call(deleteVisitor, { params: { visitorId: visitor.id } });
  await expectGuests(site.reach);
  expect(await expectedOf(site)).toEqual([]);
});

test('follows the phone that a desk corrects', async () => {
  const site = await building();
  const desk = site.as('company');
  const { id, guests } = await invited(desk, site.tenant, { startsAt: soon() });
  const body = { name: 'Åse', companyName: 'Fjord', phone: freshPhone() };
  await desk.call(updateVisitor, { params: { visitorId: guests[0]?.visitorId ?? 0 }, body });
  const { phone } = await site.db
    .selectFrom('guest')
    .innerJoin('invitation_guest', 'invitation_guest.guest_id', 'guest.id')
    .select('phone')
    .where('invitation_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(phone).toBe(body.phone);
});

test('keeps the visitor of an invitation in a month, and forgets others at night', async () => {
  const site = await building();
  const startsAt = new Date(Date.now() + 28 * 24 * hourMs).toISOString();
  const { guests } = await invited(site.as('company'), site.tenant, { startsAt });
  await sweepLeftOvers(site.reach, new Date(Date.now() + 20 * 24 * hourMs), () => Promise.resolve());
  const kept = await site.db.selectFrom('visitor').select('id').where('company_id', '=', site.company.id).execute();
  expect(kept).toEqual([{ id: guests[0]?.visitorId }]);
});

test('erases a guest at check-out if the tenant keeps nothing', async () => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const desk = site.as('company');
  const someone = guest();
  await invited(desk, site.tenant, { startsAt: soon(), guests: [someone] });
  const { data } = await desk.call(registerVisit, visitTo(site.tenant, { phone: someone.phone ?? '' }));
  const answer = await desk.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  expect(answer.data).toBeNull();
  for (const table of ['visitor', 'guest', 'invitation_guest', 'pass'] as const) {
    const rows = await site.db.selectFrom(table).selectAll().where('company_id', '=', site.company.id).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
});
