import { type Options, stringify } from 'csv-stringify/sync';

export type CsvColumns<Row> = { key: keyof Row & string; header: string }[];

/** The most rows of a file, about the limit of spreadsheets. */
export const recordsInFile = 500_000;

/** Cell separators of some country before a possible formula. */
const beforeFormula = /[,;\t]\s*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

const cast = { string: (text: string) => text.replaceAll(beforeFormula, "$&'") };

/** No text can become a formula, even if a spreadsheet splits at commas. */
export async function* csvFile<Row>(columns: CsvColumns<Row>, batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const format: Options = { columns, delimiter: ';', record_delimiter: 'windows', escape_formulas: true, cast };
  yield stringify([], { ...format, header: true, bom: true });
  for await (const rows of batches) yield stringify(rows, format);
}
