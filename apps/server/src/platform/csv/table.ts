import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { CsvError, type Info, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';

const delimiters = [';', '\t', ','] as const;

/** A hidden first line that tells spreadsheets the delimiter. */
const forSpreadsheets = /^"?sep=.?"?\r?\n/i;

export interface TableRow {
  row: number;
  cells: string[];
}

/** The beginning of a web page, an SVG picture or a PDF, which contain no NUL. */
const otherDocument = /^\s*(<(!doctype|html|\?xml|svg)|%PDF-)/i;

const HowFar = z.object({ records: z.int(), empty_lines: z.int() });

const maxLines = importLimits.rows + 1;

/**
 * Reads the lines of a CSV file that are not empty. The delimiter is the one that splits the first line into `width` cells, or else into
 * most.
 * @throws {Refusal} `wrongMimetype` for NUL, which images and workbooks contain, and for documents; `validation`; `csvColumns`
 */
export function readTable(bytes: Buffer, width: number): TableRow[] {
  const text = decode(bytes).replace(forSpreadsheets, '');
  if (text.includes('\0') || otherDocument.test(text)) throw new Refusal('wrongMimetype');
  const rows = readCells(text, width);
  if (rows.length > maxLines) throw new Refusal('validation', { fields: { file: 'max10000rows' } });
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
      to: maxLines + 1,
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

function openQuoteOf(error: CsvError): { unclosedQuoteAt?: number } {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return {};
  const { records, empty_lines: empty } = HowFar.parse(error);
  return { unclosedQuoteAt: records + empty + 1 };
}

/** Text that is not UTF-8 comes from Windows: UTF-16 with a mark, else Windows-1252. */
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

function firstLine(text: string): string {
  const [line = ''] = text
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, 'x')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  return line;
}
