import { setStandIn } from '@vestibule/contract/visits/host.ts';
import { changeHostInvitation } from '@vestibule/contract/visits/host-invitation.ts';
import {
  addGuests,
  cancelInvitation,
  changeInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  type Repeat,
} from '@vestibule/contract/visits/invitation.ts';
import { declinePass } from '@vestibule/contract/visits/pass.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atHost, building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, invited, meeting, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';

const year = new Date().getUTCFullYear() + 1;
/** A Monday without a change of daylight saving in the weeks that follow. */
const monday = new Date(Date.UTC(year, 5, 1));
monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7));
const dayOf = (week: number, days = 0) => dayThere(monday, week * 7 + days);

const weekly = { unit: 'week', interval: 1 } as const;

/** Four Mondays from 09:00 to 10:00. */
async function fourMondays(changes: Parameters<typeof invited>[2] = {}) {
  const site = await building();
  const desk = site.as('company');
  await invited(desk, site.tenant, {
    employeeId: site.employee.id,
    startsAt: `${dayOf(0)}T09:00`,
    endsAt: `${dayOf(0)}T10:00`,
    repeat: { ...weekly, until: dayOf(3) },
    ...changes,
  });
  const list = async () => {
    const query = { from: dayOf(0), to: dayOf(10) };
    return (await desk.call(listInvitations, { params: { companyId: site.company.id }, query })).data;
  };
  const ids = (await list()).map(({ id }) => id);
  const change = (
    place: number,
    dates: 'this' | 'following' | 'all',
    body: { repeat: Repeat; startsAt?: string; endsAt?: string },
  ) => desk.call(changeInvitation, { params: { invitationId: ids[place] ?? 0 }, query: { dates }, body });
  /** Days and hours of the building, which is at UTC+2. */
  const shown = async () =>
    (await list()).map(({ startsAt, status }) => `${startsAt.slice(0, 13)}${status === 'canceled' ? ' canceled' : ''}`);
  return { site, desk, ids, list, change, shown };
}

const at = (week: number, days = 0, hour = '07') => `${dayOf(week, days)}T${hour}`;

test('another rule for all dates keeps, adds and deletes dates, and the new ones have the guests', async () => {
  const { site, desk, ids, list, change, shown } = await fourMondays();
  const repeat = { ...weekly, weekdays: [1, 3], until: dayOf(2, 6) };
  expect((await change(1, 'all', { repeat })).data).toMatchObject({ id: ids[1], repeat });
  expect(await shown()).toEqual([at(0), at(0, 2), at(1), at(1, 2), at(2), at(2, 2)]);
  const rows = await list();
  expect([0, 2, 4].map((place) => rows[place]?.id)).toEqual(ids.slice(0, 3));
  for (const row of rows) {
    expect(row).toMatchObject({ repeat, seriesId: rows[0]?.seriesId, host: { id: site.employee.id } });
    expect(row.guests.map(({ name }) => name)).toEqual(rows[0]?.guests.map(({ name }) => name));
  }
  const gone = { params: { invitationId: ids[3] ?? 0 } };
  expect(await desk.call(getInvitation, gone)).toBeRefused(404, 'notFound');
});

test('another rule from a date on leaves the earlier dates, and a date moves within its week', async () => {
  const { ids, list, change, shown } = await fourMondays();
  const times = { startsAt: `${dayOf(2, 1)}T13:00`, endsAt: `${dayOf(2, 1)}T13:30` };
  const { data } = await change(2, 'following', { ...times, repeat: { ...weekly, interval: 2, until: dayOf(6, 1) } });
  expect(data).toMatchObject({ id: ids[2], startsAt: `${at(2, 1, '11')}:00:00.000Z` });
  expect(await shown()).toEqual([at(0), at(1), at(2, 1, '11'), at(4, 1, '11'), at(6, 1, '11')]);
  expect((await list())[2]?.id).toBe(ids[2]);
});

test('a rule without the day of the date moves it within the week, and answers with it', async () => {
  const { ids, change, shown } = await fourMondays();
  const { data } = await change(1, 'all', { repeat: { ...weekly, weekdays: [5], until: dayOf(3) } });
  expect(data.id).toBe(ids[1]);
  expect(await shown()).toEqual([at(0, 4), at(1, 4), at(2, 4)]);
  const last = await change(1, 'all', { repeat: { ...weekly, interval: 4, weekdays: [5], until: dayOf(3) } });
  expect(last.data.id).toBe(ids[0]);
});

