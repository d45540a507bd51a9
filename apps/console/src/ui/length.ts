/** A duration in its two largest units, never negative. */
export function lengthOf(milliseconds: number) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { unit: 'days', days, hours: hours % 24, minutes: 0 } as const;
  if (hours > 0) return { unit: 'hours', days: 0, hours, minutes: minutes % 60 } as const;
  return { unit: minutes > 0 ? 'minutes' : 'now', days: 0, hours: 0, minutes } as const;
}
