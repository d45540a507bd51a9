import { type Options, stringify } from 'csv-stringify/sync';

/** The columns of a file: which property of a row, and what stands above it. */
export type CsvColumns<Row> = { key: keyof Row & string; header: string }[];

/**
 * Writes a CSV file that spreadsheets open: semicolons, which they expect wherever the comma is a decimal sign, and a mark of UTF-8 at
 * the beginning. A text is never taken for a formula. Other calls have their turn between the batches.
 */
export async function csvFile<Row>(columns: CsvColumns<Row>, batches: AsyncIterable<Row[]>): Promise<string> {
  const format: Options = { columns, delimiter: ';', record_delimiter: 'windows', escape_formulas: true };
  let csv = stringify([], { ...format, header: true, bom: true });
  for await (const rows of batches) csv += stringify(rows, format);
  return csv;
}
