import type { Repeat } from '@vestibule/contract/visits/invitation.ts';
import { parseDate, fromDate, toCalendarDate, toCalendarDateTime, toTime, toZoned } from '@internationalized/date';
import type { CalendarFacts } from '../../platform/outbox/content.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { withoutLinks } from '../../platform/values/without-links.ts';
import { datesOf, type Period } from './dates.ts';

interface MeetingOfGuest {
  uid: string;
  sequence: number;
  zone: string;
  tenant: string;
  house: string;
  address: string | null;
  directions: string | null;
  repeat: Repeat | null;
  /** All dates in their order, also canceled ones, so that the rule begins where it did before. Times are ISO 8601. */
  dates: readonly (DateState & { startsAt: string; endsAt: string; title: string | null; note: string | null })[];
}

interface DateState {
  /** Planned, with the guest. */
  isOn: boolean;
  /** The message is about this date. */
  isNamed: boolean;
  isOver: boolean;
}

/** Describes the dates of a guest by the rule of the meeting and its exceptions. Canceling some dates names them alone. */
export function calendarOf({ zone, repeat, ...row }: MeetingOfGuest, isCanceled: boolean): CalendarFacts {
  const dates = row.dates.map(({ startsAt, endsAt, title, note, ...state }) => ({
    ...state,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    title: title === null ? row.tenant : withoutLinks(title),
    description: [note && withoutLinks(note), row.directions].filter(Boolean).join('\n\n') || null,
  }));
  return {
    ...calendarDates(dates, repeat, zone, isCanceled),
    uid: `${row.uid}@vestibule`,
    sequence: row.sequence,
    timeZone: zone,
    location: row.address ?? row.house,
  };
}

type Texts = Pick<CalendarFacts, 'title' | 'description'>;
type GuestDate = Period & DateState & Texts;
type Series = Texts &
  Pick<CalendarFacts, 'startsAt' | 'endsAt' | 'repeat' | 'canceledDates' | 'changedDates' | 'method'>;

function calendarDates(dates: readonly GuestDate[], repeat: Repeat | null, zone: string, isCanceled: boolean): Series {
  const on = dates.filter(({ isOn }) => isOn);
  const left = isCanceled ? on.filter(({ isNamed }) => !isNamed) : on;
  const method: Series['method'] = isCanceled ? 'CANCEL' : 'REQUEST';
  const named = dates.filter(({ isNamed }) => isNamed);
  const [first = left[0]] = named;
  if (!first) throw new Error('expected a date');
  const single = { method, ...timesOf(first), ...textsOf(first), repeat: null, canceledDates: [], changedDates: [] };
  if (!repeat) return single;
  const coming = dates.filter(({ isOver }) => !isOver);
  // The dates of an earlier rule need not fit the rule. Each day of a daily one has a slot.
  const rule =
    ruleOf(dates, repeat, zone) ??
    ruleOf(coming, repeat, zone) ??
    ruleOf(coming, { unit: 'day', interval: 1, until: repeat.until }, zone);
  if (!rule) return single;
  const { slots, slotOf } = rule;
  const [start = first] = slots;
  const series = { method, ...timesOf(start), repeat: rule.repeat };
  if (isCanceled) {
    const canceled = left.length === 0 ? [] : named.map(slotOf);
    return {
      ...series,
      ...textsOf(left.length === 0 ? usualTexts(named) : first),
      canceledDates: canceled.map(({ startsAt }) => startsAt.toISOString()),
      changedDates: [],
    };
  }
  const placed = left.map((date) => ({ date, slot: slotOf(date) })).filter(({ slot }) => slots.includes(slot));
  const usual = usualTexts(placed.length === 0 ? named : placed.map(({ date }) => date));
  const kept = new Set(placed.map(({ slot }) => slot.startsAt.getTime()));
  return {
    ...series,
    ...textsOf(usual),
    canceledDates: slots
      .filter(({ startsAt }) => !kept.has(startsAt.getTime()))
      .map(({ startsAt }) => startsAt.toISOString()),
    changedDates: placed
      .filter(({ date, slot }) => !isSame(date, slot) || keyOf(date) !== keyOf(usual))
      .map(({ date, slot }) => ({ original: slot.startsAt.toISOString(), ...timesOf(date), ...textsOf(date) })),
  };
}

