import type { DeviceActor } from '@vestibule/contract/access.ts';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { basePath } from '../http/route.ts';
import { hashOf, newSecret } from '../http/secret.ts';

const ticketSeconds = 60;

export const channelPath = `${basePath}/device/channel`;

/** An address that opens the channel of this kiosk once, within a minute. */
export async function issueDeviceTicket(db: Db, { userId: kioskId }: DeviceActor, origin: string): Promise<string> {
  const ticket = newSecret();
  await db
    .insertInto('device_ticket')
    .values({
      id_hash: hashOf(ticket),
      kiosk_id: kioskId,
      expires_at: sql`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute();
  return `${origin.replace(/^http/, 'ws')}${channelPath}?ticket=${ticket}`;
}

/** Uses up a ticket, and answers the kiosk that it was made for. */
export async function redeemDeviceTicket(db: Db, ticket: string): Promise<number | undefined> {
  const { rows } = await sql<{ kiosk_id: number; is_fresh: boolean }>`
    delete from device_ticket where id_hash = ${hashOf(ticket)}
    returning kiosk_id, expires_at > now() as is_fresh`.execute(db);
  return rows[0]?.is_fresh ? rows[0].kiosk_id : undefined;
}
