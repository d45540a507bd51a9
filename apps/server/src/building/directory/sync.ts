import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import {
  type getSynchronization,
  syncFailures,
  type synchronizeEmployees,
} from '@vestibule/contract/building/directory.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Db } from '../../platform/db/database.ts';
import { readEmployees } from '../employee/employee.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { notify } from '../../platform/live/bus.ts';
import { readTenant } from '../tenant/tenant.ts';
import { findRun, findSync, type Outcome, queueRun, readOutcome, type TenantOfCompany } from './sync.store.ts';

const waitMs = 10 * 60_000;
const queueMs = 60_000;
const minPauseMs = 40;
const maxPauseMs = 400;

interface Options {
  preview?: boolean | undefined;
  confirm?: boolean | undefined;
}

/**
 * Lets a worker synchronize the tenant or preview it, and waits.
 * @throws {Refusal} `noIntegration`, `tooManyRemovals`, why the directory was not read; `unavailable` without a worker
 */
export async function synchronize(
  db: Db,
  actor: Actor,
  tenantId: number,
  { preview = false, confirm: isConfirmed = false }: Options,
): Promise<Reply<typeof synchronizeEmployees>> {
  const tenant = await readTenant(db, actor, tenantId);
  if (tenant.type === null) throw new Refusal('noIntegration');
  const kind = preview ? 'preview' : 'sync';
  const outcome = await outcomeOf(db, { companyId: tenant.companyId, tenantId }, { kind, isConfirmed, actor });
  if ('failure' in outcome) {
    const { failure, ...numbers } = outcome;
    throw new Refusal(failure, numbers);
  }
  const { rows: employees } = await readEmployees(db, actor, tenantId, {});
  return { employees, ...outcome };
}

async function outcomeOf(db: Db, tenant: TenantOfCompany, wish: Parameters<typeof queueRun>[2]): Promise<Outcome> {
  const started = Date.now();
  let run: string | undefined;
  for (let pause = minPauseMs; ; pause = Math.min(pause * 1.5, maxPauseMs)) {
    run ??= await joinOrQueue(db, tenant, wish);
    const now = await findRun(db, tenant);
    if (!now) throw new Refusal('noIntegration');
    if (run !== undefined && now.ended_run === run) return readOutcome(now.outcome);
    if (now.run !== run) run = undefined;
    const waited = Date.now() - started;
    if (waited > waitMs || (waited > queueMs && now.state === 'queued')) {
      throw new Refusal('unavailable');
    }
    await sleep(pause);
  }
}

async function joinOrQueue(
  db: Db,
  tenant: TenantOfCompany,
  wish: Parameters<typeof queueRun>[2],
): Promise<string | undefined> {
  const queued = await queueRun(db, tenant, wish);
  if (queued !== undefined) {
    await notify(db, 'directory', '');
    return queued;
  }
  const other = await findRun(db, tenant);
  const answers = other?.run_kind === wish.kind && (other.is_confirmed || !wish.isConfirmed);
  return other && other.state !== 'idle' && answers ? (other.run ?? undefined) : undefined;
}

export async function readSynchronization(
  db: Db,
  actor: Actor,
  tenantId: number,
): Promise<Reply<typeof getSynchronization>> {
  const { companyId, lastSyncAt } = await readTenant(db, actor, tenantId);
  const sync = await findSync(db, { companyId, tenantId });
  const isRunning = sync?.is_running === true;
  return {
    state: isRunning ? 'running' : 'idle',
    done: isRunning ? sync.done : 0,
    of: isRunning ? sync.total : null,
    lastSuccessAt: lastSyncAt,
    lastFailure: syncFailures.find((failure) => failure === sync?.last_failure) ?? null,
    nextAt: sync?.next_at ?? null,
  };
}
