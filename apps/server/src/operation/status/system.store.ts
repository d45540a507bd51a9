import { type RawBuilder, sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { Reading, type SystemGauge } from '../../platform/observability/system-gauge.ts';
import { messageGauges } from '../../platform/outbox/message.metrics.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';

/** There is no queue before the first worker started. */
export async function countJobs(db: Db): Promise<Reading[]> {
  const { rows } = await typedSql({ is_there: bool })`select to_regclass('pgboss.job') is not null as is_there`.execute(
    db,
  );
  if (!onlyRow(rows).is_there) return [];
  return read(typedSql(Reading)`select state::text as label, count(*) as value from pgboss.job group by state`)(db);
}

const jobStates = ['created', 'retry', 'active', 'completed', 'canceled', 'failed'] as const;

/** Without deleted companies. */
export const connectedDirectories = sql`
  directory_sync d join tenant t on t.company_id = d.company_id and t.id = d.tenant_id
  join company c on c.id = d.company_id and c.deleted_at is null`;

/** Without deleted companies. */
export const enrolledKiosks = sql`
  kiosk k join company c on c.id = k.company_id and c.deleted_at is null and k.token_hash is not null`;

/** Gauges that read the database. Seconds since an event that never happened are infinite. */
export const systemGauges: readonly SystemGauge[] = [
  ...messageGauges,
  {
    name: 'processes',
    help: 'Processes with a heartbeat in the last half minute.',
    read: read(
      typedSql(Reading)`select count(*) as value from process where last_seen_at > now() - interval '30 seconds'`,
    ),
  },
  {
    name: 'jobs',
    help: 'Jobs in the queue, by state. Finished jobs stay for an hour.',
    label: { name: 'state', always: jobStates },
    read: countJobs,
  },
  {
    name: 'live_outbox_waiting',
    help: 'Live events that are not delivered yet.',
    read: read(typedSql(Reading)`select count(*) as value from live_outbox`),
  },
  {
    name: 'kiosks',
    help: 'Kiosks with a device, by connection.',
    label: { name: 'state', always: ['online', 'offline'] },
    read: read(typedSql(Reading)`
      select case when k.is_online then 'online' else 'offline' end as label, count(*) as value
      from ${enrolledKiosks} group by k.is_online`),
  },
  {
    name: 'directories',
    help: 'Connected directories, by whether the last synchronization failed.',
    label: { name: 'state', always: ['working', 'failing'] },
    read: read(typedSql(Reading)`
      select case when d.last_failure is null then 'working' else 'failing' end as label, count(*) as value
      from ${connectedDirectories} group by 1`),
  },
  {
    name: 'directory_oldest_success_seconds',
    help: 'Seconds since the last success of the directory that has waited longest.',
    read: read(typedSql(Reading)`
      select coalesce(max(extract(epoch from now() - t.last_sync_at)), 0)::float as value from ${connectedDirectories}`),
  },
  {
    name: 'forgetting_last_seconds',
    help: 'Seconds since the last run of retention.',
    read: read(typedSql(Reading)`
      select coalesce(extract(epoch from now() - max(done_at)), 'infinity')::float as value
      from job_run where job = 'forget-visits'`),
  },
  {
    name: 'backup_age_seconds',
    help: 'Age of the newest backup in seconds.',
    read: read(typedSql(Reading)`
      select coalesce(extract(epoch from now() - max(started_at)), 'infinity')::float as value from backup`),
  },
];

function read(query: RawBuilder<Reading>): SystemGauge['read'] {
  return async (db) => (await query.execute(db)).rows;
}
