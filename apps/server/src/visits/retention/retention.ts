import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { eraseVisitors } from '../visitor/visitor.ts';
import { type Change, publish } from '../../platform/live/publish.ts';
import { publishVisitors } from '../visitor/visitor-changes.ts';
import {
  deleteVisits,
  endPreregistrations,
  forgetVisitors,
  listDueVisits,
  listTenantsWithDueVisits,
  lockLeftOvers,
  type Sweep,
  sweepVisitors,
} from './retention.store.ts';

/** Visits per transaction: few enough for a desk that waits for one of the visitors. */
const batchSize = 500;
const sweepSize = 5_000;

export interface Purged {
  visits: number;
  visitors: number;
}

/**
 * Removes expired visits by the settings of the visited tenant, and visitors without references. The next run continues after a stop.
 * @param pause runs between two batches
 */
export async function purgeVisits(
  { acrossCompanies, within }: Reach,
  now: Date,
  pause: () => Promise<void>,
): Promise<Purged> {
  const purged = { visits: 0, visitors: 0 };
  for (const { company_id: companyId, tenant_id: tenantId } of await listTenantsWithDueVisits(acrossCompanies, now)) {
    const db = within([companyId]);
    for (let from: string | null = null; ;) {
      const removed = await purgeBatch(db, companyId, tenantId, { now, from });
      purged.visits += removed.visits;
      purged.visitors += removed.visitors;
      if (removed.isLast) break;
      from = removed.lastEnd ?? from;
      await pause();
    }
  }
  return purged;
}

function purgeBatch(
  db: Db,
  companyId: number,
  tenantId: number,
  { now, from }: { now: Date; from: string | null },
): Promise<Purged & { lastEnd: string | null; isLast: boolean }> {
  return transaction(db, async (db) => {
    const due = await listDueVisits(db, { companyId, tenantId }, { now, from, limit: batchSize });
    const { visits, lastEnd, visitors } = await deleteVisits(db, companyId, due);
    const forgotten = await forgetVisitors(db, companyId, visitors, now);
    await removeFrom(db, companyId, forgotten);
    return { visits, visitors: forgotten.length, lastEnd, isLast: due.length < batchSize };
  });
}

/** Reads all visitors, so it runs at night. */
export async function sweepLeftOvers(
  { acrossCompanies, within }: Reach,
  now: Date,
  pause: () => Promise<void>,
): Promise<Purged> {
  const purged = { visits: 0, visitors: 0 };
  for (let after: Sweep['last'] = { id: 0, company_id: 0 }; after !== null;) {
    const { last, due }: Sweep = await sweepVisitors(acrossCompanies, { after, limit: sweepSize, now });
    for (const [companyId, visitors] of Map.groupBy(due, ({ company_id }) => company_id)) {
      purged.visitors += await removeLeftOvers(within([companyId]), companyId, visitors, now);
    }
    after = last;
    await pause();
  }
  return purged;
}

function removeLeftOvers(db: Db, companyId: number, visitors: readonly { id: number }[], now: Date): Promise<number> {
  return transaction(db, async (db) => {
    const due = await lockLeftOvers(db, companyId, idsOf(visitors), now);
    const kept = idsOf(due.filter(({ is_kept }) => is_kept));
    const gone = idsOf(due.filter(({ is_kept }) => !is_kept));
    await removeFrom(db, companyId, gone);
    if (kept.length > 0) {
      await endPreregistrations(db, companyId, kept);
      await publishVisitors(db, 'visitors_update', companyId, kept, []);
    }
    await publish(db, companyId, noLongerExpected(due));
    return gone.length;
  });
}

async function removeFrom(db: Db, companyId: number, visitorIds: readonly number[]): Promise<void> {
  if (visitorIds.length === 0) return;
  await eraseVisitors(db, companyId, visitorIds);
  await publishVisitors(db, 'visitors_removed', companyId, visitorIds, []);
}

function noLongerExpected(gone: readonly { id: number; tenant_id: number | null }[]): Change[] {
  const expected = gone.flatMap(({ id, tenant_id: tenantId }) => (tenantId === null ? [] : [{ id, tenantId }]));
  return [...Map.groupBy(expected, ({ tenantId }) => tenantId)].map(([tenantId, ofTenant]) => ({
    channel: `tenant:${tenantId}`,
    event: 'visitors_removed',
    ids: ofTenant.map(({ id }) => id),
  }));
}

function idsOf(visitors: readonly { id: number }[]): number[] {
  return visitors.map(({ id }) => id);
}
