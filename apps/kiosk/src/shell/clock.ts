/** Beyond this the clock of the device is taken for wrong, and that of the server is followed. */
const tolerance = 5 * 60_000;

let offset = 0;
/** When the server was heard last, by its own clock, and by one that nobody sets. */
let heard = { servers: 0, steady: 0 };

/** Compares the clock of this device with that of an answer of the server. Answers whether it is wrong. */
export function compareClock(date: string | null): boolean {
  const servers = Date.parse(date ?? '');
  if (!Number.isNaN(servers)) {
    offset = servers - Date.now();
    heard = { servers, steady: performance.now() };
  }
  return Math.abs(offset) > tolerance;
}

/** What time it is, by the server's clock where that of the device is wrong. */
export function now(): Date {
  const own = Date.now();
  const servers = heard.servers + performance.now() - heard.steady;
  const wasPutRight = Math.abs(own - servers) <= tolerance;
  return new Date(Math.abs(offset) <= tolerance || wasPutRight ? own : own + offset);
}
