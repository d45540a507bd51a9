import type { Actor } from '@vestibule/contract/platform/access.ts';
import { CompanyState, CompanyTrouble, SystemStatus } from '@vestibule/contract/operation/status.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readPartner } from '../../accounts/partner/partner.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { readWaiting } from '../../platform/outbox/message.metrics.ts';
import { connectedDirectories, countJobs, enrolledKiosks } from './system.store.ts';

export async function readStatus(db: Db): Promise<SystemStatus> {
  const facts = await readFacts(db);
  const jobs = new Map((await countJobs(db)).map(({ label, value }) => [label, value]));
  const { waiting, overdue } = await readWaiting(db);
  return {
    ...facts,
    processes: await listProcesses(db),
    jobs: {
      waiting: (jobs.get('created') ?? 0) + (jobs.get('retry') ?? 0),
      active: jobs.get('active') ?? 0,
      failed: jobs.get('failed') ?? 0,
    },
    messages: { waiting, overdueSeconds: Math.round(overdue) },
    lastBackup: await findLastBackup(db),
    troubles: await listTroubles(db),
  };
}

const ProcessRow = SystemStatus.shape.processes.element;

/** A process is silent after 30 seconds without a heartbeat. */
async function listProcesses(db: Db): Promise<SystemStatus['processes']> {
  const { rows } = await typedSql(ProcessRow)`
    select name, roles, version, started_at as "startedAt", last_seen_at as "lastSeenAt",
      last_seen_at < now() - interval '30 seconds' as "isSilent"
    from process order by name, started_at`.execute(db);
  return rows;
}

const Facts = z.strictObject({
  at: text,
  liveEventsWaiting: int,
  forgottenAt: moment.nullable(),
});
type Facts = z.infer<typeof Facts>;

async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await typedSql(Facts)`
    select now() as at, (select count(*) from live_outbox) as "liveEventsWaiting",
      (select done_at from job_run where job = 'forget-visits') as "forgottenAt"`.execute(db);
  return onlyRow(rows);
}

const BackupRow = SystemStatus.shape.lastBackup.unwrap();

/** Orders backups by their start. Null if there is none. */
async function findLastBackup(db: Db): Promise<SystemStatus['lastBackup']> {
  const { rows } = await typedSql(BackupRow)`
    select started_at as "startedAt", bytes, files, missing_files as "missingFiles"
    from backup order by started_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

const hasFailed = sql`m.recipient is not null and m.created_at > now() - interval '24 hours' and m.state = 'failed'`;

const TroubleRow = CompanyTrouble.omit({ company: true }).extend({ id: int.nullable(), name: text.nullable() });

async function listTroubles(db: Db): Promise<CompanyTrouble[]> {
  const { rows } = await typedSql(TroubleRow)`
    with wrong as (
      select d.company_id, count(*) as directories, 0 as messages, 0 as offline, 0 as kiosks
      from ${connectedDirectories} where d.last_failure is not null group by 1
      union all
      select m.company_id, 0, count(*), 0, 0 from message m
      where ${hasFailed} group by 1
      union all
      select null, 0, count(*), 0, 0 from system_message m where ${hasFailed}
      union all
      select k.company_id, 0, 0, count(*) filter (where not k.is_online), count(*) from ${enrolledKiosks} group by 1
    )
    select c.id, c.name, sum(w.directories)::int as "failingDirectories", sum(w.messages)::int as "failedMessages",
      sum(w.offline)::int as "kiosksOffline", sum(w.kiosks)::int as kiosks
    from wrong w left join company c on c.id = w.company_id
    where w.company_id is null or c.deleted_at is null
    group by c.id, c.name
    having sum(w.directories + w.messages + w.offline) > 0
    order by lower(c.name) nulls first, c.id`.execute(db);
  return rows.map(({ id, name, ...counts }) => ({
    company: id === null || name === null ? null : { id, name },
    ...counts,
  }));
}

export async function readCompanyStates(
  db: Db,
  actor: Actor,
  partnerId: number,
  ids: readonly number[],
): Promise<CompanyState[]> {
  await readPartner(db, actor, partnerId);
  const { rows } = await typedSql(CompanyState)`
    with asked as (
      select c.id from company c
      join company_partner p on p.company_id = c.id and p.partner_id = ${partnerId}
      where c.id = any(${[...ids]}::int[]) and ${inScope(actor, 'c.id')}
    )
    select asked.id as "companyId",
      (select count(*) from visit v where v.company_id = asked.id and v.checked_out_at is null) as inside,
      coalesce(k.kiosks, 0) as kiosks, coalesce(k.offline, 0) as "kiosksOffline",
      (select count(*) from message m where m.company_id = asked.id and ${hasFailed}) as "failedMessages",
      (select count(*) from ${connectedDirectories} where d.company_id = asked.id and d.last_failure is not null)
        as "failingDirectories",
      coalesce(k.licenses, 0) as "licensesUsed"
    from asked
    left join lateral (
      select count(*) filter (where k.token_hash is not null) as kiosks,
        count(*) filter (where k.token_hash is not null and not k.is_online) as offline, count(k.license_id) as licenses
      from kiosk k where k.company_id = asked.id
    ) k on true
    order by asked.id`.execute(db);
  if (rows.length < new Set(ids).size) throw new Refusal('notFound');
  return rows;
}
