/** Beyond this the clock of the device is taken for wrong, and that of the server is followed. */
const tolerance = 5 * 60_000;

let offset = 0;

/** Compares the clock of this device with that of an answer of the server. Answers whether it is wrong. */
export function compareClock(date: string | null): boolean {
  const servers = Date.parse(date ?? '');
  if (!Number.isNaN(servers)) offset = servers - Date.now();
  return Math.abs(offset) > tolerance;
}

/** What time it is, by the server's clock where that of the device is wrong. */
export function now(): Date {
  return new Date(Date.now() + (Math.abs(offset) > tolerance ? offset : 0));
}