test('a guest who declined all dates is deleted with the last of them', async () => {
  const { site, desk, ids, list, change, shown } = await fourMondays();
  const params = { invitationId: ids[1] ?? 0 };
  const { data } = await desk.call(addGuests, { params, query: { dates: 'this' }, body: { guests: [guest()] } });
  const token = await tokenOfGuest(site.db, data.guests.at(-1)?.id ?? 0);
  await site.as('pass').call(declinePass, { params: { token }, query: { dates: 'all' } });
  await change(1, 'all', { repeat: { ...weekly, interval: 4, weekdays: [5], until: dayOf(8, 4) } });
  expect(await shown()).toEqual([at(0, 4), at(4, 4), at(8, 4)]);
  expect((await list()).map(({ id }) => id)).not.toContain(ids[1]);
  const { rows } = await sql`
    select from guest g where company_id = ${site.company.id}
      and not exists (select from invitation_guest ig where ig.guest_id = g.id)`.execute(site.db);
  expect(rows).toEqual([]);
});

test('another end keeps moved and canceled dates as they are', async () => {
  const { desk, ids, change, shown } = await fourMondays();
  const moved = { startsAt: `${dayOf(0, 2)}T15:00`, endsAt: `${dayOf(0, 2)}T16:00` };
  await desk.call(changeInvitation, { params: { invitationId: ids[0] ?? 0 }, body: moved });
  await desk.call(cancelInvitation, { params: { invitationId: ids[2] ?? 0 } });
  const canceled = `${at(2)} canceled`;
  await change(0, 'following', { repeat: { ...weekly, until: dayOf(5) } });
  expect(await shown()).toEqual([at(0, 2, '13'), at(1), canceled, at(3), at(4), at(5)]);
  await change(0, 'all', { repeat: { ...weekly, until: dayOf(1, 6) } });
  expect(await shown()).toEqual([at(0, 2, '13'), at(1), canceled]);
  await change(0, 'all', { repeat: { ...weekly, until: dayOf(3) } });
  expect(await shown()).toEqual([at(0, 2, '13'), at(1), canceled, at(3)]);
});

test('refuses a rule for one date, for a meeting without a series, beyond a year, without dates, and above the limits', async () => {
  const { site, desk, change, shown } = await fourMondays({ guests: Array.from({ length: 20 }, () => guest()) });
  const repeat = { ...weekly, until: dayOf(4) };
  const invalid = { fields: { repeat: 'invalidValue' } };
  expect(await change(0, 'this', { repeat })).toBeRefused(400, 'validation', invalid);
  const single = await invited(desk, site.tenant);
  const ofSingle = { params: { invitationId: single.id }, query: { dates: 'all' }, body: { repeat } } as const;
  expect(await desk.call(changeInvitation, ofSingle)).toBeRefused(400, 'validation', invalid);
  const outOfRange = { fields: { 'repeat.until': 'timeOutOfRange' } };
  for (const until of [dayOf(53), dayOf(-1)]) {
    expect(await change(0, 'all', { repeat: { ...weekly, until } })).toBeRefused(400, 'validation', outOfRange);
  }
  const daily = { unit: 'day', interval: 1 } as const;
  expect(await change(0, 'all', { repeat: { ...daily, until: dayOf(15) } })).toBeRefused(400, 'tooManyDates');
  expect(await shown()).toHaveLength(4);
  expect((await change(0, 'all', { repeat: { ...daily, until: dayOf(4) } })).status).toBe(200);
  expect(await shown()).toHaveLength(29);
});

