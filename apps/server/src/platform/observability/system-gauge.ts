import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { float, text } from '../db/typed-sql.ts';

export interface SystemGauge {
  name: string;
  help: string;
  /** The label of the values, and the values shown as 0 if the database has none. Never a person, company or tenant. */
  label?: { name: string; always: readonly string[] };
  read: (db: Db) => Promise<Reading[]>;
}

export const Reading = z.strictObject({
  label: text.optional(),
  value: float.or(z.literal(Infinity)),
});
export type Reading = z.infer<typeof Reading>;

/** Limits all gauges together, in ms. A scrape usually times out after ten seconds. */
const timeoutMs = 4_000;

/** Reads the gauges one after the other, on one connection. A gauge that cannot be read is absent, and `database_up` is 0. */
export function registerSystemGauges(register: Registry, db: Db, gauges: readonly SystemGauge[]): () => Promise<void> {
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answers in time.',
    registers: [register],
    aggregator: 'min',
  });
  const all = gauges.map((gauge) => {
    const labelNames = gauge.label ? [gauge.label.name] : [];
    const { name, help } = gauge;
    // Each process reads the same value, so one of them is the value of all.
    const shown = new Gauge({ name, help, labelNames, registers: [register], aggregator: 'max' });
    return { ...gauge, shown };
  });

  async function readAll() {
    const readings = [];
    for (const { read } of all) readings.push(await read(db));
    return readings;
  }

  return async () => {
    const lateness = sleep(timeoutMs, undefined, { ref: false });
    const readings = await Promise.race([readAll().catch(() => undefined), lateness]);
    up.set(readings ? 1 : 0);
    for (const [index, { shown, label }] of all.entries()) {
      shown.reset();
      // Without labels it would show as 0.
      if (!readings && !label) shown.remove();
      if (!readings) continue;
      if (!label) shown.set(readings[index]?.[0]?.value ?? 0);
      else {
        for (const always of label.always) shown.set({ [label.name]: always }, 0);
        for (const reading of readings[index] ?? []) shown.set({ [label.name]: reading.label ?? '' }, reading.value);
      }
    }
  };
}