interface Rule {
  slots: readonly Period[];
  repeat: Repeat;
  /** Returns the date itself if the rule has no slot for it. */
  slotOf: (date: Period) => Period;
}

/** A moved first date hides the slots before it, so the rule may begin earlier. */
const maxDaysBack = 31;

/** Undefined if no start of the rule has a slot for each date. */
function ruleOf(dates: readonly Period[], repeat: Repeat, zone: string): Rule | undefined {
  const [first] = dates;
  if (!first) return undefined;
  const dayOf = ({ startsAt }: Period) => toCalendarDate(fromDate(startsAt, zone));
  const last = dates.map(dayOf).reduce((a, b) => (a.compare(b) >= 0 ? a : b));
  const end = parseDate(repeat.until);
  const until = (last.compare(end) > 0 ? last : end).toString();
  const usual = usualTimes(dates, zone);
  for (let back = 0; back <= maxDaysBack; back += 1) {
    const startsAt = toZoned(
      toCalendarDateTime(dayOf(first).subtract({ days: back }), toTime(fromDate(usual.startsAt, zone))),
      zone,
    );
    const begin = startsAt.toDate();
    const slots = slotsOf(
      { startsAt: begin, endsAt: new Date(begin.getTime() + lengthOf(usual)) },
      { ...repeat, until },
      zone,
    );
    const rule = pair(dates, slots);
    if (rule) return { ...rule, repeat: { ...repeat, until } };
  }
  return undefined;
}

function slotsOf(first: Period, repeat: Repeat, zone: string): Period[] {
  try {
    return datesOf(first, repeat, zone);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Dates on a slot keep it, and the others get the free ones in their order. */
function pair(dates: readonly Period[], slots: readonly Period[]): Omit<Rule, 'repeat'> | undefined {
  const byStart = new Map(slots.map((slot) => [slot.startsAt.getTime(), slot]));
  const taken = new Set(dates.map(({ startsAt }) => startsAt.getTime()));
  const free = slots.filter(({ startsAt }) => !taken.has(startsAt.getTime()));
  const moved = dates.filter(({ startsAt }) => !byStart.has(startsAt.getTime()));
  if (moved.length > free.length) return undefined;
  const places = new Map(moved.map((date, index) => [date.startsAt.getTime(), free[index]]));
  return {
    slots,
    slotOf: (date) => byStart.get(date.startsAt.getTime()) ?? places.get(date.startsAt.getTime()) ?? date,
  };
}

/** The times of most dates. */
function usualTimes(dates: readonly Period[], zone: string): Period {
  return usualOf(dates, (date) => `${toTime(fromDate(date.startsAt, zone)).toString()} ${lengthOf(date)}`);
}

/** The texts of most dates. */
function usualTexts(dates: readonly Texts[]): Texts {
  return usualOf(dates, keyOf);
}

function usualOf<Item>(dates: readonly Item[], groupOf: (date: Item) => string): Item {
  const groups = [...Map.groupBy(dates, groupOf).values()].toSorted((a, b) => b.length - a.length);
  const [usual] = groups[0] ?? [];
  if (usual === undefined) throw new Error('expected a date');
  return usual;
}

function keyOf({ title, description }: Texts): string {
  return JSON.stringify([title, description]);
}

function lengthOf({ startsAt, endsAt }: Period): number {
  return endsAt.getTime() - startsAt.getTime();
}

function isSame(one: Period, other: Period): boolean {
  return one.startsAt.getTime() === other.startsAt.getTime() && lengthOf(one) === lengthOf(other);
}

function textsOf({ title, description }: Texts): Texts {
  return { title, description };
}

function timesOf({ startsAt, endsAt }: Period): { startsAt: string; endsAt: string } {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}
