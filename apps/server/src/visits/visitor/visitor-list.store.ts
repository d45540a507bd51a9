import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { VisitorQuery, VisitorScope, VisitorSort } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { type Count, type Counted, countOf } from '../../platform/db/list.ts';
import {
  inBatches,
  momentKey,
  type Position,
  readCursor,
  rowsToRead,
  textKey,
  writeCursor,
} from '../../platform/http/list.ts';
import { arrivals, byName, count, ofTenant, planForTheseValues, sorted, type VisitorList } from './visitor-list.sql.ts';
import { matching, searchByName } from './visitor-search.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { Listed, ShownVisitorRow, VisitorRow } from './visitor.rows.ts';

export async function listVisitors(
  db: Db,
  companyId: number,
  query: VisitorQuery,
): Promise<Counted<ShownVisitorRow & Listed>> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  const { sort, order: direction } = orderOf(query);
  const after = readCursor(query, sort === 'time' ? momentKey : textKey);
  if (sort === 'name' && direction === 'asc') {
    const list = byName(companyId, query, after);
    return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
  }
  const place = { direction, after };
  const list = isByVisit(query)
    ? arrivals(companyId, query, place, matches?.anywhere)
    : sorted(companyId, { ...query, sort }, place, matches?.anywhere);
  return readPage(db, list, limit);
}

/** Times come newest first, except for expected visitors. */
function orderOf({ scope, sort = scope === 'current' ? 'time' : 'name', order }: VisitorQuery) {
  const isNewestFirst = sort === 'time' && scope !== 'imported';
  return { sort, order: order ?? (isNewestFirst ? ('desc' as const) : ('asc' as const)) };
}

const isByVisit = ({ scope, sort = 'time' }: Pick<VisitorQuery, 'scope' | 'sort'>) =>
  scope === 'current' && sort === 'time';

export async function listVisitorsOfTenant(
  db: Db,
  companyId: number,
  tenantId: number,
  query: ListQuery & { id?: number | undefined; scope: 'imported' | 'all' },
): Promise<Counted<VisitorRow & Listed>> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  const list = ofTenant(companyId, tenantId, query, readCursor(query, textKey));
  return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
}

async function readPage<Row extends ShownVisitorRow>(
  db: Db,
  list: VisitorList<Row>,
  limit: number | null,
): Promise<Counted<Row & Listed>> {
  const { members, row, key, direction, order, isBehind, rest, shown, isSearch } = list;
  const planning = isSearch ? planForTheseValues : sql``;
  const counted = limit === null ? sql`null` : sql`(${count(members, isSearch)})`;
  const { rows } = await typedSql(shown.countedRow)`
    select ${shown.columns}, ${row}.sort_key, ${counted} as counted
    from (
      select ${row}.*, ${key} as sort_key ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)}
    ) ${row} ${rest}
    order by ${row}.sort_key ${direction}, ${row}.id ${direction} ${planning}`.execute(db);
  return { rows, counted: limit === null ? countOf(rows.length, isSearch) : await countedOf(db, list, rows) };
}

async function countedOf(
  db: Db,
  { members, after, isSearch }: VisitorList,
  [row]: { counted: number }[],
): Promise<Count> {
  if (row || !after) return countOf(row?.counted ?? 0, isSearch);
  const planning = isSearch ? planForTheseValues : sql``;
  const { rows } = await typedSql({ counted: int })`${count(members, isSearch)} ${planning}`.execute(db);
  return countOf(onlyRow(rows).counted, isSearch);
}

/** A large list would fill the memory. */
export async function* visitorsInBatches<
  Query extends ListQuery & { scope: VisitorScope; sort?: VisitorSort | undefined },
  Row extends ShownVisitorRow,
  Shown,
>(
  query: Query,
  read: (page: Query) => Promise<Counted<Row & Listed>>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  const batches = inBatches<Row & Listed>(async (last, limit) => {
    const cursor = last ? writeCursor(positionOf(last, query)) : query.cursor;
    return (await read({ ...query, limit, cursor })).rows.slice(0, limit);
  });
  for await (const rows of batches) yield rows.map(show);
}

export function positionOf(
  row: ShownVisitorRow & Listed,
  query: { scope: VisitorScope; sort?: VisitorSort | undefined },
): Position {
  return { key: row.sort_key, id: isByVisit(query) ? (row.visit_id ?? 0) : row.id };
}
