import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import {
  addGuestsOfHost,
  cancelHostInvitation,
  changeHostInvitation,
  createHostInvitation,
  getHostInvitation,
  listHostInvitations,
  removeGuestOfHost,
  resendPassOfHost,
} from '@vestibule/contract/visits/host-invitation.ts';
import { changeInvitation, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { getPass } from '@vestibule/contract/visits/pass.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, meeting, tokenOfGuest } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';

const invite = async (site: Building, changes: Parameters<typeof meeting>[0] = {}) => {
  const { employeeId: _, ...body } = meeting(changes);
  return site.as('host').call(createHostInvitation, { body });
};

async function colleagueOf({ db, company, tenant }: Building): Promise<number> {
  const { id } = await db
    .insertInto('employee')
    .values({ company_id: company.id, tenant_id: tenant.id, name: 'Near', phone: '+4790000077' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a host invites guests, changes and cancels, and sees no ids of visitors', async () => {
  const site = await listeningBuilding();
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  const { status, data } = await invite(site, { title: 'Audit' });
  expect(status).toBe(201);
  const host = { id: site.employee.id, name: site.employee.name };
  expect(data).toMatchObject({ tenant: site.tenant, host, title: 'Audit', createdBy: 'host', status: 'planned' });
  expect(data.guests).toMatchObject([{ visitorId: null, passState: 'queued' }]);
  await desk.until(({ event, payload }) => event === 'invitations_update' && payload.ids.includes(data.id));
  const ofStaff = await site.as('company').call(getInvitation, { params: { invitationId: data.id } });
  expect(ofStaff.data.guests[0]?.visitorId).toBeGreaterThan(0);

  const caller = site.as('host');
  const params = { invitationId: data.id };
  expect((await caller.call(getHostInvitation, { params })).data).toEqual(data);
  const edited = await caller.call(changeHostInvitation, { params, body: { title: 'Review' } });
  expect(edited.data).toMatchObject({ title: 'Review', host });
  const added = await caller.call(addGuestsOfHost, { params, body: { guests: [guest()] } });
  expect(added.data.guests.map(({ visitorId }) => visitorId)).toEqual([null, null]);
  const guestId = added.data.guests[1]?.id ?? 0;
  expect((await caller.call(resendPassOfHost, { params: { ...params, guestId } })).status).toBe(200);
  expect((await caller.call(removeGuestOfHost, { params: { ...params, guestId } })).data.guests).toHaveLength(1);
  const token = await tokenOfGuest(site.db, data.guests[0]?.id ?? 0);
  expect((await caller.call(cancelHostInvitation, { params })).data.status).toBe('canceled');
  expect((await site.as('pass').call(getPass, { params: { token } })).data.canceledBy).toBe('host');
  const { data: entries } = await site.as('company').call(listAuditEntries, { query: { companyId: site.company.id } });
  const own = entries.filter(({ action }) => action.startsWith('invitation.'));
  expect(own.map(({ role, userId }) => [role, userId])).toEqual(own.map(() => ['host', site.employee.id]));
  expect(own).toHaveLength(6);
});

test('only staff expect guests without a message', async () => {
  const site = await building();
  const fields = { fields: { notifyGuests: 'invalidValue' } } as const;
  const { employeeId: _, ...body } = meeting();
  const host = site.as('host');
  const quiet = { ...body, notifyGuests: false };
  expect(await host.call(createHostInvitation, { body: quiet })).toBeRefused(400, 'validation', fields);
  const params = { invitationId: (await invite(site)).data.id };
  const change = { params, body: { notifyGuests: false } };
  expect(await host.call(changeHostInvitation, change)).toBeRefused(400, 'validation', fields);
});

test('a host reaches own invitations only, also not those of a colleague', async () => {
  const site = await building();
  const company = site.as('company');
  const own = await invited(company, site.tenant, { employeeId: site.employee.id, title: 'Own' });
  const colleague = await colleagueOf(site);
  const others = [
    await invited(company, site.tenant, { employeeId: colleague }),
    await invited(company, site.tenant),
    await invited(company, site.neighbor, { employeeId: site.neighborEmployee.id }),
  ];
  const host = site.as('host');
  expect((await host.call(listHostInvitations, { query: {} })).data.map(({ id }) => id)).toEqual([own.id]);
  expect((await host.call(listHostInvitations, { query: { search: 'own' } })).data).toHaveLength(1);
  for (const other of others) {
    const params = { invitationId: other.id };
    const ofGuest = { ...params, guestId: other.guests[0]?.id ?? 0 };
    for (const answer of [
      await host.call(getHostInvitation, { params }),
      await host.call(changeHostInvitation, { params, body: { title: 'x' } }),
      await host.call(cancelHostInvitation, { params }),
      await host.call(addGuestsOfHost, { params, body: { guests: [guest()] } }),
      await host.call(removeGuestOfHost, { params: ofGuest }),
      await host.call(resendPassOfHost, { params: ofGuest }),
    ]) {
      expect(answer).toBeRefused(404, 'notFound');
    }
  }
  const body = { ...meeting(), employeeId: colleague };
  expect(await host.call(createHostInvitation, { body })).toBeRefused(404, 'notFound');
  const params = { invitationId: own.id };
  expect(await host.call(changeHostInvitation, { params, body: { employeeId: colleague } })).toBeRefused(
    404,
    'notFound',
  );
  const same = await host.call(changeHostInvitation, { params, body: { employeeId: site.employee.id, title: 'Same' } });
  expect(same.data.title).toBe('Same');
});

test('a change of all dates leaves the dates of another host', async () => {
  const site = await building();
  const startsAt = new Date(Date.now() + 24 * hourMs).toISOString();
  const until = dayThere(Date.now(), 3);
  const { data: series } = await invite(site, { startsAt, repeat: { unit: 'day', interval: 1, until } });
  const dates = (await site.as('host').call(listHostInvitations, { query: {} })).data;
  const [first, second] = dates;
  expect(dates.length).toBeGreaterThan(1);
  const colleague = await colleagueOf(site);
  const params = { invitationId: second?.id ?? 0 };
  await site.as('company').call(changeInvitation, { params, body: { employeeId: colleague } });
  const all = { params: { invitationId: first?.id ?? 0 }, query: { dates: 'all' } } as const;
  await site.as('host').call(changeHostInvitation, { ...all, body: { title: 'Mine' } });
  await site.as('host').call(cancelHostInvitation, all);
  const { data: kept } = await site.as('company').call(getInvitation, { params });
  expect(kept).toMatchObject({ seriesId: series.seriesId, status: 'planned', title: null });
});

test('a host of a tenant without invitations cannot invite', async () => {
  const site = await building();
  const { data } = await invite(site);
  await changeSettings(site, { enable_invitations: false });
  expect(await invite(site)).toBeRefused(409, 'invitationsAreOff');
  const params = { invitationId: data.id };
  const more = await site.as('host').call(addGuestsOfHost, { params, body: { guests: [guest()] } });
  expect(more).toBeRefused(409, 'invitationsAreOff');
  expect((await site.as('host').call(cancelHostInvitation, { params })).data.status).toBe('canceled');
});

test('a host has at most 500 open invitations', async () => {
  const site = await building();
  await sql`
    with made as (
      insert into meeting (company_id, tenant_id, notify_guests, created_by)
      select ${site.company.id}::int, ${site.tenant.id}::int, false, 'host' from generate_series(1, 499) returning id
    )
    insert into invitation (company_id, meeting_id, tenant_id, employee_id, language, starts_at, ends_at)
    select ${site.company.id}::int, id, ${site.tenant.id}::int, ${site.employee.id}::int, 'en', now(), now() + interval '1 hour'
    from made`.execute(site.db);
  expect((await invite(site)).status).toBe(201);
  expect(await invite(site)).toBeRefused(409, 'tooManyInvitations');
});

test('a repeated request of a host gets the first invitation, and another host an own one', async () => {
  const site = await building();
  const { employeeId: _, ...body } = meeting();
  const send = (caller = site.as('host')) => caller.call(createHostInvitation, { body }, { idempotencyKey: 'once' });
  const [first, again] = [await send(), await send()];
  expect(again.data).toEqual(first.data);
  const elsewhere = await send(site.elsewhere.as('host'));
  expect(elsewhere.data.id).not.toBe(first.data.id);
  const other = { body: { ...body, title: 'Other' } };
  const reused = await site.as('host').call(createHostInvitation, other, { idempotencyKey: 'once' });
  expect(reused).toBeRefused(422, 'idempotencyKeyReused');
});

test('messages to guests of a host count for the host', async () => {
  const site = await building();
  const guests = Array.from({ length: 51 }, (_, index) => guest({ phone: null, email: `guest-${index}@test.example` }));
  const { data } = await invite(site, { guests });
  expect(data.guests.filter(({ passProblem }) => passProblem === 'hostLimit')).toHaveLength(1);
});
