import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import type { VisitorScope } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import {
  inBatches,
  momentKey,
  type Position,
  readCursor,
  rowsToRead,
  textKey,
  writeCursor,
} from '../../platform/http/list.ts';
import { arrivals, byName, count, ofTenant, type VisitorList } from './visitor-list.sql.ts';
import { type CountedVisitors, matching, searchByName } from './visitor-search.store.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { ShownVisitorRow, VisitorRow } from './visitor.rows.ts';

export async function listVisitors(
  db: Db,
  companyId: number,
  { scope, ...query }: ListQuery & { scope: VisitorScope },
): Promise<CountedVisitors<ShownVisitorRow>> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  if (scope === 'current')
    return readPage(db, arrivals(companyId, readCursor(query, momentKey), matches?.anywhere), limit);
  const list = byName(companyId, scope, readCursor(query, textKey));
  return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
}

export async function listVisitorsOfTenant(
  db: Db,
  companyId: number,
  tenantId: number,
  { scope, ...query }: ListQuery & { scope: 'imported' | 'all' },
): Promise<CountedVisitors<VisitorRow>> {
  const matches = matching(query);
  const limit = rowsToRead(query);
  const list = ofTenant(companyId, tenantId, scope, readCursor(query, textKey));
  return matches ? searchByName(db, list, matches, limit) : readPage(db, list, limit);
}

async function readPage<Row extends ShownVisitorRow>(
  db: Db,
  list: VisitorList<Row>,
  limit: number | null,
): Promise<CountedVisitors<Row>> {
  const { members, row, order, isBehind, rest, shown, planning } = list;
  const counted = limit === null ? sql`null` : sql`(${count(members)})`;
  const { rows } = await typedSql(shown.countedRow)`
    select ${shown.columns}, ${counted} as counted
    from (select ${row}.* ${members} and ${isBehind} order by ${order} limit ${sql.lit(limit)}) ${row} ${rest}
    order by ${order} ${planning}`.execute(db);
  return { rows, counted: limit === null ? rows.length : await countedOf(db, list, rows) };
}

async function countedOf(db: Db, list: VisitorList, [row]: { counted: number }[]): Promise<number> {
  if (row) return row.counted;
  if (!list.after) return 0;
  const { rows } = await typedSql({ counted: int })`${count(list.members)} ${list.planning}`.execute(db);
  return onlyRow(rows).counted;
}

/** Streams a whole list in batches, because a large one would fill the memory. */
export async function* visitorsInBatches<
  Query extends ListQuery & { scope: VisitorScope },
  Row extends ShownVisitorRow,
  Shown,
>(
  query: Query,
  read: (page: Query) => Promise<CountedVisitors<Row>>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  const batches = inBatches<Row>(async (last, limit) => {
    const cursor = last ? writeCursor(positionOf(last, query.scope)) : query.cursor;
    return (await read({ ...query, limit, cursor })).rows.slice(0, limit);
  });
  for await (const rows of batches) yield rows.map(show);
}

export function positionOf(row: ShownVisitorRow, scope: VisitorScope): Position {
  if (scope === 'current') return { key: row.checked_in_at ?? '', id: row.visit_id ?? 0 };
  return { key: row.folded_name, id: row.id };
}
