import type { LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { licenseExport as titles } from '@vestibule/phrases/en/kiosks/server.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type CsvColumns, csvFile } from '../../platform/csv/csv.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Rows, Streamed } from '../../platform/http/answer.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { inBatches, toPage } from '../../platform/http/list.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { lockDevices, revokeDevices } from '../kiosk/token.ts';
import {
  deleteFolder,
  findFolder,
  insertFolder,
  type LicenseRow,
  listFolders,
  listLicensesBefore,
  listLicensesOfAllFolders,
  listLicensesOfFolder,
  lockFolder,
  renameFolder,
  toFolder,
  toLicense,
} from './license.store.ts';

export async function readFolders(db: Db, query: ListQuery): Promise<Rows<LicenseFolder>> {
  const { rows, counted } = await listFolders(db, query);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  const folders = page.rows.map(toFolder);
  if (page.page) return { ...page, rows: folders };
  const licenses = (await listLicensesOfAllFolders(db, query)).map(toLicense);
  const byFolder = Map.groupBy(licenses, ({ folderId }) => folderId);
  return { rows: folders.map((folder) => ({ ...folder, licenses: byFolder.get(folder.id) ?? [] })) };
}

export function addFolder(db: Db, actor: Actor, name: string): Promise<LicenseFolder> {
  return transaction(db, async (db) => {
    const folder = await insertFolder(db, name);
    await record(db, actor, 'licenseFolder.created', folder.id);
    return toFolder(folder);
  });
}

export function changeFolderName(
  db: Db,
  actor: Actor,
  folderId: number,
  { name, previous }: { name: string; previous?: string | undefined },
): Promise<LicenseFolder> {
  return transaction(db, async (db) => {
    const folder = orNotFound(await lockFolder(db, folderId));
    refuseChanged(folder.name, previous, name);
    await renameFolder(db, folderId, name);
    await record(db, actor, 'licenseFolder.renamed', folderId);
    return toFolder({ ...folder, name });
  });
}

export function removeFolder(
  db: Db,
  actor: Actor,
  folderId: number,
  { ifEmpty = false }: { ifEmpty?: boolean | undefined },
): Promise<null> {
  return transaction(db, async (db) => {
    const folder = orNotFound(await lockFolder(db, folderId));
    if (ifEmpty) refuseChanged(folder.license_count, 0);
    const bound = await listLicensesOfFolder(db, folderId);
    await lockDevices(db, bound);
    await revokeDevices(db, bound);
    const licenseIds = await deleteFolder(db, folderId);
    await auditEach(db, actor, { action: 'license.deleted', companyId: null, subject: 'license' }, licenseIds);
    await record(db, actor, 'licenseFolder.deleted', folderId);
    return null;
  });
}

function record(
  db: Db,
  actor: Actor,
  action: 'licenseFolder.created' | 'licenseFolder.renamed' | 'licenseFolder.deleted',
  folderId: number,
): Promise<void> {
  return audit(db, actor, { action, companyId: null, subject: 'licenseFolder', subjectId: folderId });
}

const columns: CsvColumns<LicenseRow> = [
  { key: 'key', header: titles.key },
  { key: 'description', header: titles.description },
  { key: 'activation_date', header: titles.activationDate },
  { key: 'created_at', header: titles.createdAt },
  { key: 'mac', header: titles.mac },
];

export async function exportFolder(db: Db, folderId: number): Promise<Streamed<{ csv: string }>> {
  orNotFound(await findFolder(db, folderId));
  const licenses = inBatches<LicenseRow>((last, limit) => listLicensesBefore(db, folderId, last?.id, limit));
  return { csv: csvFile(columns, licenses) };
}
