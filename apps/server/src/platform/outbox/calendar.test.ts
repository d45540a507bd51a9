import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { datesIn, readCalendar } from '../../testing/calendar.ts';
import { type CalendarPart, writeCalendar } from './calendar.ts';

const meeting: CalendarPart = {
  method: 'REQUEST',
  uid: '5f0c5b0e@vestibule',
  sequence: 2,
  startsAt: new Date('2026-10-19T07:00:00Z'),
  endsAt: new Date('2026-10-19T08:30:00Z'),
  timeZone: 'Europe/Oslo',
  title: 'Gjennomgang av leieavtalen',
  location: 'Bryggegata 14, 0250 Oslo',
  description: null,
  organizer: { name: 'Kari Lund', address: 'desk@vestibule.example' },
  attendee: { name: 'Åse Ødegård', address: 'ase@nordlys.example' },
  repeat: null,
  canceledDates: [],
  changedDates: [],
};
const weekly = { unit: 'week', interval: 1, weekdays: [1], until: '2026-11-09' } as const;

function parse(part: Partial<CalendarPart>) {
  return readCalendar(writeCalendar({ ...meeting, ...part }));
}

test('another parser reads the times, the people and the sequence', () => {
  const { calendar, components, main } = parse({});
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect([main.uid, main.sequence, main.summary, main.location]).toEqual([
    '5f0c5b0e@vestibule',
    2,
    'Gjennomgang av leieavtalen',
    'Bryggegata 14, 0250 Oslo',
  ]);
  expect(main.startDate.toJSDate()).toEqual(meeting.startsAt);
  expect(main.endDate.toJSDate()).toEqual(meeting.endsAt);
  expect(components[0]?.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(components[0]?.getFirstProperty('organizer')?.toJSON()).toEqual([
    'organizer',
    { cn: 'Kari Lund' },
    'cal-address',
    'mailto:desk@vestibule.example',
  ]);
  const attendees = components[0]?.getAllProperties('attendee') ?? [];
  expect(attendees).toHaveLength(1);
  expect(attendees[0]?.getParameter('rsvp')).toBe('FALSE');
  expect(attendees[0]?.getParameter('cn')).toBe('Åse Ødegård');
  expect(attendees[0]?.getFirstValue()).toMatch(/^mailto:ase@nordlys\.example$/i);
});

test('a series stays at 09:00 of the building across daylight saving', () => {
  expect(datesIn(parse({ repeat: weekly }))).toEqual([
    '2026-10-19 07:00–08:30',
    '2026-10-26 08:00–09:30',
    '2026-11-02 08:00–09:30',
    '2026-11-09 08:00–09:30',
  ]);
});

test.for([
  ['America/New_York', '2026-10-27T13:00:00Z', ['2026-10-27 13:00', '2026-11-03 14:00']],
  ['Asia/Kolkata', '2026-11-01T03:30:00Z', ['2026-11-01 03:30', '2026-11-08 03:30']],
  ['Pacific/Auckland', '2026-09-19T21:00:00Z', ['2026-09-19 21:00', '2026-09-26 20:00']],
] as const)('a series in %s keeps its time', ([timeZone, start, expected]) => {
  const startsAt = new Date(start);
  const endsAt = new Date(startsAt.getTime() + 3_600_000);
  const until = new Date(startsAt.getTime() + 8 * 24 * 3_600_000).toISOString().slice(0, 10);
  const parsed = parse({ startsAt, endsAt, timeZone, repeat: { unit: 'day', interval: 7, until } });
  expect(datesIn(parsed).map((date) => date.slice(0, 16))).toEqual(expected);
});

test('the time is right in every time zone', () => {
  const wrong = [...Intl.supportedValuesOf('timeZone'), 'UTC'].filter(
    (timeZone) => datesIn(parse({ timeZone }))[0] !== '2026-10-19 07:00–08:30',
  );
  expect(wrong).toEqual([]);
});

test('the last day of a series is part of it in every zone, and UNTIL and DTSTAMP are in UTC', () => {
  const startsAt = new Date('2026-11-01T09:30:00Z');
  const endsAt = new Date('2026-11-01T10:00:00Z');
  const parsed = parse({
    startsAt,
    endsAt,
    timeZone: 'Pacific/Auckland',
    repeat: { unit: 'day', interval: 1, until: '2026-11-03' },
  });
  expect(datesIn(parsed)).toHaveLength(3);
  expect(parsed.text).toMatch(/UNTIL=20261103T105959Z/);
  expect(parsed.text).toMatch(/^DTSTAMP:\d{8}T\d{6}Z\r$/m);
});

test('canceled dates are left out, and changed ones moved', () => {
  const parsed = parse({
    repeat: { ...weekly, weekdays: [1, 3] },
    canceledDates: [new Date('2026-10-21T07:00:00Z'), new Date('2026-11-02T08:00:00Z')],
    changedDates: [
      {
        original: new Date('2026-10-26T08:00:00Z'),
        startsAt: new Date('2026-10-27T12:00:00Z'),
        endsAt: new Date('2026-10-27T12:30:00Z'),
        title: 'Befaring\r\nSTATUS:CANCELLED',
        description: 'Møt ved inngangen',
      },
    ],
  });
  expect(datesIn(parsed)).toEqual([
    '2026-10-19 07:00–08:30',
    '2026-10-27 12:00–12:30',
    '2026-10-28 08:00–09:30',
    '2026-11-04 08:00–09:30',
    '2026-11-09 08:00–09:30',
  ]);
  const texts = parsed.components.map((event) =>
    ['summary', 'description', 'status'].map((name) => event.getFirstPropertyValue(name)),
  );
  expect(texts).toEqual([
    ['Gjennomgang av leieavtalen', null, 'CONFIRMED'],
    ['Befaring STATUS:CANCELLED', 'Møt ved inngangen', 'CONFIRMED'],
  ]);
});

test('a cancellation concerns the meeting, or only its canceled dates', () => {
  const whole = parse({ method: 'CANCEL', sequence: 3 });
  expect(whole.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(whole.components.map((event) => event.getFirstPropertyValue('status'))).toEqual(['CANCELLED']);
  const canceledDates = [new Date('2026-10-26T08:00:00Z'), new Date('2026-11-02T08:00:00Z')];
  const { components } = parse({ method: 'CANCEL', repeat: weekly, canceledDates });
  const ids = components.map((event) => event.getFirstPropertyValue('recurrence-id'));
  expect(ids.map((id) => id instanceof ICAL.Time && id.toJSDate())).toEqual(canceledDates);
  expect(components.map((event) => event.getFirstProperty('rrule'))).toEqual([null, null]);
});

test('typed line breaks, quotes and separators add no property', () => {
  const { text, components, main } = parse({
    title: 'Møte\r\nATTENDEE:mailto:all@evil.example',
    location: 'Hall 1;\nSTATUS:CANCELLED',
    description: 'To linjer:\r\nEND:VEVENT\r\nBEGIN:VALARM, "ja"; \\n',
    organizer: { name: 'Kari";X=1\r\nX-EVIL:1', address: 'desk@vestibule.example' },
    attendee: { name: 'Åse\nATTENDEE:mailto:x@evil.example', address: 'ase@nordlys.example\r\nX-EVIL:1' },
  });
  expect(components).toHaveLength(1);
  const names = components[0]?.getAllProperties().map(({ name }) => name) ?? [];
  expect(names.filter((name) => name.startsWith('x-') || name === 'attendee')).toEqual(['attendee']);
  expect(components[0]?.getAllSubcomponents()).toEqual([]);
  expect(main.summary).toBe('Møte ATTENDEE:mailto:all@evil.example');
  expect(main.description).toContain('To linjer:\nEND:VEVENT\nBEGIN:VALARM, "ja"; \\n');
  expect(text).not.toMatch(/^X-EVIL/m);
});

test('lines have at most 75 octets and break no letter', () => {
  const title = `${'æøå 😀 '.repeat(40)}slutt`;
  const { text, main } = parse({ title, description: 'å'.repeat(500) });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(main.summary).toBe(title);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
