/** The month counts from 1. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** `date` as dd.MM.yyyy, `time` as HH:mm. */
export interface BuildingTime {
  date: (at: Date) => string;
  time: (at: Date) => string;
  localOf: (at: Date) => LocalTime;
  /** A time that occurs twice means the first. A skipped time is an hour later. */
  momentOf: (local: LocalTime) => Date;
}

export function buildingTime(timeZone: string): BuildingTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const partsOf = (at: Date) => Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const localOf = (at: Date): LocalTime => {
    const parts = partsOf(at);
    return {
      year: Number(parts['year']),
      month: Number(parts['month']),
      day: Number(parts['day']),
      hour: Number(parts['hour']),
      minute: Number(parts['minute']),
    };
  };
  /** Ahead of UTC, in ms. */
  const offsetAt = (at: number) => asIfUtc(localOf(new Date(at))) - Math.floor(at / minuteMs) * minuteMs;
  return {
    localOf,
    momentOf(local) {
      const asUtc = asIfUtc(local);
      // Gives the first of two equal times, and moves a skipped time an hour later.
      const candidates = [asUtc - offsetAt(asUtc - dayMs), asUtc - offsetAt(asUtc + dayMs)];
      const moment = candidates.find((at) => asIfUtc(localOf(new Date(at))) === asUtc);
      return new Date(moment ?? candidates[0] ?? asUtc);
    },
    date(at) {
      const { day, month, year } = partsOf(at);
      return `${day}.${month}.${year}`;
    },
    time(at) {
      const { hour, minute } = partsOf(at);
      return `${hour}:${minute}`;
    },
  };
}

const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

function asIfUtc({ year, month, day, hour, minute }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
