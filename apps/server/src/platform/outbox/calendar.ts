import ical, {
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventRepeatingFreq,
  ICalEventStatus,
  ICalWeekday,
} from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { tzlib_get_ical_block as timeZoneBlock } from 'timezones-ical-library';

const product = { company: 'Vestibule', product: 'Vestibule', language: 'EN' };

export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL';
  /** Stays the same for all parts about a meeting to a recipient. */
  uid: string;
  /** Increases with each change. */
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  title: string;
  location: string | null;
  description: string | null;
  organizer: Contact;
  attendee: Contact;
  repeat: Repetition | null;
  /** Starts of a series by its rule. Alone in a `CANCEL`: the other dates stay. */
  canceledDates: readonly Date[];
  changedDates: readonly {
    original: Date;
    startsAt: Date;
    endsAt: Date;
    title: string;
    description: string | null;
  }[];
}

interface Contact {
  name: string;
  address: string;
}

export interface Repetition {
  unit: 'day' | 'week';
  interval: number;
  /** Monday is 1. */
  weekdays?: readonly number[] | undefined;
  /** The last day, YYYY-MM-DD. */
  until: string;
}

/** A file that a guest adds to a calendar. It names no people, and a later mail with its UID replaces the entry. */
export type CalendarFile = Omit<CalendarPart, 'method' | 'organizer' | 'attendee'>;

export function writeCalendarFile(file: CalendarFile): string {
  return write(file, 'PUBLISH', {});
}

/** Writes a calendar part (RFC 5546) for one attendee. */
export function writeCalendar(part: CalendarPart): string {
  const { organizer, attendee } = part;
  const attendees = [
    {
      name: nameOf(attendee),
      email: oneLine(attendee.address),
      rsvp: false,
      type: ICalAttendeeType.INDIVIDUAL,
    },
  ];
  return write(part, part.method, {
    organizer: { name: nameOf(organizer), email: oneLine(organizer.address) },
    attendees,
  });
}

/** Its times are those of the building, so that a series keeps them across daylight saving. */
function write(
  part: CalendarFile,
  method: CalendarPart['method'] | 'PUBLISH',
  people: Pick<ICalEventData, 'organizer' | 'attendees'>,
): string {
  const { repeat, canceledDates, changedDates } = part;
  const zone = timeZoneOf(part.timeZone);
  const calendar = ical({ prodId: product, method: ICalCalendarMethod[method] });
  // A zone of the whole calendar would also format DTSTAMP and UNTIL, which RFC 5545 requires in UTC.
  calendar.timezone({ name: null, generator: () => zone.block });
  const at = (moment: Date) => Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone.name);
  const common = {
    id: part.uid,
    sequence: part.sequence,
    timezone: zone.name,
    summary: oneLine(part.title),
    location: part.location === null ? null : oneLine(part.location),
    description: part.description,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...people,
  };
  const length = part.endsAt.getTime() - part.startsAt.getTime();
  if (method === 'CANCEL' && canceledDates.length > 0) {
    for (const date of canceledDates) {
      const times = { start: at(date), end: at(new Date(date.getTime() + length)) };
      calendar.createEvent({ ...common, ...times, recurrenceId: at(date) });
    }
    return calendar.toString();
  }
  // An empty list would become an EXDATE without a date, which parsers refuse.
  const exceptions = canceledDates.length > 0 && { exclude: canceledDates.map(at) };
  calendar.createEvent({
    ...common,
    start: at(part.startsAt),
    end: at(part.endsAt),
    ...(repeat && { repeating: { ...ruleOf(repeat, zone.name), ...exceptions } }),
  });
  for (const { original, startsAt, endsAt, title, description } of changedDates) {
    const own = { summary: oneLine(title), description, start: at(startsAt), end: at(endsAt) };
    calendar.createEvent({ ...common, ...own, recurrenceId: at(original) });
  }
  return calendar.toString();
}

const weekdayNames = [
  ICalWeekday.MO,
  ICalWeekday.TU,
  ICalWeekday.WE,
  ICalWeekday.TH,
  ICalWeekday.FR,
  ICalWeekday.SA,
  ICalWeekday.SU,
];

function ruleOf({ unit, interval, weekdays, until }: Repetition, timeZone: string) {
  const end = Temporal.PlainDate.from(until).toZonedDateTime({ timeZone, plainTime: '23:59:59' });
  return {
    freq: unit === 'day' ? ICalEventRepeatingFreq.DAILY : ICalEventRepeatingFreq.WEEKLY,
    interval,
    until: end,
    startOfWeek: ICalWeekday.MO,
    ...(weekdays && { byDay: weekdayNames.filter((_, index) => weekdays.includes(index + 1)) }),
  };
}

/** The library knows a zone by the name of an equal one. UTC for a zone that it does not know. */
function timeZoneOf(timeZone: string): { name: string; block: string } {
  const found = timeZoneBlock(timeZone);
  const [block = '', line = ''] = Array.isArray(found) ? found : [];
  return block === '' ? timeZoneOf('Etc/UTC') : { name: line.replace(/^TZID=/, ''), block };
}

function nameOf({ name, address }: Contact): string {
  return oneLine(name).replaceAll('"', "'") || oneLine(address);
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
