import { createContext, useContext, useMemo } from 'react';

/** English, with days as `dd.MM.yyyy`, times as `HH:mm`, and weeks that begin on Monday. */
export const dateLocale = 'en-CH';

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const plainDateFormat = new Intl.DateTimeFormat(dateLocale, { ...day, timeZone: 'UTC' });

export function formatDay(plainDay: string): string {
  return plainDateFormat.format(new Date(plainDay));
}

/** Adds days to a day such as `2026-11-26`. */
export function addDays(plainDay: string, days: number): string {
  return new Date(Date.parse(plainDay) + days * 86_400_000).toISOString().slice(0, 10);
}

function createTimes(timeZone?: string) {
  const date = new Intl.DateTimeFormat(dateLocale, { ...day, timeZone });
  const time = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const formatDate = (moment: string) => date.format(new Date(moment));
  const formatTime = (moment: string) => time.format(new Date(moment));
  const formatMoment = (moment: string) => `${formatDate(moment)} ${formatTime(moment)}`;
  const isToday = (moment: string, now = Date.now()) => formatDate(moment) === date.format(now);
  return {
    formatDate,
    formatTime,
    formatMoment,
    isToday,
    /** Without the day, if that is today. */
    shortMoment: (moment: string) => (isToday(moment) ? formatTime(moment) : formatMoment(moment)),
  };
}

const browserTimes = createTimes();

/** By the clock of the browser. */
export const { formatDate, formatTime, formatMoment } = browserTimes;

const Times = createContext(browserTimes);

export const TimesProvider = Times.Provider;

/** Formats by the clock of the building on screens that provide it, otherwise by that of the browser. */
export function useTimes() {
  return useContext(Times);
}

/** The value of `TimesProvider`. Without a zone, times are those of the browser. */
export function useTimesIn(zone: string | undefined) {
  return useMemo(() => (zone === undefined ? browserTimes : createTimes(zone)), [zone]);
}
