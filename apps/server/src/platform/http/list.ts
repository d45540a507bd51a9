import type { PageInfo } from '@vestibule/contract/platform/endpoint.ts';
import { Id, type ListQuery, Moment } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import type { Count } from '../db/list.ts';
import { Refusal } from './refusal.ts';
import type { Rows } from './answer.ts';

/** Lists of records are endless, so they are paged even without a limit. */
export const maxRecords = 200;

export interface Position {
  key: string;
  id: number;
}

export const textKey = z.string().refine((key) => !key.includes('\0'));
export const momentKey = Moment.refine((key) => !key.startsWith('0000'));

export function readCursor(
  { cursor }: Pick<ListQuery, 'cursor'>,
  key: z.ZodType<string> = textKey,
): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [before, id] = z.tuple([key, Id]).parse(JSON.parse(cursor));
    return { key: before, id };
  } catch {
    throw new Refusal('validation', { fields: { cursor: 'invalidValue' } });
  }
}

const batchSize = 1_000;

export async function* inBatches<Row>(
  next: (last: Row | undefined, limit: number) => Promise<Row[]>,
  atMost = Infinity,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (let read = 0; read < atMost; read += batchSize) {
    const rows = await next(last, batchSize);
    yield rows;
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

const limitsToRead = [26, 51, 101, 201];

/**
 * At least one more than the limit, null for all. One of a few literals: PostgreSQL plans a parameter as a tenth of the table, and each
 * connection stores each different statement.
 */
export function rowsToRead({ limit }: Pick<ListQuery, 'limit'>): number | null {
  return limit === undefined ? null : (limitsToRead.find((rows) => rows > limit) ?? limit + 1);
}

export function toPage<Row>(
  rows: Row[],
  { limit }: Pick<ListQuery, 'limit'>,
  counted: Count,
  positionOf: (row: Row) => Position,
): Rows<Row> {
  if (limit === undefined) return { rows };
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const page: PageInfo = { ...counted, next: last ? writeCursor(positionOf(last)) : null };
  return { rows: shown, page };
}

export function writeCursor({ key, id }: Position): string {
  return JSON.stringify([key, id]);
}

const signsOfPatterns = /[\\%_\u2216\uFE68\uFE6A\uFF05\uFF3C\uFF3F]/g;

/** The pattern for `search` in folded text. Undefined below the minimum. */
export function searchPattern({ search }: Pick<ListQuery, 'search'>, minimum: number): string | undefined {
  if (search === undefined || [...search].length < minimum) return undefined;
  return `%${search.replaceAll(signsOfPatterns, '\\$&')}%`;
}

export function searchPatterns({ search }: Pick<ListQuery, 'search'>, minimum: number): string[] {
  const patterns = [searchPattern({ search }, minimum), searchPattern({ search: digitsOfPhone(search) }, minimum)];
  return patterns.filter((pattern) => pattern !== undefined);
}

function digitsOfPhone(search: string | undefined): string | undefined {
  if (!search || !/^\+?[\d\s().-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/[\s().-]/g, '');
  return digits === search ? undefined : digits;
}
