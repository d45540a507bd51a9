import { setImmediate } from 'node:timers/promises';
import { type Conflict, importLimits } from '@vestibule/contract/platform/conflict.ts';
import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import type { z } from 'zod';
import { keyOf } from '../http/parse.ts';
import { Refusal } from '../http/refusal.ts';
import type { Line } from './lines.ts';

export interface Row<Column extends string, Data> {
  line: Line<Column>;
  data: Data;
}

export type RefusedLine = Pick<Conflict, 'row' | 'reason'>;

export interface RowsAndConflicts<Column extends string, Data> {
  rows: Row<Column, Data>[];
  conflicts: Conflict[];
}

const batchSize = 100;

/** A refused line is a conflict. */
export async function readRows<Column extends string, Fields, Data>(
  lines: readonly Line<Column>[],
  schema: z.ZodType<Fields>,
  read: (fields: Fields) => Data,
): Promise<RowsAndConflicts<Column, Data>> {
  const result: RowsAndConflicts<Column, Data> = { rows: [], conflicts: [] };
  for (const [index, line] of lines.entries()) {
    if (index % batchSize === batchSize - 1) await setImmediate();
    const data = readRow(line, schema, read);
    if (typeof data === 'string') result.conflicts.push(conflictOf(line, data));
    else result.rows.push({ line, data: data.read });
  }
  return result;
}

export function leaveOut<Column extends string, Data>(
  { rows, conflicts }: RowsAndConflicts<Column, Data>,
  refuse: (data: Data) => Reason | FieldKey | undefined,
): RowsAndConflicts<Column, Data> {
  const kept: Row<Column, Data>[] = [];
  const refused: Conflict[] = [];
  for (const row of rows) {
    const reason = refuse(row.data);
    if (reason === undefined) kept.push(row);
    else refused.push(conflictOf(row.line, reason));
  }
  return { rows: kept, conflicts: [...conflicts, ...refused].toSorted((one, other) => rowOf(one) - rowOf(other)) };
}

export function conflictsOf<Column extends string>(
  lines: readonly Line<Column>[],
  refused: readonly RefusedLine[],
): Conflict[] {
  const byRow = new Map(lines.map((line) => [line.row, line]));
  return refused.flatMap(({ row = 0, reason }) => {
    const line = byRow.get(row);
    return line ? [conflictOf(line, reason)] : [];
  });
}

export function earlierRows(): (keys: readonly string[]) => boolean {
  const seen = new Set<string>();
  return (keys) => {
    const isSeen = keys.some((key) => seen.has(key));
    if (!isSeen) for (const key of keys) seen.add(key);
    return isSeen;
  };
}

function readRow<Column extends string, Fields, Data>(
  { cells, isTooLong }: Line<Column>,
  schema: z.ZodType<Fields>,
  read: (fields: Fields) => Data,
): { read: Data } | Reason | FieldKey {
  if (isTooLong) return 'csvColumns';
  if (
    textsOf(cells)
      .map(([, cell]) => cell)
      .some((cell) => cell.length > importLimits.characters)
  )
    return 'max256chars';
  const parsed = schema.safeParse(cells);
  if (!parsed.success) return parsed.error.issues.map(keyOf)[0] ?? 'invalidValue';
  try {
    return { read: read(parsed.data) };
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

function conflictOf<Column extends string>({ row, cells }: Line<Column>, reason: string): Conflict {
  const texts = textsOf(cells).map(([column, cell]) => [column, cellText(cell)] as const);
  return { row, name: null, phone: null, ...Object.fromEntries(texts), reason };
}

function cellText(cell: string): string | null {
  return cell.trim().slice(0, importLimits.characters).toWellFormed() || null;
}

function rowOf({ row = 0 }: Conflict): number {
  return row;
}

function textsOf<Column extends string>(cells: Line<Column>['cells']): [string, string][] {
  return Object.entries<string | undefined>(cells).flatMap(([column, cell]) =>
    cell === undefined ? [] : [[column, cell]],
  );
}
