import { isOtherZone } from '@vestibule/web/zone.ts';
import { useMemo } from 'react';
import { dateLocale } from '../../ui/time.ts';
import { useMinute } from '../../ui/use-minute.ts';

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/**
 * Formats moments by the clock of a building. Null: the browser's zone, until the building's is known.
 * @param locale of the names of weekdays
 */
function createClock(zone: string | null, locale: string = dateLocale) {
  const timeZone = zone ?? undefined;
  const date = new Intl.DateTimeFormat(dateLocale, { ...day, timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
  const time = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const plain = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const timeOf = (moment: string) => time.format(new Date(moment));
  return {
    timeOf,
    /** The name of the zone, if the browser has another. */
    otherZone: zone !== null && isOtherZone(zone) ? zone.replaceAll('_', ' ') : null,
    /** Such as `26.11.2026`. */
    plainDateOf: (moment: string) => date.format(new Date(moment)),
    /** The time, with the date on another day than today's. */
    soonOf: (moment: string) => {
      const [then, today] = [date.format(new Date(moment)), date.format(new Date())];
      return then === today ? timeOf(moment) : `${then} ${timeOf(moment)}`;
    },
    weekdayOf: (moment: string) => weekday.format(new Date(moment)),
    /** Such as `Thursday 26.11.2026`. */
    dateOf: (moment: string) => `${weekday.format(new Date(moment))} ${date.format(new Date(moment))}`,
    /** Such as `2026-11-26T09:00`. */
    plainOf: (moment: string | Date) => plain.format(new Date(moment)).replace(' ', 'T'),
    /** A time of this clock as the API takes it. Without an offset, it is one of the building. */
    toWire: (plainTime: string) => (zone === null ? new Date(plainTime).toISOString() : plainTime),
    /** Adds the day of the end if the meeting ends on another day. */
    spanOf: ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => {
      const [start, end] = [startsAt, endsAt].map((moment) => date.format(new Date(moment)));
      return `${timeOf(startsAt)}–${start === end ? '' : `${end} `}${timeOf(endsAt)}`;
    },
  };
}
export type Clock = ReturnType<typeof createClock>;

export function useBuildingClock(zone: string | null, locale: string = dateLocale): Clock {
  return useMemo(() => createClock(zone, locale), [zone, locale]);
}

/** Today by the clock, such as `2026-11-26`. Changes at midnight. */
export function useClockDay(clock: Clock): string {
  return clock.plainOf(new Date(useMinute())).slice(0, 10);
}

/** Adds days to a day such as `2026-11-26`. */
export function addDays(plainDay: string, days: number): string {
  return new Date(Date.parse(plainDay) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Adds ms to a time of a clock, such as `2026-11-26T09:00`, without regard to daylight saving. */
export function addMs(plainTime: string, ms: number): string {
  return new Date(Date.parse(`${plainTime}Z`) + ms).toISOString().slice(0, 16);
}
