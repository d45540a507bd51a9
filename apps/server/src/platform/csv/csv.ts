import { type Options, stringify } from 'csv-stringify/sync';

/** The columns of a file: which property of a row, and what stands above it. */
export type CsvColumns<Row> = { key: keyof Row & string; header: string }[];

/** As many rows of what has no end go into one file. It is about what a spreadsheet opens; who wants more narrows to days. */
export const recordsInFile = 500_000;

/** What parts cells in some country, where what follows could be taken for a formula. */
const beforeFormula = /[,;\t]\s*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

const cast = { string: (text: string) => text.replaceAll(beforeFormula, "$&'") };

/**
 * Writes a CSV file that spreadsheets open: semicolons, which they expect wherever the comma is a decimal sign, and a mark of UTF-8 at the
 * beginning. A text is never taken for a formula, even where a spreadsheet parts cells at commas. A batch is read once the one before it is
 * on its way, so a file takes no more memory than a batch.
 */
export async function* csvFile<Row>(columns: CsvColumns<Row>, batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const format: Options = { columns, delimiter: ';', record_delimiter: 'windows', escape_formulas: true, cast };
  yield stringify([], { ...format, header: true, bom: true });
  for await (const rows of batches) yield stringify(rows, format);
}
