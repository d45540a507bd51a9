interface Place {
  /** The language, as a BCP 47 tag. */
  tag: string;
  timeZone: string;
  now: Date;
}

/** Returns the time of day of a moment in the building, followed by the date where that is not today: "09:12 (22 Nov)". */
export function momentIn(moment: string, { tag, timeZone, now }: Place): string {
  const at = new Date(moment);
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone });
  const isToday = day.format(at) === day.format(now);
  return isToday ? time.format(at) : `${time.format(at)} (${day.format(at)})`;
}
