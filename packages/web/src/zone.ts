const dayMs = 86_400_000;
/** Long enough for every change to and from daylight saving. */
const days = 366;

const known = new Map<string, boolean>();

/** IANA name of the browser's zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Whether the clock of a zone differs from that of the browser on any day of the last or the next year. Zones that agree now may differ in
 * summer, and zones with two names may have one clock.
 */
export function isOtherZone(timeZone: string, own = browserZone()): boolean {
  if (timeZone === own) return false;
  const key = `${timeZone} ${own}`;
  const isOther = known.get(key) ?? haveOtherClocks(timeZone, own);
  known.set(key, isOther);
  return isOther;
}

function haveOtherClocks(one: string, other: string): boolean {
  const [here, there] = [one, other].map((timeZone) => {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  });
  const now = Date.now();
  for (let day = -days; day <= days; day++) {
    const moment = now + day * dayMs;
    if (here?.format(moment) !== there?.format(moment)) return true;
  }
  return false;
}
