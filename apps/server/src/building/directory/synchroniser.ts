import type { FastifyBaseLogger } from 'fastify';
import { type Db, isUnavailable, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { Directories } from '../../platform/integrations/directory.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { startLanes } from '../../platform/jobs/lanes.ts';
import type { Bus } from '../../platform/live/bus.ts';
import { countSynchronisation } from '../../platform/observability/counters.ts';
import { tellOfFailures } from './failure-mail.ts';
import { carryOut, failureOf } from './run.ts';
import { endRun, holdRun, letGo, type TakenRun, takeRuns } from './sync.store.ts';

/** Directories read at once by one process. */
const lanes = 2;
/** A process that says nothing for so long is taken for dead, and its runs are begun anew. */
const holdSeconds = 45;
const holdMilliseconds = 1_000;
/** How long a directory may take. */
const runMilliseconds = 30 * 60_000;
/** Whoever began it so often died over it each time. */
const mostBegun = 4;

interface SynchroniserOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  directories: Directories;
  storage: Storage;
  log: FastifyBaseLogger;
}

/** Carries out the runs that wait, new ones at once. `stop` lets go of those that are under way, for another process. */
export function startSynchroniser(options: SynchroniserOptions): { stop(): Promise<void> } {
  const { db, bus, log } = options;

  async function take(free: number, stopping: AbortSignal) {
    const runs = await takeRuns(db, free, holdSeconds);
    return { begun: runs.map((run) => begin(run, stopping)), isMore: runs.length === free };
  }

  async function begin(run: TakenRun, stopping: AbortSignal) {
    try {
      await go(options, run, stopping);
    } catch (error) {
      // Without a word about it the run is begun anew when its time is over.
      log.error({ error, tenantId: run.tenantId }, 'a synchronisation could not be ended');
    }
  }

  return startLanes({ lanes, what: 'synchronisations', topic: 'directory', take, bus, log });
}

async function go({ db, vault, directories, storage, log }: SynchroniserOptions, run: TakenRun, stopping: AbortSignal) {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(runMilliseconds)]);
  const progress = { done: 0, total: null };
  const hold = setInterval(() => {
    holdRun(db, run, progress, holdSeconds).then(
      (isOurs) => isOurs || lost.abort(),
      (error: unknown) => log.debug({ error }, 'a synchronisation could not be held'),
    );
  }, holdMilliseconds);
  try {
    if (run.begun > mostBegun) throw new Error('this synchronisation was begun too often');
    const onProgress = (done: number) => {
      progress.done = done;
    };
    await carryOut({ db, vault, directories, storage, signal, onProgress }, run);
    countSynchronisation(run.kind, 'done');
  } catch (error) {
    if (lost.signal.aborted || isUnavailable(error)) return;
    if (stopping.aborted) {
      await letGo(db, run);
      return;
    }
    const outcome = failureOf(error);
    const { tenantId, kind } = run;
    countSynchronisation(kind, outcome.failure);
    const level = outcome.failure === 'unexpected' ? 'error' : 'warn';
    log[level]({ error, tenantId, kind, ...outcome }, 'a directory was not synchronised');
    await transaction(db, async (db) => {
      const failures = await endRun(db, run, outcome);
      await tellOfFailures(db, vault, run, { ...outcome, failures });
    });
  } finally {
    clearInterval(hold);
  }
}
