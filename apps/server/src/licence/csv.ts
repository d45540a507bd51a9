import { licenceExport as titles } from '@vestibule/phrases/en/export.ts';
import type { Db } from '../db/database.ts';
import { type CsvColumns, csvFile } from '../http/csv.ts';
import { found } from '../http/refusal.ts';
import type { Streamed } from '../http/route.ts';
import { findFolder, type LicenceRow, listLicencesBefore } from './licence.store.ts';

/** As many rows as are read and written before other calls have their turn. */
const batch = 1_000;

const columns: CsvColumns<LicenceRow> = [
  { key: 'key', header: titles.key },
  { key: 'description', header: titles.description },
  { key: 'activation_date', header: titles.activationDate },
  { key: 'created_at', header: titles.createdAt },
  { key: 'mac', header: titles.mac },
];

/** All licences of a folder, the newest first, as a CSV file. @throws {Refusal} `notFound` for the folder. */
export async function writeCsv(db: Db, folderId: number): Promise<Streamed<{ csv: string }>> {
  found(await findFolder(db, folderId));
  return { csv: csvFile(columns, inBatches(db, folderId)) };
}

async function* inBatches(db: Db, folderId: number): AsyncGenerator<LicenceRow[]> {
  let rows: LicenceRow[];
  let before: number | null = null;
  do {
    rows = await listLicencesBefore(db, folderId, before, batch);
    yield rows;
    before = rows.at(-1)?.id ?? null;
  } while (rows.length === batch);
}
