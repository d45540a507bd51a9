import type { Actor } from '@vestibule/contract/platform/access.ts';
import { type License, licenseLimits, type NewLicenses } from '@vestibule/contract/kiosks/license.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { newLicenseKey } from './key.ts';
import { lockDevices, revokeDevices } from '../kiosk/token.ts';
import {
  deleteLicenses,
  describeLicense,
  detachLicense,
  findFolder,
  insertLicenses,
  type LicenseRow,
  listLicenses,
  lockFolder,
  lockLicenses,
  positionOf,
  toLicense,
} from './license.store.ts';

export async function readLicenses(db: Db, folderId: number, query: ListQuery): Promise<Rows<License>> {
  orNotFound(await findFolder(db, folderId));
  const { rows, counted } = await listLicenses(db, folderId, query);
  const page = toPage(rows, query, counted, positionOf);
  return { ...page, rows: page.rows.map(toLicense) };
}

export function addLicenses(
  db: Db,
  actor: Actor,
  { amount, folderId }: NewLicenses,
  newKey: () => string = newLicenseKey,
): Promise<{ licenses: License[]; unsuccessfulAmount: number }> {
  return transaction(db, async (db) => {
    const folder = orNotFound(await lockFolder(db, folderId));
    const room = Math.max(0, licenseLimits.inFolder - folder.license_count);
    const keys = Array.from({ length: Math.min(amount, room) }, () => newKey());
    const rows = await insertLicenses(db, folderId, keys);
    await record(db, actor, 'license.created', rows);
    return { licenses: rows.map(toLicense), unsuccessfulAmount: amount - rows.length };
  });
}

export function removeLicenses(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  return transaction(db, async (db) => {
    const rows = await lockLicenses(db, ids);
    const there = new Set(rows.map(({ id }) => id));
    const gone = ids.flatMap((id, index) => (there.has(id) ? [] : [[`ids.${index}`, 'invalidValue'] as const]));
    if (gone.length > 0) throw new Refusal('notFound', { fields: Object.fromEntries(gone) });
    if (rows.some(({ mac }) => mac !== null)) throw new Refusal('licenseIsActive');
    await deleteLicenses(db, ids);
    await record(db, actor, 'license.deleted', rows);
  });
}

export function changeDescription(
  db: Db,
  actor: Actor,
  licenseId: number,
  { description, previous }: { description: string | null; previous?: string | null | undefined },
): Promise<License> {
  return transaction(db, async (db) => {
    const license = await lockLicense(db, licenseId);
    refuseChanged(license.description, previous, description);
    await describeLicense(db, licenseId, description);
    await record(db, actor, 'license.described', [license]);
    return toLicense({ ...license, description });
  });
}

export function detachDevice(db: Db, actor: Actor, licenseId: number): Promise<License> {
  return transaction(db, async (db) => {
    await lockDevices(db, [licenseId]);
    const license = await lockLicense(db, licenseId);
    if (license.mac === null) return toLicense(license);
    await detachLicense(db, licenseId);
    await revokeDevices(db, [licenseId]);
    await record(db, actor, 'license.detached', [license]);
    return toLicense({ ...license, mac: null });
  });
}

async function lockLicense(db: Db, licenseId: number): Promise<LicenseRow> {
  const [license] = await lockLicenses(db, [licenseId]);
  return orNotFound(license);
}

function record(
  db: Db,
  actor: Actor,
  action: 'license.created' | 'license.deleted' | 'license.described' | 'license.detached',
  licenses: readonly LicenseRow[],
): Promise<void> {
  const ids = licenses.map(({ id }) => id);
  return auditEach(db, actor, { action, companyId: null, subject: 'license' }, ids);
}
