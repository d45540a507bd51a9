import type { Db } from '../../platform/db/database.ts';
import { type Change, type Channel, publish } from '../../platform/live/publish.ts';

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

/** What desks are told of many visitors that changed, and each tenant of those whom it sees. */
export function changesOfMany(companyId: number, byTenant: ReadonlyMap<number, readonly number[]>): Change[] {
  const ids = [...new Set([...byTenant.values()].flat())];
  if (ids.length === 0) return [];
  const ofTenants = [...byTenant].map(([tenantId, ofTenant]) =>
    change(`tenant:${tenantId}`, 'visitors_update', ofTenant),
  );
  return [...changesOf('visitors_update', companyId, ids, []), ...ofTenants];
}

function changesOf(
  event: Change['event'],
  companyId: number,
  ids: readonly number[],
  tenantIds: readonly number[],
): Change[] {
  const ofTenants = tenantIds.map((tenantId): Channel => `tenant:${tenantId}`);
  const channels: Channel[] = [`managers:${companyId}`, `reception:${companyId}`, ...ofTenants];
  return channels.map((channel) => change(channel, event, ids));
}

/** More visitors than this in one live message are slower than loading the lists afresh. */
const mostAtOnce = 200;

/** Of very many that changed a channel is told that they are to be loaded afresh. */
function change(channel: Channel, event: Change['event'], ids: readonly number[]): Change {
  const isTooMuch = event === 'visitors_update' && ids.length > mostAtOnce;
  return isTooMuch ? { channel, event: 'resync', ids: [] } : { channel, event, ids };
}
