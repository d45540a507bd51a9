import type { Db } from '../db/database.ts';
import { type Change, type Channel, publish } from '../live/publish.ts';

/** Tells the desks of a company, and the tenants concerned, that visitors changed or went. */
export async function publishVisitors(
  db: Db,
  event: Change['event'],
  companyId: number,
  ids: readonly number[],
  tenantIds: readonly number[],
): Promise<void> {
  await publish(db, changesOf(event, companyId, ids, tenantIds));
}

function changesOf(
  event: Change['event'],
  companyId: number,
  ids: readonly number[],
  tenantIds: readonly number[],
): Change[] {
  const ofTenants = tenantIds.map((tenantId): Channel => `tenant:${tenantId}`);
  const channels: Channel[] = [`managers:${companyId}`, `reception:${companyId}`, ...ofTenants];
  return channels.map((channel) => ({ channel, event, ids }));
}

/** More visitors than this in one live message are slower than loading the lists afresh. */
const mostAtOnce = 200;

/** What desks are told of many visitors that changed, and each tenant of those whom it sees; of very many, that they are to load afresh. */
export function changesOfMany(companyId: number, byTenant: ReadonlyMap<number, readonly number[]>): Change[] {
  const ids = [...new Set([...byTenant.values()].flat())];
  if (ids.length === 0) return [];
  const ofTenants = [...byTenant].map(([tenantId, ofTenant]): Change => ({
    channel: `tenant:${tenantId}`,
    event: 'visitors_update',
    ids: ofTenant,
  }));
  return [...changesOf('visitors_update', companyId, ids, []), ...ofTenants].map((change) =>
    change.ids.length > mostAtOnce ? { ...change, event: 'resync' as const, ids: [] } : change,
  );
}