test('a host changes the rule of own series, and a stand-in does not', async () => {
  const { site, ids, shown } = await fourMondays();
  const params = { invitationId: ids[0] ?? 0 };
  const request = { params, query: { dates: 'all' }, body: { repeat: { ...weekly, until: dayOf(4) } } } as const;
  expect((await site.as('host').call(changeHostInvitation, request)).status).toBe(200);
  expect(await shown()).toHaveLength(5);
  const colleague = await site.db
    .insertInto('employee')
    .values({ company_id: site.company.id, tenant_id: site.tenant.id, name: 'Near', email: 'near@test.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { employeeId: colleague.id, until: dayThere(Date.now(), 300) };
  await site.as('host').call(setStandIn, { body });
  await sql`update employee set stand_in_until = ${dayOf(9)}::date where id = ${site.employee.id}`.execute(site.db);
  const standIn = atHost(site.server, { ...colleague, companyId: site.company.id, tenantId: site.tenant.id });
  expect(await standIn.call(changeHostInvitation, request)).toBeRefused(403, 'notAllowed');
  const title = { ...request, body: { title: 'Covered' } };
  expect((await standIn.call(changeHostInvitation, title)).status).toBe(200);
});

test('a guest of dropped dates alone gets a cancellation, and one who declined all is not invited to new dates', async () => {
  const { site, desk, ids, list, change } = await fourMondays({
    guests: [guest({ name: 'Åse' }), guest({ name: 'Ola' })],
  });
  const params = { invitationId: ids[3] ?? 0 };
  const { data } = await desk.call(addGuests, { params, body: { guests: [guest({ name: 'Extra' })] } });
  const extra = data.guests.find(({ name }) => name === 'Extra');
  const ola = (await list())[0]?.guests.find(({ name }) => name === 'Ola')?.id ?? 0;
  const token = await tokenOfGuest(site.db, ola);
  await site.as('pass').call(declinePass, { params: { token }, query: { dates: 'all' } });
  await change(0, 'all', { repeat: { ...weekly, weekdays: [1, 2], until: dayOf(2, 6) } });
  const names = (await list()).map(({ guests }) => guests.map(({ name }) => name));
  expect(names).toEqual([['Åse', 'Ola'], ['Åse'], ['Åse', 'Ola'], ['Åse'], ['Åse', 'Ola'], ['Åse']]);
  const messages = await site.db
    .selectFrom('message')
    .select(['kind', 'guest_id'])
    .where('recipient', '=', extra?.phone ?? '')
    .execute();
  expect(messages).toEqual([{ kind: 'invitationCanceled', guest_id: null }]);
  const left = await site.db.selectFrom('guest').select('name').where('company_id', '=', site.company.id).execute();
  expect(left.map(({ name }) => name).toSorted()).toEqual(['Ola', 'Åse']);
});

test('a dropped date of today ends the expectation, and one with an arrived guest stays', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const desk = site.as('company');
  const later = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000);
  const until = later(2).toISOString().slice(0, 10);
  const tomorrow = ((later(1).getUTCDay() + 6) % 7) + 1;
  const series = () =>
    invited(desk, site.tenant, { startsAt: later(0).toISOString(), repeat: { unit: 'day', interval: 1, until } });
  const expected = async () => {
    const request = { params: { companyId: site.company.id }, query: { scope: 'imported' } } as const;
    return (await desk.call(listVisitors, request)).data.map(({ id }) => id);
  };
  const change = (invitationId: number) =>
    desk.call(changeInvitation, {
      params: { invitationId },
      query: { dates: 'all' },
      body: { repeat: { ...weekly, weekdays: [tomorrow], until } },
    });
  const dropped = await series();
  expect(await expected()).toEqual([dropped.guests[0]?.visitorId]);
  expect((await change(dropped.id)).data.id).not.toBe(dropped.id);
  expect(await expected()).toEqual([]);

  const kept = await series();
  await sql`update invitation_guest set arrived_at = now() where invitation_id = ${kept.id}`.execute(site.db);
  expect((await change(kept.id)).data).toMatchObject({ id: kept.id, startsAt: kept.startsAt });
  const rows = await desk.call(listInvitations, { params: { companyId: site.company.id } });
  expect(rows.data.filter(({ seriesId }) => seriesId === kept.seriesId)).toHaveLength(2);
});

test('refuses a rule that is no rule', async () => {
  const { site, desk, change } = await fourMondays();
  for (const wrong of [{ interval: 0 }, { weekdays: [] }, { weekdays: [8] }, { until: '2026-02-30' }]) {
    expect(await change(0, 'all', { repeat: { ...weekly, until: dayOf(4), ...wrong } })).toBeRefused(400, 'validation');
  }
  const body = meeting({ repeat: null });
  expect((await desk.call(createInvitation, { params: { tenantId: site.tenant.id }, body })).status).toBe(201);
});
