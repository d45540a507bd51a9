import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { csvFile } from '@vestibule/contract/platform/file.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { type ImportColumn, type ImportColumns, titles, writeCsv } from './csv.ts';

/** An empty line has one empty cell, so that the numbers of rows stay those of the file. */
export type Sheet = readonly (readonly string[])[];

export interface Mapping {
  hasTitles: boolean;
  places: Partial<Record<ImportColumn, number>>;
}

const delimiters = [';', '\t', ','] as const;

export async function readText(file: File): Promise<string> {
  return decode(new Uint8Array(await file.arrayBuffer())).replace(/^"?sep=.?"?\r?\n/i, '');
}

export async function readSheet(file: File): Promise<Sheet> {
  const text = await readText(file);
  const delimiter = delimiterOf(text);
  return parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    bom: true,
  });
}

/** As the server does: text that is not UTF-8 comes from Windows. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function delimiterOf(text: string): string {
  const [line = ''] = text
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, 'x')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const [most] = delimiters
    .map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
    .toSorted((one, other) => other.count - one.count);
  return most?.delimiter ?? ';';
}

/** The least share of cells that fit a column. Rows with errors are common in such files. */
const fewest = 0.3;

const isFilled = (cell: string) => cell.trim() !== '';
const isEmail = (cell: string) => /^\S+@\S+\.\S+$/.test(cell.trim());
const isPhone = (cell: string) => /^\+?[\d\s().\-/]+$/.test(cell.trim()) && cell.replaceAll(/\D/g, '').length >= 5;
const isText = (cell: string) => /\p{L}/u.test(cell) && !isEmail(cell);
const isPerson = (cell: string) => /^\p{L}[\p{L}.'’-]*(\s+\p{L}[\p{L}.'’-]*)+$/u.test(cell.trim());
const isTime = (cell: string) => /(^|[\sT])\d{1,2}[:.]\d{2}$/.test(cell.trim());
const isCompany = (cell: string) =>
  /\b(AS|ASA|AB|A\/S|ApS|Oy|Oyj|GmbH|AG|KG|SE|BV|NV|Ltd|LLC|Inc|PLC|SA|SAS|SARL|SRL|SpA|SIA|UAB|O[ÜU]|Group|Company)\.?$/i.test(
    cell.trim(),
  );

/** Recognizes phones, e-mails, names of people, which rarely repeat, and names of companies. */
export function guessMapping(sheet: Sheet, columns: readonly ImportColumn[]): Mapping {
  const lines = sheet.filter((cells) => cells.some(isFilled));
  const [first = [], ...others] = lines;
  const isPersonal = (cells: readonly string[]) => cells.some((cell) => isEmail(cell) || isPhone(cell));
  const hasTitles = !isPersonal(first) && others.some(isPersonal);
  const body = (hasTitles ? others : lines).slice(0, 200);
  const width = Math.max(0, ...lines.slice(0, 200).map(({ length }) => length));
  const free = new Set(Array.from({ length: width }, (_, place) => place));
  const cellsAt = (place: number) => body.map((cells) => cells[place] ?? '').filter(isFilled);
  const share = (place: number, is: (cell: string) => boolean) => {
    const cells = cellsAt(place);
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
  };
  const distinct = (place: number) => {
    const cells = cellsAt(place);
    return cells.length === 0 ? 0 : new Set(cells).size / cells.length;
  };
  const person = (place: number) => share(place, isPerson) + distinct(place) - 2 * share(place, isCompany);
  const scores: Record<ImportColumn, (place: number) => number> = {
    email: (place) => share(place, isEmail) - fewest,
    phone: (place) => share(place, isPhone) - fewest,
    name: (place) => (share(place, isText) > 0.5 ? 3 + person(place) : 0),
    companyName: (place) => (share(place, isText) > 0.5 ? 3 - person(place) : 0),
    time: (place) => share(place, isTime) - fewest,
    host: (place) => Math.max(share(place, isPerson), share(place, isEmail)) - 0.5,
  };

  const places: Mapping['places'] = {};
  for (const column of ['email', 'time', 'phone', 'name', 'companyName', 'host'] as const) {
    if (!columns.includes(column)) continue;
    const [best] = [...free].toSorted((one, other) => scores[column](other) - scores[column](one));
    if (best === undefined || scores[column](best) <= 0) continue;
    places[column] = best;
    free.delete(best);
  }
  return { hasTitles, places };
}

/** Only titles add optional columns, so a file without titles gets some, and its rows shift by `shift`. */
export function applyMapping(
  file: File,
  sheet: Sheet,
  { columns, optional }: ImportColumns,
  { hasTitles, places }: Mapping,
): { file: File; shift: number } {
  const added = optional.filter((column) => places[column] !== undefined);
  const written = [...columns, ...added];
  const titleAt = hasTitles ? sheet.findIndex((cells) => cells.some(isFilled)) : -1;
  const head = written.map((column) => (places[column] === undefined ? '' : titles[column]));
  const rows = sheet.map((cells, index) =>
    index === titleAt ? head : written.map((column) => cells[places[column] ?? -1] ?? ''),
  );
  const shift = !hasTitles && added.length > 0 ? 1 : 0;
  const text = writeCsv(shift === 1 ? [head, ...rows] : rows);
  return { file: new File([text], file.name, { type: csvFile.types[0] }), shift };
}

/** Whether the server read the titles as a row, or assumed an order that the cells contradict. */
export function isMisread(
  sheet: Sheet,
  columns: readonly ImportColumn[],
  { hasTitles, places }: Mapping,
  { good, conflicts }: { good: readonly unknown[]; conflicts: readonly Conflict[] },
): boolean {
  const titleRow = sheet.findIndex((cells) => cells.some(isFilled)) + 1;
  if (hasTitles) return conflicts.some(({ row }) => row === titleRow);
  const isInGivenOrder = columns.every((column, place) => (places[column] ?? place) === place);
  return good.length === 0 && !isInGivenOrder && columns.every((column) => places[column] !== undefined);
}
