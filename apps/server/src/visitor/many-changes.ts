import type { Change } from '../live/publish.ts';
import { visitorChanges } from './visitor.ts';

/** More visitors than this in one live message are slower than loading the lists afresh. */
const mostAtOnce = 200;

/** What desks are told of many visitors that changed, and each tenant of its own; of very many, that they are to load afresh. */
export function changesOfMany(companyId: number, byTenant: ReadonlyMap<number, readonly number[]>): Change[] {
  const ids = [...byTenant.values()].flat();
  if (ids.length === 0) return [];
  const ofTenants = [...byTenant].map(([tenantId, ofTenant]): Change => ({
    channel: `tenant:${tenantId}`,
    event: 'visitors_update',
    ids: ofTenant,
  }));
  return [...visitorChanges('visitors_update', companyId, ids, []), ...ofTenants].map((change) =>
    change.ids.length > mostAtOnce ? { ...change, event: 'resync' as const, ids: [] } : change,
  );
}
