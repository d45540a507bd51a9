import type { LoopbookingAccess } from '@vestibule/contract/building/directory.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { FastifyBaseLogger } from 'fastify';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Directories, Directory } from '../../platform/integrations/directory/directory.ts';
import { countryOfTenant } from '../settings/settings.ts';
import { employeesMayLeave } from '../employee/employee.events.ts';
import { lockEmployer, readTenant } from '../tenant/tenant.ts';
import { deleteConnection, findConnection, type NewConnection, saveConnection } from './connection.store.ts';
import { idsOf, listKnown, lockEmployees, releaseEmployees, removeEmployees } from './difference.store.ts';
import { compare } from './difference.ts';
import { readDirectory, refusedFor, sealSecrets, type Secrets } from './reading.ts';

const tries: Limit = { uses: 10, seconds: 3_600 };
const waitMs = 90_000;
const testMs = 15_000;

export interface ConnectContext {
  actor: Actor;
  vault: Vault;
  directories: Directories;
  origin: string;
  network: string;
  log: FastifyBaseLogger;
}

type Chosen = Pick<Tenant, 'groupId' | 'clientId' | 'loopbookingDomain'> & { type: NonNullable<Tenant['type']> };

/** Failures that a new grant for the same directory solves. */
const ended: ReadonlySet<string | null> = new Set(['consentRevoked', 'secretExpired', 'serviceAccountRequired']);

/** Refuses a connected tenant, except to renew an ended grant with otherwise equal values. */
export async function requireConnectable(db: Db, tenant: Tenant, chosen: Chosen): Promise<void> {
  if (tenant.type === null) return;
  const isSame =
    tenant.type === chosen.type &&
    tenant.groupId === chosen.groupId &&
    tenant.clientId === chosen.clientId &&
    tenant.loopbookingDomain === chosen.loopbookingDomain;
  const connection = isSame
    ? await findConnection(db, { companyId: tenant.companyId, tenantId: tenant.id })
    : undefined;
  if (!connection || !ended.has(connection.last_failure)) throw new Refusal('integrationAlreadySet');
}

export async function tryDirectory(
  db: Db,
  { id: tenantId, companyId }: Tenant,
  chosen: Chosen,
  directory: Directory,
  log: FastifyBaseLogger,
): Promise<Conflict[]> {
  const country = await countryOfTenant(db, companyId, tenantId);
  const signal = AbortSignal.timeout(waitMs);
  const { members, conflicts } = await readDirectory(directory, country, signal).catch(refusedFor(log));
  const known = await listKnown(db, {
    companyId,
    tenantId,
    ids: idsOf({ type: chosen.type, domain: chosen.loopbookingDomain }),
  });
  return [...conflicts, ...compare(known, members).conflicts];
}

export function connect(
  db: Db,
  { actor, vault, origin }: ConnectContext,
  { id: tenantId, companyId }: Tenant,
  chosen: Chosen,
  secrets: Secrets,
): Promise<Tenant> {
  return transaction(db, async (db) => {
    await lockEmployer(db, companyId, tenantId);
    await requireConnectable(db, await readTenant(db, actor, tenantId), chosen);
    const connection: NewConnection = {
      tenant_id: tenantId,
      company_id: companyId,
      type: chosen.type,
      group_id: chosen.groupId,
      client_id: chosen.clientId,
      use_custom_app: chosen.clientId !== null,
      loopbooking_domain: chosen.loopbookingDomain,
      ...sealSecrets(vault, tenantId, secrets),
      connectedBy: actor,
      consoleAddress: origin,
    };
    await saveConnection(db, connection);
    await audit(db, actor, { action: 'directory.connected', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

/**
 * Tests domain and access key at Loopbooking.
 * @throws {Refusal} `loopbookingTestFailed`, `directoryUnavailable`; `tooManyRequests` after ten tests in an hour.
 */
export async function testAccess(
  db: Db,
  { actor, directories, network, log }: ConnectContext,
  { loopbookingDomain, loopbookingCode }: LoopbookingAccess,
): Promise<{ success: true }> {
  await countUse(db, `loopbooking test by user ${actor.userId}`, tries);
  await countUse(db, `loopbooking test from ${network}`, tries);
  const directory = directories.loopbooking(loopbookingDomain, loopbookingCode);
  await directory.test(AbortSignal.timeout(testMs)).catch(refusedFor(log));
  return { success: true };
}

/**
 * Connects a tenant to Loopbooking after reading the directory once.
 * @throws {Refusal} as `testAccess`, but counts only failures; `integrationAlreadySet`; `notFound`
 */
export async function connectToLoopbooking(
  db: Db,
  context: ConnectContext,
  tenantId: number,
  { loopbookingDomain, loopbookingCode }: LoopbookingAccess,
): Promise<{ tenant: Tenant; conflicts: Conflict[] }> {
  const { actor, directories, network, log } = context;
  const tenant = await readTenant(db, actor, tenantId);
  const chosen = { type: 'loopbooking', groupId: null, clientId: null, loopbookingDomain } as const;
  await requireConnectable(db, tenant, chosen);
  const failures = [`loopbooking connect by user ${actor.userId}`, `loopbooking connect from ${network}`];
  for (const subject of failures) await countUse(db, subject, tries);
  const directory = directories.loopbooking(loopbookingDomain, loopbookingCode);
  const conflicts = await tryDirectory(db, tenant, chosen, directory, log);
  for (const subject of failures) await takeBackUse(db, subject);
  const secrets = { grant: null, clientSecret: null, loopbookingCode };
  return { tenant: await connect(db, context, tenant, chosen, secrets), conflicts };
}

/**
 * Disconnects a tenant from its directory. A running synchronization saves nothing more. Deletes all its employees, or keeps them as if
 * entered by hand.
 * @throws {Refusal} `noIntegration`; `currentVisitRecords` if one to delete has an open visit; `notFound`
 */
export function disconnectDirectory(
  db: Db,
  actor: Actor,
  tenantId: number,
  shouldDeleteEmployees: boolean,
): Promise<Tenant> {
  return transaction(db, async (db) => {
    const { companyId } = await readTenant(db, actor, tenantId);
    if (shouldDeleteEmployees) await employeesMayLeave.publish(db, { companyId, tenantId });
    await lockEmployer(db, companyId, tenantId);
    const { type, loopbookingDomain: domain } = await readTenant(db, actor, tenantId);
    if (type === null) throw new Refusal('noIntegration');
    await deleteConnection(db, { companyId, tenantId });
    const place = { companyId, tenantId, ids: idsOf({ type, domain }) };
    if (shouldDeleteEmployees) await deleteImported(db, actor, place);
    else await releaseEmployees(db, place);
    await audit(db, actor, { action: 'directory.removed', companyId, subject: 'tenant', subjectId: tenantId });
    return readTenant(db, actor, tenantId);
  });
}

async function deleteImported(
  db: Db,
  actor: Actor,
  place: { companyId: number; tenantId: number; ids: string },
): Promise<void> {
  const { companyId } = place;
  await lockEmployees(db, place, []);
  const imported = (await listKnown(db, place)).filter(({ idFromService }) => idFromService !== null);
  if (imported.some(({ isVisited }) => isVisited)) {
    throw new Refusal('currentVisitRecords', { reasons: ['currentVisitRecords'] });
  }
  const ids = imported.map(({ id }) => id);
  await removeEmployees(db, place, ids);
  await auditEach(db, actor, { action: 'employee.deleted', companyId, subject: 'employee' }, ids);
}
