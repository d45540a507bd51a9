import type { PageInfo } from '@vestibule/contract/platform/endpoint.ts';
import { Id, type ListQuery, Moment } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import { countingStopsAt } from '../db/list.ts';
import { Refusal } from './refusal.ts';
import type { Rows } from './answer.ts';

/** Records have no end, so a list of them is a page even where no limit is given. */
export const recordsAtMost = 200;

/** Where the last row of a page stands in its order: the value ordered by, and the row's id. */
export interface Position {
  key: string;
  id: number;
}

/** What a list can be ordered by: a text, or a moment. PostgreSQL stores no NUL and knows no year 0. */
export const textKey = z.string().refine((key) => !key.includes('\0'));
export const momentKey = Moment.refine((key) => !key.startsWith('0000'));

/**
 * The position after which the page begins, or undefined for the first; `key` says what the list is ordered by.
 * @throws {Refusal} `validation` for a cursor that is none of ours, or one of a list that is ordered by another kind of key.
 */
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

/** As many rows as are read and written before other calls have their turn. */
const batch = 1_000;

/** Reads a list in batches; `next` answers up to `limit` rows behind the `last` one, which is undefined at the beginning. */
export async function* inBatches<Row>(
  next: (last: Row | undefined, limit: number) => Promise<Row[]>,
  atMost = Infinity,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (let read = 0; read < atMost; read += batch) {
    const rows = await next(last, batch);
    yield rows;
    last = rows.at(-1);
    if (rows.length < batch) return;
  }
}

const limitsToRead = [26, 51, 101, 201];

/**
 * How many rows to read for a page, null for all: at least one more than the limit. It is one of a few numbers and is written into
 * the statement as it is, because PostgreSQL plans a limit that is a parameter as if it were a tenth of the table, and
 * each statement that differs is kept by every connection.
 */
export function rowsToRead({ limit }: Pick<ListQuery, 'limit'>): number | null {
  return limit === undefined ? null : (limitsToRead.find((rows) => rows > limit) ?? limit + 1);
}

/**
 * A page out of rows that were read with at least one more than the limit, which tells whether there is a next one.
 * `counted` is the number of rows in the whole list, counted up to one more than `countingStopsAt`.
 */
export function toPage<Row>(
  rows: Row[],
  { limit }: Pick<ListQuery, 'limit'>,
  counted: number,
  positionOf: (row: Row) => Position,
): Rows<Row> {
  if (limit === undefined) return { rows };
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const page: PageInfo = {
    total: Math.min(counted, countingStopsAt),
    totalIsExact: counted <= countingStopsAt,
    next: last ? writeCursor(positionOf(last)) : null,
  };
  return { rows: shown, page };
}

/** The cursor of what lies behind a position. It is for the server alone: `sealCursor` makes of it what others are given. */
export function writeCursor({ key, id }: Position): string {
  return JSON.stringify([key, id]);
}

/** What `like` reads as other than itself, and the letters that folding turns into one of these. */
const signsOfPatterns = /[\\%_\u2216\uFE68\uFE6A\uFF05\uFF3C\uFF3F]/g;

/** The pattern that finds `search` anywhere in a folded text, or undefined when it is shorter than the list searches for. */
export function searchPattern({ search }: Pick<ListQuery, 'search'>, minimum: number): string | undefined {
  if (search === undefined || [...search].length < minimum) return undefined;
  return `%${search.replaceAll(signsOfPatterns, '\\$&')}%`;
}

/**
 * The same for texts in which phones stand: a number that is written in groups, as people do, is looked for as phones are stored as well.
 * Empty for a search that is shorter than the list searches for.
 */
export function searchPatterns({ search }: Pick<ListQuery, 'search'>, minimum: number): string[] {
  const patterns = [searchPattern({ search }, minimum), searchPattern({ search: digitsOfPhone(search) }, minimum)];
  return patterns.filter((pattern) => pattern !== undefined);
}

/** The digits of a search that is a phone written in groups; undefined for any other search. */
function digitsOfPhone(search: string | undefined): string | undefined {
  if (!search || !/^\+?[\d\s().-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/[\s().-]/g, '');
  return digits === search ? undefined : digits;
}
