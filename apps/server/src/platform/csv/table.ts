import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';

const delimiters = [';', '\t', ','] as const;

/** A line for spreadsheets alone, which do not show it: what they are to cut the others at. */
const forSpreadsheets = /^"?sep=.?"?\r?\n/i;

/** A line of a file: its number as spreadsheets show it, from 1. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Behind how many lines the reading ended; the types of the library leave it out. */
const HowFar = z.object({ records: z.int(), empty_lines: z.int() });

/** With a line above the columns. One more is read, to see that there are too many. */
const mostLines = importLimits.rows + 1;

/**
 * Reads the lines of a CSV file that are not empty. The text is UTF-8, UTF-16 with a mark, or else Windows-1252. The delimiter is the
 * one that cuts the first line into `width` cells, or else into most: splitting at several would cut "Hansen, AS" in two.
 * @throws {Refusal} `wrongMimetype` for NUL, which a picture or a workbook has; `validation` for more lines than may be imported at
 * once; `csvColumns` for what is no table.
 */
export function readTable(bytes: Buffer, width: number): TableRow[] {
  const text = decode(bytes).replace(forSpreadsheets, '');
  if (text.includes('\0')) throw new Refusal('wrongMimetype');
  const rows = readCells(text, width);
  if (rows.length > mostLines) throw new Refusal('validation', { fields: { file: 'max10000rows' } });
  return rows;
}

function readCells(text: string, width: number): TableRow[] {
  const rows: TableRow[] = [];
  try {
    parse(text, {
      delimiter: delimiterOf(text, width),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: mostLines + 1,
      on_record: (cells: string[], { records, empty_lines: empty }: Info) => {
        rows.push({ row: records + empty, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    throw error instanceof CsvError ? new Refusal('csvColumns', openQuoteOf(error)) : error;
  }
}

/** Where the quotation mark stands that takes the rest of the file into its cell. */
function openQuoteOf(error: CsvError): { unclosedQuoteAt?: number } {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return {};
  const { records, empty_lines: empty } = HowFar.parse(error);
  return { unclosedQuoteAt: records + empty + 1 };
}

/** What is not UTF-8 comes from Windows, where a mark tells UTF-16, and without it any bytes are some text. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function delimiterOf(text: string, width: number): string {
  const line = firstLine(text);
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  const fitting = counts.find(({ count }) => count === width);
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  return (fitting ?? most)?.delimiter ?? ';';
}

/** The first line that is not blank, with an x for what stands in quotes. */
function firstLine(text: string): string {
  const [line = ''] = text
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, 'x')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  return line;
}
