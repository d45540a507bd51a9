import type { Actor } from '@vestibule/contract/platform/access.ts';
import { type Licence, licenceLimits, type NewLicences } from '@vestibule/contract/kiosks/licence.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { newLicenceKey } from './key.ts';
import { lockDevices, revokeDevices } from '../kiosk/token.ts';
import {
  deleteLicences,
  describeLicence,
  detachLicence,
  findFolder,
  insertLicences,
  type LicenceRow,
  listLicences,
  lockFolder,
  lockLicences,
  positionOf,
  toLicence,
} from './licence.store.ts';

export async function readLicences(db: Db, folderId: number, query: ListQuery): Promise<Rows<Licence>> {
  orNotFound(await findFolder(db, folderId));
  const { rows, counted } = await listLicences(db, folderId, query);
  const page = toPage(rows, query, counted, positionOf);
  return { ...page, rows: page.rows.map(toLicence) };
}

/**
 * Adds licenses with new keys as far as there is room. `unsuccessfulAmount` counts the others.
 * @throws {Refusal} `notFound` for the folder.
 */
export function addLicences(
  db: Db,
  actor: Actor,
  { amount, folderId }: NewLicences,
  newKey: () => string = newLicenceKey,
): Promise<{ licenses: Licence[]; unsuccessfulAmount: number }> {
  return transaction(db, async (db) => {
    const folder = orNotFound(await lockFolder(db, folderId));
    const room = Math.max(0, licenceLimits.inFolder - folder.licence_count);
    const keys = Array.from({ length: Math.min(amount, room) }, () => newKey());
    const rows = await insertLicences(db, folderId, keys);
    await record(db, actor, 'licence.created', rows);
    return { licenses: rows.map(toLicence), unsuccessfulAmount: amount - rows.length };
  });
}

/**
 * Deletes all of these licenses or none.
 * @throws {Refusal} `notFound` with the positions of missing ones; `licenseIsActive` for a used one.
 */
export function removeLicences(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  return transaction(db, async (db) => {
    const rows = await lockLicences(db, ids);
    const there = new Set(rows.map(({ id }) => id));
    const gone = ids.flatMap((id, index) => (there.has(id) ? [] : [[`ids.${index}`, 'invalidValue'] as const]));
    if (gone.length > 0) throw new Refusal('notFound', { fields: Object.fromEntries(gone) });
    if (rows.some(({ mac }) => mac !== null)) throw new Refusal('licenseIsActive');
    await deleteLicences(db, ids);
    await record(db, actor, 'licence.deleted', rows);
  });
}

export function changeDescription(
  db: Db,
  actor: Actor,
  licenceId: number,
  { description, previous }: { description: string | null; previous?: string | null | undefined },
): Promise<Licence> {
  return transaction(db, async (db) => {
    const licence = await lockLicence(db, licenceId);
    refuseChanged(licence.description, previous, description);
    await describeLicence(db, licenceId, description);
    await record(db, actor, 'licence.described', [licence]);
    return toLicence({ ...licence, description });
  });
}

export function detachDevice(db: Db, actor: Actor, licenceId: number): Promise<Licence> {
  return transaction(db, async (db) => {
    await lockDevices(db, [licenceId]);
    const licence = await lockLicence(db, licenceId);
    if (licence.mac === null) return toLicence(licence);
    await detachLicence(db, licenceId);
    await revokeDevices(db, [licenceId]);
    await record(db, actor, 'licence.detached', [licence]);
    return toLicence({ ...licence, mac: null });
  });
}

async function lockLicence(db: Db, licenceId: number): Promise<LicenceRow> {
  const [licence] = await lockLicences(db, [licenceId]);
  return orNotFound(licence);
}

function record(
  db: Db,
  actor: Actor,
  action: 'licence.created' | 'licence.deleted' | 'licence.described' | 'licence.detached',
  licences: readonly LicenceRow[],
): Promise<void> {
  const ids = licences.map(({ id }) => id);
  return auditEach(db, actor, { action, companyId: null, subject: 'licence' }, ids);
}
