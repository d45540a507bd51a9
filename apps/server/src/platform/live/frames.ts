import type { Db } from '../db/database.ts';
import type { Channel, KioskEvent } from './publish.ts';

/** A payload per event in order, undefined for deleted rows. Reads all rows at once, because many devices connect together. */
export type ReadPayloads = (
  db: Db,
  channel: Channel,
  events: readonly (readonly number[])[],
) => Promise<readonly unknown[]>;

export type Payloads = Record<'visitors_update' | 'visit_answered' | KioskEvent, ReadPayloads>;

export interface StoredEvent {
  number: number;
  event: string;
  ids: number[];
}

const rowsTogether = 500;

export function* together(events: readonly StoredEvent[]): Generator<StoredEvent[]> {
  let group: StoredEvent[] = [];
  let rows = 0;
  for (const event of events) {
    if (group.length > 0 && rows + event.ids.length > rowsTogether) {
      yield group;
      group = [];
      rows = 0;
    }
    group.push(event);
    rows += Math.max(1, event.ids.length);
  }
  if (group.length > 0) yield group;
}

export async function framesOf(
  db: Db,
  payloads: Payloads,
  channel: Channel,
  group: readonly StoredEvent[],
): Promise<{ number: number; frame: string }[]> {
  const read = new Map<number, unknown>();
  for (const [event, of] of Map.groupBy(group, ({ event }) => event)) {
    if (!hasPayload(payloads, event)) continue;
    const rows = await payloads[event](
      db,
      channel,
      of.map(({ ids }) => ids),
    );
    for (const [place, { number }] of of.entries()) read.set(number, rows[place]);
  }
  return group.map(({ number, event, ids }) => {
    const payload = hasPayload(payloads, event) ? read.get(number) : { ids };
    const isLost = event === 'resync' || payload === undefined;
    return { number, frame: isLost ? resyncFrame(number) : frameOf({ id: number, event, payload }) };
  });
}

function hasPayload(payloads: Payloads, event: string): event is keyof Payloads {
  return event in payloads;
}

export function resyncFrame(number: number): string {
  return frameOf({ id: number, event: 'resync', payload: null });
}

function frameOf(message: { id: number; event: string; payload: unknown }): string {
  return JSON.stringify(message);
}
