import { badgeCode, passPath } from '../badge/code.ts';
import { type Db, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { tellSoon } from '../live/bus.ts';
import { buildingTime } from '../settings/building-time.ts';
import {
  type Announcement,
  type ExpectedAnnouncement,
  insertAnnouncements,
  insertArrivals,
  listDeliveryAnnouncements,
  listExpectedAnnouncements,
} from './announce.store.ts';
import { sealContent, type SmsContent } from './content.ts';

/** For how many hours it is worth telling that something was delivered, and that somebody is expected. */
const hoursOfUse = { delivery: 4, expected: 24 };

/**
 * Writes to hosts and visitors that these visits began, as the settings in force at the tenants visited have it, in the transaction of the
 * check-ins. Nobody is told twice of one visit: `told_once` keeps that true.
 */
export async function announceArrivals(db: Db, visitIds: readonly number[]): Promise<void> {
  if ((await insertArrivals(db, visitIds)) > 0) tellSoon(db, 'message');
}

/** Writes to the delivery phones of a tenant that something was delivered. Answers how many are told; none where the settings tell nobody. */
export function notifyDelivery(db: Db, vault: Vault, tenantId: number, now = new Date()): Promise<number> {
  return transaction(db, async (db) =>
    queue(
      db,
      vault,
      await listDeliveryAnnouncements(db, tenantId),
      ({ house, tenant, time_zone: zone }) => {
        const content: SmsContent<'delivery'> = { house, tenant, time: buildingTime(zone).time(now), closing: null };
        return content;
      },
      hoursOfUse.delivery,
    ),
  );
}

/**
 * Writes to visitors whom a tenant expects from now on where they find the code to show when they come: on a page of ours below `origin`.
 * Only where the settings in force have visitors told.
 */
export async function announceExpected(
  db: Db,
  vault: Vault,
  { tenantId, visitorIds, origin }: { tenantId: number; visitorIds: readonly number[]; origin: string },
): Promise<void> {
  if (visitorIds.length === 0) return;
  const rows = await listExpectedAnnouncements(db, tenantId, visitorIds);
  const contentOf = ({ visitor_id: id, house, tenant, closing }: ExpectedAnnouncement) => {
    const link = `${origin}${passPath}/${badgeCode(vault, { kind: 'visitor', id })}`;
    return { house, tenant, link, closing } satisfies SmsContent<'preregistration'>;
  };
  await transaction(db, (db) => queue(db, vault, rows, contentOf, hoursOfUse.expected));
}

type Content = Parameters<typeof sealContent>[2];

async function queue<Row extends Announcement>(
  db: Db,
  vault: Vault,
  rows: readonly Row[],
  contentOf: (row: Row) => Content,
  hours: number,
): Promise<number> {
  if (rows.length === 0) return 0;
  const messages = rows.map((row) => ({ ...row, content: sealContent(vault, row.id, contentOf(row)) }));
  const queued = await insertAnnouncements(db, messages, hours);
  tellSoon(db, 'message');
  return queued;
}
