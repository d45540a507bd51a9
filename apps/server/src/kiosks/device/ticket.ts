import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { basePath } from '../../platform/http/route.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { bool, bytes, int, typedSql } from '../../platform/db/typed-sql.ts';

const ticketSeconds = 60;

export const channelPath = `${basePath}/device/channel`;

export async function issueDeviceTicket(
  db: Db,
  { userId: kioskId, companyIds: [companyId] }: DeviceActor,
  origin: string,
): Promise<string> {
  const ticket = newSecret();
  await db
    .insertInto('device_ticket')
    .values({
      company_id: companyId,
      id_hash: hashOf(ticket),
      kiosk_id: kioskId,
      expires_at: sql`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute();
  return `${origin.replace(/^http/, 'ws')}${channelPath}?ticket=${ticket}`;
}

interface KioskOfTicket {
  companyId: number;
  kioskId: number;
}

export async function redeemDeviceTickets(db: Db, tickets: readonly string[]): Promise<(KioskOfTicket | undefined)[]> {
  const { rows } = await typedSql({ id_hash: bytes, company_id: int, kiosk_id: int, is_fresh: bool })`
    delete from device_ticket where id_hash = any(${tickets.map(hashOf)}::bytea[])
    returning id_hash, company_id, kiosk_id, expires_at > now() as is_fresh`.execute(db);
  const fresh = rows.filter((row) => row.is_fresh);
  const kiosks = new Map(fresh.map((row) => [row.id_hash.toString('hex'), toKiosk(row)]));
  return tickets.map((ticket) => {
    const hash = hashOf(ticket).toString('hex');
    const kiosk = kiosks.get(hash);
    kiosks.delete(hash);
    return kiosk;
  });
}

function toKiosk({
  company_id: companyId,
  kiosk_id: kioskId,
}: {
  company_id: number;
  kiosk_id: number;
}): KioskOfTicket {
  return { companyId, kioskId };
}
