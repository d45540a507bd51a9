import {
  changeInvitation,
  createInvitation,
  listTenantInvitations,
  type Repeat,
} from '@vestibule/contract/visits/invitation.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, meeting } from '../../testing/invitations.ts';

const thisYear = new Date().getUTCFullYear();
/** The last Sundays of March and October, on which the clocks of Oslo change. */
const lastSunday = (year: number, month: number) => {
  const last = new Date(Date.UTC(year, month, 0));
  last.setUTCDate(last.getUTCDate() - last.getUTCDay());
  return last;
};
const spring = lastSunday(thisYear + 1, 3);
const autumn = lastSunday(thisYear + 1, 10);

interface Times {
  startsAt: string;
  endsAt: string;
}

async function datesOf(site: Building, times: Times, repeat: Repeat | null = null) {
  const first = await invited(site.as('company'), site.tenant, { ...times, repeat });
  const from = dayThere(first.startsAt);
  const query = { from, to: dayThere(new Date(from), 90) };
  const { data } = await site
    .as('company')
    .call(listTenantInvitations, { params: { tenantId: site.tenant.id }, query });
  return data.map(({ startsAt, endsAt }) => [startsAt.slice(0, 16), endsAt.slice(0, 16)]);
}

test.for([
  { what: 'reversed times', start: 2, end: 1, reason: 'endsBeforeStart' },
  { what: 'an empty meeting', start: 2, end: 2, reason: 'endsBeforeStart' },
  { what: 'a start in the past', start: -1, end: 1, reason: 'startsInPast' },
  { what: 'more than 24 hours', start: 1, end: 25.1, reason: 'meetingTooLong' },
] as const)('refuses $what', async ({ start, end, reason }) => {
  const site = await building();
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const body = meeting({ startsAt: at(start), endsAt: at(end) });
  const answer = await site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
  expect(answer).toBeRefused(400, reason);
});

test.for([`${thisYear + 1}-02-31T09:00:00Z`, `${thisYear + 1}-02-31T09:00`, 'tomorrow', ''])(
  'refuses %j as a time',
  async (startsAt) => {
    const site = await building();
    const body = { ...meeting(), startsAt };
    const answer = await site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
    expect(answer).toBeRefused(400, 'validation', { fields: { startsAt: 'invalidTime' } });
  },
);

test('refuses a meeting in a far year', async () => {
  const site = await building();
  const body = meeting({ startsAt: '2226-03-01T09:00:00Z', endsAt: '2226-03-01T10:00:00Z' });
  const answer = await site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
  expect(answer).toBeRefused(400, 'validation', { fields: { startsAt: 'timeOutOfRange' } });
});

test('keeps the time of the building across daylight saving', async () => {
  const site = await building();
  const saturday = dayThere(spring, -1);
  const dates = await datesOf(
    site,
    { startsAt: `${saturday}T09:00`, endsAt: `${saturday}T10:00` },
    { unit: 'day', interval: 1, until: dayThere(spring, 1) },
  );
  expect(dates).toEqual([
    [`${saturday}T08:00`, `${saturday}T09:00`],
    [`${dayThere(spring, 0)}T07:00`, `${dayThere(spring, 0)}T08:00`],
    [`${dayThere(spring, 1)}T07:00`, `${dayThere(spring, 1)}T08:00`],
  ]);
});

test('moves a skipped hour to the next one', async () => {
  const site = await building();
  const saturday = dayThere(spring, -1);
  const sunday = dayThere(spring, 0);
  const dates = await datesOf(
    site,
    { startsAt: `${saturday}T02:30`, endsAt: `${saturday}T03:30` },
    { unit: 'day', interval: 1, until: sunday },
  );
  expect(dates).toEqual([
    [`${saturday}T01:30`, `${saturday}T02:30`],
    // 02:30 becomes 03:30 in summer time, and the meeting keeps its hour.
    [`${sunday}T01:30`, `${sunday}T02:30`],
  ]);
});

