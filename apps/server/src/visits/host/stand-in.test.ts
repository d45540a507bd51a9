import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import {
  addGuestsOfHost,
  cancelHostInvitation,
  changeHostInvitation,
  getHostInvitation,
  listCoveredInvitations,
  listHostInvitations,
  removeGuestOfHost,
  resendPassOfHost,
} from '@vestibule/contract/visits/host-invitation.ts';
import {
  answerHostVisit,
  getHost,
  listCoveredVisits,
  listHostVisits,
  setStandIn,
} from '@vestibule/contract/visits/host.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlyRow } from '../../platform/db/database.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { atHost, building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { fresh, freshPhone, type Named } from '../../testing/fresh.ts';
import { guest, invited, moveToNoon } from '../../testing/invitations.ts';

const hourMs = 3_600_000;

const later = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

async function seedColleague({ db, company }: Building, tenant: Named): Promise<Named> {
  const reached = { email: `colleague-${fresh()}@test.example`, phone: freshPhone() };
  return db
    .insertInto('employee')
    .values({ company_id: company.id, tenant_id: tenant.id, name: `Colleague ${fresh()}`, ...reached })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

const hostOf = (site: Building, { id }: Named, tenant = site.tenant) =>
  atHost(site.server, { id, companyId: site.company.id, tenantId: tenant.id });

async function dayOf({ db, company }: Building, days: number): Promise<string> {
  const { rows } = await typedSql({ day: text })`
    select to_char((now() at time zone time_zone)::date + ${days}::int, 'YYYY-MM-DD') as day
    from company where id = ${company.id}`.execute(db);
  return onlyRow(rows).day;
}

/** The host of the site stands in for the colleague through the day after tomorrow. */
async function covered() {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const away = await seedColleague(site, site.tenant);
  const until = await dayOf(site, 2);
  await hostOf(site, away).call(setStandIn, { body: { employeeId: site.employee.id, until } });
  return { site, away, until, standIn: site.as('host') };
}

const covering = async (host: Caller) => (await host.call(listCoveredInvitations, { query: {} })).data;

/** Every call of a host that names an invitation. */
async function statuses(host: Caller, invitation: { id: number; guests: { id: number }[] }): Promise<number[]> {
  const params = { invitationId: invitation.id };
  const ofGuest = { ...params, guestId: invitation.guests[0]?.id ?? 0 };
  const answers = [
    await host.call(getHostInvitation, { params }),
    await host.call(changeHostInvitation, { params, body: { title: 'Changed' } }),
    await host.call(addGuestsOfHost, { params, body: { guests: [guest()] } }),
    await host.call(resendPassOfHost, { params: ofGuest }),
    await host.call(removeGuestOfHost, { params: ofGuest }),
    await host.call(cancelHostInvitation, { params }),
  ];
  return answers.map(({ status }) => status);
}

test('a stand-in lists and manages the meetings of the colleague through the last day', async () => {
  const { site, away, until, standIn } = await covered();
  const desk = site.as('company');
  const [soon, last, after] = [
    await invited(desk, site.tenant, { employeeId: away.id, title: 'Soon' }),
    await invited(desk, site.tenant, { employeeId: away.id, startsAt: later(48) }),
    await invited(desk, site.tenant, { employeeId: away.id, startsAt: later(72) }),
  ];
  const own = await invited(desk, site.tenant, { employeeId: site.employee.id });
  expect((await standIn.call(getHost)).data.standsInFor).toEqual([{ employee: away, until }]);
  const rows = await covering(standIn);
  expect(rows.map(({ id }) => id)).toEqual([soon.id, last.id]);
  expect(rows[0]).toMatchObject({ host: away, title: 'Soon', guests: [{ visitorId: null }] });
  expect((await standIn.call(listHostInvitations, { query: {} })).data.map(({ id }) => id)).toEqual([own.id]);

  expect(await statuses(standIn, soon)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await covering(standIn))[0]).toMatchObject({ id: soon.id, host: away, title: 'Changed', status: 'canceled' });
  expect(await statuses(standIn, after)).toEqual([404, 404, 404, 404, 404, 404]);
  const { data: entries } = await desk.call(listAuditEntries, { query: { companyId: site.company.id } });
  const ofHosts = entries.filter(({ action, role }) => role === 'host' && action.startsWith('invitation.'));
  expect(ofHosts.map(({ userId, subjectId }) => [userId, subjectId])).toEqual(
    Array.from({ length: 5 }, () => [site.employee.id, soon.id]),
  );
});

test('another colleague, another tenant, another building and a former stand-in see and change nothing', async () => {
  const { site, away, standIn } = await covered();
  const soon = await invited(site.as('company'), site.tenant, { employeeId: away.id });
  const others = [
    hostOf(site, await seedColleague(site, site.tenant)),
    hostOf(site, site.neighborEmployee, site.neighbor),
    site.elsewhere.as('host'),
  ];
  const nothing = [404, 404, 404, 404, 404, 404];
  for (const other of others) {
    expect((await other.call(getHost)).data.standsInFor).toEqual([]);
    expect(await covering(other)).toEqual([]);
    expect(await statuses(other, soon)).toEqual(nothing);
  }
  await sql`update employee set stand_in_until = ${await dayOf(site, -1)}::date where id = ${away.id}`.execute(site.db);
  expect((await standIn.call(getHost)).data.standsInFor).toEqual([]);
  expect(await covering(standIn)).toEqual([]);
  expect(await statuses(standIn, soon)).toEqual(nothing);
});

test('a stand-in sees no meeting of an earlier day', async () => {
  const { site, away, standIn } = await covered();
  const { id } = await invited(site.as('company'), site.tenant, { employeeId: away.id });
  await sql`
    update invitation set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days' where id = ${id}`.execute(
    site.db,
  );
  const query = { from: await dayOf(site, -5) };
  expect((await standIn.call(listCoveredInvitations, { query })).data).toEqual([]);
  expect(await standIn.call(getHostInvitation, { params: { invitationId: id } })).toBeRefused(404, 'notFound');
});

test('a change of a series by a stand-in leaves the dates after the last day', async () => {
  const { site, away, standIn } = await covered();
  const desk = site.as('company');
  const repeat = { unit: 'day', interval: 1, until: await dayOf(site, 4) } as const;
  const first = await invited(desk, site.tenant, { employeeId: away.id, title: 'Course', repeat });
  const all = { params: { invitationId: first.id }, query: { dates: 'all' } } as const;
  await standIn.call(changeHostInvitation, { ...all, body: { title: 'Covered' } });
  const titles = async () =>
    (await hostOf(site, away).call(listHostInvitations, { query: {} })).data.map(({ title, status }) => [
      title,
      status,
    ]);
  const left = ['Course', 'planned'];
  expect(await titles()).toEqual([...Array.from({ length: 3 }, () => ['Covered', 'planned']), left, left]);
  await standIn.call(cancelHostInvitation, all);
  expect(await titles()).toEqual([...Array.from({ length: 3 }, () => ['Covered', 'canceled']), left, left]);
});

test('a stand-in cannot move a meeting to a day after the last one', async () => {
  const { site, away, standIn } = await covered();
  const { id: invitationId } = await invited(site.as('company'), site.tenant, { employeeId: away.id });
  const move = (hours: number) =>
    standIn.call(changeHostInvitation, {
      params: { invitationId },
      body: { startsAt: later(hours), endsAt: later(hours + 1) },
    });
  expect((await move(48)).status).toBe(200);
  expect(await move(72)).toBeRefused(400, 'validation', { fields: { startsAt: 'timeOutOfRange' } });
  expect(await covering(standIn)).toHaveLength(1);
});

const seedArrival = async (site: Building, host: Named, tenant: Named = site.tenant, checkedInAt = new Date()) =>
  seedVisit(site.db, await seedVisitor(site.db, site), { tenant, host, checkedInAt });

const arrivals = async (host: Caller) => (await host.call(listCoveredVisits)).data;

const answer = (host: Caller, visitId: number) =>
  host.call(answerHostVisit, { params: { visitId }, body: { kind: 'coming', minutes: 5 } });

test('a stand-in lists and answers the arrivals of the colleague', async () => {
  const { site, away, standIn } = await covered();
  const { employee, neighbor, neighborEmployee } = site;
  const third = await seedColleague(site, site.tenant);
  const id = await seedArrival(site, away);
  const own = await seedArrival(site, employee);
  const others = [await seedArrival(site, third), await seedArrival(site, neighborEmployee, neighbor)];
  const dayOld = await seedArrival(site, away, site.tenant, new Date(Date.now() - 25 * hourMs));
  const left = await seedArrival(site, away);
  await sql`update visit set checked_out_at = now() where id = ${left}`.execute(site.db);
  const listed = await arrivals(standIn);
  expect(listed).toMatchObject([{ id, host: away, answer: null }]);
  expect(JSON.stringify(listed)).not.toMatch(/phone|visitorId/i);
  expect((await standIn.call(listHostVisits)).data.map((visit) => visit.id)).toEqual([own]);

  for (const foreign of others) expect(await answer(standIn, foreign)).toBeRefused(404, 'notFound');
  for (const over of [dayOld, left]) expect(await answer(standIn, over)).toBeRefused(410, 'visitIsOver');
  const given = { kind: 'coming', minutes: 5, employee: { id: employee.id, name: employee.name } };
  expect((await answer(standIn, id)).data.answer).toMatchObject(given);
  expect(await arrivals(standIn)).toMatchObject([{ id, answer: given }]);
  expect((await answer(standIn, own)).data.answer).toMatchObject({ kind: 'coming', employee: null });
});

test('others and a former stand-in neither list nor answer the arrivals of the colleague', async () => {
  const { site, away, standIn } = await covered();
  const id = await seedArrival(site, away);
  const others = [
    hostOf(site, await seedColleague(site, site.tenant)),
    hostOf(site, site.neighborEmployee, site.neighbor),
    site.elsewhere.as('host'),
  ];
  for (const other of others) {
    expect(await arrivals(other)).toEqual([]);
    expect(await answer(other, id)).toBeRefused(404, 'notFound');
  }
  expect(await arrivals(hostOf(site, away))).toEqual([]);
  await sql`update employee set stand_in_until = ${await dayOf(site, -1)}::date where id = ${away.id}`.execute(site.db);
  expect(await arrivals(standIn)).toEqual([]);
  expect(await answer(standIn, id)).toBeRefused(404, 'notFound');
});
