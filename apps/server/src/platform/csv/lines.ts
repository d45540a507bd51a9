import { importLimits } from '@vestibule/contract/platform/conflict.ts';
import { Refusal } from '../http/refusal.ts';
import { readTable, type TableRow } from './table.ts';

export interface Layout<Column extends string> {
  /** The columns of a file without titles. */
  order: readonly Column[];
  /** Columns that only a title adds. */
  titled?: readonly Column[];
  /** Titles in lower case without accents and spaces. */
  names: Record<Column, readonly string[]>;
  isEnough: (columns: readonly Column[]) => boolean;
}

export interface Line<Column extends string> extends Pick<TableRow, 'row'> {
  /** Without columns that the file does not have, except for those of the order, which are empty. */
  cells: Partial<Record<Column, string>>;
  isTooLong: boolean;
}

/** Wider than any real file. Searching titles in half a million cells would block others. */
const maxCells = 1_000;

/**
 * Reads lines of a CSV file, with or without titles; titles allow any order.
 * @throws {Refusal} `csvColumns`; `wrongMimetype`; `validation` for too many rows
 */
export function readLines<Column extends string>(bytes: Buffer, layout: Layout<Column>): Line<Column>[] {
  const rows = readTable(bytes, layout.order.length).filter(({ cells }) => cells.some(isFilled));
  const [first, ...others] = rows;
  if (first && first.cells.length > maxCells) throw new Refusal('csvColumns');
  const head = first && readHead(first.cells, layout);
  const columns = head ?? layout.order.slice(0, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  const known = columns.filter((column) => column !== null);
  const isRepeated = new Set(known).size < known.length;
  if (!first || isRepeated || !layout.isEnough(known)) throw new Refusal('csvColumns');
  if (!head && isLonger(first.cells, layout.order.length)) throw new Refusal('csvColumns');

  const isKnown = (column: Column) => known.includes(column);
  const lines = head ? others : rows;
  if (lines.length > importLimits.rows) throw new Refusal('validation', { fields: { file: 'max10000rows' } });
  return lines.map(({ row, cells }) => ({
    row,
    cells: cellsOf([...layout.order, ...(layout.titled ?? []).filter(isKnown)], columns, cells),
    isTooLong: isLonger(cells, columns.length),
  }));
}

/** Undefined if the line has no titles. */
function readHead<Column extends string>(
  cells: readonly string[],
  { order, titled = [], names }: Layout<Column>,
): (Column | null)[] | undefined {
  if (cells.some(isPersonal)) return undefined;
  const titles = cells.map(asTitle);
  const columns = titles.map((title) => [...order, ...titled].find((column) => names[column].includes(title)) ?? null);
  return columns.some((column) => column !== null) ? columns : undefined;
}

/** A title contains no email or phone. */
function isPersonal(cell: string): boolean {
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
): Partial<Record<Column, string>> {
  const entries = order.map((column) => [column, asLine(withoutGuard(cells[columns.indexOf(column)] ?? ''))] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names as given, which fromEntries forgets
  return Object.fromEntries(entries) as Partial<Record<Column, string>>;
}

/** Exports put an apostrophe before possible formulas. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function asLine(cell: string): string {
  return cell.replaceAll(/[\t\r\n]+/g, ' ');
}

function isLonger(cells: readonly string[], width: number): boolean {
  return cells.slice(width).some(isFilled);
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}