test('takes the first of two equal hours', async () => {
  const site = await building();
  const sunday = dayThere(autumn, 0);
  const dates = await datesOf(site, { startsAt: `${sunday}T02:30`, endsAt: `${sunday}T04:00` });
  expect(dates).toEqual([[`${sunday}T00:30`, `${sunday}T03:00`]]);
});

test.for([
  ['on weekdays', { unit: 'week', interval: 1, weekdays: [1, 2, 3, 4, 5] }, 14, [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14]],
  ['every second week', { unit: 'week', interval: 2, weekdays: [1, 3] }, 20, [0, 2, 14, 16]],
  ['every third day', { unit: 'day', interval: 3 }, 9, [0, 3, 6, 9]],
  ['from the first day of the rule', { unit: 'week', interval: 1, weekdays: [2] }, 9, [1, 8]],
] as const)('repeats %s', async ([, rule, days, expected]) => {
  const site = await building();
  // A Monday, two weeks after the clocks change.
  const monday = dayThere(spring, 15);
  const repeat = { ...rule, weekdays: 'weekdays' in rule ? [...rule.weekdays] : undefined };
  const dates = await datesOf(
    site,
    { startsAt: `${monday}T09:00`, endsAt: `${monday}T10:00` },
    { ...repeat, until: dayThere(new Date(monday), days) },
  );
  expect(dates.map(([start = '']) => start.slice(0, 10))).toEqual(
    expected.map((day) => dayThere(new Date(monday), day)),
  );
});

test.for([
  ['ends before it starts', -1],
  ['lasts longer than a year', 367],
])('refuses a series that %s', async ([, days]) => {
  const site = await building();
  const start = new Date(Date.now() + 24 * hourMs);
  const repeat = { unit: 'day', interval: 7, until: dayThere(start, Number(days)) } as const;
  const body = meeting({ startsAt: start.toISOString(), repeat });
  const answer = await site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
  expect(answer).toBeRefused(400, 'validation', { fields: { 'repeat.until': 'timeOutOfRange' } });
});

test('limits guests times dates', async () => {
  const site = await building();
  const start = new Date(Date.now() + 24 * hourMs);
  const invite = (guests: number, days: number) => {
    const repeat = { unit: 'day', interval: 1, until: dayThere(start, days - 1) } as const;
    const people = Array.from({ length: guests }, (_, n) => guest({ phone: null, email: `guest-${n}@test.example` }));
    const body = meeting({
      startsAt: start.toISOString(),
      endsAt: new Date(start.getTime() + hourMs).toISOString(),
      repeat,
      guests: people,
    });
    return site.as('company').call(createInvitation, { params: { tenantId: site.tenant.id }, body });
  };
  expect(await invite(101, 20)).toBeRefused(400, 'tooManyDates');
  expect(await invite(201, 1)).toBeRefused(400, 'tooManyGuests');
  expect(await invite(100, 19)).toMatchObject({ status: 201 });
});

test('moves the other dates of a series by as many days, to the same times', async () => {
  const site = await building();
  const monday = dayThere(spring, 15);
  const day = (days: number) => dayThere(new Date(monday), days);
  const desk = site.as('company');
  const first = await invited(desk, site.tenant, {
    startsAt: `${monday}T09:00`,
    endsAt: `${monday}T10:00`,
    repeat: { unit: 'week', interval: 1, until: day(14) },
  });
  const times = { startsAt: `${day(1)}T13:00`, endsAt: `${day(1)}T14:30` };
  const params = { invitationId: first.id };
  const changed = await desk.call(changeInvitation, { params, query: { dates: 'all' }, body: times });
  expect(changed.data.startsAt.slice(0, 16)).toBe(`${day(1)}T11:00`);
  const query = { from: monday, to: day(30) };
  const { data } = await desk.call(listTenantInvitations, { params: { tenantId: site.tenant.id }, query });
  expect(data.map(({ startsAt }) => startsAt.slice(0, 16))).toEqual([1, 8, 15].map((days) => `${day(days)}T11:00`));
  expect(data.map(({ endsAt }) => endsAt.slice(11, 16))).toEqual(['12:30', '12:30', '12:30']);
});
