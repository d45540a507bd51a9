import { type InvitationEdit, invitationLimits, type Repeat } from '@vestibule/contract/visits/invitation.ts';
import {
  type CalendarDate,
  fromDate,
  getDayOfWeek,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@internationalized/date';
import { Refusal } from '../../platform/http/refusal.ts';

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

const hourMs = 3_600_000;
/** Clocks of browsers differ. */
const toleratedMs = 60_000;

/** Reads a time of the contract. Without an offset it is one of the building. */
function readTime(typed: string, zone: string): Date {
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(typed)) return new Date(typed);
  return toZoned(parseDateTime(typed), zone).toDate();
}

/**
 * Reads the times of a meeting. An omitted one stays as it was.
 * @throws {Refusal} `endsBeforeStart`; `meetingTooLong`; `startsInPast` unless the start stays
 */
export function readPeriod(
  typed: Pick<InvitationEdit, 'startsAt' | 'endsAt'>,
  zone: string,
  now: Date,
  before?: Period,
): Period {
  const startsAt = typed.startsAt === undefined ? before?.startsAt : readTime(typed.startsAt, zone);
  const endsAt = typed.endsAt === undefined ? before?.endsAt : readTime(typed.endsAt, zone);
  if (!startsAt || !endsAt) throw new Error('a new meeting needs both times');
  if (endsAt <= startsAt) throw new Refusal('endsBeforeStart');
  if (endsAt.getTime() - startsAt.getTime() > invitationLimits.hours * hourMs) throw new Refusal('meetingTooLong');
  const isKept = startsAt.getTime() === before?.startsAt.getTime();
  if (!isKept && startsAt.getTime() < now.getTime() - toleratedMs) throw new Refusal('startsInPast');
  if (!isKept && startsAt.getTime() > now.getTime() + maxAheadMs) throw outOfRange('startsAt');
  return { startsAt, endsAt };
}

/** A meeting further ahead is a typing error in the year. A series may begin in a year and last for one. */
const maxAheadMs = 732 * 24 * hourMs;

export function outOfRange(field: 'startsAt' | 'repeat.until'): Refusal {
  return new Refusal('validation', { fields: { [field]: 'timeOutOfRange' } });
}

/**
 * Returns the dates of a series, with the same times of the building's clock.
 * @throws {Refusal} `tooManyDates`; `validation` for a rule without dates or one that ends after a year
 */
export function datesOf(first: Period, repeat: Repeat | null | undefined, zone: string): Period[] {
  if (!repeat) return [first];
  const startDay = toCalendarDate(fromDate(first.startsAt, zone));
  const until = parseDate(repeat.until);
  if (until.compare(startDay.add({ years: 1 })) > 0) throw outOfRange('repeat.until');
  const days = daysOf(startDay, until, repeat);
  if (days.length === 0) throw outOfRange('repeat.until');
  if (days.length > invitationLimits.dates) throw new Refusal('tooManyDates');
  return days.map((day) => onDay(first, day, zone));
}

function daysOf(start: CalendarDate, until: CalendarDate, { unit, interval, weekdays }: Repeat): CalendarDate[] {
  const days: CalendarDate[] = [];
  const ofWeek = new Set(weekdays ?? (unit === 'week' ? [weekdayOf(start)] : [1, 2, 3, 4, 5, 6, 7]));
  const monday = start.subtract({ days: weekdayOf(start) - 1 });
  for (let day = start; day.compare(until) <= 0; day = day.add({ days: 1 })) {
    const passed = unit === 'day' ? daysBetween(start, day) : Math.floor(daysBetween(monday, day) / 7);
    if (passed % interval === 0 && ofWeek.has(weekdayOf(day))) days.push(day);
  }
  return days;
}

/** Monday is 1. */
function weekdayOf(day: CalendarDate): number {
  return getDayOfWeek(day, 'en', 'mon') + 1;
}

function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((to.toDate('UTC').getTime() - from.toDate('UTC').getTime()) / (24 * hourMs));
}

/** Moves a date of a series as the date `before` moved to `after`: by as many days, to the same times. */
export function moved(date: Period, before: Period, after: Period, zone: string): Period {
  const dayOf = (at: Date) => toCalendarDate(fromDate(at, zone));
  const days = daysBetween(dayOf(before.startsAt), dayOf(after.startsAt));
  return onDay(after, dayOf(date.startsAt).add({ days }), zone);
}

/** A skipped hour becomes the next one, a doubled hour means the first. A meeting that daylight saving turns around keeps its length. */
function onDay({ startsAt, endsAt }: Period, day: CalendarDate, zone: string): Period {
  const [start, end] = [fromDate(startsAt, zone), fromDate(endsAt, zone)];
  const nights = daysBetween(toCalendarDate(start), toCalendarDate(end));
  const from = toZoned(toCalendarDateTime(day, toTime(start)), zone).toDate();
  const to = toZoned(toCalendarDateTime(day.add({ days: nights }), toTime(end)), zone).toDate();
  const length = to.getTime() - from.getTime();
  const isPossible = length > 0 && length <= invitationLimits.hours * hourMs;
  return { startsAt: from, endsAt: isPossible ? to : new Date(from.getTime() + endsAt.getTime() - startsAt.getTime()) };
}
