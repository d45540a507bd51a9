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

export function formatTime(moment: string): string {
  return timeFormat.format(new Date(moment));
}

export function formatMoment(moment: string): string {
  return `${formatDate(moment)} ${formatTime(moment)}`;
}
