/** A day as `dd.MM.yyyy`, in the time zone of the browser. */
export function formatDate(moment: string): string {
  const date = new Date(moment);
  return [two(date.getDate()), two(date.getMonth() + 1), date.getFullYear()].join('.');
}

/** A time of day as `HH:mm`, in the time zone of the browser. */
export function formatTime(moment: string): string {
  const date = new Date(moment);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A day and a time of day as `dd.MM.yyyy HH:mm`, in the time zone of the browser. */
export function formatMoment(moment: string): string {
  return `${formatDate(moment)} ${formatTime(moment)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
