import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';

/** The managers of a company, its reception, or a tenant. Each channel has its own numbers, so that gaps reveal nothing. */
export const Channel = z.templateLiteral([z.enum(['managers', 'reception', 'tenant']), ':', z.number()]);
export type Channel = z.infer<typeof Channel>;

export function channelNamed(name: string): Channel {
  const [, audience, id] = /^(managers|reception|tenant):(\d+)$/.exec(name) ?? [];
  if (audience === 'managers' || audience === 'reception' || audience === 'tenant') return `${audience}:${Number(id)}`;
  throw new Error('unknown live channel');
}

/** Only managers see kiosks. */
export type KioskEvent = 'kiosk_status_change' | 'kiosk_data_change' | 'kiosk_deprovisioned_triggered_from_kiosk';

export interface Change {
  channel: Channel;
  /** `resync` makes clients load lists again. */
  event:
    | 'visitors_update'
    | 'visitors_removed'
    | KioskEvent
    | 'kiosk_refusals_change'
    | 'invitations_update'
    | 'visit_answered'
    | 'resync';
  ids: readonly number[];
}

/** Delivered after the commit in order, also if this process dies. All channels belong to the company. */
export async function publish(db: Db, companyId: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(
    ({ channel, event, ids }) => sql`(${companyId}::int, ${channel}, ${event}, ${[...ids]}::int[])`,
  );
  await sql`insert into live_outbox (company_id, channel, event, ids) values ${sql.join(rows)}`.execute(db);
}

export async function publishEach(
  db: Db,
  event: KioskEvent,
  about: readonly { companyId: number; channel: Channel; id: number }[],
): Promise<void> {
  if (about.length === 0) return;
  await sql`
    insert into live_outbox (company_id, channel, event, ids)
    select company_id, channel, ${event}, array[id]
    from unnest(
        ${about.map(({ companyId }) => companyId)}::int[], ${about.map(({ channel }) => channel)}::text[],
        ${about.map(({ id }) => id)}::int[]
      ) with ordinality as about (company_id, channel, id, place)
    order by place`.execute(db);
}
