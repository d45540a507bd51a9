import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { basePath } from '../../platform/http/route.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { bool, bytes, int, typedSql } from '../../platform/db/typed-sql.ts';

const ticketSeconds = 60;

export const channelPath = `${basePath}/device/channel`;

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

export async function redeemDeviceTickets(db: Db, tickets: readonly string[]): Promise<(number | undefined)[]> {
  const { rows } = await typedSql({ id_hash: bytes, kiosk_id: int, is_fresh: bool })`
    delete from device_ticket where id_hash = any(${tickets.map(hashOf)}::bytea[])
    returning id_hash, kiosk_id, expires_at > now() as is_fresh`.execute(db);
  const kiosks = new Map(rows.filter((row) => row.is_fresh).map((row) => [row.id_hash.toString('hex'), row.kiosk_id]));
  return tickets.map((ticket) => {
    const hash = hashOf(ticket).toString('hex');
    const kioskId = kiosks.get(hash);
    kiosks.delete(hash);
    return kioskId;
  });
}
