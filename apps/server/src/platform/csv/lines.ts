import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { Refusal } from '../http/refusal.ts';
import { readTable, type TableRow } from './table.ts';

/** The columns that a file has, in the order in which they stand where nothing is written above them. */
export interface Layout<Column extends string> {
  order: readonly Column[];
  /** What each may be called, in small letters without accents and spaces. */
  names: Record<Column, readonly string[]>;
  /** Whether a file with these columns can be imported. */
  isEnough: (columns: readonly Column[]) => boolean;
}

/** A line that is not blank, by column. A cell that is not there is empty. */
export interface Line<Column extends string> extends Pick<TableRow, 'row'> {
  cells: Record<Column, string>;
  /** The line has more cells than the file has columns, so that nobody can tell which is which. */
  isTooLong: boolean;
}

/** No spreadsheet of people is as wide. To look for titles in half a million cells would hold up everybody. */
const mostCells = 1_000;

/**
 * Reads the lines of a CSV file, with or without a line above the columns; with one they may stand in any order.
 * @throws {Refusal} `csvColumns` where the columns are others; `wrongMimetype` for what is no text; `validation` for more rows than may
 * be imported at once.
 */
export function readLines<Column extends string>(bytes: Buffer, layout: Layout<Column>): Line<Column>[] {
  const rows = readTable(bytes, layout.order.length).filter(({ cells }) => cells.some(isFilled));
  const [first, ...others] = rows;
  if (first && first.cells.length > mostCells) throw new Refusal('csvColumns');
  const head = first && readHead(first.cells, layout);
  const columns = head ?? layout.order.slice(0, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  const known = columns.filter((column) => column !== null);
  const isRepeated = new Set(known).size < known.length;
  if (!first || isRepeated || !layout.isEnough(known)) throw new Refusal('csvColumns');
  if (!head && isLonger(first.cells, layout.order.length)) throw new Refusal('csvColumns');

  const lines = head ? others : rows;
  if (lines.length > importLimits.rows) throw new Refusal('validation', { fields: { file: 'max10000rows' } });
  return lines.map(({ row, cells }) => ({
    row,
    cells: cellsOf(layout.order, columns, cells),
    isTooLong: isLonger(cells, columns.length),
  }));
}

/** Which column each cell is the title of, if the line is one of titles; null for a column that is none of ours. */
function readHead<Column extends string>(
  cells: readonly string[],
  { order, names }: Layout<Column>,
): (Column | null)[] | undefined {
  if (cells.some(isOfSomebody)) return undefined;
  const titles = cells.map(asTitle);
  const columns = titles.map((title) => order.find((column) => names[column].includes(title)) ?? null);
  return columns.some((column) => column !== null) ? columns : undefined;
}

/** An e-mail address or a phone, which no title has in it. */
function isOfSomebody(cell: string): boolean {
  return cell.includes('@') || /\d{4}/.test(cell.replaceAll(' ', ''));
}

function asTitle(cell: string): string {
  return cell
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}

function cellsOf<Column extends string>(
  order: readonly Column[],
  columns: readonly (Column | null)[],
  cells: readonly string[],
): Record<Column, string> {
  const entries = order.map((column) => [column, asLine(withoutGuard(cells[columns.indexOf(column)] ?? ''))] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value for each column, which fromEntries forgets
  return Object.fromEntries(entries) as Record<Column, string>;
}

/** An export puts an apostrophe before what a spreadsheet would take for a formula. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** In a spreadsheet a cell can have lines below each other; a field of ours has one. */
function asLine(cell: string): string {
  return cell.replaceAll(/[\t\r\n]+/g, ' ');
}

function isLonger(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some(isFilled);
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}
