const dayMs = 86_400_000;

const known: Record<string, boolean> = {};

/** IANA name of the browser's zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Whether the clock of a zone differs from that of the browser on any day of a year. Zones that agree now may differ in summer, and zones
 * with two names may have one clock.
 */
export function isOtherZone(timeZone: string, own = browserZone()): boolean {
  return timeZone !== own && (known[timeZone + own] ??= haveOtherClocks(timeZone, own));
}

function haveOtherClocks(...zones: [string, string]): boolean {
  const [here, there] = zones.map((timeZone) => {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  });
  const moments = Array.from({ length: 366 }, (_, day) => Date.now() + day * dayMs);
  return moments.some((moment) => here?.format(moment) !== there?.format(moment));
}
