import { DateFormatter } from '@internationalized/date';

/** English, with days as `dd.MM.yyyy`, times as `HH:mm`, and weeks that begin on Monday. */
export const dateLocale = 'en-CH';

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dateFormat = new DateFormatter(dateLocale, day);
const timeFormat = new DateFormatter(dateLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const plainDateFormat = new DateFormatter(dateLocale, { ...day, timeZone: 'UTC' });

/** Formats the day of a moment as `dd.MM.yyyy`, in the time zone of the browser. */
export function formatDate(moment: string): string {
  return dateFormat.format(new Date(moment));
}

/** Formats a day such as `2026-02-28`, which has no time zone, as `dd.MM.yyyy`. */
export function formatDay(plainDay: string): string {
  return plainDateFormat.format(new Date(plainDay));
}

/** Formats the time of a moment as `HH:mm`, in the time zone of the browser. */
export function formatTime(moment: string): string {
  return timeFormat.format(new Date(moment));
}

/** Formats a moment as `dd.MM.yyyy HH:mm`, in the time zone of the browser. */
export function formatMoment(moment: string): string {
  return `${formatDate(moment)} ${formatTime(moment)}`;
}
