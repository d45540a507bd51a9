/** English, with days as `dd.MM.yyyy`, times as `HH:mm`, and weeks that begin on Monday. */
export const dateLocale = 'en-CH';

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dateFormat = new Intl.DateTimeFormat(dateLocale, day);
const timeFormat = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const plainDateFormat = new Intl.DateTimeFormat(dateLocale, { ...day, timeZone: 'UTC' });

export function formatDate(moment: string): string {
  return dateFormat.format(new Date(moment));
}

export function formatDay(plainDay: string): string {
  return plainDateFormat.format(new Date(plainDay));
}

/** Adds days to a day such as `2026-11-26`. */
export function addDays(plainDay: string, days: number): string {
  return new Date(Date.parse(plainDay) + days * 86_400_000).toISOString().slice(0, 10);
}

export function formatTime(moment: string): string {
  return timeFormat.format(new Date(moment));
}

export function formatMoment(moment: string): string {
  return `${formatDate(moment)} ${formatTime(moment)}`;
}
