import { licenceExport as titles } from '@vestibule/phrases/en/export.ts';
import { type Options, stringify } from 'csv-stringify/sync';
import type { Db } from '../db/database.ts';
import { found } from '../http/refusal.ts';
import { findFolder, type LicenceRow, listLicencesBefore } from './licence.store.ts';

/** As many rows as are read and written before other calls have their turn. */
const batch = 1_000;

const columns: { key: keyof LicenceRow; header: string }[] = [
  { key: 'key', header: titles.key },
  { key: 'description', header: titles.description },
  { key: 'activation_date', header: titles.activationDate },
  { key: 'created_at', header: titles.createdAt },
  { key: 'mac', header: titles.mac },
];

/** Semicolons, which is what spreadsheets expect wherever the comma is a decimal sign. A description is never taken for a formula. */
const format: Options = { columns, delimiter: ';', record_delimiter: 'windows', escape_formulas: true };

/** All licences of a folder, the newest first, as a CSV file. @throws {Refusal} `notFound` for the folder. */
export async function writeCsv(db: Db, folderId: number): Promise<{ csv: string }> {
  found(await findFolder(db, folderId));
  let csv = stringify([], { ...format, header: true, bom: true });
  let rows: LicenceRow[];
  let before: number | null = null;
  do {
    rows = await listLicencesBefore(db, folderId, before, batch);
    csv += stringify(rows, format);
    before = rows.at(-1)?.id ?? null;
  } while (rows.length === batch);
  return { csv };
}
