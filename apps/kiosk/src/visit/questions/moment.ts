interface Place {
  tag: string;
  timeZone: string;
  now: Date;
}

/** Returns the time in the building, with the date unless it is today: "09:12 (22 Nov)". */
export function momentIn(moment: string, { tag, timeZone, now }: Place): string {
  const at = new Date(moment);
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone });
  const isToday = day.format(at) === day.format(now);
  return isToday ? time.format(at) : `${time.format(at)} (${day.format(at)})`;
}
