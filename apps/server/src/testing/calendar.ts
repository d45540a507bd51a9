import ICAL from 'ical.js';
import { z } from 'zod';

const Occurrence = z.object({ startDate: z.instanceof(ICAL.Time), endDate: z.instanceof(ICAL.Time) });

/** Reads a calendar part with another parser than the one that wrote it. */
export function readCalendar(text: string) {
  const calendar = ICAL.Component.fromString(text);
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const components = calendar.getAllSubcomponents('vevent');
  const [main, ...changes] = components.map((component) => new ICAL.Event(component));
  if (!main) throw new Error('expected an event');
  for (const change of changes) if (main.isRecurring()) main.relateException(change);
  return { text, calendar, components, main };
}

/** Starts and ends in UTC, as a reader of calendars expands them. */
export function datesIn({ main }: Pick<ReturnType<typeof readCalendar>, 'main'>): string[] {
  if (!main.isRecurring()) return [periodOf(main.startDate, main.endDate)];
  const dates: string[] = [];
  const starts = main.iterator();
  for (let next = starts.next(); next; next = starts.next()) {
    const { startDate, endDate } = Occurrence.parse(main.getOccurrenceDetails(next));
    dates.push(periodOf(startDate, endDate));
  }
  return dates;
}

function periodOf(start: ICAL.Time, end: ICAL.Time): string {
  return `${shortOf(start.toJSDate())}–${shortOf(end.toJSDate()).slice(-5)}`;
}

function shortOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}
