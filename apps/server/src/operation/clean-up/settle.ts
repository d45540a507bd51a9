import { sql } from 'kysely';
import { audit, program } from '../../platform/audit/audit.ts';
import { chainEntries, proveChains } from '../../platform/audit/chain.ts';
import type { Db, Reach } from '../../platform/db/database.ts';
import { messageTables } from '../../platform/outbox/outbox.store.ts';
import { expireRows } from './expire.ts';
import { removeCompanies } from './remove-companies.ts';
import { type Purged, purgeVisits, sweepLeftOvers } from '../../visits/retention/retention.ts';

/** Restored rows that are no longer true: kiosks are offline, desks have read further, and queued messages may be sent. */
const outdated = [
  sql`update kiosk set is_online = false, channel_id = null, offline_since = coalesce(offline_since, last_seen_at)`,
  sql`update live_channel set last_number = last_number + 1000000`,
  ...messageTables.map(
    (table) =>
      sql`update ${sql.table(table)} set state = 'failed', problem = 'uncertain' where state in ('queued', 'sending')`,
  ),
];

export interface Settled {
  forgotten: Purged;
  proven: number;
  broken: number;
}

/** Removes expired visitors and proves the audit log. */
export async function settle(db: Db, now: Date): Promise<Settled> {
  // The role of row-level security comes with the next start.
  const reach: Reach = { acrossCompanies: db, within: () => db };
  for (const statement of outdated) await statement.execute(db);
  await removeCompanies.run(reach);
  const soon = () => Promise.resolve();
  const visits = await purgeVisits(reach, now, soon);
  const leftOvers = await sweepLeftOvers(reach, now, soon);
  await expireRows.run(reach);
  await audit(db, program, { action: 'backup.restored', companyId: null, subject: 'backup', subjectId: null });
  await chainEntries(db);
  const { proven, breaks } = await proveChains(db);
  return {
    forgotten: { visits: visits.visits + leftOvers.visits, visitors: visits.visitors + leftOvers.visitors },
    proven,
    broken: breaks.length,
  };
}
