import { licenceExport as titles } from '@vestibule/phrases/en/kiosks/server.ts';
import type { Db } from '../../platform/db/database.ts';
import { type CsvColumns, csvFile } from '../../platform/csv/csv.ts';
import { inBatches } from '../../platform/http/list.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Streamed } from '../../platform/http/answer.ts';
import { findFolder, type LicenceRow, listLicencesBefore } from './licence.store.ts';

const columns: CsvColumns<LicenceRow> = [
  { key: 'key', header: titles.key },
  { key: 'description', header: titles.description },
  { key: 'activation_date', header: titles.activationDate },
  { key: 'created_at', header: titles.createdAt },
  { key: 'mac', header: titles.mac },
];

/** All licences of a folder, the newest first, as a CSV file. @throws {Refusal} `notFound` for the folder. */
export async function exportFolder(db: Db, folderId: number): Promise<Streamed<{ csv: string }>> {
  found(await findFolder(db, folderId));
  const licences = inBatches<LicenceRow>((last, limit) => listLicencesBefore(db, folderId, last?.id, limit));
  return { csv: csvFile(columns, licences) };
}
