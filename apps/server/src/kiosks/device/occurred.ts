const oldestDays = 7;
const aheadMinutes = 5;

/** When something happened, by the device's clock where that can be believed; undefined where it can not, which means now. */
export function happenedAt(occurredAt: string, now = new Date()): Date | undefined {
  const at = new Date(occurredAt);
  const age = now.getTime() - at.getTime();
  const isBelievable = age <= oldestDays * 86_400_000 && age >= -aheadMinutes * 60_000;
  // A clock that is a little ahead does not make a visit begin later than now.
  return isBelievable && age > 0 ? at : undefined;
}
