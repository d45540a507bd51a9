import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import {
  type Directories,
  DirectoryFailed,
  type DirectoryProblem,
} from '../../platform/integrations/directory/directory.ts';
import type { Storage } from '../../platform/integrations/storage/storage.ts';
import { countryOfTenant } from '../settings/settings.ts';
import { lockEmployer } from '../tenant/tenant.ts';
import { employeesChanged, employeesMayLeave } from '../employee/employee.events.ts';
import { findConnection, saveGrant, saveSecrets } from './connection.store.ts';
import { compare, type Difference, isTooMany, type KnownEmployee } from './difference.ts';
import { apply, listKnown, lockEmployees, idsOf } from './difference.store.ts';
import type { Members } from './member.ts';
import { bringPhotos } from './photos.ts';
import { openDirectory, openSecrets, readDirectory, sealSecrets } from './reading.ts';
import { endRun, lockRun, type Outcome, type TakenRun } from './sync.store.ts';

export interface RunContext {
  db: Db;
  vault: Vault;
  directories: Directories;
  storage: Storage;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

class TooManyRemovals extends Error {
  override name = 'TooManyRemovals';
  readonly removed: number;
  readonly of: number;

  constructor({ removed, of }: { removed: number; of: number }) {
    super('more employees would be removed than may without a confirmation');
    this.removed = removed;
    this.of = of;
  }
}

/**
 * Synchronizes a tenant in one transaction. A preview changes nothing. On return the run has ended or belongs to another process.
 * @throws {DirectoryFailed | TooManyRemovals} and the run has not ended
 */
export async function carryOut(context: RunContext, run: TakenRun): Promise<void> {
  const { db } = context;
  const { companyId, tenantId } = run;
  const connection = await findConnection(db, run);
  if (!connection) return;
  const directory = openDirectory(context, connection);
  if (run.kind === 'photos') {
    await bringPhotos(context, run, directory);
    await endRun(db, run, { added: 0, changed: 0, removed: 0, conflicts: [] });
    return;
  }
  const country = await countryOfTenant(db, companyId, tenantId);
  const listed = await readDirectory(directory, country, context.signal, context.onProgress);
  const ids = idsOf({ type: connection.type, domain: connection.loopbooking_domain });
  if (run.kind === 'preview') {
    await endRun(
      db,
      run,
      outcomeOf(compare(await listKnown(db, { companyId, tenantId, ids }), listed.members), listed),
    );
    return;
  }
  await transaction(db, (db) => save(db, context, run, ids, listed));
}

async function save(db: Db, { vault }: RunContext, run: TakenRun, ids: string, listed: Members): Promise<void> {
  const { tenantId, companyId, askedBy } = run;
  await employeesMayLeave.publish(db, { companyId, tenantId });
  await lockEmployer(db, companyId, tenantId);
  if (!(await lockRun(db, run))) return;
  await lockEmployees(
    db,
    run,
    listed.members.map(({ idFromService }) => idFromService),
  );
  const known = await listKnown(db, { companyId, tenantId, ids });
  const difference = compare(known, listed.members);
  if (!run.isConfirmed) refuseTooMany(known, difference);
  const added = await apply(db, { companyId, tenantId, ids }, difference);
  const changed = difference.changed.map(({ employeeId }) => employeeId);
  const employees = [
    ['employee.created', added],
    ['employee.changed', changed],
    ['employee.deleted', difference.removed],
  ] as const;
  for (const [action, ids] of employees) {
    await auditEach(db, askedBy, { action, companyId, subject: 'employee' }, ids);
  }
  await employeesChanged.publish(db, { companyId, tenantId, employeeIds: changed });
  await audit(db, askedBy, { action: 'directory.synchronized', companyId, subject: 'tenant', subjectId: tenantId });
  await reseal(db, vault, run);
  await endRun(db, run, outcomeOf(difference, listed));
}

function refuseTooMany(known: readonly KnownEmployee[], { removed, kept }: Difference): void {
  const numbers = {
    removed: removed.length + kept.length,
    of: known.filter(({ idFromService }) => idFromService !== null).length,
  };
  if (isTooMany(numbers)) throw new TooManyRemovals(numbers);
}

function outcomeOf({ added, changed, removed, conflicts }: Difference, listed: Members): Outcome {
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    conflicts: [...listed.conflicts, ...conflicts],
  };
}

/** Uses the current key, so that a replaced one is needed only until the next night. */
async function reseal(db: Db, vault: Vault, run: TakenRun): Promise<void> {
  const { tenantId } = run;
  const connection = await findConnection(db, run);
  if (!connection) return;
  const sealed = sealSecrets(vault, tenantId, openSecrets(vault, tenantId, connection));
  if (sealed.granted) await saveGrant(db, run, sealed.granted);
  await saveSecrets(db, run, sealed);
}

export function failureOf(error: unknown): Extract<Outcome, { failure: unknown }> {
  if (error instanceof TooManyRemovals) {
    return { failure: 'tooManyRemovals', removed: error.removed, of: error.of };
  }
  return { failure: error instanceof DirectoryFailed ? failures[error.problem] : 'unexpected' };
}

const failures: Record<DirectoryProblem, SyncFailure> = {
  directoryUnavailable: 'directoryUnavailable',
  consentRevoked: 'consentRevoked',
  secretExpired: 'secretExpired',
  groupNotFound: 'groupNotFound',
  serviceAccountRequired: 'serviceAccountRequired',
  codeRefused: 'consentRevoked',
  loopbookingRefused: 'consentRevoked',
};
