import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';

/**
 * Who sees a stream of events: those who manage a company, its reception, or a tenant. Each channel numbers its own messages, so
 * that nobody can tell from a gap that something happened which they may not see.
 */
export const Channel = z.templateLiteral([z.enum(['managers', 'reception', 'tenant']), ':', z.number()]);
export type Channel = z.infer<typeof Channel>;

/** The channel of that name. Only names that `publish` wrote come back, so any other is an error. */
export function channelNamed(name: string): Channel {
  const [, audience, id] = /^(managers|reception|tenant):(\d+)$/.exec(name) ?? [];
  if (audience === 'managers' || audience === 'reception' || audience === 'tenant') return `${audience}:${Number(id)}`;
  throw new Error('this is the name of no live channel');
}

/** What happens to kiosks, one in each message. Only managers see kiosks. */
export type KioskEvent = 'kiosk_status_change' | 'kiosk_data_change' | 'kiosk_deprovisioned_triggered_from_kiosk';

export interface Change {
  channel: Channel;
  /** `resync` tells of so much that the lists are loaded afresh. */
  event: 'visitors_update' | 'visitors_removed' | KioskEvent | 'kiosk_refusals_change' | 'resync';
  ids: readonly number[];
}

/**
 * Writes live events into the transaction of the change that they tell of. They are delivered after it commits, in order, once a
 * process has numbered them; what was committed is delivered even if this process dies.
 */
export async function publish(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ channel, event, ids }) => sql`(${channel}, ${event}, ${[...ids]}::int[])`);
  await sql`insert into live_outbox (channel, event, ids) values ${sql.join(rows)}`.execute(db);
}

/** The same event on many channels, each about one row, in one statement. */
export async function publishEach(
  db: Db,
  event: KioskEvent,
  about: readonly { channel: Channel; id: number }[],
): Promise<void> {
  if (about.length === 0) return;
  await sql`
    insert into live_outbox (channel, event, ids)
    select channel, ${event}, array[id]
    from unnest(${about.map(({ channel }) => channel)}::text[], ${about.map(({ id }) => id)}::int[])
      with ordinality as about (channel, id, place)
    order by place`.execute(db);
}
