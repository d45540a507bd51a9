interface When {
  /** Weekday and dd.MM.yyyy. */
  day: string;
  /** dd.MM.yyyy */
  date: string;
  /** HH:mm */
  time: string;
}

/** Formats a moment by the clock of the building. */
export function whenAt(moment: string | number, timeZone: string, tag: string): When {
  const at = new Date(moment);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const date = `${parts['day']}.${parts['month']}.${parts['year']}`;
  const weekday = new Intl.DateTimeFormat(tag, { timeZone, weekday: 'long' }).format(at);
  return { day: `${weekday} ${date}`, date, time: `${parts['hour']}:${parts['minute']}` };
}

/** `Europe/Oslo` as `Oslo`. */
export function nameOfZone(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
