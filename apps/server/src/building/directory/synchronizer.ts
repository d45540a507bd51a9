import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Db, isUnavailable, type Reach, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Directories } from '../../platform/integrations/directory/directory.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { startLanes } from '../../platform/jobs/lanes.ts';
import type { Bus } from '../../platform/live/bus.ts';
import { countSynchronization } from '../../platform/observability/counters.ts';
import { enqueueMails } from '../../platform/outbox/enqueue.ts';
import { carryOut, failureOf } from './run.ts';
import { endRun, holdRun, releaseRun, type TakenRun, takeRuns } from './sync.store.ts';

const lanes = 2;
/** Without a sign of life for this long, another process takes its runs. */
const holdSeconds = 45;
const holdMs = 1_000;
const runMs = 30 * 60_000;
/** A run that started this often killed its process each time. */
const maxStarts = 4;

interface SynchronizerOptions {
  reach: Reach;
  vault: Vault;
  bus: Bus;
  directories: Directories;
  storage: Storage;
  log: FastifyBaseLogger;
}

export function startSynchronizer(options: SynchronizerOptions): { stop(): Promise<void> } {
  const { reach, bus, log } = options;

  async function take(free: number, stopping: AbortSignal) {
    const runs = await takeRuns(reach.acrossCompanies, free, holdSeconds);
    return { begun: runs.map((run) => begin(run, stopping)), isMore: runs.length === free };
  }

  async function begin(run: TakenRun, stopping: AbortSignal) {
    try {
      await go(options, run, stopping);
    } catch (error) {
      log.error({ error, tenantId: run.tenantId }, 'the result of a synchronization could not be stored');
    }
  }

  return startLanes({ lanes, what: 'synchronizations', topic: 'directory', take, bus, log });
}

async function go(
  { reach, vault, directories, storage, log }: SynchronizerOptions,
  run: TakenRun,
  stopping: AbortSignal,
): Promise<void> {
  const db = reach.within([run.companyId]);
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(runMs)]);
  const progress = { done: 0, total: null };
  const hold = setInterval(() => {
    holdRun(db, run, progress, holdSeconds).then(
      (isOurs) => isOurs || lost.abort(),
      (error: unknown) => log.debug({ error }, 'the lease of a synchronization could not be renewed'),
    );
  }, holdMs);
  try {
    if (run.begun > maxStarts) throw new Error('this synchronization was started too often');
    const onProgress = (done: number) => {
      progress.done = done;
    };
    await carryOut({ db, vault, directories, storage, signal, onProgress }, run);
    countSynchronization(run.kind, 'done');
  } catch (error) {
    if (lost.signal.aborted || isUnavailable(error)) return;
    if (stopping.aborted) {
      await releaseRun(db, run);
      return;
    }
    const outcome = failureOf(error);
    const { tenantId, kind } = run;
    countSynchronization(kind, outcome.failure);
    const level = outcome.failure === 'unexpected' ? 'error' : 'warn';
    log[level]({ error, tenantId, kind, ...outcome }, 'a directory was not synchronized');
    await transaction(db, async (db) => {
      const failures = await endRun(db, run, outcome);
      await notifyFailures(db, vault, run, { ...outcome, failures });
    });
  } finally {
    clearInterval(hold);
  }
}

/** A mail reports this many failures in a row. The next mail needs a success in between. */
const failuresBeforeMail = 3;
const daysOfUse = 7;

const Recipients = z.strictObject({
  tenant: text,
  addresses: z.array(text),
  language: z.enum(languages),
  console_address: text,
});
type Recipients = z.infer<typeof Recipients>;

async function notifyFailures(
  db: Db,
  vault: Vault,
  { tenantId, companyId, kind }: TakenRun,
  { failures, failure }: { failures: number; failure: SyncFailure },
): Promise<void> {
  if (kind !== 'sync' || failures !== failuresBeforeMail) return;
  const { rows } = await typedSql(Recipients)`
    select t.name as tenant, c.notification_emails as addresses, s.email_language as language, d.console_address
    from tenant t
    join company c on c.id = t.company_id
    join directory_sync d on d.company_id = t.company_id and d.tenant_id = t.id
    join tenant_settings s on s.company_id = c.id and s.tenant_id is null
    where t.company_id = ${companyId} and t.id = ${tenantId}`.execute(db);
  const expiresAt = new Date(Date.now() + daysOfUse * 86_400_000);
  const mails = rows.flatMap(({ tenant, addresses, language, console_address: address }) => {
    const content = { tenant, failure, times: failuresBeforeMail, link: `${address}/tenants/${tenantId}` };
    return addresses.map((to) => ({ kind: 'directoryFailed' as const, companyId, to, language, content, expiresAt }));
  });
  await enqueueMails(db, vault, mails);
}
