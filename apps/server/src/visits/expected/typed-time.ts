import type { BuildingTime, LocalTime } from '../../platform/values/building-time.ts';

const timeOfDay = String.raw`(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d+)?)?`;
const onlyTime = new RegExp(`^${timeOfDay}$`);
const isoTime = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})[T ]${timeOfDay}(Z|[+-]\d{2}:?\d{2})?$`, 'i');
const dottedTime = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}),? ${timeOfDay}$`);

/** An expectation further ahead is a typing error in the year. */
const maxDaysAhead = 366;
const dayMs = 24 * 3_600_000;

export type TimeProblem = 'invalidTime' | 'timeOutOfRange';

/**
 * HH:mm is today, an ISO time or dd.MM.yyyy HH:mm another day. Without an offset it is a time of the building. A day before today or far
 * ahead is out of range.
 */
export function readTypedTime(typed: string, clock: BuildingTime, now: Date): Date | TimeProblem {
  const today = clock.localOf(now);
  const at = momentOf(typed.trim().replaceAll(/\s+/g, ' '), clock, today);
  if (!at) return 'invalidTime';
  const startOfToday = clock.momentOf({ ...today, hour: 0, minute: 0 });
  const isInRange = at >= startOfToday && at.getTime() <= now.getTime() + maxDaysAhead * dayMs;
  return isInRange ? at : 'timeOutOfRange';
}

function momentOf(typed: string, clock: BuildingTime, today: LocalTime): Date | undefined {
  const [, hour, minute] = onlyTime.exec(typed) ?? [];
  if (hour !== undefined) return localMoment(clock, { ...today, hour: Number(hour), minute: Number(minute) });
  const iso = isoTime.exec(typed);
  if (iso) {
    const [, year, month, day, hour, minute, offset] = iso;
    const local = localTime(year, month, day, hour, minute);
    return offset === undefined ? localMoment(clock, local) : momentWithOffset(local, offset);
  }
  const dotted = dottedTime.exec(typed);
  if (!dotted) return undefined;
  const [, ofDay, ofMonth, ofYear, ofHour, ofMinute] = dotted;
  return localMoment(clock, localTime(ofYear, ofMonth, ofDay, ofHour, ofMinute));
}

function localTime(...parts: (string | undefined)[]): LocalTime {
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN] = parts.map(Number);
  return { year, month, day, hour, minute };
}

function localMoment(clock: BuildingTime, local: LocalTime): Date | undefined {
  return isOnCalendar(local) ? clock.momentOf(local) : undefined;
}

function momentWithOffset(local: LocalTime, offset: string): Date | undefined {
  if (!isOnCalendar(local)) return undefined;
  const { year, month, day, hour, minute } = local;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return new Date(Date.UTC(year, month - 1, day, hour, minute - ahead));
}

/** JavaScript would move the 31st of a short month to the next one, and years below 100 to the last century. */
function isOnCalendar({ year, month, day, hour, minute }: LocalTime): boolean {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isDay = year >= 1000 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isDay && hour <= 23 && minute <= 59;
}
